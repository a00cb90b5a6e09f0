/** Manual sorting: when it is possible, and the target of a move. */
import type { ListModel } from '../useListModel';

/** The cell edited inline. */
export interface EditedCell {
  readonly id: number;
  readonly field: string;
}

/** Whether rows can be moved by hand: the list is sorted by the manual order, and the user may change that order. */
export const isSortedManually = ({ entity, state, permissions }: ListModel): boolean =>
  entity.spec.base !== 'log' &&
  state.sort.length === 1 &&
  state.sort[0]?.field === 'weigh' &&
  permissions.can('update') &&
  permissions.canRunAction('sortable');

/** The next row above or below that is not removed and has the same parent. */
export function findNeighbor(
  { items, rows }: Pick<ListModel, 'items' | 'rows'>,
  id: number,
  step: -1 | 1,
): number | undefined {
  const index = items.findIndex((item) => item.id === id);
  const depth = items[index]?.depth;
  for (let next = index + step; index >= 0 && next >= 0 && next < items.length; next += step) {
    const item = items[next];
    if (item === undefined || item.depth < (depth ?? 0)) return undefined;
    if (item.depth === depth && !(item.id in rows.list.removed)) return item.id;
  }
  return undefined;
}

/** Target of a row move: the position of another row or below it as a child, one step up or down, or one level up or down in a tree. */
export type MoveTarget =
  { readonly targetId: number; readonly isInside?: boolean } | { readonly step: -1 | 1 } | { readonly level: -1 | 1 };

/**
 * The move as sent to the server: the row whose position is taken, and optionally a new parent. A row that targets
 * itself only changes its parent.
 */
export interface RowMove {
  readonly targetId: number;
  readonly parent?: number | null;
}
type TreePosition = Pick<ListModel, 'items' | 'rows'>;

/** The parent of an item as drawn. */
function findParent({ items }: Pick<TreePosition, 'items'>, id: number): number | null {
  const index = items.findIndex((item) => item.id === id);
  const depth = items[index]?.depth ?? 0;
  if (depth === 0) return null;
  return items.slice(0, index).findLast((item) => item.depth < depth)?.id ?? null;
}
function isDescendant(tree: TreePosition, id: number, ancestor: number): boolean {
  for (let currentId: number | null = id; currentId !== null; currentId = findParent(tree, currentId))
    if (currentId === ancestor) return true;
  return false;
}

/** Resolves a move; undefined when it is impossible, such as into the row's own branch. */
export function resolveMove(tree: TreePosition, id: number, moveTarget: MoveTarget): RowMove | undefined {
  const parentId = findParent(tree, id);
  if ('step' in moveTarget) {
    const target = findNeighbor(tree, id, moveTarget.step);
    return target === undefined ? undefined : { targetId: target };
  }
  if ('level' in moveTarget) {
    if (moveTarget.level === -1)
      return parentId === null ? undefined : { targetId: parentId, parent: findParent(tree, parentId) };
    const above = findNeighbor(tree, id, -1);
    return above === undefined ? undefined : { targetId: id, parent: above };
  }
  const { targetId, isInside = false } = moveTarget;
  if (targetId === id || isDescendant(tree, targetId, id)) return undefined;
  if (isInside) return targetId === parentId ? undefined : { targetId: id, parent: targetId };
  const parent = findParent(tree, targetId);
  return parent === parentId ? { targetId } : { targetId, parent };
}
