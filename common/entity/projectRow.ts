/** Turns a stored row into the row that a client receives: fields that the reader has no permission to see are left out. */
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
 * Returns the given `columns` of a row in wire form. Callers pass `readableColumns`, which hides the fields without permission. A column
 * that the row does not hold (a partial change) stays absent, and a password is never included.
 */
export function projectRow(_entity: AnyEntity, stored: StoredRow, columns: readonly Column[]): WireRow {
  const row: Record<string, Json> = {};
  for (const column of columns) {
    const value = stored[column.storedAs ?? column.name];
    if (value !== undefined && column.sensitivity !== 'secret') row[column.name] = toWireValue(column, value);
  }
  return row;
}
