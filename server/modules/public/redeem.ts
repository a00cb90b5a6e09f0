/** Redeeming an activation code: found by its mark and locked first, so that however many try at once, no use is given twice. */
import type { Issue } from '../../../common/entity/issue';
import type { StoredRow } from '../../../common/entity/meta';
import { LIMITS } from '../../../common/limits';
import { say, sayIssue } from '../../../common/locales/words';
import { fault } from '../../../common/protocol/faults';
import { endOfCode } from '../../../common/text/codes';
import { marksOf } from '../../access/activationCodes';
import { demandRule } from '../../access/members';
import { attempt, household } from '../../access/limits';
import type { RequestCall, HandlerResult } from '../../engine/http/routeRegistry';
import { notify } from '../../behaviours/notify';
import { lockClause } from '../../engine/write/hookContext';
import { marks } from '../../platform/sql';
import type { HookContext, TxWriter, Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { onBehalf } from './guard';

/** Codes cannot be guessed, and nobody may try for long. */
const TRIES = { tries: 20, windowMs: LIMITS.loginWindow * 1000 };
const USED = 2;

export async function redeem({ ctx, body }: RequestCall, writer: Writer): Promise<HandlerResult> {
  demandRule(ctx, 'account/redeem');
  const code = typeof body['code'] === 'string' ? body['code'].trim() : '';
  await attempt(ctx.services, `redeem:${household(ctx.ip)}`, { ...TRIES, tries: TRIES.tries * 5 });
  await attempt(ctx.services, `redeem:member:${ctx.actor.id}`, TRIES);
  await redeemCode(ctx, writer, code);
  return { msg: say(ctx.lang, 'nouns.redeemed') };
}

/** One use of a code for the member who asks, or a fault that says why not. */
export async function redeemCode(ctx: RequestContext, writer: Writer, code: string): Promise<void> {
  // redeeming is repeatable by nature: whoever redeemed is told so, a mutation id adds nothing
  const { mid: _mid, ...rest } = onBehalf(ctx);
  await writer.inTransaction(rest, (writer, hook) => use(writer, hook, { code, member: ctx.actor.id, ctx }));
}

interface Use {
  readonly code: string;
  readonly member: number;
  readonly ctx: RequestContext;
}
async function use(writer: TxWriter, hook: HookContext, { code, member, ctx }: Use): Promise<void> {
  const { services } = hook;
  const row = await lockedCode(hook, code);
  // Mistyped, switched off or thrown away: who only guesses is told the same of all.
  if (row === undefined || row['status'] !== 1) throw refused(ctx, 'code_unknown');
  const id = Number(row['id']);
  const uses = await hook.find('activation_use', { field: 'code_id', op: '=', value: id });
  if (uses.some((one) => one['user_id'] === member)) throw refused(ctx, 'code_yours');
  const expires = row['expire_time'];
  if (typeof expires === 'number' && expires <= Math.floor(services.clock.now() / 1000))
    throw refused(ctx, 'code_expired');
  if (row['use_status'] === USED || uses.length >= Number(row['num'])) throw refused(ctx, 'code_spent');
  const slot = `${id}:${member}`;
  await writer.create(noun(services, 'activation_use'), {
    code_id: id,
    user_id: member,
    slot,
    ip: ctx.ip.slice(0, 45),
  });
  await notify(hook, {
    to: { realm: 'member', id: member },
    kind: 'account',
    one: { text: 'code_redeemed', link: '/user/redeem' },
    params: { title: endOfCode(code) },
  });
  if (uses.length + 1 >= Number(row['num']))
    await writer.update(noun(services, 'activation_code'), { id, use_status: USED });
}

/** Said alike wherever it is shown: as what is wrong with the field, and as the message of clients that show no fields. */
function refused({ lang }: RequestContext, code: Issue['code']) {
  const issue: Issue = { path: 'code', code };
  return fault('member.code_refused', { why: sayIssue(lang, issue) }, { fields: [issue] });
}
const noun = ({ registry }: Services, name: string) => {
  const entity = registry.get(name);
  if (entity === undefined) throw fault('row.missing');
  return entity;
};

/** The living code, taken for this transaction. */
async function lockedCode(hook: HookContext, code: string): Promise<StoredRow | undefined> {
  const { db, env } = hook.services;
  const wanted = marksOf(env.appKeys, code);
  const sql = `SELECT id FROM \`activation_code\` WHERE mark_n IN (${marks(wanted.length)}) AND live = 0${lockClause(db.dialect)}`;
  const [found] = await hook.tx.rows<{ id: number }>(sql, wanted);
  if (found === undefined) return undefined;
  const [row] = await hook.find('activation_code', { field: 'id', op: '=', value: Number(found.id) });
  return row;
}
