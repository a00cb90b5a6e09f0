/** Requests of buyers for refunds: staff who can refund get a notice and decide. */
import { ALL_PERMISSIONS } from '../../access/rbac/rbac';
import { plugin } from '../../../common/entities/plugin';
import { PURCHASE_STATUS, pluginPurchase } from '../../../common/entities/pluginPurchase';
import type { StoredRow } from '../../../common/entity/columns';
import { actionPermission } from '../../../common/entity/permissionKeys';
import { stringOrEmpty } from '../../../common/json';
import type { MarketRefundRequest } from '../../../common/modules/market';
import { fault } from '../../../common/protocol/faults';
import { normalizeForStorage } from '../../../common/text/normalize';
import type { RequestContext, Tx } from '../../context';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Writer } from '../../engine/write/writer';
import { lockRow } from '../../hooks/rowLookup';
import { notify } from '../../hooks/notifications/notify';
import { findAdminsWhoCan } from '../../hooks/permissions/approvers';
import { toSystemContext } from '../../platform/systemContext';
import type { Buyer } from './marketKeys';

const MAX_RECIPIENTS = 200;

const REFUND_REQUESTS_SQL = `SELECT p.name AS id, b.status AS status FROM \`plugin_purchase\` b JOIN \`plugin\` p ON p.id = b.plugin_id
  WHERE b.user_id = ? AND b.status <> ${PURCHASE_STATUS.refunded} AND b.refund_memo IS NOT NULL AND b.delete_time IS NULL`;
/** The plugins for which a member requested a refund and did not get one. */
export async function listRefundRequests(
  reader: Pick<Tx, 'rows'>,
  userId: number,
): Promise<readonly MarketRefundRequest[]> {
  const rows = await reader.rows<{ readonly id: string; readonly status: number }>(REFUND_REQUESTS_SQL, [userId]);
  return rows.map(({ id, status }) => ({
    id,
    state: Number(status) === PURCHASE_STATUS.refund_requested ? 'requested' : 'declined',
  }));
}

async function notifyStaff(hook: HookContext, purchaseId: number, title: string, memo: string): Promise<void> {
  const permission = actionPermission(pluginPurchase, 'refund');
  const admins = await findAdminsWhoCan(
    hook,
    ({ permissions }) => permissions.has(ALL_PERMISSIONS) || permissions.has(permission),
  );
  for (const admin of admins.slice(0, MAX_RECIPIENTS))
    await notify(hook, {
      to: { realm: 'admin', id: admin },
      kind: 'system',
      single: { text: 'plugin_refund_requested', link: `/admin/plugin_purchase/${purchaseId}` },
      params: { title, memo },
    });
}

/** The unrefunded purchase of a member and plugin (`slot` is its unique key), locked: staff can be refunding it at the same time. */
async function lockPurchase(hook: HookContext, slot: string): Promise<StoredRow | undefined> {
  const find = async () => (await hook.find(pluginPurchase.name, { field: 'slot', op: '=', value: slot }))[0];
  const found = await find();
  if (found === undefined) return undefined;
  await lockRow(hook, pluginPurchase.name, Number(found['id']));
  return find();
}

export interface RefundRequest {
  /** The uid of the plugin, which need not be published any more. */
  readonly plugin: string;
  readonly reason: string;
}
/**
 * Records the request; a repetition changes nothing. Errors: `market.not_entitled` without a purchase that can be refunded,
 * `market.refund_declined` after a declined request, `row.invalid` without a reason.
 */
export function requestRefund(
  ctx: RequestContext,
  writer: Writer,
  buyer: Buyer,
  { plugin: uid, reason }: RefundRequest,
): Promise<{ readonly state: 'requested' }> {
  const memo = normalizeForStorage(reason);
  if (memo === '') throw fault('row.invalid', undefined, { fields: [{ path: 'reason', code: 'required' }] });
  return writer.inTransaction(toSystemContext(ctx, { channel: 'api' }), async (_writer, hook) => {
    await hook.withLock(`plugin_purchase:${buyer.id}`);
    const [requestedPlugin] = await hook.find(plugin.name, { field: 'name', op: '=', value: uid });
    const slot = `${buyer.id}:${Number(requestedPlugin?.['id'] ?? 0)}`;
    const purchase = await lockPurchase(hook, slot);
    if (purchase === undefined) throw fault('market.not_entitled');
    if (purchase['status'] === PURCHASE_STATUS.refund_requested) return { state: 'requested' };
    if (stringOrEmpty(purchase['refund_memo']) !== '') throw fault('market.refund_declined');
    const id = Number(purchase['id']);
    await hook.asSystem.update(pluginPurchase, { id, status: PURCHASE_STATUS.refund_requested, refund_memo: memo });
    const title = stringOrEmpty(requestedPlugin?.['title']) || stringOrEmpty(purchase['number']);
    await notifyStaff(hook, id, title, memo);
    return { state: 'requested' };
  });
}
