/** Lines of a CSV file (RFC 4180) that no spreadsheet takes for formulas. */

/** The mark by which spreadsheets know the file as UTF-8. */
export const CSV_START = '\uFEFF';
/** What a spreadsheet may take for the beginning of a formula, in every width. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n\0]/u;

/** A text as a cell: never a formula, whoever wrote it. */
export const csvText = (text: string): string => quoted(FORMULA.test(text) ? `'${text}` : text);
/** A number or an amount as it is: a minus is a minus. */
export const csvNumber = (text: string): string => (/^-?\d+(?:\.\d+)?$/.test(text) ? text : csvText(text));

const quoted = (text: string): string => {
  const clean = text.replaceAll('\0', '');
  return /[",\r\n\t;]|^\s|\s$/.test(clean) ? `"${clean.replaceAll('"', '""')}"` : clean;
};
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
