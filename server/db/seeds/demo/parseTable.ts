/** Reads the tables of the demo texts: one row a line, cells separated by ` | `, paragraphs by `¶`. */

/** The cells of every row. */
export const parseTable = (lines: string): readonly (readonly string[])[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.trim()));

/** A row in both languages: `<name>` holds Chinese, `<name>_en` English; a shared cell has one value. */
export type TranslatedRow<S extends string, T extends string> = Readonly<Record<S | T | `${T}_en`, string>>;

/**
 * Rows in both languages, two lines each: a line with the shared cells and the Chinese texts, then a line with the English texts.
 * Throws if a line has another number of cells than names.
 */
export function parseTranslatedTable<const S extends string, const T extends string>(
  shared: readonly S[],
  translated: readonly T[],
  lines: string,
): readonly TranslatedRow<S, T>[] {
  const table = parseTable(lines);
  const chineseNames = [...shared, ...translated];
  const englishNames = translated.map((name) => `${name}_en`);
  return table.flatMap((cells, index) => {
    const names = index % 2 === 0 ? chineseNames : englishNames;
    if (cells.length !== names.length || table.length % 2 !== 0)
      throw new Error(`the demo row “${cells.join(' | ').slice(0, 60)}” needs ${names.length} cells in both languages`);
    if (index % 2 !== 0) return [];
    const english = table[index + 1] ?? [];
    const entries = [...chineseNames, ...englishNames].map((name, index) => [
      name,
      [...cells, ...english][index] ?? '',
    ]);
    return [Object.fromEntries(entries) as TranslatedRow<S, T>]; // one entry for each of the names
  });
}

/** Paragraphs as rich text: a part that starts with `#` is a heading, neighboring parts that start with `-` are a list. */
export const parseParagraphs = (body: string): string =>
  body
    .split('¶')
    .map((part) => part.trim())
    .map((part) => {
      if (part.startsWith('#')) return `<h2>${part.slice(1).trim()}</h2>`;
      return part.startsWith('- ') ? `<ul><li>${part.slice(2).trim()}</li></ul>` : `<p>${part}</p>`;
    })
    .join('')
    .replaceAll('</ul><ul>', '');

/** A row with its `content` as rich text in both languages. */
export const withContent = <R extends { readonly content: string; readonly content_en: string }>(row: R): R => ({
  ...row,
  content: parseParagraphs(row.content),
  content_en: parseParagraphs(row.content_en),
});
