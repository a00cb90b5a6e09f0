/**
 * Hooks of plugin purchases: a refund reverses the ledger entry, takes the entitlement back and
 * drops the rating, in one transaction. A request for a refund can be declined.
 */
import { entitlement } from '../../../common/entities/entitlement';
import { PAYMENTS, PURCHASE_STATUS, pluginPurchase } from '../../../common/entities/pluginPurchase';
import { stringOrEmpty } from '../../../common/json';
import { LEDGERS } from '../../../common/ledgerKind';
import { fault } from '../../../common/protocol/faults';
import { codePointLength, normalizeForStorage, truncate } from '../../../common/text/normalize';
import { defineHooks, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { createPublicId } from '../../engine/write/context/publicIdHooks';
import { findRowById } from '../rowLookup';
import { notify } from '../notifications/notify';
import { updateAverageRating } from './updateAverageRating';

type Purchase = StoredOf<typeof pluginPurchase>;
const MAX_MEMO_LENGTH = 255;

/** Refunds a purchase by reversing its ledger entry, within the limits and permissions of reversals. An entry that is reversed already stays as it is. */
async function reversePayment(hook: HookContext, { entry_id: entryId, paid_by: paidBy }: Purchase, memo: string) {
  if (entryId === null) return;
  const entity = hook.services.registry.get(LEDGERS[paidBy === PAYMENTS.score ? 'score' : 'money']);
  if (entity === undefined) throw fault('server.not_implemented');
  const [earlier] = await hook.find(entity.name, { field: 'ref', op: '=', value: `reversal:${entryId}` });
  if (earlier === undefined) await hook.writer.runAction(entity, entryId, 'reverse', { memo });
}

/** An entitlement that an activation code gave as well stays, unless the code was the payment. */
async function withdrawEntitlement(hook: HookContext, { user_id, plugin_version_id, paid_by }: Purchase) {
  const slot = `${user_id}:version:${plugin_version_id ?? 0}`;
  const [held] = await hook.find(entitlement.name, { field: 'slot', op: '=', value: slot });
  if (held === undefined || (held['code_id'] !== null && paid_by !== PAYMENTS.code)) return;
  await hook.asSystem.remove(entitlement, [Number(held['id'])]);
}

function readMemo(input: Readonly<Record<string, unknown>>): string {
  const memo = typeof input['memo'] === 'string' ? normalizeForStorage(input['memo']) : '';
  if (memo === '') throw fault('row.invalid', undefined, { fields: [{ path: 'memo', code: 'required' }] });
  if (codePointLength(memo) <= MAX_MEMO_LENGTH) return memo;
  const params = { max: MAX_MEMO_LENGTH };
  throw fault('row.invalid', undefined, { fields: [{ path: 'memo', code: 'too_long', params }] });
}

async function notifyBuyer(hook: HookContext, row: Purchase, text: 'plugin_refunded' | 'plugin_refund_declined') {
  const plugin = await findRowById(hook, 'plugin', row.plugin_id);
  await notify(hook, {
    to: { realm: 'member', id: row.user_id },
    kind: 'account',
    single: { text },
    params: { title: stringOrEmpty(plugin?.['title']) || row.number },
  });
}

/** The reason stays in the row, as a sign that the buyer has requested a refund before. */
async function decline(hook: HookContext, row: Purchase) {
  if (row.status !== PURCHASE_STATUS.refund_requested) throw fault('market.not_requested');
  await notifyBuyer(hook, row, 'plugin_refund_declined');
  return { status: PURCHASE_STATUS.paid };
}

async function refund(hook: HookContext, row: Purchase, input: Readonly<Record<string, unknown>>) {
  if (row.status === PURCHASE_STATUS.refunded) throw fault('market.refunded');
  const memo = readMemo(input);
  await reversePayment(hook, row, memo);
  await withdrawEntitlement(hook, row);
  await notifyBuyer(hook, row, 'plugin_refunded');
  const refundedAt = Math.floor(hook.at / 1000);
  // The reason of the buyer stays in front of the reason of staff.
  const asked = stringOrEmpty(row.refund_memo);
  const reason = memo.includes(asked) ? memo : truncate(`${asked} · ${memo}`, MAX_MEMO_LENGTH);
  return { status: PURCHASE_STATUS.refunded, refund_time: refundedAt, refund_memo: reason, slot: null };
}

export const purchaseHooks = defineHooks(pluginPurchase, {
  beforeWrite: (_hook, changes, before) => (before ? changes : { ...changes, public_id: createPublicId() }),
  afterWrite: async (hook, after, before) => {
    const isRefunded = after.status === PURCHASE_STATUS.refunded && before?.status !== after.status;
    if (isRefunded && after.rating !== null) await updateAverageRating(hook, after.plugin_id);
  },
  actions: { refund, decline },
});
