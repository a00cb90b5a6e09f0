/** Rows of a list in drawing order; in a tree, children follow their parents. */
import { useMemo } from 'react';
import type { LiveList, Parents } from '../../data/liveList';

export interface ListItem {
  readonly id: number;
  readonly depth: number;
  readonly hasChildren: boolean;
}
const flatItems = (ids: readonly number[]): readonly ListItem[] =>
  ids.map((id) => ({ id, depth: 0, hasChildren: false }));

/** Siblings keep the order of the response; a row whose parent is missing is a root; cycles are broken. */
export function treeItems(
  ids: readonly number[],
  parents: Parents,
  foldedIds: ReadonlySet<number>,
): readonly ListItem[] {
  const present = new Set(ids);
  const childrenByParent = new Map<number | null, number[]>();
  for (const id of ids) {
    const parent = parents[id] ?? null;
    const key = parent !== null && parent !== id && present.has(parent) ? parent : null;
    childrenByParent.set(key, [...(childrenByParent.get(key) ?? []), id]);
  }
  const visited = new Set<number>();
  const visit = (parent: number | null, depth: number): ListItem[] =>
    (childrenByParent.get(parent) ?? []).flatMap((id) => {
      if (visited.has(id)) return [];
      visited.add(id);
      const item = { id, depth, hasChildren: childrenByParent.has(id) };
      return foldedIds.has(id) ? [item] : [item, ...visit(id, depth + 1)];
    });
  const items = visit(null, 0);
  const hidden = foldedDescendants(childrenByParent, foldedIds);
  return [...items, ...flatItems(ids.filter((id) => !visited.has(id) && !hidden.has(id)))];
}

/** Folded ancestors of a row. */
export function findFoldedAncestors(id: number, parents: Parents, foldedIds: ReadonlySet<number>): ReadonlySet<number> {
  const ancestors = new Set<number>();
  const visitedIds = new Set<number>();
  for (
    let currentId = parents[id] ?? null;
    currentId !== null && !visitedIds.has(currentId);
    currentId = parents[currentId] ?? null
  ) {
    visitedIds.add(currentId);
    if (foldedIds.has(currentId)) ancestors.add(currentId);
  }
  return ancestors;
}

/** All rows below folded branches. */
function foldedDescendants(
  childrenByParent: ReadonlyMap<number | null, readonly number[]>,
  foldedIds: ReadonlySet<number>,
): ReadonlySet<number> {
  const hidden = new Set<number>();
  const collectDescendants = (id: number): void => {
    for (const child of childrenByParent.get(id) ?? []) {
      if (hidden.has(child)) continue;
      hidden.add(child);
      collectDescendants(child);
    }
  };
  foldedIds.forEach(collectDescendants);
  return hidden;
}

/** The items to draw. A row whose parent changed stays in place until the next refresh. */
export function useListItems(
  { ids, parents }: LiveList,
  isTree: boolean,
  foldedIds: ReadonlySet<number>,
): readonly ListItem[] {
  return useMemo(
    () => (isTree && parents !== undefined ? treeItems(ids, parents, foldedIds) : flatItems(ids)),
    [ids, parents, isTree, foldedIds],
  );
}
