/**
 * Where text of a shared draft went when an editor wrote it again at another place: as a block of another type, as the second half of a split
 * block, or joined to the block before. Yjs cannot move text, so the characters there have other ids. What others type at the old place follows.
 */
import { createID, type ID } from 'yjs';
import { createDeletedTexts, type DeletedTexts } from './deletedTexts';
import type { IdRange, Move, Place } from './move';

/** Where one character is now, or the place of one that is gone. */
export interface MovedTo {
  readonly place: Place;
  readonly isCharacter: boolean;
  readonly move: Move;
}
/** Characters that moved, and the first of what they are now. */
interface MovedCharacters extends IdRange {
  readonly to: ID;
}
export interface MovedText {
  readonly isEmpty: () => boolean;
  /** Begins a change; deletes the expired ones. */
  readonly begin: (change: Readonly<Move>) => Move;
  /** The changes that this server alone knows. */
  readonly listUnstored: () => readonly Move[];
  /** The characters are now those from `to` on. */
  readonly addCharacters: (move: Move, range: IdRange, to: ID) => void;
  /** The characters are gone, and what follows them belongs to this place. */
  readonly addGone: (move: Move, range: IdRange, place: Place) => void;
  /** The characters stay where they are; the change took the rest of their old text away. */
  readonly reassign: (move: Move, range: IdRange) => void;
  /** The last place of a character or of the start of a text. */
  readonly find: (id: ID) => MovedTo | undefined;
  /** All characters that moved to others that fulfil a condition. */
  readonly listMoved: (isWanted: (to: ID) => boolean) => readonly MovedCharacters[];
  /** The text of the paragraph for what was typed in a block that is deleted, by the id of the block. */
  readonly paragraphs: Map<string, ID>;
  readonly deletedTexts: DeletedTexts;
}

/** How many changes of one draft are kept, and for how many milliseconds. */
const MAX_MOVES = 200;
const RETENTION_MS = 30 * 60_000;

interface MovedRange extends Omit<IdRange, 'client'> {
  readonly to: Place;
  readonly isCharacter: boolean;
  readonly move: Move;
}

const toMovedTo = ({ clock, to, isCharacter, move }: MovedRange, id: ID): MovedTo => ({
  place: isCharacter ? { ...to, id: createID(to.id.client, to.id.clock + id.clock - clock) } : to,
  isCharacter,
  move,
});

/** Creates an empty record of moved text; `now` is the time in Unix milliseconds. */
export function createMovedText(now: () => number): MovedText {
  const ranges = new Map<number, MovedRange[]>();
  const moves = new Map<Move, number>();
  const paragraphs = new Map<string, ID>();
  const deletedTexts = createDeletedTexts();
  const add = ({ client, clock, len }: IdRange, range: Omit<MovedRange, 'clock' | 'len'>) => {
    const list = ranges.get(client) ?? [];
    list.push({ clock, len, ...range });
    ranges.set(client, list);
  };
  const deleteExpired = () => {
    const oldest = now() - RETENTION_MS;
    const [first] = moves.values();
    if (moves.size < MAX_MOVES && (first ?? Infinity) >= oldest) return;
    // half of the list at once, so that this is rare
    const kept = [...moves].filter(([, at]) => at >= oldest).slice(-MAX_MOVES / 2);
    moves.clear();
    for (const [move, at] of kept) moves.set(move, at);
    for (const [client, list] of ranges) {
      const left = list.filter(({ move }) => moves.has(move));
      if (left.length > 0) ranges.set(client, left);
      else ranges.delete(client);
    }
    deletedTexts.keep((move) => moves.has(move));
    paragraphs.clear();
  };
  return {
    isEmpty: () => ranges.size === 0,
    listUnstored: () => [...moves.keys()].filter(({ isStored }) => !isStored),
    begin: (change) => {
      deleteExpired();
      const move = { ...change };
      moves.set(move, now());
      return move;
    },
    addCharacters: (move, range, to) => add(range, { to: { id: to, side: 'behind' }, isCharacter: true, move }),
    addGone: (move, range, to) => add(range, { to, isCharacter: false, move }),
    reassign: (move, { client, clock, len }) => {
      for (const range of [...(ranges.get(client) ?? [])]) {
        const [from, to] = [Math.max(clock, range.clock), Math.min(clock + len, range.clock + range.len)];
        if (from >= to || range.move === move) continue;
        const { place } = toMovedTo(range, createID(client, from));
        add({ client, clock: from, len: to - from }, { to: place, isCharacter: range.isCharacter, move });
      }
    },
    find: (id) => {
      const found = ranges.get(id.client)?.findLast(({ clock, len }) => id.clock >= clock && id.clock < clock + len);
      return found && toMovedTo(found, id);
    },
    listMoved: (isWanted) =>
      [...ranges].flatMap(([client, list]) =>
        list
          .filter(({ isCharacter, to }) => isCharacter && isWanted(to.id))
          .map(({ clock, len, to }) => ({ client, clock, len, to: to.id })),
      ),
    paragraphs,
    deletedTexts,
  };
}
