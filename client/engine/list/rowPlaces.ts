/** When rows may be ordered by hand, and whose place a row takes that moves by one. */
import type { ListModel } from './useListModel';

/** The value edited in place. */
export interface Editing {
  readonly id: number;
  readonly field: string;
}

/** Only where the order on the screen is the order by hand. */
export const isSortedByHand = ({ entity, state, rights }: ListModel): boolean =>
  entity.spec.base !== 'log' &&
  state.sort.length === 1 &&
  state.sort[0]?.field === 'weigh' &&
  rights.may('update') &&
  rights.mayAct('sortable');

/** The next row above or below that is still there and, in a tree, has the same parent. */
export function neighbourOf(
  { items, rows }: Pick<ListModel, 'items' | 'rows'>,
  id: number,
  step: -1 | 1,
): number | undefined {
  const at = items.findIndex((item) => item.id === id);
  const depth = items[at]?.depth;
  for (let next = at + step; at >= 0 && next >= 0 && next < items.length; next += step) {
    const item = items[next];
    if (item === undefined || item.depth < (depth ?? 0)) return undefined;
    if (item.depth === depth && !(item.id in rows.list.gone)) return item.id;
  }
  return undefined;
}

/** The place of another row or under it, of a neighbour, or a level deeper or higher in a tree. */
export type At =
  { readonly target: number; readonly inside?: boolean } | { readonly step: -1 | 1 } | { readonly level: -1 | 1 };

/** What is asked of the server: the place of a row, perhaps under another parent. A row that is its own target only changes its parent. */
export interface RowMove {
  readonly target: number;
  readonly parent?: number | null;
}
type Places = Pick<ListModel, 'items' | 'rows'>;

/** The row an item hangs under, as the tree is drawn. */
function parentOf({ items }: Pick<Places, 'items'>, id: number): number | null {
  const at = items.findIndex((item) => item.id === id);
  const depth = items[at]?.depth ?? 0;
  if (depth === 0) return null;
  return items.slice(0, at).findLast((item) => item.depth < depth)?.id ?? null;
}
function isWithin(places: Places, id: number, top: number): boolean {
  for (let at: number | null = id; at !== null; at = parentOf(places, at)) if (at === top) return true;
  return false;
}

/** Where a wish leads; undefined where it leads nowhere, such as into the row's own branch. */
export function moveOf(places: Places, id: number, at: At): RowMove | undefined {
  const own = parentOf(places, id);
  if ('step' in at) {
    const target = neighbourOf(places, id, at.step);
    return target === undefined ? undefined : { target };
  }
  if ('level' in at) {
    if (at.level === -1) return own === null ? undefined : { target: own, parent: parentOf(places, own) };
    const above = neighbourOf(places, id, -1);
    return above === undefined ? undefined : { target: id, parent: above };
  }
  const { target, inside = false } = at;
  if (target === id || isWithin(places, target, id)) return undefined;
  if (inside) return target === own ? undefined : { target: id, parent: target };
  const parent = parentOf(places, target);
  return parent === own ? { target } : { target, parent };
}
