/** Removes menu rules by their ids: rules of others stay as they are, whatever their names. */
import { menuRule } from '../../../common/entities/menuRule';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { TxWriter } from '../../engine/write/context/txWriter';
import { purgeRules } from '../menuPermissions';
import { restoreRules } from './bringRules';
import { assertNoRulesBelow, listRulesBelow, loadRuleTree, type PlacedRule } from './ruleTree';

/** Moves rules to the recycle bin, buttons before their screens. */
async function removeRulesById(writer: TxWriter, rules: readonly PlacedRule[]): Promise<void> {
  const isButton = ({ type }: PlacedRule) => type === 'button';
  for (const group of [rules.filter(isButton), rules.filter((rule) => !isButton(rule))])
    if (group.length > 0)
      await writer.remove(
        menuRule,
        group.map(({ id }) => id),
      );
}

/** Moves those of the rules that are not in the recycle bin there; returns their ids. Errors: those of `assertNoRulesBelow`. */
export async function removeOwnRules(
  hook: HookContext,
  writer: TxWriter,
  ids: readonly number[],
  code?: Parameters<typeof assertNoRulesBelow>[2],
): Promise<readonly number[]> {
  const all = await loadRuleTree(hook.tx);
  const removed = all.filter(({ id, isDeleted }) => !isDeleted && ids.includes(id));
  const removedIds = removed.map(({ id }) => id);
  assertNoRulesBelow(all, removedIds, code);
  await removeRulesById(writer, removed);
  return removedIds;
}

interface BroughtAndRemoved {
  readonly created: readonly number[];
  readonly restored: readonly number[];
  readonly removed: readonly number[];
}
/**
 * Undoes a change of rules: created ones are deleted for good. Rules that staff placed below one of them meanwhile move to the root; a folder
 * with such rules stays.
 */
export async function undoRuleChange(
  hook: HookContext,
  writer: TxWriter,
  { created, restored, removed }: BroughtAndRemoved,
): Promise<void> {
  const brought = new Set([...created, ...restored]);
  const stored = (await loadRuleTree(hook.tx)).filter(({ id, isDeleted }) => !isDeleted && brought.has(id));
  const folders = stored.filter(({ type }) => type === 'menu_dir');
  const rules = stored.filter(({ type }) => type !== 'menu_dir');
  const below = listRulesBelow(
    await loadRuleTree(hook.tx),
    rules.map(({ id }) => id),
  );
  for (const { id } of below) await writer.update(menuRule, { id, pid: null });
  await removeRulesById(writer, rules);
  const left = await loadRuleTree(hook.tx);
  const empty = folders.filter(({ id }) => listRulesBelow(left, [id]).length === 0);
  await removeRulesById(writer, empty);
  await purgeRules(hook, writer, created);
  await restoreRules(hook, writer, removed);
}
