/**
 * Redeems activation codes: finds the row by blind index and locks it first, so that concurrent requests never exceed the number of uses.
 */
import { z } from 'zod';
import { activationCode } from '../../../common/entities/activationCode';
import { permissionKey } from '../../../common/entity/permissionKeys';
import type { Issue } from '../../../common/entity/issue';
import type { StoredRow } from '../../../common/entity/columns';
import { LIMITS } from '../../../common/limits';
import { translate, translateIssue } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import { codeSuffix } from '../../../common/text/activationCode';
import { computeBlindIndexes } from '../../access/codes/activationCodes';
import { assertMemberRule } from '../../access/members/memberContacts';
import { consumeAttempt, getIpPrefix } from '../../access/limits/rateLimits';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { notify } from '../../hooks/notifications/notify';
import { placeholders, rowLockClause } from '../../platform/database/sql';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { TxWriter } from '../../engine/write/context/txWriter';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { toSystemContext } from '../../platform/systemContext';
import { grantCode, type CodeGrant } from './grantCode';

/** Limits attempts with codes. */
const ATTEMPT_LIMIT = { maxAttempts: 20, windowMs: LIMITS.loginWindowSeconds * 1000 };
const FULLY_USED = 2;

const redeemInput = z.object({
  code: z.string().max(60),
  captcha: z.string().optional(),
  captchaId: z.string().optional(),
});

const staffRedeemInput = z.strictObject({ code: z.string().max(60), user_id: z.number().int().positive() });

export function registerRedeemRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  route({
    method: 'POST',
    path: '/api/activation_code/redeem',
    realm: 'member',
    access: 'member',
    query: [],
    body: 'json',
    input: redeemInput,
    summary: 'Redeem an activation code, once per member',
    handler: (call) => handleRedeem(call, writer),
  });
  route({
    method: 'POST',
    path: '/admin/activation_code/redeem',
    realm: 'admin',
    access: 'admin',
    permission: permissionKey(activationCode, 'redeem'),
    query: [],
    body: 'json',
    input: staffRedeemInput,
    entity: activationCode,
    summary: 'Redeem an activation code for a member',
    handler: (call) => handleStaffRedeem(call, writer),
  });
}

