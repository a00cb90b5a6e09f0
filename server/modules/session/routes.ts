/** Routes that sign in (login), sign out (logout) and refresh tokens, of both realms. */
import { z } from 'zod';
import type { Actor } from '../../../common/entity/access';
import { LIMITS } from '../../../common/limits';
import { translate } from '../../../common/locales/translate';
import { reloadActor, authenticate, type Authenticated } from '../../access/sessions/authenticate';
import { availableFactorKinds } from '../../access/factors/factorStore';
import { consumeAttempt, getIpPrefix, REFRESH_LIMIT } from '../../access/limits/rateLimits';
import {
  SESSION_END,
  findEndReason,
  endSession,
  refreshSession,
  parseRefreshTokenSessionId,
} from '../../access/sessions/sessions';
import { loginRoute, verifyRefreshToken, TOKEN_HEADER } from '../../access/tokens/sessionTokens';
import type { Realm } from '../../../common/realm';
import { recordAction } from '../../hooks/audit/auditLog';
import { recordSecurityEvent } from '../../hooks/audit/securityEvents';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { registerMember } from './registerMember';
import { checkCredentials, isCaptchaRequired, type StoredAccount, type Credentials } from './checkCredentials';
import { completeSignIn, HOME_ROUTES } from './completeSignIn';
import { registerOwnSessionRoutes } from './ownSessionRoutes';
import { registerOidcRoutes } from './oidcRoutes';
import { registerSecondFactorRoutes, secondFactorRequiredFault } from './secondFactorRoutes';

const MAX_TEXT_LENGTH = 200;
const text = z.string().max(MAX_TEXT_LENGTH);
/** A username or an address. */
const address = z.string().max(LIMITS.emailMaxChars);
/** Flags arrive as JSON booleans, numbers or text. */
const flagInput = z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', ''])]);
const credentialsInput = z.object({
  username: address.min(1),
  password: text.min(1),
  keep: flagInput.optional(),
  captcha: text.optional(),
  captcha_id: text.optional(),
  captchaId: text.optional(),
  captchaInfo: text.optional(),
  device: z.string().max(400).optional(),
});
const memberSignInInput = credentialsInput.extend({
  tab: z.literal(['login', 'register']).optional(),
  registerType: z.literal(['email', 'mobile']).optional(),
  email: address.nullish(),
  mobile: text.nullish(),
  source: text.optional(),
});
const signOutInput = z.object({ refresh_token: text.optional(), refreshToken: text.optional() });
const refreshInput = signOutInput
  .extend({ device: z.string().max(400).optional() })
  .refine((sent) => (sent.refresh_token ?? sent.refreshToken) !== undefined);
const isTruthyFlag = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';

export function registerSessionRoutes(moduleServices: ModuleServices): void {
  const {
    routes: { add: route },
    writer,
  } = moduleServices;
  const addSignInRoutes = (realm: Realm, path: string, input: z.ZodType): void => {
    const guestRoute = { realm, path, access: 'guest', ignoresToken: true } as const;
    route({
      ...guestRoute,
      method: 'GET',
      query: ['tab', 'username'],
      body: 'none',
      summary: 'Get the sign-in options',
      handler: (call) => getLoginForm(call, realm),
    });
    route({
      ...guestRoute,
      method: 'POST',
      query: [],
      body: 'json',
      ...(realm === 'member' ? { isMemberCenter: true } : {}),
      input,
      summary: 'Sign in',
      handler: (call) => signIn(call, realm, writer),
    });
  };
  const guestPostRoute = { method: 'POST', access: 'guest', ignoresToken: true, query: [], body: 'json' } as const;
  const addSignOutRoute = (realm: Realm, path: string): void =>
    route({
      ...guestPostRoute,
      realm,
      path,
      input: signOutInput,
      summary: 'Sign out',
      handler: (call) => signOut(call, realm, writer),
    });
  addSignInRoutes('admin', '/admin/Index/login', credentialsInput);
  addSignInRoutes('member', '/api/user/checkIn', memberSignInInput);
  addSignOutRoute('admin', '/admin/Index/logout');
  addSignOutRoute('member', '/api/user/logout');
  route({
    ...guestPostRoute,
    realm: 'member',
    path: '/api/common/refreshToken',
    input: refreshInput,
    summary: 'Exchange a refresh token',
    handler: (call) => refreshTokens(call, writer),
  });
  route({
    ...guestPostRoute,
    realm: 'member',
    path: '/api/common/sessionEnd',
    input: refreshInput,
    summary: 'Get the reason why a session ended, for the holder of its last refresh token',
    handler: getSessionEndReason,
  });
  registerSecondFactorRoutes(moduleServices);
  registerOidcRoutes(moduleServices);
  registerOwnSessionRoutes(moduleServices);
}

