/** Menu rules: each kind of rule carries what its kind needs (specification, point 5). */
import { menuRule } from '../../common/entities/menuRule';
import type { Issue } from '../../common/entity/issue';
import { fault } from '../../common/protocol/faults';
import { behave, type Stored } from '../engine/behaviour';
import type { Step } from '../engine/writer';

type Rule = Partial<Stored<typeof menuRule>>;

export const menuRuleBehaviour = behave(menuRule, {
  beforeWrite: async (step, changes, before) => {
    const fields = [...missingParts({ ...before, ...changes }), ...(await wrongParent(step, changes))];
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

const blank = (value: string | null | undefined): value is '' | null | undefined =>
  value === undefined || value === null || value === '';

/** A tab needs the screen it opens, a link or an embedded page its address. */
function missingParts({ type, menu_type, url, component }: Rule): readonly Issue[] {
  if (type !== 'menu') return [];
  if (menu_type === 'tab' && blank(component)) return [{ path: 'component', code: 'required' }];
  if (menu_type !== 'link' && menu_type !== 'iframe') return [];
  if (blank(url)) return [{ path: 'url', code: 'required' }];
  return menu_type === 'iframe' && NO_PAGE.test(url) ? [{ path: 'url', code: 'unembeddable' }] : [];
}
/** What of this site is no public page: no frame ever shows it, the console's own least of all. */
const NO_PAGE = /^\/(?:admin|user|api|docs|storage|assets|socket\.io|setup|openapi\.json|401|404)(?:[/?#]|$)/i;
