/** A member's own account: profile, password, bound addresses, and the way back in for who forgot the password. */
import { z } from 'zod';
import type { Issue } from '../../../common/entity/issue';
import { PATTERNS } from '../../../common/entity/patterns';
import { fault } from '../../../common/protocol/faults';
import { say } from '../../../common/locales/words';
import { issuePass, spendCode } from '../../access/codes';
import { attempt } from '../../access/limits';
import { refuseLocked } from '../../access/memberLock';
import { isOwnPassword } from '../../access/ownPassword';
import { passwordTrouble } from '../../access/passwordPolicy';
import { noteSecurity } from '../../behaviours/securityEvents';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import { codePlace, guesserOf } from '../../access/post/letters';
import { passPlace, provedBefore, verifyFirst } from './bindProof';
import {
  demandRule,
  demandWay,
  houseCtx,
  invalid,
  memberAt,
  normalAddress,
  nounOf,
  ownAddress,
} from '../../access/members';

const text = z.string().max(300);
const maybe = text.nullish();
const way = z.literal(['email', 'mobile']);
const profile = z.looseObject({
  id: z.unknown().optional(),
  avatar: maybe,
  username: maybe,
  nickname: maybe,
  gender: z.union([z.number(), z.string().max(5)]).nullish(),
  birthday: maybe,
  motto: z.string().max(1000).nullish(),
  revision: z.number().int().nonnegative().optional(),
  /** What the caller saw of each field; without it the last one wins, as with older clients. */
  _base: z.record(z.string().max(64), z.union([z.string().max(1000), z.number(), z.null()])).optional(),
});
const verification = z.object({ type: way, captcha: text });
const bind = z.object({
  type: way,
  captcha: text,
  email: maybe,
  mobile: maybe,
  accountVerificationToken: maybe,
  password: maybe,
});
const passwords = z.object({ oldPassword: text, newPassword: text, confirmPassword: text.optional() });
const retrieval = z.object({ type: way, account: text, captcha: text, password: text });
const CONFIRM = { email: 'user_email_verify', mobile: 'user_mobile_verify' } as const;
const CHANGE = { email: 'user_change_email', mobile: 'user_change_mobile' } as const;
const GUESSES = { tries: 30, windowMs: 3_600_000 };
const OWN_FIELDS = ['avatar', 'nickname', 'gender', 'birthday', 'motto'] as const;
/** Every other key is somebody else's to change, and the answer says that it was ignored. */
const PROFILE_KEYS: ReadonlySet<string> = new Set([...OWN_FIELDS, 'id', 'revision', '_base', '_mid']);

export function routeAccount({ add: route }: RouteRegistry, writer: Writer): void {
  const member = { realm: 'member', access: 'member', query: [] } as const;
  const post = { ...member, method: 'POST', body: 'json', inPerson: true } as const;
  route({
    ...member,
    method: 'GET',
    body: 'none',
    path: '/api/account/profile',
    summary: 'What the profile’s form needs',
    handler: profileForm,
  });
  route({
    ...post,
    path: '/api/account/profile',
    input: profile,
    summary: 'Change the caller’s profile',
    handler: (call) => editProfile(call, writer),
  });
  route({
    ...post,
    path: '/api/account/verification',
    input: verification,
    summary: 'Prove that a bound address is the caller’s',
    handler: verify,
  });
  route({
    ...post,
    path: '/api/account/changeBind',
    input: bind,
    summary: 'Bind another e-mail address or mobile number',
    handler: (call) => changeBind(call, writer),
  });
  route({
    ...post,
    path: '/api/account/changePassword',
    input: passwords,
    summary: 'Change the caller’s password',
    handler: (call) => changePassword(call, writer),
  });
  route({
    ...post,
    access: 'guest',
    withoutToken: true,
    isMemberCentre: true,
    path: '/api/account/retrievePassword',
    input: retrieval,
    summary: 'Set a new password with a code',
    handler: (call) => retrieve(call, writer),
  });
}

async function profileForm({ ctx }: RequestCall): Promise<HandlerResult> {
  demandRule(ctx, 'account/profile');
  return { data: { accountVerificationType: ctx.services.settings.verification } };
}

/** The member acts, within what is its own to decide. */
async function editProfile({ ctx, body }: RequestCall, writer: Writer): Promise<HandlerResult> {
  demandRule(ctx, 'account/profile');
  const user = nounOf(ctx.services, 'user');
  const fields = Object.fromEntries(
    OWN_FIELDS.flatMap((name) => (name in body ? [[name, valueOf(name, body[name])]] : [])),
  );
  const { revision, _base: base } = profile.parse(body);
  const seen = { ...(revision === undefined ? {} : { revision }), ...(base === undefined ? {} : { _base: base }) };
  const done = await writer.update(ctx, user, { ...fields, ...seen, id: ctx.actor.id });
  const ignored = [...done.ignored, ...Object.keys(body).filter((name) => !PROFILE_KEYS.has(name))];
  return { data: { ...done, ignored }, msg: say(ctx.lang, 'done.saved') };
}
const valueOf = (name: string, value: unknown): unknown => {
  if (value === '') return null;
  return name === 'gender' && typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value;
};

async function guessing(ctx: RequestContext): Promise<void> {
  await attempt(ctx.services, `code:guess:${guesserOf(ctx)}`, GUESSES);
}

