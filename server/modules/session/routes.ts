/** Signing in and out of both realms, and the exchange of refresh tokens. */
import { z } from 'zod';
import type { Actor } from '../../../common/entity/access';
import { LIMITS } from '../../../common/limits';
import { say } from '../../../common/locales/words';
import { actorOf, authenticate, type Authenticated } from '../../access/actor';
import { factorKinds } from '../../access/factors';
import { attempt, household, REFRESH_TRIES } from '../../access/limits';
import { endingOf, endSession, refreshSession, sessionOfRefresh } from '../../access/sessions';
import { loginRoute, readRefreshToken, TOKEN_HEADER, type Realm } from '../../access/tokens';
import { noteAct } from '../../behaviours/journal';
import { noteSecurity } from '../../behaviours/securityEvents';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { register } from './register';
import { checkCredentials, wantsCaptcha, type Account, type Credentials } from './account';
import { enter, ENTRANCE } from './enter';
import { asked } from './secondFactor';

const LONGEST = 200;
const text = z.string().max(LONGEST);
/** A name, or an address in its place. */
const address = z.string().max(LIMITS.emailMax);
/** Switches arrive as JSON, as numbers and as text. */
const flag = z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', ''])]);
const credentials = z.object({
  username: address.min(1),
  password: text.min(1),
  keep: flag.optional(),
  captcha: text.optional(),
  captcha_id: text.optional(),
  captchaId: text.optional(),
  captchaInfo: text.optional(),
  device: z.string().max(400).optional(),
});
const checkIn = credentials.extend({
  tab: z.literal(['login', 'register']).optional(),
  registerType: z.literal(['email', 'mobile']).optional(),
  email: address.nullish(),
  mobile: text.nullish(),
  source: text.optional(),
});
const farewell = z.object({ refresh_token: text.optional(), refreshToken: text.optional() });
const exchange = farewell
  .extend({ device: z.string().max(400).optional() })
  .refine((given) => (given.refresh_token ?? given.refreshToken) !== undefined);
const isOn = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';

