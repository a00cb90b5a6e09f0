/** Finds suggestions that an editor makes in the name of somebody else. Undo may bring back any suggestion that the draft had. */
import { ContentAny, ContentFormat, decodeUpdate, Item } from 'yjs';
import {
  DELETION,
  INSERTION,
  parseSuggestion,
  SUGGESTION_ATTRIBUTE,
  SUGGESTION_SEPARATOR,
  type SuggestionAuthor,
} from '../../../../common/text/richText/draftSuggestion';

const mentionsSuggestion = ({ buffer, byteOffset, byteLength }: Uint8Array): boolean =>
  Buffer.from(buffer, byteOffset, byteLength).includes(SUGGESTION_SEPARATOR);

/** What an insertion says about suggestions: the value of a mark, or attributes, which need not name themselves. */
function listValues({ content }: Item): readonly unknown[] {
  if (content instanceof ContentAny) return content.arr as readonly unknown[];
  if (!(content instanceof ContentFormat) || (content.key !== INSERTION && content.key !== DELETION)) return [];
  const value: unknown = content.value;
  return typeof value === 'object' && value !== null ? [Reflect.get(value, SUGGESTION_ATTRIBUTE)] : [];
}

/** `known`: the suggestions that the draft has or had. */
export function hasForeignSuggestion(
  update: Uint8Array,
  { p, name }: SuggestionAuthor,
  known: ReadonlySet<unknown>,
): boolean {
  if (!mentionsSuggestion(update)) return false;
  const items = decodeUpdate(update).structs.filter((struct): struct is Item => struct instanceof Item);
  return items.flatMap(listValues).some((value) => {
    const suggestion = parseSuggestion(value);
    return suggestion !== undefined && !known.has(value) && (suggestion.p !== p || suggestion.name !== name);
  });
}
