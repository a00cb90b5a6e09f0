/** The rows of a list in the order they are drawn; a tree's children follow their parents, indented. */
import { useMemo } from 'react';
import type { LiveList, Parents } from '../liveList';

export interface Item {
  readonly id: number;
  readonly depth: number;
  readonly branch: boolean;
}
const flat = (ids: readonly number[]): readonly Item[] => ids.map((id) => ({ id, depth: 0, branch: false }));

/** Siblings keep the order of the answer; a row whose parent is not here stands at the root; a circle is cut. */
export function treeItems(ids: readonly number[], parents: Parents, folded: ReadonlySet<number>): readonly Item[] {
  const here = new Set(ids);
  const below = new Map<number | null, number[]>();
  for (const id of ids) {
    const parent = parents[id] ?? null;
    const key = parent !== null && parent !== id && here.has(parent) ? parent : null;
    below.set(key, [...(below.get(key) ?? []), id]);
  }
  const seen = new Set<number>();
  const walk = (parent: number | null, depth: number): Item[] =>
    (below.get(parent) ?? []).flatMap((id) => {
      if (seen.has(id)) return [];
      seen.add(id);
      const item = { id, depth, branch: below.has(id) };
      return folded.has(id) ? [item] : [item, ...walk(id, depth + 1)];
    });
  const items = walk(null, 0);
  const hidden = hiddenBelow(below, folded);
  return [...items, ...flat(ids.filter((id) => !seen.has(id) && !hidden.has(id)))];
}

/** The folded branches a row of a tree is under, at any depth. */
export function foldsAbove(id: number, parents: Parents, folded: ReadonlySet<number>): ReadonlySet<number> {
  const above = new Set<number>();
  const walked = new Set<number>();
  for (let at = parents[id] ?? null; at !== null && !walked.has(at); at = parents[at] ?? null) {
    walked.add(at);
    if (folded.has(at)) above.add(at);
  }
  return above;
}

/** Everything under folded branches, however deep. */
function hiddenBelow(
  below: ReadonlyMap<number | null, readonly number[]>,
  folded: ReadonlySet<number>,
): ReadonlySet<number> {
  const hidden = new Set<number>();
  const hide = (id: number): void => {
    for (const child of below.get(id) ?? []) {
      if (hidden.has(child)) continue;
      hidden.add(child);
      hide(child);
    }
  };
  folded.forEach(hide);
  return hidden;
}

/** What is drawn of a list: a row whose parent changed stays where it is until the list is shown anew. */
export function useTreeItems({ ids, under }: LiveList, tree: boolean, folded: ReadonlySet<number>): readonly Item[] {
  return useMemo(
    () => (tree && under !== undefined ? treeItems(ids, under, folded) : flat(ids)),
    [ids, under, tree, folded],
  );
}
