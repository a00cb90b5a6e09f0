/** Finds text in an update that was typed at a place which an earlier change had taken away: its author did not know that change. */
import { ContentFormat, ContentString, createID, GC, getItem, ID, isDeleted, Item, type Doc } from 'yjs';
import type { LostText } from './lostText';
import type { IdRange, Move, MovedText, MovedTo, Place } from './movedText';
import { isNewId, itemAround, listPieces, offsetId, textOf, type WatchedChange, type Attributes } from './readChange';

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
  /** Formats that the update typed, where the text is deleted. */
  formats: Attributes;
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
  const { change, moved, lost, formats } = search;
  const { content, id } = struct;
  if (content instanceof ContentFormat) search.formats = { ...formats, [content.key]: content.value };
  if (!(content instanceof ContentString)) return;
  const { clock, skipped } = newPart(struct, change);
  const text = content.str.slice(skipped);
  const letters = { client: id.client, clock, len: text.length };
  const place: Place | undefined =
    skipped > 0 ? { id: createID(id.client, clock - 1), side: 'behind' } : getPlace(struct);
  const cause = place?.id ?? id;
  const move = place && moved.find(place.id)?.move;
  const block = place && findBlock(change.transaction.doc, byId, place.id);
  const entry: LostText = {
    ...{
      letters,
      text,
      attributes: undefined,
      formats,
      place,
      isLive: false,
      move,
      cause,
      block,
      leavesEmptyBlock: false,
    },
  };
  lost.push(entry);
}
function addMisplaced(search: Search, struct: Item): void {
  const { change, moved, knowledge, lost } = search;
  const { origin } = struct;
  if (origin === null || !(struct.content instanceof ContentString)) return;
  const to = moved.find(origin);
  if (to === undefined || isKnown(knowledge, to, struct, moved)) return;
  const { clock } = newPart(struct, change);
  if (clock !== struct.id.clock) return;
  const { client } = struct.id;
  const item: unknown = getItem(change.transaction.doc.store, struct.id);
  const text = item instanceof Item ? textOf(item) : undefined;
  if (text === undefined || text._item?.deleted === true) return;
  const end = clock + struct.length;
  const pieces = listPieces(text, change).filter(
    ({ state, range }) =>
      state === 'live' && range.client === client && range.clock < end && range.clock + range.len > clock,
  );
  let place: Place = { id: origin, side: 'behind' };
  for (const piece of pieces) {
    const from = Math.max(clock, piece.range.clock);
    const until = Math.min(end, piece.range.clock + piece.range.len);
    const letters = { client, clock: from, len: until - from };
    const entry: LostText = {
      ...{ letters, text: piece.text.slice(from - piece.range.clock, until - piece.range.clock), place },
      ...{
        attributes: piece.attributes,
        formats: {},
        isLive: true,
        move: to.move,
        cause: origin,
        block: undefined,
        leavesEmptyBlock: false,
      },
    };
    lost.push(entry);
    remember(search, letters, place);
    place = { id: offsetId(letters, letters.len - 1), side: 'behind' };
  }
}

/** Whether the document has forgotten the content at once, because it is in something that is deleted. */
function isForgotten(doc: Doc, id: ID): boolean {
  const stored: unknown = getItem(doc.store, id);
  return stored instanceof GC;
}

/** The late texts of an update. */
export function findLateText(change: WatchedChange, moved: MovedText, knowledge: Knowledge): readonly LostText[] {
  const { transaction, structs, known } = change;
  const search: Search = { change, moved, knowledge, lost: [], formats: {} };
  const items = structs.filter((struct): struct is Item => struct instanceof Item);
  const byId = (id: ID) =>
    items.find(
      (item) => item.id.client === id.client && id.clock >= item.id.clock && id.clock < item.id.clock + item.length,
    );
  for (const item of items) {
    const last = offsetId(item.id, item.length - 1);
    const isStored = last.clock < (transaction.afterState.get(last.client) ?? 0);
    if (!isStored || !isNewId(transaction, last) || isDeleted(known, item.id)) continue;
    if (isForgotten(transaction.doc, last)) addForgotten(search, item, byId);
    else addMisplaced(search, item);
  }
  return search.lost;
}
