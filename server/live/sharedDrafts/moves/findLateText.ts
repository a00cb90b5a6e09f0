/** Finds text that an update inserts at a place that a concurrent change moved or deleted: its author had not received that change. */
import {
  compareIDs,
  ContentFormat,
  ContentString,
  ContentType,
  createID,
  GC,
  getItem,
  ID,
  isDeleted,
  Item,
  type Doc,
} from 'yjs';
import type { OrderedItem } from './deletedTexts';
import type { LostText } from './lostText';
import type { IdRange, Move, Place } from './move';
import type { MovedText, MovedTo } from './movedText';
import {
  isNewId,
  findParentItem,
  listPieces,
  offsetId,
  findParentText,
  type Attributes,
  type Piece,
  type WatchedChange,
} from './readChange';

/** What the client that sent an update had received before. */
export interface ClientState {
  /** Another server stored the update before this server stored its own changes. */
  readonly isFromOtherServer?: boolean;
  /** The number of the last message that the editor had applied. */
  readonly seen?: number | undefined;
  /** What the editor had when it joined: its insertions with lower numbers are from before. */
  readonly atJoin?: ReadonlyMap<number, number> | undefined;
}
/** Steps from an item to the block around it. */
const MAX_STEPS = 1_000;

/** Whether the author knew that the text around an insertion had moved. */
function isKnown(clientState: ClientState, { move, place }: MovedTo, struct: Item, moved: MovedText): boolean {
  const { isFromOtherServer, seen, atJoin } = clientState;
  if (isFromOtherServer === true) return move.isStored;
  const { client, clock } = struct.id;
  if (atJoin !== undefined && clock < (atJoin.get(client) ?? 0))
    return (atJoin.get(place.id.client) ?? 0) > place.id.clock;
  if (seen !== undefined) return move.relayNumber <= seen;
  // nobody who knows that text is deleted types inside it
  return struct.rightOrigin === null || moved.find(struct.rightOrigin) === undefined;
}

function findDirectPlace({
  origin,
  rightOrigin,
  parent,
}: Pick<Item, 'origin' | 'rightOrigin' | 'parent'>): Place | undefined {
  if (origin !== null) return { id: origin, side: 'behind' };
  if (rightOrigin !== null) return { id: rightOrigin, side: 'before' };
  return parent instanceof ID ? { id: parent, side: 'start' } : undefined;
}

/** The block at the top in which an id was; it may be deleted. */
function findBlock(doc: Doc, byId: (id: ID) => Item | undefined, start: ID): ID | undefined {
  let id: ID | null = start;
  for (let step = 0; id !== null && step < MAX_STEPS; step += 1) {
    const isStored = id.clock < (doc.store.clients.get(id.client)?.at(-1)?.id.clock ?? -1) + 1;
    const stored: unknown = isStored ? getItem(doc.store, id) : undefined;
    if (stored instanceof Item) {
      let item: Item = stored;
      for (let outer = findParentItem(item); outer !== null; outer = findParentItem(outer)) item = outer;
      return item.id;
    }
    const sent = byId(id);
    const place = sent && findDirectPlace(sent);
    // the struct before the garbage-collected content of a block is usually the block
    if (place !== undefined) id = place.id;
    else id = stored instanceof GC && stored.id.clock > 0 ? createID(stored.id.client, stored.id.clock - 1) : null;
  }
  return undefined;
}

interface Search {
  readonly change: WatchedChange;
  readonly moved: MovedText;
  readonly clientState: ClientState;
  readonly lost: LostText[];
  /** The move of what is to be typed again. */
  move?: Move;
  /** Formats that each client typed, where the text is deleted. */
  readonly formats: Map<number, Attributes>;
}

