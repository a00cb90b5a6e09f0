/** Reads what one update did to the texts of a draft, right after Yjs applied it and before Yjs forgets the deleted text. */
import {
  ContentFormat,
  ContentString,
  ContentType,
  createID,
  findIndexSS,
  isDeleted,
  Item,
  XmlElement,
  XmlText,
  type decodeUpdate,
  type GC,
  type ID,
  type Transaction,
  type XmlFragment,
} from 'yjs';
import type { IdRange, Place } from './move';

export type Attributes = Readonly<Record<string, unknown>>;
type DeleteSet = Transaction['deleteSet'];

/** An update and the transaction in which Yjs applied it. */
export interface WatchedChange {
  readonly transaction: Transaction;
  readonly structs: ReturnType<typeof decodeUpdate>['structs'];
  /** What the update itself deletes: its author knew this. */
  readonly known: DeleteSet;
}
/**
 * Characters of one text in a row. `taken`: the author of the update deleted them. `lost`: they were deleted with their block, and the author
 * did not know them. `gone`: they were deleted before, or are a format.
 */
export interface Piece {
  readonly state: 'live' | 'taken' | 'lost' | 'gone';
  readonly range: IdRange;
  /** Empty when it is gone. */
  readonly text: string;
  readonly attributes: Attributes;
  /** The update brought it. */
  readonly isNew: boolean;
}
/** A text of which the update deleted something. */
export interface SourceText {
  readonly text: XmlText;
  /** The update deleted the text itself. */
  readonly isDeleted: boolean;
}
/** Characters in a row that the update brought. */
export interface NewRun {
  readonly text: XmlText;
  /** The update brought the text too. */
  readonly isNewText: boolean;
  readonly before: Place;
  readonly characters: string;
  readonly ids: readonly ID[];
}

const findParent = ({ parent }: Item): XmlFragment | XmlText | undefined =>
  // after the integration it is a type
  parent !== null && 'doc' in parent ? (parent as unknown as XmlFragment | XmlText) : undefined;
/** The element in which an item is; null for the fragment and for an unknown one. */
export const findParentItem = (item: Item): Item | null => findParent(item)?._item ?? null;
/** The fragment or element around an item; undefined for an item of a text. */
export const findParentElement = (item: Item): XmlFragment | undefined => {
  const parent = findParent(item);
  return parent instanceof XmlText ? undefined : parent;
};
export const findParentText = (item: Item): XmlText | undefined => {
  const parent = findParent(item);
  return parent instanceof XmlText ? parent : undefined;
};
/** The name of the block of a text. */
export const findBlockName = ({ parent }: XmlText): string | undefined =>
  parent instanceof XmlElement ? parent.nodeName : undefined;

export const isNewId = ({ beforeState }: Transaction, { client, clock }: ID): boolean =>
  clock >= (beforeState.get(client) ?? 0);
export const offsetId = ({ client, clock }: Pick<IdRange, 'client' | 'clock'>, offset: number): ID =>
  createID(client, clock + offset);

/** Items of the document that a delete set names. */
export function* listDeletedItems({ doc: { store } }: Transaction, { clients }: DeleteSet): Generator<Item> {
  for (const [client, ranges] of clients)
    for (const { clock, len } of ranges) yield* listStructItems(store.clients.get(client) ?? [], clock, clock + len);
}
/** The items with numbers from one to another. */
export function* listStructItems(structs: (GC | Item)[], from: number, to: number): Generator<Item> {
  for (let at = findIndexSS(structs, from); (structs[at]?.id.clock ?? Infinity) < to; at += 1) {
    const struct = structs[at];
    if (struct instanceof Item) yield struct;
  }
}

/** Texts in which the transaction deleted characters. */
export function findSources({ transaction }: WatchedChange): readonly SourceText[] {
  const texts = new Set<XmlText>();
  for (const item of listDeletedItems(transaction, transaction.deleteSet)) {
    const text = item.content instanceof ContentString ? findParentText(item) : undefined;
    if (text !== undefined) texts.add(text);
  }
  return [...texts].map((text) => ({ text, isDeleted: text._item?.deleted === true }));
}

/** Texts that the transaction deleted and that had no characters left. */
export function findDeletedEmptyTexts(
  { transaction }: WatchedChange,
  sources: readonly SourceText[],
): readonly XmlText[] {
  const withCharacters = new Set(sources.map(({ text }) => text));
  const texts: XmlText[] = [];
  for (const { content } of listDeletedItems(transaction, transaction.deleteSet)) {
    const type: unknown = content instanceof ContentType ? content.type : undefined;
    if (type instanceof XmlText && !withCharacters.has(type)) texts.push(type);
  }
  return texts;
}

