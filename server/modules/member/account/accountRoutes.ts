/** A member's own account: profile, password, email, mobile number, and password reset. */
import { z } from 'zod';
import { PATTERNS } from '../../../../common/entity/patterns';
import { fault } from '../../../../common/protocol/faults';
import { translate } from '../../../../common/locales/translate';
import { issueOneTimeToken, redeemCode } from '../../../access/codes/oneTimeCodes';
import { assertNotLocked } from '../../../access/members/memberLock';
import { verifyOwnPassword } from '../../../access/passwords/ownPassword';
import { recordSecurityEvent } from '../../../hooks/audit/securityEvents';
import type { RouteCall, HandlerResult } from '../../../engine/http/routeRegistry';
import type { ModuleServices } from '../../../engine/http/moduleServices';
import type { Writer } from '../../../engine/write/writer';
import type { RequestContext } from '../../../context';
import { createCodeTarget, getRequesterKey } from '../../../access/codes/codePurposes';
import { countCodeAttempt } from './countCodeAttempt';
import { passwordResetInput, resetPassword } from './resetPassword';
import { validatePassword } from './validatePassword';
import { proofTokenKey, verifyContactProof, verificationRequiredFault } from './contactChangeProof';
import {
  assertMemberRule,
  findMemberByContact,
  normalizeContact,
  loadOwnContact,
} from '../../../access/members/memberContacts';
import { requireEntity } from '../../../engine/requireEntity';
import { invalidFault } from '../../../platform/invalidFault';

const text = z.string().max(300);
const optionalText = text.nullish();
const channel = z.literal(['email', 'mobile']);
const profileInput = z.looseObject({
  id: z.unknown().optional(),
  avatar: optionalText,
  username: optionalText,
  nickname: optionalText,
  gender: z.union([z.number(), z.string().max(5)]).nullish(),
  birthday: optionalText,
  motto: z.string().max(1000).nullish(),
  revision: z.number().int().nonnegative().optional(),
  /** The base values of the caller; without them the last write wins, as with older clients. */
  _base: z.record(z.string().max(64), z.union([z.string().max(1000), z.number(), z.null()])).optional(),
});
const verificationInput = z.object({ type: channel, captcha: text });
const contactChangeInput = z.object({
  type: channel,
  captcha: text,
  email: optionalText,
  mobile: optionalText,
  accountVerificationToken: optionalText,
  password: optionalText,
});
const passwordInput = z.object({ oldPassword: text, newPassword: text, confirmPassword: text.optional() });
const CONFIRM_CODE_PURPOSES = { email: 'user_email_verify', mobile: 'user_mobile_verify' } as const;
const CHANGE_CODE_PURPOSES = { email: 'user_change_email', mobile: 'user_change_mobile' } as const;
const OWN_FIELDS = ['avatar', 'nickname', 'gender', 'birthday', 'motto'] as const;
/** Other keys are not the member's to change; the response lists them as ignored. */
const PROFILE_KEYS: ReadonlySet<string> = new Set([...OWN_FIELDS, 'id', 'revision', '_base', '_mid']);

export function registerAccountRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  const memberRoute = { realm: 'member', access: 'member', query: [] } as const;
  const memberPost = { ...memberRoute, method: 'POST', body: 'json', rejectsApiTokens: true } as const;
  route({
    ...memberRoute,
    method: 'GET',
    body: 'none',
    path: '/api/account/profile',
    summary: 'Get the caller’s profile',
    handler: getProfileForm,
  });
  route({
    ...memberPost,
    path: '/api/account/profile',
    input: profileInput,
    summary: 'Update the caller’s profile',
    handler: (call) => editProfile(call, writer),
  });
  route({
    ...memberPost,
    path: '/api/account/verification',
    input: verificationInput,
    summary: 'Verify the email address or mobile number',
    handler: verifyContact,
  });
  route({
    ...memberPost,
    path: '/api/account/changeBind',
    input: contactChangeInput,
    summary: 'Change the email address or mobile number',
    handler: (call) => changeContact(call, writer),
  });
  route({
    ...memberPost,
    path: '/api/account/changePassword',
    input: passwordInput,
    summary: 'Change the caller’s password',
    handler: (call) => changePassword(call, writer),
  });
  route({
    ...memberPost,
    access: 'guest',
    ignoresToken: true,
    isMemberCenter: true,
    path: '/api/account/retrievePassword',
    input: passwordResetInput,
    summary: 'Set a new password with a code',
    handler: (call) => resetPassword(call, writer),
  });
}

async function getProfileForm({ ctx }: RouteCall): Promise<HandlerResult> {
  assertMemberRule(ctx, 'account/profile');
  return { data: { accountVerificationType: ctx.services.settings.verification } };
}

