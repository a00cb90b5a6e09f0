/** Signing in and out of both realms, and the exchange of refresh tokens. */
import { z } from 'zod';
import { SYSTEM } from '../../../common/entity/access';
import { fault } from '../../../common/protocol/faults';
import { say } from '../../../common/locales/words';
import { authenticate, type Authenticated } from '../../access/actor';
import { newDevice } from '../../access/devices';
import { attempt, household, REFRESH_TRIES } from '../../access/limits';
import { endSession, openSession, refreshSession, sessionOfRefresh, type Tokens } from '../../access/sessions';
import { loginRoute, TOKEN_HEADER, type Realm } from '../../access/tokens';
import { noteSecurity } from '../../behaviours/securityEvents';
import type { Call, Done, Inventory } from '../../engine/inventory';
import type { Writer } from '../../engine/writer';
import type { Ctx } from '../../kit';
import { checkCredentials, wantsCaptcha, type Account, type Credentials } from './account';

const LONGEST = 200;
const text = z.string().max(LONGEST);
/** Switches arrive as JSON, as numbers and as text. */
const flag = z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', ''])]);
const credentials = z.object({
  username: text.min(1),
  password: text.min(1),
  keep: flag.optional(),
  captcha: text.optional(),
  captcha_id: text.optional(),
  captchaId: text.optional(),
  captchaInfo: text.optional(),
  device: text.optional(),
});
const checkIn = credentials.extend({ tab: z.literal(['login', 'register']).optional() });
const farewell = z.object({ refresh_token: text.optional(), refreshToken: text.optional() });
const exchange = farewell.refine((given) => (given.refresh_token ?? given.refreshToken) !== undefined);
const isOn = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';

const ENTRANCE = {
  admin: { path: '/admin', name: 'admin' },
  member: { path: '/user', name: 'user' },
} as const;

export function routeSessions({ route }: Inventory, writer: Writer): void {
  const entrance = (realm: Realm, path: string, input: z.ZodType): void => {
    const open = { realm, path, access: 'guest', tokenless: true } as const;
    route({
      ...open,
      method: 'GET',
      query: ['tab', 'username'],
      body: 'none',
      summary: 'What signing in needs',
      handler: (call) => loginForm(call, realm),
    });
    route({
      ...open,
      method: 'POST',
      query: [],
      body: 'json',
      input,
      summary: 'Sign in',
      handler: (call) => signIn(call, realm, writer),
    });
  };
  const other = { method: 'POST', access: 'guest', tokenless: true, query: [], body: 'json' } as const;
  const exit = (realm: Realm, path: string): void =>
    route({
      ...other,
      realm,
      path,
      input: farewell,
      summary: 'End the session',
      handler: (call) => signOut(call, realm),
    });
  entrance('admin', '/admin/Index/login', credentials);
  entrance('member', '/api/user/checkIn', checkIn);
  exit('admin', '/admin/Index/logout');
  exit('member', '/api/user/logout');
  route({
    ...other,
    realm: 'member',
    path: '/api/common/refreshToken',
    input: exchange,
    summary: 'Exchange a refresh token',
    handler: (call) => refresh(call, writer),
  });
}

/** Before signing in; a caller that already is signed in gets itself back. */
async function loginForm(call: Call, realm: Realm): Promise<Done> {
  const { username } = call.query;
  const name = typeof username === 'string' ? username : undefined;
  const captcha = await wantsCaptcha(call.ctx.kit, realm, call.ctx.ip, name);
  const form =
    realm === 'admin'
      ? { captcha }
      : { captcha, accountVerificationType: [], openRegistration: false, userLoginCaptchaSwitch: captcha };
  const session = await present(call, realm);
  if (!session) return { data: form };
  const { actor } = session;
  const entrance = { routePath: ENTRANCE[realm].path, routeName: ENTRANCE[realm].name };
  return { data: { ...form, ...entrance, userInfo: { id: actor.id, nickname: actor.name, super: actor.super } } };
}

async function present({ ctx, request }: Call, realm: Realm): Promise<Authenticated | undefined> {
  const token = request.headers[TOKEN_HEADER[realm]];
  const found = typeof token === 'string' ? await authenticate(ctx.kit, realm, token) : 'unknown';
  return typeof found === 'string' ? undefined : found;
}

async function signIn({ ctx, body }: Call, realm: Realm, writer: Writer): Promise<Done> {
  if (body['tab'] === 'register') throw fault('server.not_implemented');
  const { kit, ip, userAgent } = ctx;
  const onSiege = ({ id, username }: Account) =>
    void noteSecurity(ctx, writer, { kind: 'many_failures', realm, principal: id, name: username });
  const { account, isNewPlace } = await checkCredentials({ kit, realm, ip, onSiege }, credentialsOf(body));
  const tokens = await openSession(kit, { realm, principal: account.id, keep: isOn(body['keep']), ip, userAgent });
  await noteSignIn(ctx, realm, account, writer);
  if (isNewPlace)
    await noteSecurity(ctx, writer, { kind: 'new_device', realm, principal: account.id, name: account.username });
  const session = await authenticate(kit, realm, tokens.token);
  const isSuper = typeof session !== 'string' && session.actor.super;
  return {
    data: {
      userInfo: {
        ...userInfo(account, tokens, isSuper),
        device: newDevice(kit.env.appKeys, realm, account.id),
      },
      routePath: ENTRANCE[realm].path,
      routeName: ENTRANCE[realm].name,
    },
    msg: say(ctx.lang, 'done.signed_in'),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const credentialsOf = (body: Call['body']): Credentials => ({
  username: String(body['username']),
  password: String(body['password']),
  captcha: textOf(body['captcha'] ?? body['captchaInfo']),
  captchaId: textOf(body['captcha_id'] ?? body['captchaId']),
  device: textOf(body['device']),
});

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
async function noteSignIn(ctx: Ctx, realm: Realm, account: Account, writer: Writer): Promise<void> {
  const entity = ctx.kit.registry.get(realm === 'admin' ? 'admin' : 'user');
  if (!entity) return;
  const { mid: _unused, ...rest } = ctx;
  const system: Ctx = { ...rest, actor: SYSTEM, channel: 'system' };
  const now = Math.floor(ctx.kit.clock.now() / 1000);
  await writer.update(system, entity, { id: account.id, last_login_time: now, last_login_ip: ctx.ip });
}

async function signOut(call: Call, realm: Realm): Promise<Done> {
  const { ctx, body } = call;
  const given = body['refresh_token'] ?? body['refreshToken'];
  const session = await present(call, realm);
  const other = typeof given === 'string' ? sessionOfRefresh(ctx.kit, realm, given) : undefined;
  for (const id of new Set([session?.sessionId, other])) if (id !== undefined) await endSession(ctx.kit, id);
  return { data: { routeName: loginRoute(realm).routeName }, msg: say(ctx.lang, 'done.signed_out') };
}

async function refresh({ ctx, body }: Call, writer: Writer): Promise<Done> {
  await attempt(ctx.kit, `refresh:${household(ctx.ip)}`, REFRESH_TRIES);
  const { realm, token, refreshToken } = await refreshSession(
    ctx.kit,
    String(body['refresh_token'] ?? body['refreshToken']),
    ({ realm, principal }) =>
      noteSecurity(ctx, writer, { kind: 'refresh_reuse', realm, principal, name: `${realm}:${principal}` }),
  );
  const type = realm === 'admin' ? 'admin-refresh' : 'user-refresh';
  return { data: { type, token, refresh_token: refreshToken, refreshToken } };
}
