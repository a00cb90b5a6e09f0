/**
 * The authors with pending suggestions in a draft. They are stored with it, so that editors get one notice for each author until the
 * suggestions are decided, and the author gets one notice of the decision, on any node.
 */
import type { DraftWriterName } from '../../../../common/protocol/sharedDraft';
import { parseSuggestion } from '../../../../common/text/richText/draftSuggestion';

/** One author, as stored. */
export interface DraftSuggester extends DraftWriterName {
  /** The text has pending suggestions. */
  readonly isOpen: boolean;
  /** The editors got their notice. */
  readonly isAnnounced: boolean;
  /** Who decided, until the author has a notice of it; null when the suggestions were lost with a change of the text. */
  readonly decidedBy?: DraftWriterName | null;
}
/** Names of authors by principal. */
export type OpenSuggesters = ReadonlyMap<string, string>;
/** Who decided about the suggestions of an author; null when they were lost with a change of the text. */
export type Deciders = ReadonlyMap<string, DraftWriterName | null>;

export const NO_SUGGESTERS: OpenSuggesters = new Map();

/** The authors of suggestions. */
export function getAuthors(suggestions: Iterable<unknown>): OpenSuggesters {
  const authors = new Map<string, string>();
  for (const suggestion of suggestions) {
    const parsed = parseSuggestion(suggestion);
    if (parsed) authors.set(parsed.p, parsed.name);
  }
  return authors;
}

/** Reads the stored list. */
export const parseSuggesters = (text: string | null): readonly DraftSuggester[] =>
  text === null ? [] : (JSON.parse(text) as readonly DraftSuggester[]); // Written by this file's callers.
export const printSuggesters = (suggesters: readonly DraftSuggester[]): string | null =>
  suggesters.length === 0 ? null : JSON.stringify(suggesters);

/** The list after a change of the text; an author without an entry among `deciders` withdrew the suggestions. */
export function updateSuggesters(
  stored: readonly DraftSuggester[],
  open: OpenSuggesters,
  deciders: Deciders,
): readonly DraftSuggester[] {
  const storedPersons = new Set(stored.map(({ p }) => p));
  const added = [...open].filter(([p]) => !storedPersons.has(p));
  return [
    ...stored.map((suggester) => {
      const { p, isOpen } = suggester;
      // suggestions after a decision need a notice of their own
      if (open.has(p)) return { ...suggester, isOpen: true, isAnnounced: isOpen && suggester.isAnnounced };
      const decidedBy = isOpen ? deciders.get(p) : undefined;
      return { ...suggester, isOpen: false, ...(decidedBy === undefined ? {} : { decidedBy }) };
    }),
    ...added.map(([p, name]) => ({ p, name, isOpen: true, isAnnounced: false })),
  ];
}

/** Whether a notice has to be written, or an entry has to be removed. */
export const hasUnsentNotices = (suggesters: readonly DraftSuggester[]): boolean =>
  suggesters.some(({ isOpen, isAnnounced, decidedBy }) => !isOpen || !isAnnounced || decidedBy !== undefined);

/** The list after all of its notices are written. */
export const withoutNews = (suggesters: readonly DraftSuggester[]): readonly DraftSuggester[] =>
  suggesters.filter(({ isOpen }) => isOpen).map(({ p, name }) => ({ p, name, isOpen: true, isAnnounced: true }));
