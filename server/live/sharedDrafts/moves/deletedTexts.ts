/**
 * The order of the characters in deleted texts, which Yjs forgets. What somebody types there later gets the place that Yjs would have given it, so
 * letters that arrive in several parts stay in the order in which they were typed.
 */
import { compareIDs, createID, type ID } from 'yjs';
import type { IdRange, Move, Place } from './move';

/** What Yjs compares to order insertions: an item of a text, or what is known of one. */
export interface OrderedItem {
  readonly id: ID;
  readonly length: number;
  readonly origin: ID | null;
  readonly rightOrigin: ID | null;
}
interface Entry extends OrderedItem {
  /** The client id that orders it among insertions at one place. */
  readonly rank: number;
  /** It was typed in another text, from which it moved here. */
  readonly isForeign: boolean;
}
interface DeletedText {
  readonly id: ID;
  readonly move: Move;
  entries: Entry[];
}
export interface DeletedTexts {
  /** Adds a text with its items in order. */
  readonly add: (move: Move, id: ID, items: readonly OrderedItem[]) => void;
  /** Inserts what somebody typed in one of the texts; returns the place, undefined in another text. `parent`: the text of an item without neighbors. */
  readonly insert: (item: OrderedItem, parent: ID | undefined) => Place | undefined;
  /** Inserts text behind a place in the texts that have it, as a server with the client id `rank` would have typed it. */
  readonly insertBehind: (place: Place, range: IdRange, rank: number) => void;
  /** Deletes the texts of all other changes. */
  readonly keep: (isKept: (move: Move) => boolean) => void;
}

const hasId = ({ id, length }: OrderedItem, { client, clock }: ID): boolean =>
  id.client === client && clock >= id.clock && clock < id.clock + length;
const lastIdOf = ({ id, length }: OrderedItem): ID => createID(id.client, id.clock + length - 1);
const findIndex = ({ entries }: DeletedText, id: ID): number => entries.findIndex((entry) => hasId(entry, id));

/** Splits the entry with an id, so that another one begins there. */
function splitAt(text: DeletedText, id: ID): void {
  const index = findIndex(text, id);
  const entry = text.entries[index];
  const offset = entry === undefined ? 0 : id.clock - entry.id.clock;
  if (entry === undefined || offset === 0) return;
  const second = { ...entry, id, length: entry.length - offset, origin: createID(id.client, id.clock - 1) };
  text.entries.splice(index, 1, { ...entry, length: offset }, second);
}
/** The index of the entry that begins behind an id; 0 for the start. */
function findIndexBehind(text: DeletedText, id: ID | null): number {
  if (id === null) return 0;
  splitAt(text, createID(id.client, id.clock + 1));
  return findIndex(text, id) + 1;
}
function findIndexAt(text: DeletedText, id: ID | null): number {
  if (id === null) return text.entries.length;
  splitAt(text, id);
  const index = findIndex(text, id);
  return index < 0 ? text.entries.length : index;
}
/** The index that Yjs gives an insertion. */
function findOrderedIndex(text: DeletedText, item: Entry): number {
  let index = findIndexBehind(text, item.origin);
  const end = findIndexAt(text, item.rightOrigin);
  const before = new Set<Entry>();
  let conflicting = new Set<Entry>();
  for (let at = index; at < end; at += 1) {
    const other = text.entries[at] as Entry;
    before.add(other);
    conflicting.add(other);
    const origin = other.origin === null ? undefined : text.entries[findIndex(text, other.origin)];
    let isBefore: boolean;
    if (compareIDs(item.origin, other.origin)) {
      isBefore = other.rank < item.rank;
      if (!isBefore && compareIDs(item.rightOrigin, other.rightOrigin)) break;
    } else if (origin !== undefined && before.has(origin)) isBefore = !conflicting.has(origin);
    else break;
    if (!isBefore) continue;
    index = at + 1;
    conflicting = new Set();
  }
  return index;
}

/** Inserts text of another place behind a place, if the text has the place. */
function insertForeign(text: DeletedText, { id, side }: Place, { client, clock, len }: IdRange, rank: number): void {
  const isHere = side === 'start' ? compareIDs(text.id, id) : findIndex(text, id) >= 0;
  if (!isHere || findIndex(text, createID(client, clock)) >= 0) return;
  const index = side === 'before' ? findIndexAt(text, id) : findIndexBehind(text, side === 'behind' ? id : null);
  const origin = side === 'behind' ? id : null;
  const rightOrigin = text.entries[index]?.id ?? null;
  const entry = { id: createID(client, clock), length: len, origin, rightOrigin, rank, isForeign: true };
  text.entries.splice(index, 0, entry);
}
export function createDeletedTexts(): DeletedTexts {
  let texts: readonly DeletedText[] = [];
  const findText = (id: ID | null): DeletedText | undefined =>
    id === null
      ? undefined
      : texts.findLast(({ entries }) => entries.some((entry) => !entry.isForeign && hasId(entry, id)));
  const findById = (id: ID | undefined) => id && texts.findLast((text) => compareIDs(text.id, id));
  return {
    add: (move, id, items) => {
      texts = [...texts, { id, move, entries: items.map(toEntry) }];
    },
    insert: (item, parent) => {
      const text = findText(item.origin) ?? findText(item.rightOrigin) ?? findById(parent);
      if (text === undefined) return undefined;
      const entry = toEntry(item);
      const index = findOrderedIndex(text, entry);
      const left = text.entries[index - 1];
      text.entries.splice(index, 0, entry);
      return left === undefined ? { id: text.id, side: 'start' } : { id: lastIdOf(left), side: 'behind' };
    },
    insertBehind: (place, range, rank) => {
      for (const text of texts) insertForeign(text, place, range, rank);
    },
    keep: (isKept) => void (texts = texts.filter(({ move }) => isKept(move))),
  };
}
const toEntry = ({ id, length, origin, rightOrigin }: OrderedItem): Entry => ({
  ...{ id, length, origin, rightOrigin },
  ...{ rank: id.client, isForeign: false },
});
