/** Sign-in of staff through an OpenID provider, and the link between an account and its identity there. */
import { z } from 'zod';
import { fault } from '../../../common/protocol/faults';
import { translate } from '../../../common/locales/translate';
import { availableFactorKinds } from '../../access/factors/factorStore';
import { resolvePasskeySite } from '../../access/factors/passkeys';
import { consumeAttempt, getIpPrefix, OIDC_LIMIT } from '../../access/limits/rateLimits';
import { findLinkedAdmin, hasIdentity, linkIdentity, unlinkIdentity } from '../../access/oidc/identityStore';
import { beginOidcRequest, readIdentity } from '../../access/oidc/oidcClient';
import { storeOidcRequest, redeemOidcRequest, type OidcRequest } from '../../access/oidc/oidcRequests';
import { recentIpPrefixes } from '../../access/sessions/recentIpPrefixes';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import { toSystemContext } from '../../platform/systemContext';
import { loadAccount } from './checkCredentials';
import { completeSignIn, type SignInContext } from './completeSignIn';
import { secondFactorRequiredFault } from './secondFactorRoutes';

/** The screen of the console that the provider leads back to. */
const CALLBACK_PATH = '/admin/login/sso';

const beginInput = z.strictObject({ keep: z.boolean().default(false) });
const finishInput = z.strictObject({
  ticket: z.string().max(100),
  /** The query of the callback's address. */
  query: z.string().max(4000),
  device: z.string().max(400).optional(),
});

type Purpose = Pick<OidcRequest, 'adminId' | 'isRemembered'>;
async function begin(call: RouteCall, purpose: Purpose): Promise<HandlerResult> {
  const { ctx, request } = call;
  await consumeAttempt(ctx.services, `oidc:${getIpPrefix(ctx.ip)}`, OIDC_LIMIT);
  const { origin } = resolvePasskeySite(ctx.services, request, ctx.services.settings.siteName);
  const redirectUri = `${origin}${CALLBACK_PATH}`;
  const { url, secrets } = await beginOidcRequest(ctx.services, redirectUri);
  return { data: { url, ticket: await storeOidcRequest(ctx.services, { ...purpose, ...secrets, redirectUri }) } };
}

/** Errors: `oidc.expired`, and those of `readIdentity`. */
async function readResponse({ ctx, body }: RouteCall, adminId: number | null) {
  const { ticket, query } = finishInput.parse(body);
  const request = await redeemOidcRequest(ctx.services, ticket);
  if (request === undefined || request.adminId !== adminId) throw fault('oidc.expired');
  return { request, identity: await readIdentity(ctx.services, request, query) };
}

/** The account must exist and be linked; its second factor is asked for as after a password. */
async function signIn(call: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { ctx, body } = call;
  const { services } = ctx;
  await consumeAttempt(services, `oidc:${getIpPrefix(ctx.ip)}`, OIDC_LIMIT);
  const { request, identity } = await readResponse(call, null);
  const adminId = await findLinkedAdmin(services, identity);
  const account = adminId === undefined ? undefined : await loadAccount(services, 'admin', adminId);
  if (account?.status !== 1) throw fault('oidc.unlinked');
  const known = await recentIpPrefixes(services, 'admin', account.id);
  const signInContext: SignInContext = {
    realm: 'admin',
    account,
    isRemembered: request.isRemembered,
    device: finishInput.parse(body).device,
    isNewLocation: known.size > 0 && !known.has(getIpPrefix(ctx.ip)),
    isWithoutPassword: true,
  };
  const kinds = await availableFactorKinds(services, { realm: 'admin', id: account.id });
  if (kinds.length > 0) throw await secondFactorRequiredFault(ctx, signInContext, kinds);
  return completeSignIn(ctx, signInContext, writer);
}

async function link(call: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { ctx } = call;
  const { identity } = await readResponse(call, ctx.actor.id);
  const audit = { verb: 'link', about: `admin ${ctx.actor.id}`, input: { issuer: identity.issuer } };
  await writer.changeSet(toSystemContext(ctx, { channel: 'ui' }), audit, async (_writer, hook) => {
    await linkIdentity(hook.tx, ctx.actor.id, identity, hook.at);
    return {};
  });
  return { msg: translate(ctx.lang, 'success.identity_linked') };
}

async function unlink({ ctx }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { oidc } = ctx.services.env;
  if (oidc === null) throw fault('oidc.disabled');
  const audit = { verb: 'unlink', about: `admin ${ctx.actor.id}`, input: { issuer: oidc.issuer } };
  await writer.changeSet(toSystemContext(ctx, { channel: 'ui' }), audit, async (_writer, hook) => {
    await unlinkIdentity(hook.tx, ctx.actor.id, oidc.issuer);
    return {};
  });
  return { msg: translate(ctx.lang, 'success.identity_unlinked') };
}

async function readState({ ctx }: RouteCall): Promise<HandlerResult> {
  const { db, env } = ctx.services;
  if (env.oidc === null) return { data: { provider: '', isLinked: false } };
  const { issuer } = env.oidc;
  return { data: { provider: new URL(issuer).host, isLinked: await hasIdentity(db, ctx.actor.id, issuer) } };
}

export function registerOidcRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  const guestPost = {
    ...({ realm: 'admin', method: 'POST', access: 'guest', ignoresToken: true, query: [], body: 'json' } as const),
  };
  const ownPost = {
    realm: 'admin',
    method: 'POST',
    access: 'admin',
    query: [],
    body: 'json',
    rejectsApiTokens: true,
  } as const;
  const path = (action: string) => `/admin/oidc/${action}`;
  route({
    ...guestPost,
    path: path('begin'),
    input: beginInput,
    summary: 'Begin to sign in through the OpenID provider',
    handler: (call) => begin(call, { adminId: null, isRemembered: beginInput.parse(call.body).keep }),
  });
  route({
    ...guestPost,
    path: path('finish'),
    input: finishInput,
    summary: 'Sign in with the response of the OpenID provider',
    handler: (call) => signIn(call, writer),
  });
  route({
    ...ownPost,
    method: 'GET',
    body: 'none',
    path: path('state'),
    summary: 'Tell whether the caller’s account is linked to an identity at the OpenID provider',
    handler: readState,
  });
  route({
    ...ownPost,
    path: path('beginLink'),
    input: z.strictObject({}),
    stepUp: true,
    summary: 'Begin to link the caller’s account to an identity at the OpenID provider',
    handler: (call) => begin(call, { adminId: call.ctx.actor.id, isRemembered: false }),
  });
  route({
    // The password was confirmed when this request was begun.
    ...ownPost,
    path: path('link'),
    input: finishInput,
    summary: 'Link the caller’s account with the response of the OpenID provider',
    handler: (call) => link(call, writer),
  });
  route({
    ...ownPost,
    path: path('unlink'),
    input: z.strictObject({}),
    stepUp: true,
    summary: 'Unlink the caller’s account from its identity at the OpenID provider',
    handler: (call) => unlink(call, writer),
  });
}
