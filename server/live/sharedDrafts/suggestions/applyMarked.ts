/**
 * Marks what a suggester typed inside an own suggestion whose mark somebody else removed meanwhile: an editor who splits a paragraph writes its
 * second half again, and deletes the old text with its marks.
 */
import {
  applyUpdate,
  ContentFormat,
  ContentString,
  getItem,
  getState,
  Item,
  type Doc,
  type GC,
  type Transaction,
  type XmlText,
} from 'yjs';
import {
  INSERTION,
  parseSuggestion,
  SUGGESTION_ATTRIBUTE,
  type SuggestionAuthor,
} from '../../../../common/text/richText/draftSuggestion';
import { findParentText, isNewId } from '../moves/readChange';
import { findSuggestionValue } from './suggestionFormats';

interface UnmarkedRange {
  readonly from: number;
  readonly length: number;
  readonly suggestion: string;
}

/** Texts in which the transaction inserted characters. */
function findChangedTexts({ doc: { store }, beforeState }: Transaction): ReadonlySet<XmlText> {
  const texts = new Set<XmlText>();
  for (const [client, structs] of store.clients) {
    const known = beforeState.get(client) ?? 0;
    for (let at = structs.length - 1; at >= 0; at -= 1) {
      const struct = structs[at];
      if (struct === undefined || struct.id.clock + struct.length <= known) break;
      const isText = struct instanceof Item && !struct.deleted && struct.content instanceof ContentString;
      const text = isText ? findParentText(struct) : undefined;
      if (text !== undefined) texts.add(text);
    }
  }
  return texts;
}

/** The author's own suggestion that a format begins. */
function findOwn(content: ContentFormat, { p }: SuggestionAuthor): string | undefined {
  const value = findSuggestionValue(content);
  return parseSuggestion(value)?.p === p ? value : undefined;
}
/** The suggestion of the author that begins before a place and does not end there, as the author knows it. */
interface Begun {
  readonly suggestion: string;
  /** The Yjs client id that began it. */
  readonly client: number;
}
/** The suggestion that an item continues; a beginning that somebody deleted counts, and only its author ends it. */
function continueSuggestion(
  begun: Begun | undefined,
  { content, id }: Item,
  author: SuggestionAuthor,
): Begun | undefined {
  if (!(content instanceof ContentFormat) || content.key !== INSERTION) return begun;
  const suggestion = findOwn(content, author);
  if (suggestion !== undefined) return { suggestion, client: id.client };
  return id.client === begun?.client ? undefined : begun;
}
/** The suggestion that an item continues behind the one at which it was typed; what others typed between the two came later. */
function continueFrom(
  left: Item | GC | undefined,
  item: Item,
  begun: Begun | undefined,
  author: SuggestionAuthor,
): Begun | undefined {
  let current = begun;
  for (let at = left instanceof Item ? left.right : null; at !== null && at !== item; at = at.right)
    if (at.id.client === item.id.client) current = continueSuggestion(current, at, author);
  return current;
}
/** Whether the transaction has insertions of a Yjs client. */
const isAuthor = ({ doc: { store }, beforeState }: Transaction, client: number): boolean =>
  getState(store, client) > (beforeState.get(client) ?? 0);
/** New characters without a mark whose author typed them behind a character of an own suggestion. */
function listUnmarked(text: XmlText, transaction: Transaction, author: SuggestionAuthor): readonly UnmarkedRange[] {
  const ranges: UnmarkedRange[] = [];
  const begunAt = new Map<Item | GC | undefined, Begun | undefined>();
  let [index, isMarked] = [0, false];
  let begun: Begun | undefined;
  for (let item = text._start; item !== null; item = item.right) {
    const { content, deleted, id, length, origin } = item;
    begun = continueSuggestion(begun, item, author);
    if (!deleted && content instanceof ContentFormat && content.key === INSERTION)
      isMarked = findOwn(content, author) !== undefined;
    if (!deleted && item.countable) {
      const isTyped = !isMarked && content instanceof ContentString && isAuthor(transaction, id.client);
      const left = isTyped && origin !== null ? getItem(transaction.doc.store, origin) : undefined;
      if (isTyped) begun = continueFrom(left, item, begunAt.get(left), author);
      else if (!isMarked) begun = undefined;
      if (isTyped && begun !== undefined && isNewId(transaction, id))
        ranges.push({ from: index, length, suggestion: begun.suggestion });
      index += length;
    }
    begunAt.set(item, begun);
  }
  return ranges;
}

/** Marks the new text of the transaction that lost its mark; returns whether there was any. */
function markNewText(transaction: Transaction, author: SuggestionAuthor): boolean {
  const unmarked = [...findChangedTexts(transaction)].flatMap((text) =>
    listUnmarked(text, transaction, author).map((range) => ({ text, ...range })),
  );
  for (const { text, from, length, suggestion } of unmarked)
    text.format(from, length, { [INSERTION]: { [SUGGESTION_ATTRIBUTE]: suggestion } });
  return unmarked.length > 0;
}
/** Applies an update of a suggester, and marks what lost its mark in the same transaction; returns whether there was any. */
export function applyMarked(doc: Doc, update: Uint8Array, author: SuggestionAuthor): boolean {
  return doc.transact((transaction) => {
    applyUpdate(doc, update);
    const isMarked = markNewText(transaction, author);
    // otherwise Yjs takes the marks for those of somebody else with the id of this document
    if (isMarked) transaction.local = true;
    return isMarked;
  });
}
