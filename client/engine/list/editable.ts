/** Which values of a row may be edited where they stand. */
import type { Column } from '../../../common/entity/meta';
import type { EntityRights } from '../useMay';
import type { GridColumn } from './useGridTable';

/** Kinds whose input fits into a cell. */
const IN_PLACE: ReadonlySet<string> = new Set([
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
const isEditable = (column: Column): boolean =>
  IN_PLACE.has(column.kind) && !column.long && !column.readonly && column.options.lines === undefined;
export const mayEdit = (rights: EntityRights, column: Column): boolean =>
  isEditable(column) && rights.may('update') && rights.writable.has(column.name) && rights.readable.has(column.name);
export const editableNames = (rights: EntityRights, grid: readonly GridColumn[]): readonly string[] =>
  grid.filter(({ column }) => mayEdit(rights, column)).map(({ column }) => column.name);
/** The value before or after, or none at the end of the row. */
export function nextEditable(
  rights: EntityRights,
  grid: readonly GridColumn[],
  field: string,
  step: -1 | 1,
): string | null {
  const names = editableNames(rights, grid);
  return names[names.indexOf(field) + step] ?? null;
}
