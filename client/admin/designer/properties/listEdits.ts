/** Edits of the lists that JSON columns hold. */
import type { Json } from '../../../../common/entity/field';

export const replaceAt = <T>(list: readonly T[], index: number, item: T): readonly T[] =>
  list.map((current, at) => (at === index ? item : current));
export const removeAt = <T>(list: readonly T[], index: number): readonly T[] => list.filter((_, at) => at !== index);
/** Exchanges an item with its neighbor. */
export function moveBy<T>(list: readonly T[], index: number, step: -1 | 1): readonly T[] {
  const [item, neighbor] = [list[index], list[index + step]];
  if (item === undefined || neighbor === undefined) return list;
  return replaceAt(replaceAt(list, index, neighbor), index + step, item);
}

/** An empty list is stored as null. */
export const listOrNull = (list: readonly object[] | readonly string[]): Json =>
  list.length === 0 ? null : (list as unknown as Json); // made of JSON values only
