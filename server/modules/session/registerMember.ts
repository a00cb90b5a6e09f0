/** Registers (signs up) a member: creates a member with a username, a password and a code sent to its address. */
import { initialValues, validate } from '../../../common/entity/validate';
import { getColumns } from '../../../common/entity/columns';
import type { Issue } from '../../../common/entity/issue';
import { fault } from '../../../common/protocol/faults';
import { translate } from '../../../common/locales/translate';
import { normalizeForSearch } from '../../../common/text/normalize';
import { redeemCode } from '../../access/codes/oneTimeCodes';
import { consumeAttempt, getIpPrefix } from '../../access/limits/rateLimits';
import { checkPasswordPolicy } from '../../access/passwords/passwordPolicy';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { loadAccount } from './checkCredentials';
import { completeSignIn } from './completeSignIn';
import { createCodeTarget, getRequesterKey } from '../../access/codes/codePurposes';
import {
  findMemberByContact,
  normalizeContact,
  trimmedText,
  type ContactChannel,
} from '../../access/members/memberContacts';
import { requireEntity } from '../../engine/requireEntity';
import { toSystemContext } from '../../platform/systemContext';
import { invalidFault } from '../../platform/invalidFault';

/** The fields that a new member may set. */
const REGISTRATION_FIELDS = ['username', 'password'] as const;
const SOURCES = ['direct', 'search', 'referral', 'invitation', 'app'] as const;
const ATTEMPT_LIMIT = { maxAttempts: 30, windowMs: 3_600_000 };

/** Registers the member and signs it in. */
export async function registerMember(call: RouteCall, writer: Writer, isRemembered: boolean): Promise<HandlerResult> {
  const { ctx, body } = call;
  const { services } = ctx;
  if (!services.settings.registration) throw fault('member.no_registration');
  await consumeAttempt(services, `register:${getIpPrefix(ctx.ip)}`, ATTEMPT_LIMIT);
  const channel = resolveChannel(ctx, body['registerType']);
  const address = normalizeContact(channel, trimmedText(body[channel]));
  // The wire names the one-time code `captcha`.
  const verificationCode = trimmedText(body['captcha']);
  const newRow = await validateNewMember(ctx, body, { channel, address });
  if (
    !(await redeemCode(services, createCodeTarget('user_register', address, 0), verificationCode, getRequesterKey(ctx)))
  )
    throw invalidFault({ path: 'captcha', code: 'code_wrong' });
  if (await findMemberByContact(services, channel, address))
    throw fault('row.duplicate', undefined, { fields: [{ path: channel, code: 'taken' }] });
  const entity = requireEntity(services, 'user');
  const now = Math.floor(services.clock.now() / 1000);
  const { id } = await writer.create(toSystemContext(ctx), entity, {
    ...newRow,
    nickname: newRow.username,
    group_id: await findDefaultGroup(services),
    source: SOURCES.find((known) => known === body['source']) ?? 'direct',
    join_time: now,
    join_ip: ctx.ip.slice(0, 45),
  });
  const account = await loadAccount(services, 'member', id);
  if (!account) throw new Error(`the new member ${id} was not found`);
  const signedIn = await completeSignIn(ctx, { realm: 'member', account, isRemembered, isNewLocation: false }, writer);
  return { ...signedIn, msg: translate(ctx.lang, 'success.registered') };
}

function resolveChannel({ services }: RequestContext, value: unknown): ContactChannel {
  const channel = services.settings.verification.find(
    (known) => known === (value ?? services.settings.verification[0]),
  );
  if (channel === undefined) throw fault('request.malformed');
  return channel;
}

interface NewMember {
  readonly username: string;
  readonly password: string;
}
/** All checks that are possible before the code is consumed. */
async function validateNewMember(
  { services }: RequestContext,
  body: RouteCall['body'],
  { channel, address }: { readonly channel: ContactChannel; readonly address: string },
): Promise<NewMember & Readonly<Record<string, string>>> {
  const entity = requireEntity(services, 'user');
  const sent = { username: trimmedText(body['username']), password: body['password'], [channel]: address };
  const columns = [...getColumns(entity).values()].filter(
    ({ name }) => name === channel || REGISTRATION_FIELDS.some((field) => field === name),
  );
  const { clean, issues: found } = validate(entity, { ...initialValues(entity), ...sent }, { mode: 'create', columns });
  const issues: Issue[] = found.filter(({ path }) => columns.some(({ name }) => name === path));
  if (address === '' && !issues.some(({ path }) => path === channel)) issues.push({ path: channel, code: 'required' });
  const password = typeof body['password'] === 'string' ? body['password'] : '';
  const policyIssue = checkPasswordPolicy(password, {
    min: services.settings.passwordMin.member,
    names: [sent.username],
  });
  if (policyIssue && !issues.some(({ path }) => path === 'password')) issues.push({ path: 'password', ...policyIssue });
  if (issues.length === 0 && (await isUsernameTaken(services, sent.username)))
    issues.push({ path: 'username', code: 'taken' });
  if (trimmedText(body['captcha']) === '') issues.push({ path: 'captcha', code: 'required' });
  if (issues.length > 0) throw invalidFault(...issues);
  return { username: trimmedText(clean['username']), password, [channel]: trimmedText(clean[channel]) };
}

const isUsernameTaken = async ({ db }: Services, username: string): Promise<boolean> =>
  (await db.rows('SELECT id FROM `user` WHERE username_n = ? AND live = 0', [normalizeForSearch(username)])).length > 0;

/** The group of new members: the oldest enabled one. */
async function findDefaultGroup({ db }: Services): Promise<number | null> {
  const [row] = await db.rows<{ readonly id: number | null }>(
    'SELECT MIN(id) AS id FROM `user_group` WHERE status = 1 AND delete_time IS NULL',
  );
  return row?.id === null || row === undefined ? null : Number(row.id);
}
