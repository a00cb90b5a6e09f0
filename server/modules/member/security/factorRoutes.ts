/** Two-step verification of members: an authenticator app with recovery codes. Every change asks for the password, and for a code once it is on. */
import { z } from 'zod';
import { fault } from '../../../../common/protocol/faults';
import { translate } from '../../../../common/locales/translate';
import { assertSecondFactor } from '../../../access/factors/assertSecondFactor';
import type { FactorOwner } from '../../../access/factors/factorOwner';
import { hasFactor, loadFactorState, removeFactor } from '../../../access/factors/factorStore';
import { regenerateRecoveryCodes } from '../../../access/factors/recoveryCodes';
import { beginTotpEnrolment, confirmTotpEnrolment, totpId } from '../../../access/factors/totp';
import { consumeAttempt, LOGIN_WINDOW_MS } from '../../../access/limits/rateLimits';
import { assertMemberRule } from '../../../access/members/memberContacts';
import { assertNotLocked } from '../../../access/members/memberLock';
import { verifyOwnPassword } from '../../../access/passwords/ownPassword';
import { recordSecurityEvent } from '../../../hooks/audit/securityEvents';
import type { RouteCall, HandlerResult } from '../../../engine/http/routeRegistry';
import type { ModuleServices } from '../../../engine/http/moduleServices';
import type { Writer } from '../../../engine/write/writer';
import type { RequestContext } from '../../../context';

const text = z.string().max(200);
const passwordInput = z.object({ password: text });
const codeInput = z.object({ otp: z.string().max(20) });
const proofInput = passwordInput.extend({ otp: text.optional(), recovery: text.optional() });
/** Wrong codes in one enrolment. */
const MAX_ENROLMENT_TRIES = 20;

export function registerMemberFactorRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  const memberRoute = { realm: 'member', access: 'member', query: [] } as const;
  const memberPost = { ...memberRoute, method: 'POST', body: 'json', rejectsApiTokens: true } as const;
  route({
    ...memberRoute,
    method: 'GET',
    body: 'none',
    path: '/api/account/factor',
    summary: 'Get whether the caller’s two-step verification is on',
    handler: getFactor,
  });
  route({
    ...memberPost,
    path: '/api/account/otpBegin',
    input: passwordInput,
    summary: 'Begin to set up an authenticator app',
    handler: beginSetup,
  });
  route({
    ...memberPost,
    path: '/api/account/otpConfirm',
    input: codeInput,
    summary: 'Finish setting up an authenticator app',
    handler: (call) => confirmSetup(call, writer),
  });
  route({
    ...memberPost,
    path: '/api/account/otpRemove',
    input: proofInput,
    summary: 'Turn two-step verification off',
    handler: (call) => turnOff(call, writer),
  });
  route({
    ...memberPost,
    path: '/api/account/recoveryRenew',
    input: proofInput,
    summary: 'New recovery codes in place of the old ones',
    handler: (call) => renewCodes(call, writer),
  });
}

const getOwner = ({ actor }: RequestContext): FactorOwner => ({ realm: 'member', id: actor.id });

async function loadUsername({ services, actor }: RequestContext): Promise<string> {
  const sql = 'SELECT username FROM `user` WHERE id = ?';
  const [row] = await services.db.rows<{ readonly username: string }>(sql, [actor.id]);
  return row?.username ?? actor.name;
}

async function getFactor({ ctx }: RouteCall): Promise<HandlerResult> {
  assertMemberRule(ctx, 'account/changePassword');
  const { otp, recovery } = await loadFactorState(ctx.services, getOwner(ctx));
  return { data: { otp, recovery } };
}

/** Only the person behind the session may change how the account is opened. */
async function assertOwnPassword(ctx: RequestContext, password: string): Promise<void> {
  await assertNotLocked(ctx.services, ctx.actor.id);
  if (await verifyOwnPassword(ctx.services, 'member', ctx.actor.id, password)) return;
  throw fault('row.invalid', undefined, { fields: [{ path: 'password', code: 'password_wrong' }] });
}

async function beginSetup({ ctx, body }: RouteCall): Promise<HandlerResult> {
  assertMemberRule(ctx, 'account/changePassword');
  await assertOwnPassword(ctx, passwordInput.parse(body).password);
  const { services } = ctx;
  // Another secret in place of the current one would be a way around the code that turning off asks for.
  if (await hasFactor(services.db, getOwner(ctx))) throw fault('member.factor_on');
  return {
    data: await beginTotpEnrolment(services, getOwner(ctx), services.settings.siteName, await loadUsername(ctx)),
  };
}

async function confirmSetup({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  assertMemberRule(ctx, 'account/changePassword');
  const { services, actor } = ctx;
  const owner = getOwner(ctx);
  await assertNotLocked(services, actor.id);
  await consumeAttempt(services, `factor:member:${actor.id}:enrol`, {
    maxAttempts: MAX_ENROLMENT_TRIES,
    windowMs: LOGIN_WINDOW_MS,
  });
  if (await hasFactor(services.db, owner)) throw fault('member.factor_on');
  if (!(await confirmTotpEnrolment(services, owner, codeInput.parse(body).otp))) throw fault('auth.code');
  services.live.wakeTailer();
  const codes = await regenerateRecoveryCodes(services, owner);
  await recordSecurityEvent(ctx, writer, {
    kind: 'factor_enrolled',
    realm: 'member',
    principal: actor.id,
    name: await loadUsername(ctx),
    detail: { kind: 'otp' },
  });
  return { data: { codes }, msg: translate(ctx.lang, 'success.app_confirmed') };
}

/** Password and code: neither a stolen session nor a stolen password is enough. */
async function assertBothFactors({ ctx, body, request }: RouteCall, writer: Writer): Promise<void> {
  assertMemberRule(ctx, 'account/changePassword');
  const { services, actor } = ctx;
  const owner = getOwner(ctx);
  const { password, ...proof } = proofInput.parse(body);
  if (!(await hasFactor(services.db, owner))) throw fault('row.no_factor');
  await assertOwnPassword(ctx, password);
  const subject = { realm: 'member', principal: actor.id, name: await loadUsername(ctx) } as const;
  const kind = await assertSecondFactor(
    services,
    {
      person: owner,
      request,
      onManyFailures: () => void recordSecurityEvent(ctx, writer, { ...subject, kind: 'factor_failures' }),
    },
    proof,
  );
  if (kind === 'recovery') await recordSecurityEvent(ctx, writer, { ...subject, kind: 'recovery_used' });
}

async function turnOff(call: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { ctx } = call;
  await assertBothFactors(call, writer);
  const owner = getOwner(ctx);
  if (!(await removeFactor(ctx.services, owner, totpId(owner)))) throw fault('row.no_factor');
  ctx.services.live.wakeTailer();
  await recordSecurityEvent(ctx, writer, {
    kind: 'factor_removed',
    realm: 'member',
    principal: ctx.actor.id,
    name: await loadUsername(ctx),
    detail: { kind: 'otp' },
  });
  return { msg: translate(ctx.lang, 'success.factor_removed') };
}

async function renewCodes(call: RouteCall, writer: Writer): Promise<HandlerResult> {
  await assertBothFactors(call, writer);
  return { data: { codes: await regenerateRecoveryCodes(call.ctx.services, getOwner(call.ctx)) } };
}
