/**
 * The formats and attributes of suggestions as Yjs stores them. A draft keeps those that were removed: they name the suggestions that undo can
 * bring back, and hold no text.
 */
import { ContentAny, ContentFormat, getItem, Item, type Doc } from 'yjs';
import {
  DELETION,
  INSERTION,
  parseSuggestion,
  SUGGESTION_ATTRIBUTE,
} from '../../../../common/text/richText/draftSuggestion';

/** The string of a suggestion that a format begins; undefined for any other format. */
export function findSuggestionValue({ key, value }: ContentFormat): string | undefined {
  if (key !== INSERTION && key !== DELETION) return undefined;
  const attributes: unknown = value;
  if (typeof attributes !== 'object' || attributes === null) return undefined;
  const suggestion: unknown = Reflect.get(attributes, SUGGESTION_ATTRIBUTE);
  return typeof suggestion === 'string' ? suggestion : undefined;
}
/** What an insertion says about suggestions: the value of a mark, or attributes, which need not name themselves. */
export function listSuggestionValues(content: Item['content']): readonly unknown[] {
  if (content instanceof ContentAny) return content.arr as readonly unknown[];
  return content instanceof ContentFormat ? [findSuggestionValue(content)] : [];
}
/** Whether content begins a suggestion. */
export const isSuggestionContent = (content: Item['content']): boolean =>
  listSuggestionValues(content).some((value) => parseSuggestion(value) !== undefined);

/** All suggestions that the document has or had, as far as it still has their formats. */
export function listStoredSuggestions(doc: Doc): ReadonlySet<unknown> {
  const items = [...doc.store.clients.values()].flat().filter((struct): struct is Item => struct instanceof Item);
  const values = items.flatMap(({ content }) => listSuggestionValues(content));
  return new Set(values.filter((value) => parseSuggestion(value) !== undefined));
}

/** Whether a format is a removed one that undo brought back: undo of Yjs inserts a copy before what it restores. */
export function isRedoneFormat(doc: Doc, { content, rightOrigin }: Item): boolean {
  const restored: unknown = rightOrigin === null ? undefined : getItem(doc.store, rightOrigin);
  if (!(restored instanceof Item) || !restored.deleted || !(restored.content instanceof ContentFormat)) return false;
  if (!(content instanceof ContentFormat) || content.key !== restored.content.key) return false;
  const value = findSuggestionValue(content);
  return value !== undefined && value === findSuggestionValue(restored.content);
}
