/** Sort order of a list: compares rows as the ORDER BY of the server does. */
import type { AnyEntity } from '../../../common/entity/entity';
import { createComparator, completeSort } from '../../../common/query/compileFilter';
import { getColumns, type StoredRow } from '../../../common/entity/columns';
import type { WireRow } from '../../../common/entity/projectRow';
import type { SortKey } from '../../../common/protocol/liveEvents';
import { parseCents } from '../../../common/text/cents';
import type { PageContext } from './liveList';

/** Converts money texts to cents for comparison; other values are stored as they are sent. */
export function toStoredRow(entity: AnyEntity, row: WireRow): StoredRow {
  const amounts = [...getColumns(entity).values()].filter(({ kind }) => kind === 'money');
  if (amounts.length === 0) return row;
  const cents = amounts.flatMap(({ name }) => {
    const value = row[name];
    return typeof value === 'string' ? [[name, parseCents(value) ?? null] as const] : [];
  });
  return { ...row, ...Object.fromEntries(cents) };
}

/** Builds the sort context a page needs to apply frames. */
export function createPageContext(
  entity: AnyEntity,
  sort: readonly SortKey[],
  hasPreviousPages: boolean,
  findRow: (id: number) => WireRow | undefined,
  parentField?: string,
): PageContext {
  const compare = createComparator(entity, sort);
  const keys = completeSort(sort).map(({ field }) => field);
  const hasSortKeys = (row: WireRow) => keys.every((field) => row[field] !== undefined);
  return {
    hasPreviousPages,
    findRow,
    parentField,
    compare: (a, b) => (hasSortKeys(a) && hasSortKeys(b) ? compare(toStoredRow(entity, a), toStoredRow(entity, b)) : undefined),
    // The id never changes; it is only the tie-breaker.
    sortFields: new Set(keys.filter((field) => field !== 'id')),
  };
}
