/** Menu rules: each kind of rule carries what its kind needs (specification, point 5). */
import { menuRule } from '../../common/entities/menuRule';
import type { Issue } from '../../common/entity/issue';
import { fault } from '../../common/protocol/faults';
import { behave, type Stored } from '../engine/behaviour';
import type { Step } from '../engine/writer';
import { addressIssues, blank } from './ruleParts';

type Rule = Partial<Stored<typeof menuRule>>;
/** Whoever moves one of these says where the rule leads; all else may be set on rules that lead nowhere. */
const LEADING = ['type', 'menu_type', 'url'] as const;

export const menuRuleBehaviour = behave(menuRule, {
  beforeWrite: async (step, changes, before) => {
    const fields = [...missingParts({ ...before, ...changes }, changes), ...(await wrongParent(step, changes))];
    if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
    return changes.name === undefined ? changes : { ...changes, name: changes.name.toLowerCase() };
  },
});

/** Nothing hangs under a button: it is a part of a screen. */
async function wrongParent({ find }: Pick<Step, 'find'>, { pid }: Rule): Promise<readonly Issue[]> {
  if (pid === undefined || pid === null) return [];
  const [parent] = await find('menu_rule', { field: 'id', op: '=', value: pid });
  return parent?.['type'] === 'button' ? [{ path: 'pid', code: 'missing_row' }] : [];
}

/** A tab needs the screen it opens, a link or an embedded page its address. */
function missingParts(rule: Rule, changes: Rule): readonly Issue[] {
  if (rule.type !== 'menu') return [];
  if (rule.menu_type === 'tab' && blank(rule.component)) return [{ path: 'component', code: 'required' }];
  return LEADING.some((name) => changes[name] !== undefined) ? addressIssues(rule) : [];
}
