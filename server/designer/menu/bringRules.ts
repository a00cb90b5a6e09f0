/** Brings menu rules: restores them from the recycle bin or creates them, each below a rule that exists. */
import { menuRule } from '../../../common/entities/menuRule';
import type { OwnRule } from '../../../common/modules/moduleParts';
import { Fault, fault } from '../../../common/protocol/faults';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { TxWriter } from '../../engine/write/context/txWriter';
import { errorSummary } from '../../engine/write/errorSummary';
import { loadRuleTree, type PlacedRule } from './ruleTree';

const RULE_TYPES = ['menu_dir', 'menu', 'button'] as const;

export interface RequiredRule {
  readonly type: (typeof RULE_TYPES)[number];
  readonly name: string;
  /** The name of its parent. */
  readonly parent: string | null;
}
export interface RuleRequest<R extends RequiredRule> {
  readonly required: readonly R[];
  /** The rules that were made for the same owner, by the names they were made with. */
  readonly own: readonly OwnRule[];
  /** Ids of rules that come back; those that are not in the recycle bin stay as they are. */
  readonly restored: readonly number[];
  /** Names of required rules that are not made. */
  readonly omitted: ReadonlySet<string>;
  /** Creates rules of one type, and returns their ids in the same order. `ids`: the possible parents by their name. */
  readonly create: (missing: readonly R[], ids: ReadonlyMap<string, number>) => Promise<readonly number[]>;
}
export interface BroughtRules {
  readonly created: readonly OwnRule[];
  readonly restored: readonly number[];
}

/** The rules that are not deleted by their name; own ones also by the name they were made with. */
function byName(all: readonly PlacedRule[], own: readonly OwnRule[]): ReadonlyMap<string, PlacedRule> {
  const stored = all.filter(({ isDeleted }) => !isDeleted);
  const found = new Map(stored.map((rule) => [rule.name, rule]));
  for (const { id, name } of own) {
    const rule = stored.find((other) => other.id === id);
    if (rule !== undefined) found.set(name, rule);
  }
  return found;
}

/** The possible parents. A button has no rules below it. */
const parentIds = (rules: ReadonlyMap<string, PlacedRule>): ReadonlyMap<string, number> =>
  new Map([...rules].filter(([, { type }]) => type !== 'button').map(([name, { id }]) => [name, id]));

/**
 * Restores those of the rules that are in the recycle bin, unless another rule has their name. A rule whose parent is gone gets the one that
 * `findParent` names. Returns their ids. Error: `module.rule`.
 */
export async function restoreRules(
  hook: HookContext,
  writer: TxWriter,
  ids: readonly number[],
  findParent: (rule: PlacedRule) => number | null = () => null,
): Promise<readonly number[]> {
  const all = await loadRuleTree(hook.tx);
  const taken = new Set(all.filter(({ isDeleted }) => !isDeleted).map(({ name }) => name));
  const restored = all.filter(({ id, name, isDeleted }) => {
    const isRestored = isDeleted && ids.includes(id) && !taken.has(name);
    if (isRestored) taken.add(name);
    return isRestored;
  });
  if (restored.length === 0) return [];
  const canHold = ({ id, type, isDeleted }: PlacedRule) =>
    type !== 'button' && (!isDeleted || restored.some((rule) => rule.id === id));
  const parents = new Map(
    restored
      .filter(({ pid }) => pid !== null && !all.some((parent) => parent.id === pid && canHold(parent)))
      .map((rule) => [rule.id, findParent(rule)]),
  );
  await withRuleName(restored, () =>
    writer.restore(
      menuRule,
      restored.map(({ id }) => id),
      { parents },
    ),
  );
  return restored.map(({ id }) => id);
}

/** Names the rule in a fault about it. */
async function withRuleName(rules: readonly PlacedRule[], work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { id } = (error.data?.['row'] ?? {}) as { readonly id?: number };
    const { name = '', title = '', title_en = '' } = rules.find((rule) => rule.id === id) ?? rules[0] ?? {};
    throw fault('module.rule', {
      rule: { en: `“${title_en || title}” (${name})`, 'zh-cn': `“${title}”（${name}）` },
      problem: { en: errorSummary('en', menuRule, error), 'zh-cn': errorSummary('zh-cn', menuRule, error) },
    });
  }
}

/** Folders first, then screens, then buttons: a rule needs the id of its parent. Error: `module.rule`. */
export async function bringRules<R extends RequiredRule>(
  hook: HookContext,
  writer: TxWriter,
  { required, own, restored, omitted, create }: RuleRequest<R>,
): Promise<BroughtRules> {
  const brought: { created: OwnRule[]; restored: number[] } = { created: [], restored: [] };
  const parentNames = new Map(required.map(({ name, parent }) => [name, parent]));
  for (const type of RULE_TYPES) {
    const all = await loadRuleTree(hook.tx);
    const ids = parentIds(byName(all, own));
    const findParent = ({ id, name }: PlacedRule) => {
      const madeAs = own.find((rule) => rule.id === id)?.name ?? name;
      return ids.get(parentNames.get(madeAs) ?? '') ?? null;
    };
    const ofType = all.filter((rule) => rule.type === type && restored.includes(rule.id)).map(({ id }) => id);
    brought.restored.push(...(await restoreRules(hook, writer, ofType, findParent)));
    const stored = byName(await loadRuleTree(hook.tx), own);
    const missing = required.filter((rule) => rule.type === type && !stored.has(rule.name) && !omitted.has(rule.name));
    if (missing.length === 0) continue;
    const created = await create(missing, parentIds(stored));
    brought.created.push(...created.map((id, index) => ({ id, name: missing[index]?.name ?? '' })));
  }
  return brought;
}