/** The first step of changing a bound address: the old one answered. */
async function verify({ ctx, body }: RequestCall): Promise<HandlerResult> {
  demandRule(ctx, 'account/profile');
  const { type, captcha } = verification.parse(body);
  const { services, actor } = ctx;
  await guessing(ctx);
  const address = normalAddress(type, await ownAddress(services, actor.id, type));
  if (
    address === '' ||
    !(await spendCode(services, codePlace(CONFIRM[type], address, actor.id), captcha, guesserOf(ctx)))
  )
    throw invalid({ path: 'captcha', code: 'code_wrong' });
  const accountVerificationToken = await issuePass(services, passPlace(ctx, type));
  return { data: { type, accountVerificationToken }, msg: say(ctx.lang, 'done.verified') };
}

/** The second step: the new address answers, and the old one, or the password where none was bound, has spoken for it. */
async function changeBind({ ctx, body }: RequestCall, writer: Writer): Promise<HandlerResult> {
  demandRule(ctx, 'account/profile');
  const given = bind.parse(body);
  const { services, actor } = ctx;
  const { type } = given;
  const address = normalAddress(type, given[type] ?? '');
  if (address === '') throw invalid({ path: type, code: 'required' });
  if (!PATTERNS[type](address)) throw invalid({ path: type, code: type });
  await guessing(ctx);
  await refuseLocked(services, actor.id);
  const [pass, password] = [given.accountVerificationToken ?? '', given.password ?? ''];
  const spendProof = await provedBefore(ctx, type, { pass, password });
  if (!(await spendCode(services, codePlace(CHANGE[type], address, actor.id), given.captcha, guesserOf(ctx))))
    throw invalid({ path: 'captcha', code: 'code_wrong' });
  if (await memberAt(services, type, address))
    throw fault('row.duplicate', undefined, { fields: [{ path: type, code: 'taken' }] });
  if (!(await spendProof())) throw verifyFirst();
  const data = await writer.update(ctx, nounOf(services, 'user'), { id: actor.id, [type]: address });
  await noteSecurity(ctx, writer, {
    kind: 'address_changed',
    realm: 'member',
    principal: actor.id,
    name: actor.name,
    detail: { type },
  });
  return { data, msg: say(ctx.lang, 'done.bound') };
}

const passwordIssue = (
  ctx: RequestContext,
  path: string,
  password: string,
  names: readonly string[],
): Issue | undefined => {
  if (!PATTERNS.password(password))
    return { path, code: 'password', params: { min: ctx.services.settings.passwordMin.member, max: 32 } };
  const trouble = passwordTrouble(password, { min: ctx.services.settings.passwordMin.member, names });
  return trouble && { path, ...trouble };
};

async function usernameOf({ services, actor }: RequestContext): Promise<string> {
  const [row] = await services.db.rows<{ readonly username: string }>('SELECT username FROM `user` WHERE id = ?', [
    actor.id,
  ]);
  return row?.username ?? '';
}

/** Every other session ends with the old password. */
async function changePassword({ ctx, body }: RequestCall, writer: Writer): Promise<HandlerResult> {
  demandRule(ctx, 'account/changePassword');
  const { oldPassword, newPassword, confirmPassword } = passwords.parse(body);
  await refuseLocked(ctx.services, ctx.actor.id);
  const issue = passwordIssue(ctx, 'newPassword', newPassword, [await usernameOf(ctx), ctx.actor.name]);
  if (issue) throw invalid(issue);
  if (confirmPassword !== undefined && confirmPassword !== newPassword)
    throw invalid({ path: 'confirmPassword', code: 'password_repeat' });
  if (!(await isOwnPassword(ctx.services, 'member', ctx.actor.id, oldPassword)))
    throw invalid({ path: 'oldPassword', code: 'password_old' });
  if (newPassword === oldPassword) throw invalid({ path: 'newPassword', code: 'password_same' });
  const { id, name } = ctx.actor;
  await writer.update({ ...ctx, knowsPassword: true }, nounOf(ctx.services, 'user'), { id, password: newPassword });
  await noteSecurity(ctx, writer, { kind: 'password_changed', realm: 'member', principal: id, name });
  return { data: { routePath: '/user/login' }, msg: say(ctx.lang, 'done.own_password_changed') };
}

/** With a code that only the owner of the address can have; whether there is an account is told to nobody else. */
async function retrieve({ ctx, body }: RequestCall, writer: Writer): Promise<HandlerResult> {
  const { type, account, captcha, password } = retrieval.parse(body);
  const { services } = ctx;
  demandWay(services, type);
  await guessing(ctx);
  const address = normalAddress(type, account);
  const issue = passwordIssue(ctx, 'password', password, []);
  if (issue) throw invalid(issue);
  const place = codePlace('user_retrieve_pwd', address, 0);
  if (!(await spendCode(services, place, captcha, guesserOf(ctx))))
    throw invalid({ path: 'captcha', code: 'code_wrong' });
  const found = await memberAt(services, type, address);
  if (found?.status !== 1) throw invalid({ path: 'captcha', code: 'code_wrong' });
  await refuseLocked(services, found.id, address);
  // told only to whom the code has shown to be the owner
  const own = passwordIssue(ctx, 'password', password, [found.username]);
  if (own) throw invalid(own);
  await writer.update(houseCtx(ctx), nounOf(services, 'user'), { id: found.id, password });
  await noteSecurity(ctx, writer, {
    kind: 'password_changed',
    realm: 'member',
    principal: found.id,
    name: found.username,
  });
  return { data: null, msg: say(ctx.lang, 'done.password_set') };
}
