/** Completes every sign-in, with or without a second factor: creates the session, records it, and returns the tokens. */
import { translate } from '../../../common/locales/translate';
import { markWithoutPassword } from '../../access/factors/stepUp';
import { authenticate } from '../../access/sessions/authenticate';
import { parseDeviceId, deviceTokenFor } from '../../access/sessions/deviceToken';
import { sessionUser } from '../../access/sessions/sessionUser';
import { createSession, type SessionTokens } from '../../access/sessions/sessions';
import type { Realm } from '../../../common/realm';
import { recordAction } from '../../hooks/audit/auditLog';
import { recordSecurityEvent } from '../../hooks/audit/securityEvents';
import type { HandlerResult } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import type { StoredAccount } from './checkCredentials';
import { toSystemContext } from '../../platform/systemContext';

/** The route after a sign-in, by realm. */
export const HOME_ROUTES = {
  admin: { path: '/admin', name: 'admin' },
  member: { path: '/user', name: 'user' },
} as const;

export interface SignInContext {
  readonly realm: Realm;
  readonly account: StoredAccount;
  readonly isRemembered: boolean;
  readonly isNewLocation: boolean;
  /** Device tokens of earlier sign-ins in this browser, separated by spaces. */
  readonly device?: string | undefined;
  /** The user signed in through another service (single sign-on): the session has to confirm the password before dangerous actions. */
  readonly isWithoutPassword?: boolean;
}

/** Creates the session after all factors are verified. */
export async function completeSignIn(
  ctx: RequestContext,
  signInContext: SignInContext,
  writer: Writer,
): Promise<HandlerResult> {
  const { realm, account, isRemembered, isNewLocation } = signInContext;
  const { services, ip, userAgent } = ctx;
  const deviceToken = deviceTokenFor(services.env.appKeys, realm, account.id, signInContext.device);
  const device = parseDeviceId(deviceToken);
  const tokens = await createSession(services, {
    realm,
    principal: account.id,
    isRemembered,
    ip,
    userAgent,
    device,
  });
  if (signInContext.isWithoutPassword === true) await markWithoutPassword(services, tokens.sessionId);
  await recordSignIn(ctx, realm, account, writer);
  if (isNewLocation)
    await recordSecurityEvent(ctx, writer, {
      kind: 'new_device',
      realm,
      principal: account.id,
      name: account.username,
    });
  const session = await authenticate(services, realm, tokens.token);
  if (typeof session !== 'string') await recordAction({ ...ctx, actor: session.actor }, writer, 'sign_in');
  const isSuperAdmin = typeof session !== 'string' && session.actor.isSuper;
  // The client of a member starts with the same data as the bootstrap returns.
  const personDetails =
    realm === 'member' ? await sessionUser(services, 'user', { id: account.id, isSuper: false }) : {};
  return {
    data: {
      userInfo: {
        ...personDetails,
        ...buildUserInfo(account, tokens, isSuperAdmin),
        device: deviceToken,
      },
      routePath: HOME_ROUTES[realm].path,
      routeName: HOME_ROUTES[realm].name,
    },
    msg: translate(ctx.lang, 'success.signed_in'),
  };
}

/** Contains both spellings of the older clients. */
const buildUserInfo = (account: StoredAccount, tokens: SessionTokens, isSuperAdmin: boolean) => ({
  id: account.id,
  username: account.username,
  nickname: account.nickname ?? account.username,
  avatar: account.avatar ?? '',
  lastlogintime: account.last_login_time,
  last_login_time: account.last_login_time,
  token: tokens.token,
  refreshToken: tokens.refreshToken,
  refresh_token: tokens.refreshToken,
  super: isSuperAdmin,
});

/** Time and IP of the sign-in are a normal change, so that staff see it live in their lists. */
async function recordSignIn(ctx: RequestContext, realm: Realm, account: StoredAccount, writer: Writer): Promise<void> {
  const entity = ctx.services.registry.get(realm === 'admin' ? 'admin' : 'user');
  if (!entity) return;
  const now = Math.floor(ctx.services.clock.now() / 1000);
  const previous = { previous_login_time: account.last_login_time, previous_login_ip: account.last_login_ip };
  const signIn = { last_login_time: now, last_login_ip: ctx.ip, ...(realm === 'member' ? previous : {}) };
  await writer.update(toSystemContext(ctx), entity, { id: account.id, ...signIn });
}
