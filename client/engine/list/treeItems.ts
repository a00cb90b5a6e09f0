/** The rows of a list in the order they are drawn; a tree's children follow their parents, indented. */
import { useMemo } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { useAppSelector } from '../../shared/createStore';

export interface Item {
  readonly id: number;
  readonly depth: number;
  readonly branch: boolean;
}
const parentOf = (value: Json | undefined) => (typeof value === 'number' ? String(value) : '');
const flat = (ids: readonly number[]): readonly Item[] => ids.map((id) => ({ id, depth: 0, branch: false }));

/** Siblings keep the order of the answer; a row whose parent is not here stands at the root; a circle is cut. */
export function treeItems(
  ids: readonly number[],
  parents: ReadonlyMap<number, number | null>,
  folded: ReadonlySet<number>,
): readonly Item[] {
  const here = new Set(ids);
  const below = new Map<number | null, number[]>();
  for (const id of ids) {
    const parent = parents.get(id) ?? null;
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

export function useTreeItems(
  entity: AnyEntity,
  ids: readonly number[],
  tree: boolean,
  folded: ReadonlySet<number>,
): readonly Item[] {
  const field = tree ? entity.spec.tree : undefined;
  // A text, so that a change of any other column does not draw the whole list again.
  const links = useAppSelector((state) => {
    if (field === undefined) return '';
    const table = state.entities.rows[entity.name];
    return ids.map((id) => parentOf(table?.[id]?.row[field])).join();
  });
  return useMemo(() => {
    if (field === undefined) return flat(ids);
    const parents = links.split(',').map((text) => (text === '' ? null : Number(text)));
    return treeItems(ids, new Map(ids.map((id, at) => [id, parents[at] ?? null])), folded);
  }, [field, ids, links, folded]);
}
