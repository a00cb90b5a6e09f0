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
import type { Call, Done } from '../../engine/inventory';
import { notify } from '../../behaviours/notify';
import { lockClause } from '../../engine/rows';
import { marks } from '../../platform/sql';
import type { Step, Within, Writer } from '../../engine/writer';
import type { Ctx, Kit } from '../../kit';
import { onBehalf } from './guard';

/** Codes cannot be guessed, and nobody may try for long. */
const TRIES = { tries: 20, windowMs: LIMITS.loginWindow * 1000 };
const USED = 2;

export async function redeem({ ctx, body }: Call, writer: Writer): Promise<Done> {
  demandRule(ctx, 'account/redeem');
  const code = typeof body['code'] === 'string' ? body['code'].trim() : '';
  await attempt(ctx.kit, `redeem:${household(ctx.ip)}`, { ...TRIES, tries: TRIES.tries * 5 });
  await attempt(ctx.kit, `redeem:member:${ctx.actor.id}`, TRIES);
  await redeemCode(ctx, writer, code);
  return { msg: say(ctx.lang, 'nouns.redeemed') };
}

/** One use of a code for the member who asks, or a fault that says why not. */
export async function redeemCode(ctx: Ctx, writer: Writer, code: string): Promise<void> {
  // redeeming is repeatable by nature: whoever redeemed is told so, a mutation id adds nothing
  const { mid: _mid, ...rest } = onBehalf(ctx);
  await writer.inTransaction(rest, (within, step) => use(within, step, { code, member: ctx.actor.id, ctx }));
}

interface Use {
  readonly code: string;
  readonly member: number;
  readonly ctx: Ctx;
}
async function use(within: Within, step: Step, { code, member, ctx }: Use): Promise<void> {
  const { kit } = step;
  const row = await lockedCode(step, code);
  // Mistyped, switched off or thrown away: who only guesses is told the same of all.
  if (row === undefined || row['status'] !== 1) throw refused(ctx, 'code_unknown');
  const id = Number(row['id']);
  const uses = await step.find('activation_use', { field: 'code_id', op: '=', value: id });
  if (uses.some((one) => one['user_id'] === member)) throw refused(ctx, 'code_yours');
  const expires = row['expire_time'];
  if (typeof expires === 'number' && expires <= Math.floor(kit.clock.now() / 1000)) throw refused(ctx, 'code_expired');
  if (row['use_status'] === USED || uses.length >= Number(row['num'])) throw refused(ctx, 'code_spent');
  const slot = `${id}:${member}`;
  await within.create(noun(kit, 'activation_use'), { code_id: id, user_id: member, slot, ip: ctx.ip.slice(0, 45) });
  await notify(step, {
    to: { realm: 'member', id: member },
    kind: 'account',
    one: { text: 'code_redeemed', link: '/user/redeem' },
    params: { title: endOfCode(code) },
  });
  if (uses.length + 1 >= Number(row['num']))
    await within.update(noun(kit, 'activation_code'), { id, use_status: USED });
}

/** Said alike wherever it is shown: as what is wrong with the field, and as the message of clients that show no fields. */
function refused({ lang }: Ctx, code: Issue['code']) {
  const issue: Issue = { path: 'code', code };
  return fault('member.code_refused', { why: sayIssue(lang, issue) }, { fields: [issue] });
}
const noun = ({ registry }: Kit, name: string) => {
  const entity = registry.get(name);
  if (entity === undefined) throw fault('row.missing');
  return entity;
};

/** The living code, taken for this transaction. */
async function lockedCode(step: Step, code: string): Promise<StoredRow | undefined> {
  const { db, env } = step.kit;
  const wanted = marksOf(env.appKeys, code);
  const sql = `SELECT id FROM \`activation_code\` WHERE mark_n IN (${marks(wanted.length)}) AND live = 0${lockClause(db.dialect)}`;
  const [found] = await step.tx.rows<{ id: number }>(sql, wanted);
  if (found === undefined) return undefined;
  const [row] = await step.find('activation_code', { field: 'id', op: '=', value: Number(found.id) });
  return row;
}
