/** Inserts lost text again where it belongs: concurrent edits of a shared draft had deleted or misplaced it. */
import {
  compareIDs,
  ContentString,
  createID,
  getItem,
  getItemCleanEnd,
  getItemCleanStart,
  Item,
  XmlElement,
  XmlText,
} from 'yjs';
import { ContentFormat, ContentType, getState, mergeUpdates, type Doc, type ID, type Transaction } from 'yjs';
import { DRAFT_FRAGMENT } from '../../../../common/protocol/sharedDraft';
import { INSERTION, parseSuggestion, SUGGESTION_ATTRIBUTE } from '../../../../common/text/richText/draftSuggestion';
import { insertElements } from './elementsAround';
import type { LostText } from './lostText';
import type { IdRange, Move, Place } from './move';
import type { MovedText } from './movedText';
import { findParentText, listParentItems, type Attributes } from './readChange';

/** Moves of one character that are followed. */
const MAX_MOVES = 100;

/** A place in a text of the document: behind an item, or at the start. */
interface TextPlace {
  readonly text: XmlText;
  /** The number of characters before it. */
  readonly index: number;
  /** The formats there. */
  readonly attributes: Attributes;
}
interface RestoreContext {
  readonly doc: Doc;
  readonly transaction: Transaction;
  readonly moved: MovedText;
  readonly move: Move;
}

const findItem = ({ store }: Doc, id: ID): Item | undefined => {
  if (id.clock >= getState(store, id.client)) return undefined;
  const found: unknown = getItem(store, id);
  return found instanceof Item ? found : undefined;
};
/** The place that a place has become after one move. */
function moveOnce(moved: MovedText, { id, side }: Place): Place | undefined {
  const to = moved.find(id);
  // the start of a deleted text that did not move
  if (to !== undefined && compareIDs(to.place.id, id)) return undefined;
  return to?.isCharacter === true ? { id: to.place.id, side: side === 'start' ? 'behind' : side } : to?.place;
}
/** The place that a place has become after all moves. */
function followMoves(moved: MovedText, start: Place): Place {
  let place = start;
  for (let step = 0; step < MAX_MOVES; step += 1) {
    const next = moveOnce(moved, place);
    if (next === undefined) return place;
    place = next;
  }
  return place;
}
/** Remembers the text in the deleted texts through which its place has moved: what somebody typed in them comes before or behind it. */
function keepOrderOnTheWay({ doc, moved }: RestoreContext, { characters, place: start }: LostText): void {
  let place = start;
  for (let step = 0; place !== undefined && step < MAX_MOVES; step += 1) {
    moved.deletedTexts.insertBehind(place, characters, doc.clientID);
    place = moveOnce(moved, place);
  }
}
/** A place in the text with this id. */
function toTextPlace(text: XmlText, { id, side }: Place): TextPlace {
  let index = 0;
  const attributes: Record<string, unknown> = {};
  const isStart = side === 'start';
  for (let item = text._start; item !== null && !isStart; item = item.right) {
    const { client, clock } = item.id;
    const offset = id.clock - clock;
    if (client === id.client && offset >= 0 && offset < item.length) {
      if (!item.deleted) index += side === 'behind' ? offset + 1 : offset;
      break;
    }
    if (item.deleted) continue;
    if (item.content instanceof ContentFormat) attributes[item.content.key] = item.content.value;
    else index += item.length;
  }
  return { text, index, attributes };
}
function findTextPlace(doc: Doc, moved: MovedText, start: Place): TextPlace | undefined {
  const place = followMoves(moved, start);
  const item = findItem(doc, place.id);
  if (item === undefined) return undefined;
  if (place.side !== 'start') {
    const text = findParentText(item);
    return text === undefined || text._item?.deleted === true ? undefined : toTextPlace(text, place);
  }
  const type: unknown = item.content instanceof ContentType ? item.content.type : undefined;
  return type instanceof XmlText && !item.deleted ? toTextPlace(type, place) : undefined;
}

