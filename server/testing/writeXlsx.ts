/** Writes small workbooks for tests, and large ones in parts. */
import { zipSync } from 'fflate';

type TestCell =
  | string
  | number
  | boolean
  | undefined
  | { readonly shared: string }
  | { readonly serial: number; readonly style: number }
  | { readonly formula: string; readonly result?: string };

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);

function cellXml(cell: TestCell, reference: string, shared: string[]): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if ('shared' in cell) return `<c r="${reference}" t="s"><v>${shared.push(cell.shared) - 1}</v></c>`;
  if ('serial' in cell) return `<c r="${reference}" s="${cell.style}"><v>${cell.serial}</v></c>`;
  const result = cell.result === undefined ? '' : `<v>${escapeXml(cell.result)}</v>`;
  return `<c r="${reference}" t="str"><f>${escapeXml(cell.formula)}</f>${result}</c>`;
}

const PARTS: Readonly<Record<string, string>> = {
  'xl/workbook.xml':
    '<?xml version="1.0"?><workbook xmlns:r="r"><sheets><sheet name="Hidden" state="hidden" r:id="rId9"/><sheet name="Rows" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId9" Target="worksheets/sheet9.xml"/></Relationships>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd&quot; at &quot;hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
};

/** A workbook with these parts beside, or instead of, the usual ones. */
export const writeXlsxOf = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries({ ...PARTS, ...parts }).map(([name, xml]) => [name, Buffer.from(xml)])));

/** A workbook with the rows in its first visible sheet. Style 1 shows days, style 2 days with times. */
export function writeXlsx(rows: readonly (readonly TestCell[])[]): Uint8Array {
  const shared: string[] = [];
  const xml = rows.map((cells, at) => {
    const inner = cells.map((cell, index) => cellXml(cell, `${columnName(index)}${at + 1}`, shared)).join('');
    return `<row r="${at + 1}">${inner}</row>`;
  });
  const texts = shared.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('');
  return writeXlsxOf({
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${xml.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
  });
}
