/** Pagination over two sorted sources: merges a page from rows in the database and rows in memory. */

/** The part of the database's rows that a page can need: each of the rows in memory may come before it. */
export const computeDatabaseWindow = (
  offset: number,
  limit: number,
  inMemory: number,
): { readonly offset: number; readonly limit: number } => {
  const start = Math.max(0, offset - inMemory);
  return { offset: start, limit: offset + limit - start };
};

/** Merges two sorted lists. */
export function mergeSorted<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  const merged: T[] = [];
  let next = 0;
  for (const item of a) {
    for (let other = b[next]; other !== undefined && compare(other, item) < 0; other = b[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(item);
  }
  return [...merged, ...b.slice(next)];
}
