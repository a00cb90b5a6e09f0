/** Finds text in an update that was typed at a place which an earlier change had taken away: its author did not know that change. */
import { ContentFormat, ContentString, createID, GC, getItem, ID, isDeleted, Item, type Doc } from 'yjs';
import type { LostText } from './lostText';
import type { IdRange, Move, MovedText, MovedTo, Place } from './movedText';
import {
  isNewId,
  itemAround,
  listPieces,
  offsetId,
  textOf,
  type Attributes,
  type Piece,
  type WatchedChange,
} from './readChange';

/** What the author of an update knew. */
export interface Knowledge {
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
function isKnown(knowledge: Knowledge, { move, place }: MovedTo, struct: Item, moved: MovedText): boolean {
  const { isFromOtherServer, seen, atJoin } = knowledge;
  if (isFromOtherServer === true) return move.isStored;
  const { client, clock } = struct.id;
  if (atJoin !== undefined && clock < (atJoin.get(client) ?? 0))
    return (atJoin.get(place.id.client) ?? 0) > place.id.clock;
  if (seen !== undefined) return move.relayNumber <= seen;
  // nobody who knows that text is deleted types inside it
  return struct.rightOrigin === null || moved.find(struct.rightOrigin) === undefined;
}

/** The place of an insertion; those behind a format of the same update are where the format is. */
function findPlace(byId: (id: ID) => Item | undefined, item: Item): Place | undefined {
  let place = getPlace(item);
  for (let step = 0; place?.side === 'behind' && step < MAX_STEPS; step += 1) {
    const before = byId(place.id);
    if (before === undefined || !(before.content instanceof ContentFormat)) break;
    place = getPlace(before);
  }
  return place;
}
function getPlace({ origin, rightOrigin, parent }: Item): Place | undefined {
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
      for (let outer = itemAround(item); outer !== null; outer = itemAround(outer)) item = outer;
      return item.id;
    }
    const sent = byId(id);
    const place = sent && getPlace(sent);
    // the struct before the forgotten content of a block is usually the block
    if (place !== undefined) id = place.id;
    else id = stored instanceof GC && stored.id.clock > 0 ? createID(stored.id.client, stored.id.clock - 1) : null;
  }
  return undefined;
}

interface Search {
  readonly change: WatchedChange;
  readonly moved: MovedText;
  readonly knowledge: Knowledge;
  readonly lost: LostText[];
  /** The move of what is to be typed again. */
  move?: Move;
  /** Formats that each client typed, where the text is deleted. */
  readonly formats: Map<number, Attributes>;
}

/** The part of a struct that the document did not have. */
function newPart(struct: Item, { transaction }: WatchedChange): { readonly clock: number; readonly skipped: number } {
  const known = transaction.beforeState.get(struct.id.client) ?? 0;
  const skipped = Math.max(0, known - struct.id.clock);
  return { clock: struct.id.clock + skipped, skipped };
}
function remember(search: Search, letters: IdRange, place: Place): void {
  search.move ??= search.moved.begin({ relayNumber: Infinity, isStored: false });
  search.moved.addGone(search.move, letters, place);
}
function addForgotten(search: Search, struct: Item, byId: (id: ID) => Item | undefined): void {
  const { change, moved, lost } = search;
  const { content, id } = struct;
  const isTaken = isDeleted(change.known, id);
  const formats = search.formats.get(id.client) ?? {};
  if (content instanceof ContentFormat && !isTaken)
    search.formats.set(id.client, { ...formats, [content.key]: content.value });
  if (!(content instanceof ContentFormat || content instanceof ContentString)) return;
  const { clock, skipped } = newPart(struct, change);
  const letters = { client: id.client, clock, len: struct.length - skipped };
  const place: Place | undefined =
    skipped > 0 ? { id: createID(id.client, clock - 1), side: 'behind' } : getPlace(struct);
  const move = place && moved.find(place.id)?.move;
  // what is typed behind it was lost by the same change
  if (place !== undefined && move !== undefined) moved.addGone(move, letters, place);
  if (!(content instanceof ContentString) || isTaken) return;
  const block = place && findBlock(change.transaction.doc, byId, place.id);
  lost.push({
    ...{ letters, text: content.str.slice(skipped), attributes: undefined, formats, place, isLive: false },
    ...{ move, cause: place?.id ?? id, block, leavesEmptyBlock: false },
  });
}
/** The place to which an insertion belongs whose author did not know that it had moved. */
function findUnknownMove({ moved, knowledge }: Search, struct: Item, byId: (id: ID) => Item | undefined) {
  const start = findPlace(byId, struct);
  const to = start?.side === 'behind' ? moved.find(start.id) : undefined;
  return start === undefined || to === undefined || isKnown(knowledge, to, struct, moved)
    ? undefined
    : { start, move: to.move };
}
/** The letters of an insertion as they are in the text now. */
function listLetters({ change }: Search, { id, length }: Item): readonly Piece[] {
  const item: unknown = getItem(change.transaction.doc.store, id);
  const text = item instanceof Item ? textOf(item) : undefined;
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
function addMisplaced(search: Search, struct: Item, byId: (id: ID) => Item | undefined): void {
  if (!(struct.content instanceof ContentString) || !isNewId(search.change.transaction, struct.id)) return;
  const found = findUnknownMove(search, struct, byId);
  if (found === undefined) return;
  let place = found.start;
  for (const { range, text, attributes } of listLetters(search, struct)) {
    search.lost.push({
      ...{ letters: range, text, attributes, formats: {}, place, isLive: true },
      ...{ move: found.move, cause: found.start.id, block: undefined, leavesEmptyBlock: false },
    });
    remember(search, range, place);
    place = { id: offsetId(range, range.len - 1), side: 'behind' };
  }
}

/** Whether the document has forgotten the content at once, because it is in something that is deleted. */
function isForgotten(doc: Doc, id: ID): boolean {
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
      const place = getPlace(at);
      at = place && byId(place.id);
    }
    for (const next of chain.reverse()) sorted.add(next);
  }
  return [...sorted];
}
/** Finds the insertion with an id. */
function createFind(items: readonly Item[]): (id: ID) => Item | undefined {
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

/** The late texts of an update. */
export function findLateText(change: WatchedChange, moved: MovedText, knowledge: Knowledge): readonly LostText[] {
  const { transaction, structs, known } = change;
  const search: Search = { change, moved, knowledge, lost: [], formats: new Map() };
  const items = structs.filter((struct): struct is Item => struct instanceof Item);
  const byId = createFind(items);
  for (const item of sortItems(items, byId)) {
    const last = offsetId(item.id, item.length - 1);
    const isStored = last.clock < (transaction.afterState.get(last.client) ?? 0);
    if (!isStored || !isNewId(transaction, last)) continue;
    if (isForgotten(transaction.doc, last)) addForgotten(search, item, byId);
    else if (!isDeleted(known, item.id)) addMisplaced(search, item, byId);
  }
  return search.lost;
}