/** The sign-in form; a signed-in caller receives its own session data. */
async function getLoginForm(call: RouteCall, realm: Realm): Promise<HandlerResult> {
  const { username } = call.query;
  const name = typeof username === 'string' ? username : undefined;
  const { siteName, registration } = call.ctx.services.settings;
  const captcha = await isCaptchaRequired(call.ctx.services, realm, call.ctx.ip, name);
  const form =
    realm === 'admin'
      ? { captcha, siteName, singleSignOn: call.ctx.services.env.oidc !== null }
      : {
          captcha,
          siteName,
          accountVerificationType: call.ctx.services.settings.verification,
          openRegistration: registration,
          userLoginCaptchaSwitch: captcha,
          openMemberCenter: call.ctx.services.settings.memberCenter,
        };
  const session = await findCurrentSession(call, realm);
  if (!session) return { data: form };
  const { actor } = session;
  const homeRoute = { routePath: HOME_ROUTES[realm].path, routeName: HOME_ROUTES[realm].name };
  return { data: { ...form, ...homeRoute, userInfo: { id: actor.id, nickname: actor.name, super: actor.isSuper } } };
}

async function findCurrentSession({ ctx, request }: RouteCall, realm: Realm): Promise<Authenticated | undefined> {
  const token = request.headers[TOKEN_HEADER[realm]];
  const found = typeof token === 'string' ? await authenticate(ctx.services, realm, token) : 'unknown';
  return typeof found === 'string' ? undefined : found;
}

async function signIn(call: RouteCall, realm: Realm, writer: Writer): Promise<HandlerResult> {
  const { ctx, body } = call;
  if (realm === 'member' && body['tab'] === 'register') return registerMember(call, writer, isTruthyFlag(body['keep']));
  const { services, ip } = ctx;
  const onManyFailures = ({ id, username }: StoredAccount) =>
    void recordSecurityEvent(ctx, writer, { kind: 'many_failures', realm, principal: id, name: username });
  const { account, isNewLocation } = await checkCredentials(
    { services, realm, ip, onManyFailures },
    parseCredentials(body),
  );
  const signInContext = {
    realm,
    account,
    isRemembered: isTruthyFlag(body['keep']),
    isNewLocation,
    device: stringOrUndefined(body['device']),
  };
  const kinds = await availableFactorKinds(services, { realm, id: account.id });
  if (kinds.length > 0) throw await secondFactorRequiredFault(ctx, signInContext, kinds);
  return completeSignIn(ctx, signInContext, writer);
}

const stringOrUndefined = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const parseCredentials = (body: RouteCall['body']): Credentials => ({
  username: String(body['username']),
  password: String(body['password']),
  captcha: stringOrUndefined(body['captcha'] ?? body['captchaInfo']),
  captchaId: stringOrUndefined(body['captcha_id'] ?? body['captchaId']),
  device: stringOrUndefined(body['device']),
});

async function signOut(call: RouteCall, realm: Realm, writer: Writer): Promise<HandlerResult> {
  const { ctx, body } = call;
  const sent = body['refresh_token'] ?? body['refreshToken'];
  const session = await findCurrentSession(call, realm);
  const refreshSessionId = typeof sent === 'string' ? parseRefreshTokenSessionId(ctx.services, realm, sent) : undefined;
  const actor =
    session?.actor ??
    (refreshSessionId === undefined ? undefined : await loadSessionActor(ctx.services, realm, refreshSessionId));
  for (const id of new Set([session?.sessionId, refreshSessionId]))
    if (id !== undefined) await endSession(ctx.services, id, SESSION_END.signedOut);
  if (actor) await recordAction({ ...ctx, actor }, writer, 'sign_out');
  return { data: { routeName: loginRoute(realm).routeName }, msg: translate(ctx.lang, 'success.signed_out') };
}

/**
 * A token signed by this server counts for its session. Only forged ones count for the IP, so that they do not use up the refreshes of
 * others behind it.
 */
function countRefresh({ services, ip }: RequestContext, token: string): Promise<void> {
  const claims = verifyRefreshToken(services.env.appKeys, token);
  const bucket = claims ? `refresh:${claims.realm}:${claims.sessionId}` : `refresh:address:${getIpPrefix(ip)}`;
  return consumeAttempt(services, bucket, REFRESH_LIMIT);
}

/** The actor of an active session, identified by its refresh token only. */
async function loadSessionActor(services: Services, realm: Realm, sessionId: string): Promise<Actor | undefined> {
  const [found] = await services.db.rows<{ readonly principal: number }>(
    'SELECT principal FROM `session` WHERE id = ? AND realm = ? AND revoked_at IS NULL',
    [sessionId, realm],
  );
  return found && reloadActor(services, `${realm}:${Number(found.principal)}`, sessionId);
}

async function refreshTokens({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const sent = String(body['refresh_token'] ?? body['refreshToken']);
  await countRefresh(ctx, sent);
  const presented = { token: sent, userAgent: ctx.userAgent, deviceTokens: stringOrUndefined(body['device']) ?? '' };
  const { realm, token, refreshToken } = await refreshSession(ctx.services, presented, ({ realm, principal }) =>
    recordSecurityEvent(ctx, writer, { kind: 'refresh_reuse', realm, principal }),
  );
  const type = realm === 'admin' ? 'admin-refresh' : 'user-refresh';
  return { data: { type, token, refresh_token: refreshToken, refreshToken } };
}

/** Neither ends nor renews a session; it only returns the reason. */
async function getSessionEndReason({ ctx, body }: RouteCall): Promise<HandlerResult> {
  const sent = String(body['refresh_token'] ?? body['refreshToken']);
  await countRefresh(ctx, sent);
  const reason = await findEndReason(ctx.services, sent);
  return { data: { reason: reason ?? '' } };
}
