/** Lines of a CSV file (RFC 4180) that no spreadsheet reads as formulas. */

/** The mark by which spreadsheets know the file as UTF-8. */
export const CSV_BOM = '\uFEFF';
/** Characters that a spreadsheet may read as the beginning of a formula, in every width. */
const FORMULA_START = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n\0]/u;

/** Separators at which a spreadsheet may split a cell: `;`, tab, quote or line break. */
const SEPARATORS = /[;\t"\r\n]/;
const VISIBLE_OR_SEPARATOR = /[^\s\p{Cc}\p{Cf}]|[\t\r\n]/gu;
/** A mark with its formula sign, or any character that `VISIBLE_OR_SEPARATOR` finds. */
const MARKED_OR_VISIBLE = /'[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[^\s\p{Cc}\p{Cf}]|[\t\r\n]/gu;
const FORMULA_CHARACTER = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/** CSV injection: escapes each formula sign that follows a separator, in one pass (linear time). */
function escapeInnerFormulas(text: string): string {
  if (!SEPARATORS.test(text)) return text;
  let startsCell = false;
  return text.replace(VISIBLE_OR_SEPARATOR, (character) => {
    const isFormula = startsCell && FORMULA_CHARACTER.test(character);
    startsCell = SEPARATORS.test(character);
    return isFormula ? `'${character}` : character;
  });
}

/** A text as a cell: no part of it is a formula, whichever separator a spreadsheet splits at. */
export function csvTextCell(text: string): string {
  const escaped = escapeInnerFormulas(text);
  return quoteCell(FORMULA_START.test(text) ? `'${escaped}` : escaped);
}
/** The text of a cell that `csvTextCell` wrote, without its marks before formula signs. It stays a text: nothing evaluates it. */
export function csvCellText(cell: string): string {
  if (!cell.includes("'")) return cell;
  const marked = cell.startsWith("'") ? removeInnerMarks(cell.slice(1)) : '';
  return FORMULA_START.test(marked) ? marked : removeInnerMarks(cell);
}
function removeInnerMarks(text: string): string {
  let startsCell = false;
  return text.replace(MARKED_OR_VISIBLE, (found) => {
    const isMarked = startsCell && found.length > 1 && found.startsWith("'");
    startsCell = SEPARATORS.test(found);
    return isMarked ? found.slice(1) : found;
  });
}
/** A number or an amount as it is: a minus is a minus. */
export const csvNumberCell = (text: string): string => (/^-?\d+(?:\.\d+)?$/.test(text) ? text : csvTextCell(text));

const quoteCell = (text: string): string => {
  const clean = text.replaceAll('\0', '');
  return /[",\r\n\t;]|^\s|\s$/.test(clean) ? `"${clean.replaceAll('"', '""')}"` : clean;
};
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
