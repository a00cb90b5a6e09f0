/** Orders wire rows as the server orders stored ones. */
import type { AnyEntity } from '../../common/entity/entity';
import { comparator, fullSort } from '../../common/entity/match';
import { columnsOf, type StoredRow } from '../../common/entity/meta';
import type { Wire } from '../../common/entity/project';
import type { SortKey } from '../../common/protocol/live';
import { centsOf } from '../../common/text/moneys';
import type { Placing } from './liveList';

/** Amounts travel as text and compare as cents; everything else is stored as it travels. */
export function storedForm(entity: AnyEntity, row: Wire): StoredRow {
  const amounts = [...columnsOf(entity).values()].filter(({ kind }) => kind === 'money');
  if (amounts.length === 0) return row;
  const cents = amounts.flatMap(({ name }) => {
    const value = row[name];
    return typeof value === 'string' ? [[name, centsOf(value) ?? null] as const] : [];
  });
  return { ...row, ...Object.fromEntries(cents) };
}

type Find = (id: number) => Wire | undefined;
/** Compares two rows by id; a row that is not known comes last. */
export function idOrder(entity: AnyEntity, sort: readonly SortKey[], find: Find): (a: number, b: number) => number {
  const compare = comparator(entity, sort);
  return (a, b) => {
    const [left, right] = [find(a), find(b)];
    if (left === undefined || right === undefined) return (left === undefined ? 1 : 0) - (right === undefined ? 1 : 0);
    return compare(storedForm(entity, left), storedForm(entity, right));
  };
}

/** Judges whether a row that came in belongs to a page or before it. */
export function placingOf(
  entity: AnyEntity,
  sort: readonly SortKey[],
  page: { readonly ids: readonly number[]; readonly limit: number },
  find: Find,
): Placing {
  const compare = comparator(entity, sort);
  const lastId = page.ids.at(-1);
  const last = lastId === undefined || page.ids.length < page.limit ? undefined : find(lastId);
  const end = last && storedForm(entity, last);
  return {
    concerns: (row) => end === undefined || compare(storedForm(entity, row), end) < 0,
    // The id never changes; it only breaks ties.
    sortFields: new Set(fullSort(sort).flatMap(({ field }) => (field === 'id' ? [] : [field]))),
  };
}
