/** Second factor routes of the profile: authenticator app, passkeys, recovery codes, and their removal. */
import { z } from 'zod';
import { fault } from '../../../common/protocol/faults';
import { translate } from '../../../common/locales/translate';
import type { FactorOwner } from '../../access/factors/factorOwner';
import { loadFactorState, hasFactor, removeFactor } from '../../access/factors/factorStore';
import { consumeAttempt, LOGIN_WINDOW_MS } from '../../access/limits/rateLimits';
import {
  beginPasskeyRegistration,
  registerPasskey,
  resolvePasskeySite,
  renamePasskey,
} from '../../access/factors/passkeys';
import { regenerateRecoveryCodes } from '../../access/factors/recoveryCodes';
import { beginTotpEnrolment, confirmTotpEnrolment, totpId } from '../../access/factors/totp';
import type { ChallengeOwner } from '../../access/factors/factorTickets';
import { recordSecurityEvent } from '../../hooks/audit/securityEvents';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { RequestContext } from '../../context';
import type { Writer } from '../../engine/write/writer';

interface FactorDeps {
  readonly writer: Writer;
}
const MAX_NAME_LENGTH = 40;
const name = z.string().trim().min(1).max(MAX_NAME_LENGTH);
const emptyInput = z.object({});
const codeInput = z.object({ otp: z.string().max(20) });
const nameInput = z.object({ name });
const addPasskeyInput = z.object({ name, answer: z.looseObject({ id: z.string() }) });
const renameInput = z.object({ id: z.string().min(1).max(64), name });
const idInput = z.object({ id: z.string().min(1).max(64) });

export function registerOwnSecondFactorRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  const deps: FactorDeps = { writer };
  const profileRoute = {
    realm: 'admin',
    access: 'admin',
    query: [],
    allowsUnenrolled: true,
    rejectsApiTokens: true,
  } as const;
  const profilePost = { ...profileRoute, method: 'POST', body: 'json' } as const;
  const stepUpPost = { ...profilePost, stepUp: true } as const;
  route({
    ...profileRoute,
    method: 'GET',
    path: '/admin/profile/factor',
    body: 'none',
    summary: 'List the caller’s second factors',
    handler: async ({ ctx }) => ({ data: await loadFactorState(ctx.services, getOwner(ctx)) }),
  });
  const addRoute = (
    base: typeof profilePost | typeof stepUpPost,
    action: string,
    input: z.ZodType,
    summary: string,
    handler: Handler,
  ) => route({ ...base, path: `/admin/profile/${action}`, input, summary, handler: (call) => handler(call, deps) });
  addRoute(stepUpPost, 'otpBegin', emptyInput, 'Begin to set up an authenticator app', beginOtpSetup);
  addRoute(profilePost, 'otpConfirm', codeInput, 'Finish setting up an authenticator app', confirmOtp);
  addRoute(stepUpPost, 'otpRemove', emptyInput, 'Remove the authenticator app', removeOtp);
  addRoute(stepUpPost, 'recoveryRenew', emptyInput, 'New recovery codes in place of the old ones', renewRecoveryCodes);
  addRoute(stepUpPost, 'passkeyBegin', nameInput, 'Begin to set up a passkey', beginPasskeySetup);
  addRoute(profilePost, 'passkeyAdd', addPasskeyInput, 'Finish setting up a passkey', addPasskey);
  addRoute(profilePost, 'passkeyRename', renameInput, 'Call a passkey by another name', handleRenamePasskey);
  addRoute(stepUpPost, 'passkeyRemove', idInput, 'Remove a passkey', removePasskey);
}
const getOwner = ({ actor }: RequestContext): FactorOwner => ({ realm: 'admin', id: actor.id });
type Handler = (call: RouteCall, deps: FactorDeps) => Promise<HandlerResult>;

const getChallengeOwner = ({ ctx }: RouteCall): ChallengeOwner => `enrol:${ctx.sessionId ?? ''}`;

async function loadUsername({ ctx: { services, actor } }: RouteCall): Promise<string> {
  const [row] = await services.db.rows<{ readonly username: string }>('SELECT username FROM `admin` WHERE id = ?', [
    actor.id,
  ]);
  if (!row) throw fault('row.missing');
  return row.username;
}

