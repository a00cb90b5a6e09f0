/** Ratings: a buyer rates a plugin. */
import { plugin } from '../../../common/entities/plugin';
import { PURCHASE_STATUS, pluginPurchase } from '../../../common/entities/pluginPurchase';
import type { MarketRating } from '../../../common/modules/market';
import { fault } from '../../../common/protocol/faults';
import type { RequestContext, Tx } from '../../context';
import type { Writer } from '../../engine/write/writer';
import { updateAverageRating } from '../../hooks/market/updateAverageRating';
import { lockRow } from '../../hooks/rowLookup';
import { toSystemContext } from '../../platform/systemContext';
import type { Buyer } from './marketKeys';
import { findPublished } from './publishedPlugins';

const OWN = `SELECT p.name AS id, COALESCE(b.rating, 0) AS rating FROM \`plugin_purchase\` b JOIN \`plugin\` p ON p.id = b.plugin_id
  WHERE b.user_id = ? AND b.status <> ${PURCHASE_STATUS.refunded} AND b.delete_time IS NULL`;

/** The plugins that a member bought and has not returned, with the member's rating. */
export async function listRatings(reader: Pick<Tx, 'rows'>, userId: number): Promise<readonly MarketRating[]> {
  const rows = await reader.rows<{ readonly id: string; readonly rating: number | string }>(OWN, [userId]);
  return rows.map(({ id, rating }) => ({ id, rating: Number(rating) }));
}

/** Returns the new score with one decimal. Errors: `row.missing`, `market.not_entitled` for everybody who has no paid purchase. */
export function ratePlugin(
  ctx: RequestContext,
  writer: Writer,
  buyer: Buyer,
  uid: string,
  rating: number,
): Promise<number> {
  return writer.inTransaction(toSystemContext(ctx, { channel: 'api' }), async (_writer, hook) => {
    const [row] = await findPublished(hook.tx, [uid]);
    if (row === undefined) throw fault('row.missing');
    const pluginId = Number(row['id']);
    await lockRow(hook, plugin.name, pluginId);
    const [purchase] = await hook.find(pluginPurchase.name, {
      field: 'slot',
      op: '=',
      value: `${buyer.id}:${pluginId}`,
    });
    if (purchase === undefined) throw fault('market.not_entitled');
    await hook.asSystem.update(pluginPurchase, { id: Number(purchase['id']), rating });
    return updateAverageRating(hook, pluginId);
  });
}
