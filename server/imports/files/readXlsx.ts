/**
 * Streams the rows of the first visible sheet of an XLSX file. Formulas are never evaluated: a cell has its stored result, or the formula
 * as text.
 */
import { IMPORT_LIMITS } from '../../../common/imports/importLimits';
import { fault } from '../../../common/protocol/faults';
import { assertRowLimits, cellTooLong, type SheetRow } from './sheetRow';
import type { TextTable } from './textTable';
import { createXmlReader, type XmlHandler } from './xmlReader';
import { decodeEscapes, readDateStyles, readSharedTexts, readWorkbook } from './readWorkbook';
import { openZipFile } from './zipFile';

interface SheetContext {
  readonly texts: TextTable;
  readonly dateStyles: readonly boolean[];
  readonly is1904: boolean;
}

const DAY_MS = 86_400_000;
/** Days between the first day of spreadsheets and 1970. */
const EPOCH_DAYS = { 1900: 25_569, 1904: 24_107 } as const;

/** A serial number as `2024-02-09`, `2024-02-09 10:00:00` or, below one day, `10:00:00`. */
function formatSerialDate(serial: number, is1904: boolean): string {
  const epoch = is1904 ? EPOCH_DAYS[1904] : EPOCH_DAYS[1900];
  // Spreadsheets count a 29 February 1900, which never was.
  const days = !is1904 && serial >= 1 && serial < 60 ? serial + 1 : serial;
  const instant = new Date(Math.round(((days - epoch) * DAY_MS) / 1000) * 1000);
  if (Number.isNaN(instant.getTime())) return String(serial);
  const [day = '', time = ''] = instant.toISOString().slice(0, 19).split('T');
  if (serial >= 0 && serial < 1) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** A number without the noise of its binary form. */
const formatNumber = (text: string): string => {
  const number = Number(text);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : text;
};

/** The index of a column from a reference of letters and digits; -1 without one. */
function columnIndex(reference: string): number {
  let index = 0;
  for (const letter of reference) {
    const value = letter.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    index = index * 26 + value;
    if (index > 20_000) break;
  }
  return index - 1;
}

interface OpenCell {
  readonly type: string;
  readonly isDate: boolean;
  readonly index: number;
  value: string;
  formula: string;
}

function cellText({ texts, is1904 }: SheetContext, { type, isDate, value, formula }: OpenCell): string {
  if (value === '') return formula === '' ? '' : `=${formula}`;
  switch (type) {
    case 's':
      return texts.get(Number(value));
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'n':
      return isDate && Number.isFinite(Number(value)) ? formatSerialDate(Number(value), is1904) : formatNumber(value);
    case 'd':
      return value.replace('T', ' ').replace('Z', '');
    default:
      return decodeEscapes(value);
  }
}

/** Collects the rows that a sheet's XML contains. */
function createRowCollector(context: SheetContext) {
  let number = 0;
  let cells: string[] = [];
  let cell: OpenCell | undefined;
  let reading: 'value' | 'formula' | undefined;
  let rows: SheetRow[] = [];
  const openCell = (attribute: (name: string) => string | undefined): OpenCell => {
    const found = columnIndex(attribute('r') ?? '');
    const index = found < 0 ? cells.length : found;
    if (index >= IMPORT_LIMITS.columns) throw fault('import.too_many_columns', { max: IMPORT_LIMITS.columns });
    const isDate = context.dateStyles[Number(attribute('s') ?? -1)] === true;
    return { type: attribute('t') ?? 'n', isDate, index, value: '', formula: '' };
  };
  const handler: XmlHandler = {
    onOpen: (name, attribute) => {
      if (name === 'row') {
        number = Number(attribute('r') ?? number + 1);
        cells = [];
      } else if (name === 'c') cell = openCell(attribute);
      else if (name === 'v' || name === 't') reading = 'value';
      else if (name === 'f') reading = 'formula';
    },
    onText: (text) => {
      if (cell === undefined || reading === undefined) return;
      cell[reading] += text;
      if (cell[reading].length > IMPORT_LIMITS.cellChars) throw cellTooLong(number);
    },
    onClose: (name) => {
      if (name === 'c' && cell !== undefined) {
        while (cells.length < cell.index) cells.push('');
        cells[cell.index] = cellText(context, cell);
        cell = undefined;
      } else if (name === 'row') rows.push({ number, cells });
      reading = undefined;
    },
  };
  return {
    handler,
    take: (): readonly SheetRow[] => {
      const readRows = rows;
      rows = [];
      return readRows;
    },
  };
}

/** Errors: `import.archive`, `import.too_large`, `import.too_many_columns`, `import.cell_too_long`. */
export async function* readXlsx(path: string): AsyncGenerator<SheetRow> {
  const zip = await openZipFile(path);
  const { sheet, is1904 } = await readWorkbook(zip);
  const dateStyles = await readDateStyles(zip);
  const collector = createRowCollector({ texts: await readSharedTexts(zip), dateStyles, is1904 });
  const reader = createXmlReader(collector.handler);
  for await (const text of zip.readText(sheet)) {
    reader.push(text);
    for (const row of collector.take()) {
      assertRowLimits(row);
      yield row;
    }
  }
}
