/** Reads the tables of the demo texts: one row a line, cells separated by ` | `, paragraphs by `
`. */

/** The cells of every row. */
export const parseTable = (lines: string): readonly (readonly string[])[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.trim()));

/** Paragraphs as rich text; a line that starts with `#` is a heading. */
export const parseParagraphs = (body: string): string =>
  body
    .split('¶')
    .map((part) => part.trim())
    .map((part) => (part.startsWith('#') ? `<h2>${part.slice(1).trim()}</h2>` : `<p>${part}</p>`))
    .join('');