/** The part of a struct that the document did not have. */
function getNewPart(
  struct: Item,
  { transaction }: WatchedChange,
): { readonly clock: number; readonly skipped: number } {
  const known = transaction.beforeState.get(struct.id.client) ?? 0;
  const skipped = Math.max(0, known - struct.id.clock);
  return { clock: struct.id.clock + skipped, skipped };
}
/** Records where text belongs that is about to be inserted again. */
function recordMove(search: Search, range: IdRange, place: Place): void {
  search.move ??= search.moved.begin({ relayNumber: Infinity, isStored: false });
  search.moved.addGone(search.move, range, place);
}
/** The part of an insertion that the document did not have, as Yjs orders it. */
function toOrderedItem(struct: Item, { clock, skipped }: ReturnType<typeof getNewPart>): OrderedItem {
  const id = createID(struct.id.client, clock);
  const origin = skipped > 0 ? createID(id.client, clock - 1) : struct.origin;
  return { id, length: struct.length - skipped, origin, rightOrigin: struct.rightOrigin };
}
/** Records which change deleted the parent of a new block or text: what is typed in it was lost by the same change. */
function addGarbageCollectedType({ moved }: Search, { id, origin, rightOrigin, parent }: Item): void {
  for (const around of [origin, rightOrigin, parent instanceof ID ? parent : null]) {
    const to = around === null ? undefined : moved.find(around);
    if (around === null || to === undefined) continue;
    moved.addGone(to.move, { client: id.client, clock: id.clock, len: 1 }, { id: around, side: 'start' });
    return;
  }
}
/** The deleted text or block in which a place was; undefined when the place has moved. */
function findDeletedParent(moved: MovedText, start: ID): ID | undefined {
  let id = start;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const to = moved.find(id);
    if (to === undefined || to.isCharacter) return undefined;
    if (compareIDs(to.place.id, id)) return id;
    ({ id } = to.place);
  }
  return undefined;
}
/** Adds inserted text that Yjs has garbage-collected with its parent. */
function addGarbageCollected(search: Search, struct: Item, byId: (id: ID) => Item | undefined): void {
  const { change, moved, lost } = search;
  const { content, id } = struct;
  const isTaken = isDeleted(change.known, id);
  const formats = search.formats.get(id.client) ?? {};
  if (content instanceof ContentFormat && !isTaken)
    search.formats.set(id.client, { ...formats, [content.key]: content.value });
  if (content instanceof ContentType) {
    addGarbageCollectedType(search, struct);
    return;
  }
  const part = getNewPart(struct, change);
  const item = toOrderedItem(struct, part);
  const range = { client: id.client, clock: part.clock, len: item.length };
  const parent = struct.parent instanceof ID ? struct.parent : undefined;
  const place = moved.deletedTexts.insert(item, parent) ?? findDirectPlace({ ...item, parent: struct.parent });
  const move = place && moved.find(place.id)?.move;
  // what is typed behind it was lost by the same change
  if (place !== undefined && move !== undefined) moved.addGone(move, range, place);
  if (!(content instanceof ContentString) || isTaken) return;
  const parentId = place && findDeletedParent(moved, place.id);
  const block = place && findBlock(change.transaction.doc, byId, parentId ?? place.id);
  lost.push({
    characters: range,
    text: content.str.slice(part.skipped),
    attributes: undefined,
    formats,
    place,
    isLive: false,
    move,
    cause: move === undefined ? (place?.id ?? id) : parentId,
    block,
    leavesEmptyBlock: false,
  });
}
const isIn = ({ id, length }: Item, { client, clock }: ID): boolean =>
  id.client === client && clock >= id.clock && clock < id.clock + length;
const findItemAt = (doc: Doc, id: ID): Item | undefined => {
  const item: unknown = getItem(doc.store, id);
  return item instanceof Item ? item : undefined;
};
/**
 * The nearest moved character before an insertion. Between the two are insertions at the same place, and what the update itself deleted again or
 * formatted: a composition replaces its letters.
 */