/** Elements that the transaction deleted. */
export function findDeletedElements({ transaction }: WatchedChange): readonly ID[] {
  const ids: ID[] = [];
  for (const { content, id } of listDeletedItems(transaction, transaction.deleteSet)) {
    const type: unknown = content instanceof ContentType ? content.type : undefined;
    if (type instanceof XmlElement) ids.push(id);
  }
  return ids;
}

export function setFormat(attributes: Attributes, { key, value }: ContentFormat): Attributes {
  const next = { ...attributes, [key]: value as unknown };
  if ((value as unknown) === null) Reflect.deleteProperty(next, key);
  return next;
}
function* listItemPieces(item: Item, { transaction, known }: WatchedChange, attributes: Attributes): Generator<Piece> {
  const { client, clock } = item.id;
  const common = { attributes, isNew: isNewId(transaction, item.id) };
  const isGone =
    item.deleted && (!(item.content instanceof ContentString) || !isDeleted(transaction.deleteSet, item.id));
  const string = item.content instanceof ContentString ? item.content.str : '';
  const stateAt = (offset: number): Piece['state'] => {
    if (isGone) return 'gone';
    if (!item.deleted) return 'live';
    return isDeleted(known, offsetId(item.id, offset)) ? 'taken' : 'lost';
  };
  for (let from = 0; from < item.length;) {
    const state = stateAt(from);
    let to = state === 'taken' || state === 'lost' ? from + 1 : item.length;
    while (to < item.length && stateAt(to) === state) to += 1;
    const text = isGone ? '' : string.slice(from, to);
    yield { ...common, state, range: { client, clock: clock + from, len: to - from }, text };
    from = to;
  }
}
/** The characters of a text in order, the deleted ones too. */
export function listPieces(text: XmlText, change: WatchedChange): readonly Piece[] {
  const pieces: Piece[] = [];
  let attributes: Attributes = {};
  for (let item = text._start; item !== null; item = item.right) {
    const { content } = item;
    if (content instanceof ContentFormat) {
      const { client, clock } = item.id;
      const range = { client, clock, len: item.length };
      pieces.push({ state: 'gone', range, text: '', attributes, isNew: isNewId(change.transaction, item.id) });
      if (!item.deleted || isDeleted(change.transaction.deleteSet, item.id))
        attributes = setFormat(attributes, content);
    } else pieces.push(...listItemPieces(item, change, attributes));
  }
  return pieces;
}

function* listNewRuns(text: XmlText, transaction: Transaction): Generator<NewRun> {
  const isNewText = text._item !== null && isNewId(transaction, text._item.id);
  let before: Place = { id: text._item?.id ?? createID(0, 0), side: 'start' };
  let [characters, ids]: [string, ID[]] = ['', []];
  const end = (): readonly NewRun[] => (ids.length === 0 ? [] : [{ text, isNewText, before, characters, ids }]);
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted || !(item.content instanceof ContentString)) continue;
    if (isNewId(transaction, item.id)) {
      characters += item.content.str;
      for (let offset = 0; offset < item.length; offset += 1) ids.push(offsetId(item.id, offset));
      continue;
    }
    yield* end();
    [characters, ids, before] = ['', [], { id: item.lastId, side: 'behind' }];
  }
  yield* end();
}
/** Text that the update brought. */
export function findNewRuns({ transaction, structs }: WatchedChange): readonly NewRun[] {
  const { store } = transaction.doc;
  const texts = new Set<XmlText>();
  for (const client of new Set(structs.map(({ id }) => id.client))) {
    const list = store.clients.get(client) ?? [];
    for (let at = list.length - 1; at >= 0; at -= 1) {
      const struct = list[at];
      if (struct === undefined || !isNewId(transaction, offsetId(struct.id, struct.length - 1))) break;
      if (!(struct instanceof Item) || struct.deleted || !(struct.content instanceof ContentString)) continue;
      const text = findParentText(struct);
      if (text !== undefined) texts.add(text);
    }
  }
  return [...texts].reverse().flatMap((text) => [...listNewRuns(text, transaction)]);
}

/** The elements around a text, the nearest first. */
export function listParentItems(text: XmlText): readonly Item[] {
  const items: Item[] = [];
  for (let item = text._item === null ? null : findParentItem(text._item); item !== null; item = findParentItem(item))
    items.push(item);
  return items;
}
const nextLive = (item: Item, side: 'left' | 'right'): Item | null => {
  let at = item[side];
  while (at?.deleted === true) at = at[side];
  return at;
};
/** Whether a new text is in a block directly beside the one of another text. */
export function isBeside(text: XmlText, { text: newText }: Pick<NewRun, 'text'>, transaction: Transaction): boolean {
  const top = listParentItems(newText).findLast(({ id }) => isNewId(transaction, id));
  const around = listParentItems(text);
  return (
    top !== undefined &&
    [nextLive(top, 'left'), nextLive(top, 'right')].some((item) => item !== null && around.includes(item))
  );
}
