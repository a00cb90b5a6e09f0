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

/** What a page must know of orders while it hears a frame. */
export function placingOf(
  entity: AnyEntity,
  sort: readonly SortKey[],
  later: boolean,
  find: (id: number) => Wire | undefined,
  tree?: string,
): Placing {
  const compare = comparator(entity, sort);
  const keys = fullSort(sort).map(({ field }) => field);
  const isKnown = (row: Wire) => keys.every((field) => row[field] !== undefined);
  return {
    later,
    find,
    tree,
    order: (a, b) => (isKnown(a) && isKnown(b) ? compare(storedForm(entity, a), storedForm(entity, b)) : undefined),
    // The id never changes; it only breaks ties.
    sortFields: new Set(keys.filter((field) => field !== 'id')),
  };
}