/** Edits with the member as actor, limited to its own fields. */
async function editProfile({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  assertMemberRule(ctx, 'account/profile');
  const user = requireEntity(ctx.services, 'user');
  const fields = Object.fromEntries(
    OWN_FIELDS.flatMap((name) => (name in body ? [[name, normalizeField(name, body[name])]] : [])),
  );
  const { revision, _base: base } = profileInput.parse(body);
  const expected = { ...(revision === undefined ? {} : { revision }), ...(base === undefined ? {} : { _base: base }) };
  const updated = await writer.update(ctx, user, { ...fields, ...expected, id: ctx.actor.id });
  const ignored = [...updated.ignored, ...Object.keys(body).filter((name) => !PROFILE_KEYS.has(name))];
  return { data: { ...updated, ignored }, msg: translate(ctx.lang, 'success.saved') };
}
const normalizeField = (name: string, value: unknown): unknown => {
  if (value === '') return null;
  return name === 'gender' && typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value;
};

/** First step of changing the email or mobile number: verifies a code sent to the current one. */
async function verifyContact({ ctx, body }: RouteCall): Promise<HandlerResult> {
  assertMemberRule(ctx, 'account/profile');
  const { type, captcha } = verificationInput.parse(body);
  const { services, actor } = ctx;
  await countCodeAttempt(ctx);
  const address = normalizeContact(type, await loadOwnContact(services, actor.id, type));
  if (
    address === '' ||
    !(await redeemCode(
      services,
      createCodeTarget(CONFIRM_CODE_PURPOSES[type], address, actor.id),
      captcha,
      getRequesterKey(ctx),
    ))
  )
    throw invalidFault({ path: 'captcha', code: 'code_wrong' });
  const accountVerificationToken = await issueOneTimeToken(services, proofTokenKey(ctx, type));
  return { data: { type, accountVerificationToken }, msg: translate(ctx.lang, 'success.verified') };
}

/** Second step: verifies a code of the new address, and the proof of the current address, or the password where none is bound. */
async function changeContact({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  assertMemberRule(ctx, 'account/profile');
  const input = contactChangeInput.parse(body);
  const { services, actor } = ctx;
  const { type } = input;
  const address = normalizeContact(type, input[type] ?? '');
  if (address === '') throw invalidFault({ path: type, code: 'required' });
  if (!PATTERNS[type](address)) throw invalidFault({ path: type, code: type });
  await countCodeAttempt(ctx);
  await assertNotLocked(services, actor.id);
  const [proofToken, password] = [input.accountVerificationToken ?? '', input.password ?? ''];
  const consumeProof = await verifyContactProof(ctx, type, { proofToken, password });
  if (
    !(await redeemCode(
      services,
      createCodeTarget(CHANGE_CODE_PURPOSES[type], address, actor.id),
      input.captcha,
      getRequesterKey(ctx),
    ))
  )
    throw invalidFault({ path: 'captcha', code: 'code_wrong' });
  if (await findMemberByContact(services, type, address))
    throw fault('row.duplicate', undefined, { fields: [{ path: type, code: 'taken' }] });
  if (!(await consumeProof())) throw verificationRequiredFault();
  const data = await writer.update(ctx, requireEntity(services, 'user'), { id: actor.id, [type]: address });
  await recordSecurityEvent(ctx, writer, {
    kind: 'address_changed',
    realm: 'member',
    principal: actor.id,
    name: actor.name,
    detail: { type },
  });
  return { data, msg: translate(ctx.lang, 'success.bound') };
}

async function loadUsername({ services, actor }: RequestContext): Promise<string> {
  const [row] = await services.db.rows<{ readonly username: string }>('SELECT username FROM `user` WHERE id = ?', [
    actor.id,
  ]);
  return row?.username ?? '';
}

/** Ends every other session. */
async function changePassword({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  assertMemberRule(ctx, 'account/changePassword');
  const { oldPassword, newPassword, confirmPassword } = passwordInput.parse(body);
  await assertNotLocked(ctx.services, ctx.actor.id);
  const issue = validatePassword(ctx, 'newPassword', newPassword, [await loadUsername(ctx), ctx.actor.name]);
  if (issue) throw invalidFault(issue);
  if (confirmPassword !== undefined && confirmPassword !== newPassword)
    throw invalidFault({ path: 'confirmPassword', code: 'password_repeat' });
  if (!(await verifyOwnPassword(ctx.services, 'member', ctx.actor.id, oldPassword)))
    throw invalidFault({ path: 'oldPassword', code: 'password_old' });
  if (newPassword === oldPassword) throw invalidFault({ path: 'newPassword', code: 'password_same' });
  const { id, name } = ctx.actor;
  await writer.update({ ...ctx, knowsPassword: true }, requireEntity(ctx.services, 'user'), {
    id,
    password: newPassword,
  });
  await recordSecurityEvent(ctx, writer, { kind: 'password_changed', realm: 'member', principal: id, name });
  return { data: { routePath: '/user/login' }, msg: translate(ctx.lang, 'success.own_password_changed') };
}
