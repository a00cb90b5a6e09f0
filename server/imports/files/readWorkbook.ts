/**
 * Reads the parts of an XLSX workbook other than its rows: path of the first visible sheet, shared strings, and the number formats of dates.
 */
import { fault } from '../../../common/protocol/faults';
import { createTextTable, type TextTable } from './textTable';
import { createXmlReader, type XmlHandler } from './xmlReader';
import type { ZipFile } from './zipFile';

const ignore = () => undefined;
async function readXml(zip: ZipFile, name: string, handler: Partial<XmlHandler>): Promise<void> {
  const reader = createXmlReader({ onOpen: ignore, onClose: ignore, onText: ignore, ...handler });
  for await (const text of zip.readText(name)) reader.push(text);
}

interface Workbook {
  /** The file of the first visible sheet. */
  readonly sheet: string;
  /** Days are counted from 1904 instead of 1900. */
  readonly is1904: boolean;
}

/** Error: `import.archive` for an archive that is no workbook. */
export async function readWorkbook(zip: ZipFile): Promise<Workbook> {
  const sheets: { readonly relation: string; readonly isHidden: boolean }[] = [];
  let is1904 = false;
  if (!zip.has('xl/workbook.xml')) throw fault('import.archive');
  await readXml(zip, 'xl/workbook.xml', {
    onOpen: (name, attribute) => {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      const state = attribute('state') ?? 'visible';
      sheets.push({ relation: attribute('r:id') ?? attribute('id') ?? '', isHidden: state !== 'visible' });
    },
  });
  const targets = new Map<string, string>();
  await readXml(zip, 'xl/_rels/workbook.xml.rels', {
    onOpen: (name, attribute) => {
      if (name === 'Relationship') targets.set(attribute('Id') ?? '', attribute('Target') ?? '');
    },
  });
  const first = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const target = targets.get(first?.relation ?? '') ?? '';
  const sheet = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  if (!zip.has(sheet)) throw fault('import.archive');
  return { sheet, is1904 };
}

/** The texts that cells refer to by number. */
export async function readSharedTexts(zip: ZipFile): Promise<TextTable> {
  const table = createTextTable();
  if (!zip.has('xl/sharedStrings.xml')) return table;
  let text = '';
  let isText = false;
  let phoneticDepth = 0;
  await readXml(zip, 'xl/sharedStrings.xml', {
    onOpen: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') phoneticDepth += 1;
      isText = name === 't' && phoneticDepth === 0;
    },
    onText: (part) => {
      if (isText) text += part;
    },
    onClose: (name) => {
      if (name === 'rPh') phoneticDepth -= 1;
      if (name === 'si') table.add(decodeEscapes(text));
      isText = false;
    },
  });
  return table;
}

/** Spreadsheets write control characters as an escape with their code in hexadecimal. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
/** Whether a number format writes dates or times: it has such letters outside quotes, brackets and escapes. */
function isDateFormat(format: string): boolean {
  let closing = '';
  for (let at = 0; at < format.length; at += 1) {
    const character = format.charAt(at);
    if (closing !== '') closing = character === closing ? '' : closing;
    else if (character === '"') closing = '"';
    else if (character === '[') closing = ']';
    else if (character === '\\' || character === '_' || character === '*') at += 1;
    else if ('ymdhsYMDHS'.includes(character)) return true;
  }
  return false;
}

/** For each cell style, whether it shows dates. */
export async function readDateStyles(zip: ZipFile): Promise<readonly boolean[]> {
  const formats = new Map<string, boolean>();
  for (const [from, to] of BUILT_IN_DATES) for (let id = from; id <= to; id += 1) formats.set(String(id), true);
  const styles: boolean[] = [];
  let isInCells = false;
  if (!zip.has('xl/styles.xml')) return styles;
  await readXml(zip, 'xl/styles.xml', {
    onOpen: (name, attribute) => {
      if (name === 'cellXfs') isInCells = true;
      else if (name === 'numFmt') formats.set(attribute('numFmtId') ?? '', isDateFormat(attribute('formatCode') ?? ''));
      else if (name === 'xf' && isInCells) styles.push(formats.get(attribute('numFmtId') ?? '') === true);
    },
    onClose: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
}
