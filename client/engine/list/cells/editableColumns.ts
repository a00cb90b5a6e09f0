/** Which values of a row may be edited where they stand. */
import type { Column } from '../../../../common/entity/columns';
import type { EntityPermissions } from '../../usePermissions';

/** A column as it stands in the grid. */
interface ShownColumn {
  readonly column: Column;
}

/** Kinds whose input fits into a cell. */
const INLINE_FIELD_TYPES: ReadonlySet<string> = new Set([
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
  INLINE_FIELD_TYPES.has(column.kind) && !column.long && !column.readonly && column.options.lines === undefined;
export const canEditInline = (permissions: EntityPermissions, column: Column): boolean =>
  isEditableColumn(column) &&
  permissions.can('update') &&
  permissions.writable.has(column.name) &&
  permissions.readable.has(column.name);
export const editableColumnNames = (permissions: EntityPermissions, grid: readonly ShownColumn[]): readonly string[] =>
  grid.filter(({ column }) => canEditInline(permissions, column)).map(({ column }) => column.name);
/** The value before or after, or none at the end of the row. */
export function nextEditableColumn(
  permissions: EntityPermissions,
  grid: readonly ShownColumn[],
  field: string,
  step: -1 | 1,
): string | null {
  const names = editableColumnNames(permissions, grid);
  return names[names.indexOf(field) + step] ?? null;
}