/** The formats of text that is a suggestion of the author of `suggested`. */
function asSuggestion(formats: Attributes, suggested: string | undefined): Attributes {
  const current = formats[INSERTION];
  const value: unknown =
    typeof current === 'object' && current !== null ? Reflect.get(current, SUGGESTION_ATTRIBUTE) : null;
  const author = parseSuggestion(suggested)?.p;
  return author === undefined || parseSuggestion(value)?.p === author
    ? formats
    : { ...formats, [INSERTION]: { [SUGGESTION_ATTRIBUTE]: suggested } };
}
/** Inserts the text and records where it is. */
function insertText(
  { doc, moved, move }: RestoreContext,
  { text, index, attributes }: TextPlace,
  lost: LostText,
  typed: string,
): void {
  const client = doc.clientID;
  const before = getState(doc.store, client);
  const wanted = lost.attributes ?? { ...attributes, ...lost.formats };
  text.insert(index, typed, { ...asSuggestion(wanted, lost.suggested) });
  const structs = doc.store.clients.get(client) ?? [];
  const item = structs.findLast(({ id }) => id.clock >= before && findItem(doc, id)?.content instanceof ContentString);
  const skipped = typed.length - lost.characters.len;
  if (item !== undefined) moved.addCharacters(move, lost.characters, createID(client, item.id.clock + skipped));
}
/** Makes a paragraph at the place of a block, or at the end. */
function insertParagraph({ doc }: RestoreContext, block: ID | undefined): XmlText {
  const fragment = doc.getXmlFragment(DRAFT_FRAGMENT);
  const blockItem = block && findItem(doc, block);
  let index = blockItem === undefined ? fragment.length : 0;
  for (let item = fragment._start; item !== null && blockItem !== undefined; item = item.right) {
    if (!item.deleted) index += 1;
    if (item === blockItem) break;
  }
  const paragraph = new XmlElement('paragraph');
  const text = new XmlText();
  paragraph.insert(0, [text]);
  fragment.insert(index, [paragraph]);
  return text;
}
/** The text for what was typed in a deleted block: in such a block, or in a paragraph at its place. */
function findNewText(context: RestoreContext, { block, around = [] }: LostText): XmlText {
  const { doc, moved } = context;
  const id = around.at(-1)?.id ?? block;
  const key = id === undefined ? '' : `${id.client}:${id.clock}`;
  const known = moved.paragraphs.get(key);
  const found = known && findTextPlace(doc, moved, { id: known, side: 'start' });
  if (found !== undefined) return found.text;
  const text = insertElements(around, (element) => findItem(doc, element)) ?? insertParagraph(context, block);
  if (text._item !== null) moved.paragraphs.set(key, text._item.id);
  return text;
}
function insertInParagraph(context: RestoreContext, lost: LostText): void {
  if (lost.text.trim() === '') return;
  const text = findNewText(context, lost);
  const typed = text.length === 0 ? lost.text : ` ${lost.text}`;
  insertText(context, { text, index: text.length, attributes: {} }, lost, typed);
}

/** The characters that are still in the text, in parts. */
function listLiveParts(
  { doc }: RestoreContext,
  { characters, text }: LostText,
): readonly Pick<LostText, 'characters' | 'text'>[] {
  const parts: Pick<LostText, 'characters' | 'text'>[] = [];
  const { client, clock, len } = characters;
  for (let at = clock; at < clock + len;) {
    const item = findItem(doc, createID(client, at));
    const end = item === undefined ? clock + len : Math.min(clock + len, item.id.clock + item.length);
    const part = { characters: { client, clock: at, len: end - at }, text: text.slice(at - clock, end - clock) };
    if (item?.deleted === false) parts.push(part);
    at = end;
  }
  return parts;
}
/** Deletes characters that are in one item; returns the text that had them. */
function deleteCharacters({ doc, transaction }: RestoreContext, { client, clock, len }: IdRange): XmlText | undefined {
  getItemCleanStart(transaction, createID(client, clock));
  const item = getItemCleanEnd(transaction, doc.store, createID(client, clock + len - 1));
  item.delete(transaction);
  return findParentText(item);
}
/** Moves characters that are at the old place. */
function moveText(context: RestoreContext, lost: LostText): void {
  const { doc, moved, transaction } = context;
  let { place } = lost;
  for (const part of listLiveParts(context, lost)) {
    if (place === undefined || findTextPlace(doc, moved, place) === undefined) return;
    const old = deleteCharacters(context, part.characters);
    // the old place can be before the new one in the same text
    const current = findTextPlace(doc, moved, place);
    if (current !== undefined) insertText(context, current, { ...lost, ...part }, part.text);
    if (lost.leavesEmptyBlock) deleteEmptyBlock(old, transaction);
    const { client, clock, len } = part.characters;
    place = { id: createID(client, clock + len - 1), side: 'behind' };
  }
}
function deleteEmptyBlock(text: XmlText | undefined, transaction: Transaction): void {
  const [block] = text === undefined ? [] : listParentItems(text);
  const isEmpty = text?.parent instanceof XmlElement && text.parent.length === 1 && text.length === 0;
  if (isEmpty) block?.delete(transaction);
}
function restore(context: RestoreContext, lost: LostText): void {
  const { doc, moved } = context;
  keepOrderOnTheWay(context, lost);
  if (lost.isLive) {
    moveText(context, lost);
    return;
  }
  const place = lost.place && findTextPlace(doc, moved, lost.place);
  if (place === undefined) insertInParagraph(context, lost);
  else insertText(context, place, lost, lost.text);
}

/** Inserts the texts again, in order; returns the change of the document. */
export function restoreLostText(
  doc: Doc,
  lost: readonly LostText[],
  moved: MovedText,
): { readonly update: Uint8Array; readonly move: Move } | undefined {
  const updates: Uint8Array[] = [];
  const collect = (update: Uint8Array) => updates.push(update);
  const move = moved.begin({ relayNumber: Infinity, isStored: false });
  doc.on('update', collect);
  doc.transact((transaction) => {
    for (const text of lost) restore({ doc, transaction, moved, move }, text);
  });
  doc.off('update', collect);
  return updates.length === 0 ? undefined : { update: mergeUpdates(updates), move };
}
