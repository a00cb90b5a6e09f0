/** `addPurchases`: changes the number of purchases of a plugin. */
import type { HookContext } from '../../engine/write/context/hookContext';
import { findRowById, lockRow } from '../rowLookup';

/** Adds to the number of purchases, which is never below zero; in the transaction of the hook. */
export async function addPurchases(hook: HookContext, pluginId: number, more: number): Promise<void> {
  const entity = hook.services.registry.get('plugin');
  if (more === 0 || entity === undefined) return;
  await lockRow(hook, 'plugin', pluginId);
  const plugin = await findRowById(hook, 'plugin', pluginId);
  if (plugin) await hook.asSystem.update(entity, { id: pluginId, num: Math.max(0, Number(plugin['num']) + more) });
}
