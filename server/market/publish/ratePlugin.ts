/** Ratings: a buyer rates a plugin, and the average of all ratings is the score of the plugin. */
import { plugin } from '../../../common/entities/plugin';
import { PURCHASE_STATUS, pluginPurchase } from '../../../common/entities/pluginPurchase';
import { fault } from '../../../common/protocol/faults';
import type { RequestContext } from '../../context';
import type { Writer } from '../../engine/write/writer';
import { lockRow } from '../../hooks/lookup';
import { toSystemContext } from '../../platform/systemContext';
import type { Buyer } from './marketKeys';
import { findPublished } from './publishedPlugins';

const AVERAGE = `SELECT AVG(rating * 1.0) AS average FROM \`plugin_purchase\`
  WHERE plugin_id = ? AND status = ${PURCHASE_STATUS.paid} AND rating IS NOT NULL AND delete_time IS NULL`;

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
    const [found] = await hook.tx.rows<{ readonly average: number | string | null }>(AVERAGE, [pluginId]);
    const score = Math.round(Number(found?.average ?? 0) * 10) / 10;
    await hook.asSystem.update(plugin, { id: pluginId, score });
    return score;
  });
}
