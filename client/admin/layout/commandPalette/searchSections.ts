/** Fuzzy search of the commands and pages of the command palette: each word must occur in the title, the hint or the keywords; typos are tolerated. */
import { countTypingErrors } from '../../../../common/query/fuzzyMatch';
import type { PaletteItem, PaletteSection } from './paletteItems';

interface Match {
  readonly item: PaletteItem;
  readonly errors: number;
  /** 0: begins with the search text, 1: the title matches, 2: hint or keywords match. */
  readonly rank: 0 | 1 | 2;
}

function findMatch(item: PaletteItem, query: string): Match | undefined {
  const inTitle = countTypingErrors(query, item.title);
  if (inTitle !== undefined) {
    const isStart = item.title.toLowerCase().startsWith(query.trim().toLowerCase());
    return { item, errors: inTitle, rank: isStart ? 0 : 1 };
  }
  const errors = countTypingErrors(query, `${item.title} ${item.hint} ${item.keywords ?? ''}`);
  return errors === undefined ? undefined : { item, errors, rank: 2 };
}

/** The matching items of each section, the best first. Matches with typing errors count only where no section has one without. */
export function searchSections(sections: readonly PaletteSection[], query: string): readonly PaletteSection[] {
  if (query.trim() === '') return sections;
  const matches = sections.map(({ items }) => items.flatMap((item) => findMatch(item, query) ?? []));
  const isExact = matches.flat().some(({ errors }) => errors === 0);
  return sections.map((section, index) => ({
    ...section,
    items: (matches[index] ?? [])
      .filter(({ errors }) => !isExact || errors === 0)
      .sort((a, b) => a.errors - b.errors || a.rank - b.rank)
      .map(({ item }) => item),
  }));
}
