/** Menu rules: each kind of rule carries what its kind needs (specification, point 5). */
import { menuRule } from '../../common/entities/menuRule';
import type { Issue } from '../../common/entity/issue';
import { fault } from '../../common/protocol/faults';
import { behave, type Stored } from '../engine/behaviour';

type Rule = Partial<Stored<typeof menuRule>>;

export const menuRuleBehaviour = behave(menuRule, {
  beforeWrite: (_step, changes, before) => {
    const fields = missingParts({ ...before, ...changes });
    if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
    return changes.name === undefined ? changes : { ...changes, name: changes.name.toLowerCase() };
  },
});

const blank = (value: string | null | undefined) => value === undefined || value === null || value === '';

/** A tab needs the screen it opens, a link or an embedded page its address. */
function missingParts({ type, menu_type, url, component }: Rule): readonly Issue[] {
  if (type !== 'menu') return [];
  if (menu_type === 'tab' && blank(component)) return [{ path: 'component', code: 'required' }];
  const addressed = menu_type === 'link' || menu_type === 'iframe';
  return addressed && blank(url) ? [{ path: 'url', code: 'required' }] : [];
}
