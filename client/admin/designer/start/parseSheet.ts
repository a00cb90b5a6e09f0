/** Reads rows as a spreadsheet copies or exports them: cells separated by tabs, semicolons or commas, quoted where needed. */

type Separator = '\t' | ';' | ',';

/** The separator that occurs most in the first line, outside quotes. */
function getSeparator(text: string): Separator {
  const firstLine = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1)[0] ?? '';
  const counted = (['\t', ';', ','] as const).map(
    (separator) => [separator, firstLine.split(separator).length] as const,
  );
  return counted.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

/** One cell from a position on, and the position behind it. */
function readCell(text: string, start: number, separator: Separator): { readonly cell: string; readonly end: number } {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
    return { cell: text.slice(start, end).trim(), end };
  }
  let cell = '';
  let at = start + 1;
  for (; at < text.length; at += 1) {
    if (text[at] !== '"') cell += text.charAt(at);
    else if (text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else break;
  }
  let end = Math.min(text.length, at + 1);
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { cell: cell.trim(), end };
}

const isEmptyRow = (cells: readonly string[]): boolean => cells.every((cell) => cell === '');

/** The rows of a text; empty ones are left out. `maxRows`: further rows are not read. */
export function parseSheet(text: string, maxRows = Infinity): readonly (readonly string[])[] {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const separator = getSeparator(content);
  const rows: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at <= content.length && rows.length < maxRows) {
    const { cell, end } = readCell(content, at, separator);
    cells.push(cell);
    if (content[end] === separator) {
      at = end + 1;
      continue;
    }
    if (!isEmptyRow(cells)) rows.push(cells);
    cells = [];
    at = content.startsWith('\r\n', end) ? end + 2 : end + 1;
  }
  return rows;
}
