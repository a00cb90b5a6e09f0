/** Finds suggestions that an editor makes in the name of somebody else. Undo may bring back any suggestion that the draft had. */
import { decodeUpdate, Item } from 'yjs';
import {
  parseSuggestion,
  SUGGESTION_SEPARATOR,
  type SuggestionAuthor,
} from '../../../../common/text/richText/draftSuggestion';
import { listSuggestionValues } from './suggestionFormats';

const mentionsSuggestion = ({ buffer, byteOffset, byteLength }: Uint8Array): boolean =>
  Buffer.from(buffer, byteOffset, byteLength).includes(SUGGESTION_SEPARATOR);

/** The suggestions that an update inserts. */
export function listInsertedSuggestions(update: Uint8Array): readonly unknown[] {
  if (!mentionsSuggestion(update)) return [];
  const items = decodeUpdate(update).structs.filter((struct): struct is Item => struct instanceof Item);
  return items.flatMap(({ content }) => listSuggestionValues(content)).filter((value) => parseSuggestion(value));
}

/** How far the clock of a browser can be ahead. */
const MAX_AHEAD_MS = 24 * 3_600_000;
/** Whether one of the suggestions says a time that no clock can show. */
export const hasFutureSuggestion = (suggestions: readonly unknown[], now: number): boolean =>
  suggestions.some((value) => (parseSuggestion(value)?.at ?? 0) > now + MAX_AHEAD_MS);

/** Whether one of the suggestions is neither the author's nor one that the draft has or had. */
export const hasForeignSuggestion = (
  suggestions: readonly unknown[],
  { p, name }: SuggestionAuthor,
  isKnown: (suggestion: unknown) => boolean,
): boolean =>
  suggestions.some((value) => {
    const suggestion = parseSuggestion(value);
    return (suggestion?.p !== p || suggestion.name !== name) && !isKnown(value);
  });
