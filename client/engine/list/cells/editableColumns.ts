/** Columns that can be edited inline. */
import type { Column } from '../../../../common/entity/columns';
import type { EntityPermissions } from '../../usePermissions';

/** A shown grid column. */
interface ShownColumn {
  readonly column: Column;
}

/** Field kinds with an input that fits into a cell. */
const INLINE_FIELD_KINDS: ReadonlySet<string> = new Set([
  'text',
  'integer',
  'float',
  'money',
  'date',
  'datetime',
  'time',
  'year',
  'choice',
]);
const isEditableColumn = (column: Column): boolean =>
  INLINE_FIELD_KINDS.has(column.kind) && !column.long && !column.readonly && column.options.lines === undefined;
export const canEditInline = (permissions: EntityPermissions, column: Column): boolean =>
  isEditableColumn(column) &&
  permissions.can('update') &&
  permissions.writable.has(column.name) &&
  permissions.readable.has(column.name);
export const editableColumnNames = (permissions: EntityPermissions, grid: readonly ShownColumn[]): readonly string[] =>
  grid.filter(({ column }) => canEditInline(permissions, column)).map(({ column }) => column.name);
/** The next or previous editable column; null at the end of the row. */
export function nextEditableColumn(
  permissions: EntityPermissions,
  grid: readonly ShownColumn[],
  field: string,
  step: -1 | 1,
): string | null {
  const names = editableColumnNames(permissions, grid);
  return names[names.indexOf(field) + step] ?? null;
}
