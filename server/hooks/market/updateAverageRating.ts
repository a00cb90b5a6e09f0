/** `updateAverageRating`: a plugin stores the average of its star ratings in the column `score`. */
import { plugin } from '../../../common/entities/plugin';
import { PURCHASE_STATUS } from '../../../common/entities/pluginPurchase';
import type { HookContext } from '../../engine/write/context/hookContext';
import { lockRow } from '../rowLookup';

/** The rating of a purchase counts until its refund. */
const AVERAGE = `SELECT AVG(rating * 1.0) AS average FROM \`plugin_purchase\`
  WHERE plugin_id = ? AND status <> ${PURCHASE_STATUS.refunded} AND rating IS NOT NULL AND delete_time IS NULL`;

/** Stores the average with one decimal, 0 without ratings, in the transaction of the hook; returns it. */
export async function updateAverageRating(hook: HookContext, pluginId: number): Promise<number> {
  await lockRow(hook, plugin.name, pluginId);
  const [found] = await hook.tx.rows<{ readonly average: number | string | null }>(AVERAGE, [pluginId]);
  const averageRating = Math.round(Number(found?.average ?? 0) * 10) / 10;
  await hook.asSystem.update(plugin, { id: pluginId, score: averageRating });
  return averageRating;
}
