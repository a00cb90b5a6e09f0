/**
 * Suggestions in shared drafts. Suggested text has the mark `insertion`, text to delete the mark `deletion`, and a suggested paragraph an
 * attribute; each says in one string who suggested it and when.
 */
import { truncate } from '../normalize';

/** The mark of suggested text. */
export const INSERTION = 'insertion';
/** The mark of text that somebody suggests to delete. */
export const DELETION = 'deletion';
/** The attribute of both marks, and of a suggested paragraph. */
export const SUGGESTION_ATTRIBUTE = 'suggestion';

export interface SuggestionAuthor {
  /** `admin:7`. */
  readonly p: string;
  readonly name: string;
}
export interface DraftSuggestion extends SuggestionAuthor {
  /** Unix milliseconds. */
  readonly at: number;
}

const MAX_LENGTH = 200;
/** Between the parts of a suggestion; its string always has this character. */
export const SUGGESTION_SEPARATOR = '|';

/** The string of a suggestion; its name comes last, because it can contain anything. */
export const printSuggestion = ({ p, name, at }: DraftSuggestion): string =>
  truncate([p, at, name].join(SUGGESTION_SEPARATOR), MAX_LENGTH);

/** Reads the string of a suggestion; undefined for anything else. */
export function parseSuggestion(text: unknown): DraftSuggestion | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
  const [p = '', time = '', ...name] = text.split(SUGGESTION_SEPARATOR);
  const at = Number(time);
  if (p === '' || name.length === 0 || !/^\d+$/.test(time) || !Number.isSafeInteger(at)) return undefined;
  return { p, at, name: name.join(SUGGESTION_SEPARATOR) };
}
