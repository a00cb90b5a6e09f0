/** Lines of a CSV file (RFC 4180) that no spreadsheet takes for formulas. */

/** The mark by which spreadsheets know the file as UTF-8. */
export const CSV_START = '\uFEFF';
/** What a spreadsheet may take for the beginning of a formula, in every width. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n\0]/u;

/** What begins another cell when a spreadsheet splits at `;`, tab, quote or line break, whatever stands around it. */
const SEPARATORS = /[;\t"\r\n]/;
const VISIBLE_OR_SEPARATOR = /[^\s\p{Cc}\p{Cf}]|[\t\r\n]/gu;
const FORMULA_SIGN = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Marks each formula sign that follows a separator. One pass, so its cost follows from the length alone. */
function markInnerFormulas(text: string): string {
  if (!SEPARATORS.test(text)) return text;
  let isFirst = false;
  return text.replace(VISIBLE_OR_SEPARATOR, (sign) => {
    const isFormula = isFirst && FORMULA_SIGN.test(sign);
    isFirst = SEPARATORS.test(sign);
    return isFormula ? `'${sign}` : sign;
  });
}

/** A text as a cell: no part of it is a formula, whichever separator a spreadsheet splits at. */
export function csvText(text: string): string {
  const marked = markInnerFormulas(text);
  return quoted(FORMULA.test(text) ? `'${marked}` : marked);
}
/** A number or an amount as it is: a minus is a minus. */
export const csvNumber = (text: string): string => (/^-?\d+(?:\.\d+)?$/.test(text) ? text : csvText(text));

const quoted = (text: string): string => {
  const clean = text.replaceAll('\0', '');
  return /[",\r\n\t;]|^\s|\s$/.test(clean) ? `"${clean.replaceAll('"', '""')}"` : clean;
};
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
