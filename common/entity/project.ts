/** The one way a stored row becomes what a reader may see: readable columns only, in the forms of the wire. */
import { moneyOf } from '../text/moneys';
import type { AnyEntity } from './entity';
import type { Json } from './field';
import type { Column, StoredRow } from './meta';

/** As sent: money is a decimal string; columns the reader may not see are absent. */
export type Wire = Readonly<Record<string, Json>>;

/** One stored value in the form of the wire. */
export const toWire = (column: Pick<Column, 'kind'>, value: Json): Json =>
  column.kind === 'money' && typeof value === 'number' ? moneyOf(value) : value;

/**
 * What a reader of `columns` may see of a row. A column the row does not hold (a partial change) stays absent,
 * and a password is never sent, whatever the columns say.
 */
export function project(_entity: AnyEntity, stored: StoredRow, columns: readonly Column[]): Wire {
  const row: Record<string, Json> = {};
  for (const column of columns) {
    const value = stored[column.from ?? column.name];
    if (value !== undefined && column.sensitivity !== 'secret') row[column.name] = toWire(column, value);
  }
  return row;
}