function findMovedBefore({ change, moved }: Search, struct: Item): ID | undefined {
  const { transaction, known } = change;
  const isPassedOver = (item: Item) =>
    isNewId(transaction, item.id) && (item.content instanceof ContentFormat || isDeleted(known, item.id));
  let { origin } = struct;
  let item = findItemAt(transaction.doc, struct.id)?.left ?? null;
  for (let step = 0; item !== null && origin !== null && step < MAX_STEPS; step += 1) {
    const id = isIn(item, origin) ? origin : item.lastId;
    if (moved.find(id) !== undefined) return id;
    if (isIn(item, origin) && !isPassedOver(item)) return undefined;
    if (isIn(item, origin)) ({ origin } = item);
    item = item.left;
  }
  return undefined;
}
/** The place to which an insertion belongs whose author did not know that it had moved. */
function findUnknownMove(search: Search, struct: Item): { readonly start: Place; readonly move: Move } | undefined {
  const { moved, clientState } = search;
  const id = findMovedBefore(search, struct);
  const to = id && moved.find(id);
  return id === undefined || to === undefined || isKnown(clientState, to, struct, moved)
    ? undefined
    : { start: { id, side: 'behind' }, move: to.move };
}
/** The characters of an insertion as they are in the text now. */
function listCharacters({ change }: Search, { id, length }: Item): readonly Piece[] {
  const item: unknown = getItem(change.transaction.doc.store, id);
  const text = item instanceof Item ? findParentText(item) : undefined;
  if (text === undefined || text._item?.deleted === true) return [];
  const [from, to] = [id.clock, id.clock + length];
  return listPieces(text, change).flatMap((piece) => {
    const { client, clock, len } = piece.range;
    const [start, end] = [Math.max(from, clock), Math.min(to, clock + len)];
    if (piece.state !== 'live' || client !== id.client || start >= end) return [];
    return [
      {
        ...piece,
        range: { client, clock: start, len: end - start },
        text: piece.text.slice(start - clock, end - clock),
      },
    ];
  });
}
/** Adds inserted text that is still in the document, at the place that has moved. */
function addMisplaced(search: Search, struct: Item): void {
  if (!(struct.content instanceof ContentString) || !isNewId(search.change.transaction, struct.id)) return;
  const found = findUnknownMove(search, struct);
  if (found === undefined) return;
  let place = found.start;
  for (const { range, text, attributes } of listCharacters(search, struct)) {
    search.lost.push({
      characters: range,
      text,
      attributes,
      formats: {},
      place,
      isLive: true,
      move: found.move,
      cause: undefined,
      block: undefined,
      leavesEmptyBlock: false,
    });
    recordMove(search, range, place);
    place = { id: offsetId(range, range.len - 1), side: 'behind' };
  }
}

/** Whether Yjs has garbage-collected the content at once, because its parent is deleted. */
function isGarbageCollected(doc: Doc, id: ID): boolean {
  const stored: unknown = getItem(doc.store, id);
  return stored instanceof GC;
}

/** The insertions of an update, each behind the ones to which it refers. */
function sortItems(items: readonly Item[], byId: (id: ID) => Item | undefined): readonly Item[] {
  const sorted = new Set<Item>();
  for (const item of items) {
    const chain: Item[] = [];
    const seen = new Set<Item>();
    for (let at: Item | undefined = item; at !== undefined && !sorted.has(at) && !seen.has(at);) {
      chain.push(at);
      seen.add(at);
      const place = findDirectPlace(at);
      at = place && byId(place.id);
    }
    for (const next of chain.reverse()) sorted.add(next);
  }
  return [...sorted];
}
/** Finds the insertion with an id. */
function createItemIndex(items: readonly Item[]): (id: ID) => Item | undefined {
  const byClient = new Map<number, Item[]>();
  for (const item of items) {
    const list = byClient.get(item.id.client) ?? [];
    list.push(item);
    byClient.set(item.id.client, list);
  }
  return ({ client, clock }) => {
    const item = byClient.get(client)?.findLast(({ id }) => id.clock <= clock);
    return item !== undefined && clock < item.id.clock + item.length ? item : undefined;
  };
}

/** The texts of an update whose author had not received the change that moved or deleted their place. */
export function findLateText(change: WatchedChange, moved: MovedText, clientState: ClientState): readonly LostText[] {
  const { transaction, structs, known } = change;
  const search: Search = { change, moved, clientState, lost: [], formats: new Map() };
  const items = structs.filter((struct): struct is Item => struct instanceof Item);
  const byId = createItemIndex(items);
  for (const item of sortItems(items, byId)) {
    const last = offsetId(item.id, item.length - 1);
    const isStored = last.clock < (transaction.afterState.get(last.client) ?? 0);
    if (!isStored || !isNewId(transaction, last)) continue;
    if (isGarbageCollected(transaction.doc, last)) addGarbageCollected(search, item, byId);
    else if (!isDeleted(known, item.id)) addMisplaced(search, item);
  }
  return search.lost;
}
