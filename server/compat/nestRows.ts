/** Trees of older clients: rows with their children, and options with indented titles. */
import { stringOrEmpty } from '../../common/json';
import type { CompatRow } from './rowSource';

interface TreeRow extends CompatRow {
  readonly children: readonly TreeRow[];
}

/** Nests rows below their parents. A row whose parent is not among them becomes a root. */
export function nestRows(rows: readonly CompatRow[]): readonly TreeRow[] {
  const ids = new Set(rows.map(({ id }) => id));
  const childrenOf = new Map<unknown, CompatRow[]>();
  for (const row of rows) {
    const parent = ids.has(row['pid']) ? row['pid'] : null;
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), row]);
  }
  const visited = new Set<unknown>();
  const build = (parent: unknown): readonly TreeRow[] =>
    (childrenOf.get(parent) ?? []).flatMap((row) => {
      if (visited.has(row['id'])) return [];
      visited.add(row['id']);
      return [{ ...row, children: build(row['id']) }];
    });
  return build(null);
}

/** The rows in the order of the tree, each title after the lines that lead to it. */
export function indentTitles(rows: readonly CompatRow[], title: string): readonly CompatRow[] {
  const indentNodes = (nodes: readonly TreeRow[], prefix: string | undefined): readonly CompatRow[] =>
    nodes.flatMap(({ children, ...row }, index) => {
      const isLast = index === nodes.length - 1;
      const titlePrefix = prefix === undefined ? '' : `${prefix}${isLast ? '└' : '├'} `;
      const childPrefix = prefix === undefined ? '' : `${prefix}${isLast ? '　' : '│'}`;
      return [{ ...row, [title]: `${titlePrefix}${stringOrEmpty(row[title])}` }, ...indentNodes(children, childPrefix)];
    });
  return indentNodes(nestRows(rows), undefined);
}