export function routeSessions({ add: route }: RouteRegistry, writer: Writer): void {
  const entrance = (realm: Realm, path: string, input: z.ZodType): void => {
    const open = { realm, path, access: 'guest', withoutToken: true } as const;
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
      ...(realm === 'member' ? { isMemberCentre: true } : {}),
      input,
      summary: 'Sign in',
      handler: (call) => signIn(call, realm, writer),
    });
  };
  const other = { method: 'POST', access: 'guest', withoutToken: true, query: [], body: 'json' } as const;
  const exit = (realm: Realm, path: string): void =>
    route({
      ...other,
      realm,
      path,
      input: farewell,
      summary: 'End the session',
      handler: (call) => signOut(call, realm, writer),
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
  route({
    ...other,
    realm: 'member',
    path: '/api/common/sessionEnd',
    input: exchange,
    summary: 'Why the session of a refresh token is over, for who holds its last one',
    handler: sayEnding,
  });
}

/** Before signing in; a caller that already is signed in gets itself back. */
async function loginForm(call: RequestCall, realm: Realm): Promise<HandlerResult> {
  const { username } = call.query;
  const name = typeof username === 'string' ? username : undefined;
  const { siteName, registration } = call.ctx.services.settings;
  const captcha = await wantsCaptcha(call.ctx.services, realm, call.ctx.ip, name);
  const form =
    realm === 'admin'
      ? { captcha, siteName }
      : {
          captcha,
          siteName,
          accountVerificationType: call.ctx.services.settings.verification,
          openRegistration: registration,
          userLoginCaptchaSwitch: captcha,
          openMemberCenter: call.ctx.services.settings.memberCentre,
        };
  const session = await present(call, realm);
  if (!session) return { data: form };
  const { actor } = session;
  const entrance = { routePath: ENTRANCE[realm].path, routeName: ENTRANCE[realm].name };
  return { data: { ...form, ...entrance, userInfo: { id: actor.id, nickname: actor.name, super: actor.super } } };
}

async function present({ ctx, request }: RequestCall, realm: Realm): Promise<Authenticated | undefined> {
  const token = request.headers[TOKEN_HEADER[realm]];
  const found = typeof token === 'string' ? await authenticate(ctx.services, realm, token) : 'unknown';
  return typeof found === 'string' ? undefined : found;
}

async function signIn(call: RequestCall, realm: Realm, writer: Writer): Promise<HandlerResult> {
  const { ctx, body } = call;
  if (realm === 'member' && body['tab'] === 'register') return register(call, writer, isOn(body['keep']));
  const { services, ip } = ctx;
  const onSiege = ({ id, username }: Account) =>
    void noteSecurity(ctx, writer, { kind: 'many_failures', realm, principal: id, name: username });
  const { account, isNewPlace } = await checkCredentials({ services, realm, ip, onSiege }, credentialsOf(body));
  const entering = { realm, account, keep: isOn(body['keep']), isNewPlace, device: textOf(body['device']) };
  const kinds = realm === 'admin' ? await factorKinds(services, account.id) : [];
  if (kinds.length > 0) throw await asked(ctx, entering, kinds);
  return enter(ctx, entering, writer);
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const credentialsOf = (body: RequestCall['body']): Credentials => ({
  username: String(body['username']),
  password: String(body['password']),
  captcha: textOf(body['captcha'] ?? body['captchaInfo']),
  captchaId: textOf(body['captcha_id'] ?? body['captchaId']),
  device: textOf(body['device']),
});

async function signOut(call: RequestCall, realm: Realm, writer: Writer): Promise<HandlerResult> {
  const { ctx, body } = call;
  const given = body['refresh_token'] ?? body['refreshToken'];
  const session = await present(call, realm);
  const other = typeof given === 'string' ? sessionOfRefresh(ctx.services, realm, given) : undefined;
  const actor = session?.actor ?? (other === undefined ? undefined : await ownerOf(ctx.services, realm, other));
  for (const id of new Set([session?.sessionId, other]))
    if (id !== undefined) await endSession(ctx.services, id, 'out');
  if (actor) await noteAct({ ...ctx, actor }, writer, 'sign_out');
  return { data: { routeName: loginRoute(realm).routeName }, msg: say(ctx.lang, 'done.signed_out') };
}

/**
 * A token that we signed counts for its session. Only forged ones count for the address: they do not use up what the people behind it
 * need.
 */
function countExchange({ services, ip }: RequestContext, token: string): Promise<void> {
  const claims = readRefreshToken(services.env.appKeys, token);
  const bucket = claims ? `refresh:${claims.realm}:${claims.sessionId}` : `refresh:address:${household(ip)}`;
  return attempt(services, bucket, REFRESH_TRIES);
}

/** The actor of a living session that only its refresh token names. */
async function ownerOf(services: Services, realm: Realm, sessionId: string): Promise<Actor | undefined> {
  const [found] = await services.db.rows<{ readonly principal: number }>(
    'SELECT principal FROM `session` WHERE id = ? AND realm = ? AND revoked_at IS NULL',
    [sessionId, realm],
  );
  return found && actorOf(services, `${realm}:${Number(found.principal)}`, sessionId);
}

async function refresh({ ctx, body }: RequestCall, writer: Writer): Promise<HandlerResult> {
  const given = String(body['refresh_token'] ?? body['refreshToken']);
  await countExchange(ctx, given);
  const shown = { token: given, userAgent: ctx.userAgent, device: textOf(body['device']) ?? '' };
  const { realm, token, refreshToken } = await refreshSession(ctx.services, shown, ({ realm, principal }) =>
    noteSecurity(ctx, writer, { kind: 'refresh_reuse', realm, principal }),
  );
  const type = realm === 'admin' ? 'admin-refresh' : 'user-refresh';
  return { data: { type, token, refresh_token: refreshToken, refreshToken } };
}

/** Ends nothing and renews nothing: who was signed out only asks why. */
async function sayEnding({ ctx, body }: RequestCall): Promise<HandlerResult> {
  const given = String(body['refresh_token'] ?? body['refreshToken']);
  await countExchange(ctx, given);
  const reason = await endingOf(ctx.services, given);
  return { data: { reason: reason ?? '' } };
}
