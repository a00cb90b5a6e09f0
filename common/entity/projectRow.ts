/** The one way a stored row becomes what a reader may see: readable columns only, in the forms of the wire. */
import { formatCents } from '../text/cents';
import type { AnyEntity } from './entity';
import type { Json } from './field';
import type { Column, StoredRow } from './columns';

/** As sent: money is a decimal string; columns the reader may not see are absent. */
export type WireRow = Readonly<Record<string, Json>>;

/** One stored value in the form of the wire. */
export const toWireValue = (column: Pick<Column, 'kind'>, value: Json): Json =>
  column.kind === 'money' && typeof value === 'number' ? formatCents(value) : value;

/**
 * What a reader of `columns` may see of a row. A column the row does not hold (a partial change) stays absent,
 * and a password is never sent, whatever the columns say.
 */
export function projectRow(_entity: AnyEntity, stored: StoredRow, columns: readonly Column[]): WireRow {
  const row: Record<string, Json> = {};
  for (const column of columns) {
    const value = stored[column.storedAs ?? column.name];
    if (value !== undefined && column.sensitivity !== 'secret') row[column.name] = toWireValue(column, value);
  }
  return row;
}