/** An admin who enters the code of a member; attempts count as those of a member do. */
async function handleStaffRedeem({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { code, user_id: memberId } = staffRedeemInput.parse(body);
  await consumeAttempt(ctx.services, `redeem:admin:${ctx.actor.id}`, ATTEMPT_LIMIT);
  const { idempotencyKey: _ownedByCaller, ...rest } = ctx;
  const about = `activation_code ${codeSuffix(code)}`;
  const grants: CodeGrant[] = [];
  await writer.changeSet(rest, { verb: 'redeem', about, input: { user_id: memberId } }, async (_writer, hook) => {
    grants.length = 0;
    const [found] = await hook.find('user', { field: 'id', op: '=', value: memberId });
    if (found === undefined)
      throw fault('row.invalid', undefined, { fields: [{ path: 'user_id', code: 'missing_row' }] });
    grants.push(await recordCodeUse(hook.asSystem, hook, { code: code.trim(), member: memberId, ctx }));
    return {};
  });
  return { data: { grant: grants[0] }, msg: getMessage(ctx, grants[0]) };
}

async function handleRedeem({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  assertMemberRule(ctx, 'account/redeem');
  const code = typeof body['code'] === 'string' ? body['code'].trim() : '';
  await consumeAttempt(ctx.services, `redeem:${getIpPrefix(ctx.ip)}`, {
    ...ATTEMPT_LIMIT,
    maxAttempts: ATTEMPT_LIMIT.maxAttempts * 5,
  });
  await consumeAttempt(ctx.services, `redeem:member:${ctx.actor.id}`, ATTEMPT_LIMIT);
  const grant = await redeemActivationCode(ctx, writer, code);
  return { data: { grant }, msg: getMessage(ctx, grant) };
}

/** A code with the fields of the specification alone is valid, and grants nothing. */
const getMessage = ({ lang }: RequestContext, grant: CodeGrant = {}): string =>
  translate(lang, Object.keys(grant).length === 0 ? 'publicForms.redeemed_empty' : 'publicForms.redeemed');

/** Records one use of a code for the calling member, and grants its contents (plugin, app or amount); throws `member.code_refused` with the reason. */
export function redeemActivationCode(ctx: RequestContext, writer: Writer, code: string): Promise<CodeGrant> {
  // No idempotency key: a repeated request is refused with `code_yours`.
  return writer.inTransaction(toSystemContext(ctx, { channel: 'api' }), (writer, hook) =>
    recordCodeUse(writer, hook, { code, member: ctx.actor.id, ctx }),
  );
}

export interface Redemption {
  readonly code: string;
  readonly member: number;
  readonly ctx: RequestContext;
}
/** Records one use of a code in a running transaction, and grants its contents. Error: `member.code_refused` with the reason. */
export async function recordCodeUse(
  writer: TxWriter,
  hook: HookContext,
  { code, member, ctx }: Redemption,
): Promise<CodeGrant> {
  const { services } = hook;
  const row = await findCodeForUpdate(hook, code);
  // The same error for mistyped, disabled and deleted codes, so that guesses reveal nothing.
  if (row === undefined || row['status'] !== 1) throw codeRefusedFault(ctx, 'code_unknown');
  const id = Number(row['id']);
  const uses = await hook.find('activation_use', { field: 'code_id', op: '=', value: id });
  if (uses.some((activationUse) => activationUse['user_id'] === member)) throw codeRefusedFault(ctx, 'code_yours');
  const expires = row['expire_time'];
  if (typeof expires === 'number' && expires <= Math.floor(services.clock.now() / 1000))
    throw codeRefusedFault(ctx, 'code_expired');
  if (row['use_status'] === FULLY_USED || uses.length >= Number(row['num'])) throw codeRefusedFault(ctx, 'code_spent');
  const slot = `${id}:${member}`;
  await writer.create(requireEntity(services, 'activation_use'), {
    code_id: id,
    user_id: member,
    slot,
    ip: ctx.ip.slice(0, 45),
  });
  const grant = await grantCode(hook, row, member);
  await notify(hook, {
    to: { realm: 'member', id: member },
    kind: 'account',
    single: { text: 'code_redeemed', link: '/user/redeem' },
    params: { title: codeSuffix(code) },
  });
  const useCount = uses.length + 1;
  const status = useCount >= Number(row['num']) ? { use_status: FULLY_USED } : {};
  await writer.update(requireEntity(services, 'activation_code'), { id, uses: useCount, ...status });
  return grant;
}

/** The reason as a field error and, for clients that show no fields, in the message. */
function codeRefusedFault({ lang }: RequestContext, code: Issue['code']) {
  const issue: Issue = { path: 'code', code };
  return fault('member.code_refused', { why: translateIssue(lang, issue) }, { fields: [issue] });
}
const requireEntity = ({ registry }: Services, name: string) => {
  const entity = registry.get(name);
  if (entity === undefined) throw fault('row.missing');
  return entity;
};

/** The code's row, locked for this transaction. */
async function findCodeForUpdate(hook: HookContext, code: string): Promise<StoredRow | undefined> {
  const { db, env } = hook.services;
  const blindIndexes = computeBlindIndexes(env.appKeys, code);
  // `live = 0`: the code is not deleted.
  const sql = `SELECT id FROM \`activation_code\` WHERE mark_n IN (${placeholders(blindIndexes.length)}) AND live = 0${rowLockClause(db.dialect)}`;
  const [found] = await hook.tx.rows<{ id: number }>(sql, blindIndexes);
  if (found === undefined) return undefined;
  const [row] = await hook.find('activation_code', { field: 'id', op: '=', value: Number(found.id) });
  return row;
}
