/** The menu rules with their place in the tree, also those in the recycle bin; and rules that must not lose their parent. */
import type { LocalizedText } from '../../../common/modules/review';
import { fault } from '../../../common/protocol/faults';
import type { Tx } from '../../context';

export interface PlacedRule {
  readonly id: number;
  readonly pid: number | null;
  readonly name: string;
  readonly type: string;
  readonly title: string;
  readonly title_en: string | null;
  readonly isDeleted: boolean;
}

export async function loadRuleTree(reader: Pick<Tx, 'rows'>): Promise<readonly PlacedRule[]> {
  const rows = await reader.rows<Omit<PlacedRule, 'isDeleted'> & { readonly delete_time: number | null }>(
    'SELECT id, pid, name, `type`, title, title_en, delete_time FROM `menu_rule` ORDER BY id',
  );
  return rows.map(({ delete_time, ...rule }) => ({
    ...rule,
    id: Number(rule.id),
    pid: rule.pid === null ? null : Number(rule.pid),
    isDeleted: delete_time !== null,
  }));
}

/** The rules below some of these that are not among them. */
export function listRulesBelow(all: readonly PlacedRule[], ids: readonly number[]): readonly PlacedRule[] {
  const parents = new Set(ids);
  return all.filter(({ id, pid, isDeleted }) => !isDeleted && pid !== null && parents.has(pid) && !parents.has(id));
}

const MAX_NAMED = 5;
/** The titles and names of rules. */
function describeRules(rules: readonly PlacedRule[]): LocalizedText {
  const more = rules.length > MAX_NAMED ? ['…'] : [];
  const named = rules.slice(0, MAX_NAMED);
  return {
    en: [...named.map(({ title, title_en, name }) => `“${title_en || title}” (${name})`), ...more].join(', '),
    'zh-cn': [...named.map(({ title, name }) => `“${title}”（${name}）`), ...more].join('、'),
  };
}

/** Errors: `module.rules_below`, `module.replaced_rules` when other rules would lose their parent. */
export function assertNoRulesBelow(
  all: readonly PlacedRule[],
  ids: readonly number[],
  code: 'module.rules_below' | 'module.replaced_rules' = 'module.rules_below',
): void {
  const rules = listRulesBelow(all, ids);
  if (rules.length > 0) throw fault(code, { rules: describeRules(rules) });
}
