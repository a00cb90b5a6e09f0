/** The row type of the CSV and XLSX readers, and their common limits of rows, columns and cell length. */
import { IMPORT_LIMITS } from '../../../common/imports/importLimits';
import { fault } from '../../../common/protocol/faults';

export interface SheetRow {
  /** Its number as spreadsheets count: the first row is 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** Errors: `import.too_many_columns`, `import.cell_too_long`. */
export function assertRowLimits({ number, cells }: SheetRow): void {
  if (cells.length > IMPORT_LIMITS.columns) throw fault('import.too_many_columns', { max: IMPORT_LIMITS.columns });
  if (cells.some(({ length }) => length > IMPORT_LIMITS.cellChars)) throw cellTooLong(number);
}

export const cellTooLong = (row: number) => fault('import.cell_too_long', { row, max: IMPORT_LIMITS.cellChars });