const logFactorChange = async (
  call: RouteCall,
  { writer }: FactorDeps,
  kind: 'factor_enrolled' | 'factor_removed',
  detail: Readonly<Record<string, string>>,
): Promise<void> => {
  const { id: principal } = call.ctx.actor;
  const event = { kind, realm: 'admin', principal, name: await loadUsername(call), detail } as const;
  await recordSecurityEvent(call.ctx, writer, event);
};

const beginOtpSetup: Handler = async (call) => ({
  data: await beginTotpEnrolment(
    call.ctx.services,
    getOwner(call.ctx),
    call.ctx.services.settings.siteName,
    await loadUsername(call),
  ),
});

/** The first factor comes with recovery codes. */
async function issueFirstRecoveryCodes({ ctx }: RouteCall, hadFactor: boolean): Promise<readonly string[] | null> {
  return hadFactor ? null : regenerateRecoveryCodes(ctx.services, getOwner(ctx));
}

const confirmOtp: Handler = async (call, deps) => {
  const { ctx, body } = call;
  const { services, actor } = ctx;
  await consumeAttempt(services, `factor:${actor.id}:enrol`, { maxAttempts: 20, windowMs: LOGIN_WINDOW_MS });
  const hadFactor = await hasFactor(services.db, { realm: 'admin', id: actor.id });
  if (!(await confirmTotpEnrolment(services, getOwner(ctx), String(body['otp'])))) throw fault('auth.code');
  await logFactorChange(call, deps, 'factor_enrolled', { kind: 'otp' });
  return {
    data: { codes: await issueFirstRecoveryCodes(call, hadFactor) },
    msg: translate(ctx.lang, 'success.app_confirmed'),
  };
};

async function removeOwnFactor(
  call: RouteCall,
  deps: FactorDeps,
  id: string,
  detail: Readonly<Record<string, string>>,
) {
  if (!(await removeFactor(call.ctx.services, getOwner(call.ctx), id))) throw fault('row.missing');
  call.ctx.services.live.wakeTailer();
  await logFactorChange(call, deps, 'factor_removed', detail);
  return { msg: translate(call.ctx.lang, 'success.factor_removed') };
}
const removeOtp: Handler = (call, deps) => removeOwnFactor(call, deps, totpId(getOwner(call.ctx)), { kind: 'otp' });
const removePasskey: Handler = async (call, deps) => {
  const id = String(call.body['id']);
  const { passkeys } = await loadFactorState(call.ctx.services, getOwner(call.ctx));
  const passkey = passkeys.find((candidate) => candidate.id === id);
  if (!passkey) throw fault('row.missing');
  return removeOwnFactor(call, deps, id, { kind: 'passkey', name: passkey.name });
};

const handleRenamePasskey: Handler = async ({ ctx, body }) => {
  const parsed = renameInput.parse(body);
  if (!(await renamePasskey(ctx.services, ctx.actor.id, parsed.id, parsed.name))) throw fault('row.missing');
  return { msg: translate(ctx.lang, 'success.passkey_renamed') };
};

const renewRecoveryCodes: Handler = async ({ ctx: { services, actor } }) => {
  if (!(await hasFactor(services.db, { realm: 'admin', id: actor.id }))) throw fault('row.missing');
  return { data: { codes: await regenerateRecoveryCodes(services, { realm: 'admin', id: actor.id }) } };
};

const beginPasskeySetup: Handler = async (call) => {
  const { services, actor } = call.ctx;
  const person = { id: actor.id, name: await loadUsername(call) };
  const site = resolvePasskeySite(services, call.request, services.settings.siteName);
  return { data: { options: await beginPasskeyRegistration(services, person, getChallengeOwner(call), site) } };
};

const addPasskey: Handler = async (call, deps) => {
  const { services, actor, lang } = call.ctx;
  const parsed = addPasskeyInput.parse(call.body);
  const hadFactor = await hasFactor(services.db, { realm: 'admin', id: actor.id });
  const site = resolvePasskeySite(services, call.request, services.settings.siteName);
  await registerPasskey(services, actor.id, getChallengeOwner(call), site, parsed);
  call.ctx.services.live.wakeTailer();
  await logFactorChange(call, deps, 'factor_enrolled', { kind: 'passkey', name: parsed.name });
  return {
    data: { codes: await issueFirstRecoveryCodes(call, hadFactor) },
    msg: translate(lang, 'success.passkey_added'),
  };
};
