/** The end of every sign-in, with or without a second factor: a session, its notes, and the same answer. */
import { SYSTEM } from '../../../common/entity/access';
import { say } from '../../../common/locales/words';
import { authenticate } from '../../access/actor';
import { deviceIn, noteOf } from '../../access/devices';
import { personOf } from '../../access/person';
import { openSession, type Tokens } from '../../access/sessions';
import type { Realm } from '../../access/tokens';
import { noteAct } from '../../behaviours/journal';
import { noteSecurity } from '../../behaviours/securityEvents';
import type { HandlerResult } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import type { Account } from './account';

/** Where each realm is sent after signing in. */
export const ENTRANCE = {
  admin: { path: '/admin', name: 'admin' },
  member: { path: '/user', name: 'user' },
} as const;

export interface Entering {
  readonly realm: Realm;
  readonly account: Account;
  readonly keep: boolean;
  readonly isNewPlace: boolean;
  /** Notes of earlier sign-ins that the browser shows, parted by spaces. */
  readonly device?: string | undefined;
}

/** Opens the session of somebody who proved everything that was asked. */
export async function enter(ctx: RequestContext, entering: Entering, writer: Writer): Promise<HandlerResult> {
  const { realm, account, keep, isNewPlace } = entering;
  const { services, ip, userAgent } = ctx;
  const note = noteOf(services.env.appKeys, realm, account.id, entering.device);
  const device = deviceIn(note);
  const tokens = await openSession(services, { realm, principal: account.id, keep, ip, userAgent, device });
  await noteSignIn(ctx, realm, account, writer);
  if (isNewPlace)
    await noteSecurity(ctx, writer, { kind: 'new_device', realm, principal: account.id, name: account.username });
  const session = await authenticate(services, realm, tokens.token);
  if (typeof session !== 'string') await noteAct({ ...ctx, actor: session.actor }, writer, 'sign_in');
  const isSuper = typeof session !== 'string' && session.actor.super;
  // a member's client begins with all it knows of its person, as the answer to who it is says again
  const own = realm === 'member' ? await personOf(services, 'user', { id: account.id, super: false }) : {};
  return {
    data: {
      userInfo: {
        ...own,
        ...userInfo(account, tokens, isSuper),
        device: note,
      },
      routePath: ENTRANCE[realm].path,
      routeName: ENTRANCE[realm].name,
    },
    msg: say(ctx.lang, 'done.signed_in'),
  };
}

/** Both spellings of the product family's dialects. */
const userInfo = (account: Account, tokens: Tokens, isSuper: boolean) => ({
  id: account.id,
  username: account.username,
  nickname: account.nickname ?? account.username,
  avatar: account.avatar ?? '',
  lastlogintime: account.last_login_time,
  last_login_time: account.last_login_time,
  token: tokens.token,
  refreshToken: tokens.refreshToken,
  refresh_token: tokens.refreshToken,
  super: isSuper,
});

/** When and whence somebody signed in is a change like any other: staff see it live in their lists. */
async function noteSignIn(ctx: RequestContext, realm: Realm, account: Account, writer: Writer): Promise<void> {
  const entity = ctx.services.registry.get(realm === 'admin' ? 'admin' : 'user');
  if (!entity) return;
  const { mid: _unused, ...rest } = ctx;
  const system: RequestContext = { ...rest, actor: SYSTEM, channel: 'system' };
  const now = Math.floor(ctx.services.clock.now() / 1000);
  const previous = { previous_login_time: account.last_login_time, previous_login_ip: account.last_login_ip };
  const signIn = { last_login_time: now, last_login_ip: ctx.ip, ...(realm === 'member' ? previous : {}) };
  await writer.update(system, entity, { id: account.id, ...signIn });
}
