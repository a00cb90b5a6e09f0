/** One's own second factors in the profile: setting up an authenticator app and passkeys, recovery codes, and taking them away. */
import { z } from 'zod';
import { fault } from '../../../common/protocol/faults';
import { say } from '../../../common/locales/words';
import { factorState, hasFactor, removeFactor } from '../../access/factors';
import { attempt, LOGIN_WINDOW } from '../../access/limits';
import { beginPasskey, keepPasskey, passkeySite, renamePasskey } from '../../access/passkeys';
import { renewRecovery } from '../../access/recovery';
import { beginTotp, confirmTotp, totpId } from '../../access/totp';
import type { ChallengeOwner } from '../../access/tickets';
import { noteSecurity } from '../../behaviours/securityEvents';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';

interface FactorDeps {
  readonly writer: Writer;
  /** What authenticator apps and browsers call the house. */
}
const LONGEST_NAME = 40;
const name = z.string().trim().min(1).max(LONGEST_NAME);
const nothing = z.object({});
const code = z.object({ otp: z.string().max(20) });
const named = z.object({ name });
const made = z.object({ name, answer: z.looseObject({ id: z.string() }) });
const renamed = z.object({ id: z.string().min(1).max(64), name });
const chosen = z.object({ id: z.string().min(1).max(64) });

export function routeFactors({ add: route }: RouteRegistry, deps: FactorDeps): void {
  const own = { realm: 'admin', access: 'admin', query: [], beforeEnrolment: true, inPerson: true } as const;
  const post = { ...own, method: 'POST', body: 'json' } as const;
  const guarded = { ...post, stepUp: true } as const;
  route({
    ...own,
    method: 'GET',
    path: '/admin/profile/factor',
    body: 'none',
    summary: 'The caller’s second factors',
    handler: async ({ ctx }) => ({ data: await factorState(ctx.services, ctx.actor.id) }),
  });
  const add = (base: typeof post | typeof guarded, what: string, input: z.ZodType, summary: string, handler: Handler) =>
    route({ ...base, path: `/admin/profile/${what}`, input, summary, handler: (call) => handler(call, deps) });
  add(guarded, 'otpBegin', nothing, 'Begin to set up an authenticator app', beginOtp);
  add(post, 'otpConfirm', code, 'Finish setting up an authenticator app', confirmOtp);
  add(guarded, 'otpRemove', nothing, 'Remove the authenticator app', removeOtp);
  add(guarded, 'recoveryRenew', nothing, 'New recovery codes in place of the old ones', renewCodes);
  add(guarded, 'passkeyBegin', named, 'Begin to set up a passkey', beginKey);
  add(post, 'passkeyAdd', made, 'Finish setting up a passkey', addKey);
  add(post, 'passkeyRename', renamed, 'Call a passkey by another name', renameKey);
  add(guarded, 'passkeyRemove', chosen, 'Remove a passkey', removeKey);
}
type Handler = (call: RequestCall, deps: FactorDeps) => Promise<HandlerResult>;

const ownerOf = ({ ctx }: RequestCall): ChallengeOwner => `enrol:${ctx.sessionId ?? ''}`;

async function usernameOf({ ctx: { services, actor } }: RequestCall): Promise<string> {
  const [row] = await services.db.rows<{ readonly username: string }>('SELECT username FROM `admin` WHERE id = ?', [
    actor.id,
  ]);
  if (!row) throw fault('row.missing');
  return row.username;
}

const note = async (
  call: RequestCall,
  { writer }: FactorDeps,
  kind: 'factor_enrolled' | 'factor_removed',
  detail: Readonly<Record<string, string>>,
): Promise<void> => {
  const { id: principal } = call.ctx.actor;
  const noted = { kind, realm: 'admin', principal, name: await usernameOf(call), detail } as const;
  await noteSecurity(call.ctx, writer, noted);
};

const beginOtp: Handler = async (call) => ({
  data: await beginTotp(
    call.ctx.services,
    call.ctx.actor.id,
    call.ctx.services.settings.siteName,
    await usernameOf(call),
  ),
});

/** The first factor comes with recovery codes. */
async function firstCodes({ ctx }: RequestCall, hadOne: boolean): Promise<readonly string[] | null> {
  return hadOne ? null : renewRecovery(ctx.services, ctx.actor.id);
}

const confirmOtp: Handler = async (call, deps) => {
  const { ctx, body } = call;
  const { services, actor } = ctx;
  await attempt(services, `factor:${actor.id}:enrol`, { tries: 20, windowMs: LOGIN_WINDOW });
  const hadOne = await hasFactor(services.db, actor.id);
  if (!(await confirmTotp(services, actor.id, String(body['otp'])))) throw fault('auth.code');
  await note(call, deps, 'factor_enrolled', { kind: 'otp' });
  return { data: { codes: await firstCodes(call, hadOne) }, msg: say(ctx.lang, 'done.app_confirmed') };
};

async function remove(call: RequestCall, deps: FactorDeps, id: string, detail: Readonly<Record<string, string>>) {
  if (!(await removeFactor(call.ctx.services, call.ctx.actor.id, id))) throw fault('row.missing');
  call.ctx.services.live.nudge();
  await note(call, deps, 'factor_removed', detail);
  return { msg: say(call.ctx.lang, 'done.factor_removed') };
}
const removeOtp: Handler = (call, deps) => remove(call, deps, totpId(call.ctx.actor.id), { kind: 'otp' });
const removeKey: Handler = async (call, deps) => {
  const id = String(call.body['id']);
  const { passkeys } = await factorState(call.ctx.services, call.ctx.actor.id);
  const key = passkeys.find((one) => one.id === id);
  if (!key) throw fault('row.missing');
  return remove(call, deps, id, { kind: 'passkey', name: key.name });
};

const renameKey: Handler = async ({ ctx, body }) => {
  const given = renamed.parse(body);
  if (!(await renamePasskey(ctx.services, ctx.actor.id, given.id, given.name))) throw fault('row.missing');
  return { msg: say(ctx.lang, 'done.passkey_renamed') };
};

const renewCodes: Handler = async ({ ctx: { services, actor } }) => {
  if (!(await hasFactor(services.db, actor.id))) throw fault('row.missing');
  return { data: { codes: await renewRecovery(services, actor.id) } };
};

const beginKey: Handler = async (call) => {
  const { services, actor } = call.ctx;
  const person = { id: actor.id, name: await usernameOf(call) };
  const site = passkeySite(services, call.request, services.settings.siteName);
  return { data: { options: await beginPasskey(services, person, ownerOf(call), site) } };
};

const addKey: Handler = async (call, deps) => {
  const { services, actor, lang } = call.ctx;
  const given = made.parse(call.body);
  const hadOne = await hasFactor(services.db, actor.id);
  const site = passkeySite(services, call.request, services.settings.siteName);
  await keepPasskey(services, actor.id, ownerOf(call), site, given);
  call.ctx.services.live.nudge();
  await note(call, deps, 'factor_enrolled', { kind: 'passkey', name: given.name });
  return { data: { codes: await firstCodes(call, hadOne) }, msg: say(lang, 'done.passkey_added') };
};
