/** Reads the tables the demo texts are kept in: a row a line, cells parted by ` | `, paragraphs of a body by `¶`. */

/** The cells of every row. */
export const parseTable = (lines: string): readonly (readonly string[])[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.trim()));

/** A body's paragraphs as rich text; a line that begins with `#` is a heading. */
export const parseParagraphs = (body: string): string =>
  body
    .split('¶')
    .map((part) => part.trim())
    .map((part) => (part.startsWith('#') ? `<h2>${part.slice(1).trim()}</h2>` : `<p>${part}</p>`))
    .join('');
