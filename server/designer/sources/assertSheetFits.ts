/** Refuses a spreadsheet that exceeds the limits of a design, with the limit at the field. */
import type { IssueCode } from '../../../common/entity/issue';
import { fault, type Fault } from '../../../common/protocol/faults';
import { SHEET_LIMITS } from '../../../common/sheetLimits';

const sheetFault = (code: IssueCode, params: Readonly<Record<string, number>> = {}): Fault =>
  fault('row.invalid', undefined, { fields: [{ path: 'sheet', code, params }] });

/** Error: `row.invalid` at `sheet`. */
export function assertSheetFits(sheet: readonly (readonly string[])[]): void {
  const { rows: maxRows, columns: maxColumns, cellChars } = SHEET_LIMITS;
  if (sheet.length === 0) throw sheetFault('sheet_empty');
  const count = sheet.length - 1;
  if (count > maxRows) throw sheetFault('sheet_rows', { count, max: maxRows });
  for (const [index, row] of sheet.entries()) {
    if (row.length > maxColumns) throw sheetFault('sheet_columns', { count: row.length, max: maxColumns });
    const long = row.find((cell) => cell.length > cellChars);
    if (long !== undefined) throw sheetFault('sheet_cell', { row: index + 1, count: long.length, max: cellChars });
  }
}
