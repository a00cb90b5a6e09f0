/** Reads the rows of a CSV or XLSX file as a stream; detects the format by the content. Empty rows are left out. */
import { open } from 'node:fs/promises';
import { IMPORT_LIMITS } from '../../../common/imports/importLimits';
import { fault } from '../../../common/protocol/faults';
import { csvCellText } from '../../../common/text/csv';
import { CsvParser } from './csvParser';
import { readXlsx } from './readXlsx';
import type { SheetRow } from './sheetRow';
import { readTextFile } from './readTextFile';

const ZIP = Buffer.from('PK\u0003\u0004');
/** The container of XLS and of encrypted XLSX files. */
const OLD_OFFICE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

async function readMagic(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function* readCsv(path: string): AsyncGenerator<SheetRow> {
  const parser = new CsvParser();
  const plain = ({ number, cells }: SheetRow): SheetRow => ({ number, cells: cells.map(csvCellText) });
  for await (const text of readTextFile(path)) for (const row of parser.push(text)) yield plain(row);
  for (const row of parser.end()) yield plain(row);
}

const isEmptyRow = ({ cells }: SheetRow): boolean => cells.every((cell) => cell.trim() === '');

/**
 * The first row has the headings. Errors: `import.unreadable` for a file of another kind, `import.archive` for a damaged workbook or a zip bomb,
 * `import.too_large`, `import.too_many_rows`, `import.too_many_columns`, `import.cell_too_long`.
 */
export async function* readSheet(path: string): AsyncGenerator<SheetRow> {
  const magic = await readMagic(path);
  if (magic.equals(OLD_OFFICE)) throw fault('import.unreadable');
  const isZip = magic.subarray(0, ZIP.length).equals(ZIP);
  let count = 0;
  for await (const row of isZip ? readXlsx(path) : readCsv(path)) {
    if (isEmptyRow(row)) continue;
    count += 1;
    if (count > IMPORT_LIMITS.rows + 1) throw fault('import.too_many_rows', { max: IMPORT_LIMITS.rows });
    yield row;
  }
}
