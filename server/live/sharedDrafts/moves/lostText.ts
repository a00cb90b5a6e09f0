/**
 * Lost text: text that one person typed in a block while another person’s change moved, replaced or deleted that block. The server inserts it
 * again, behind the character it was typed after, or in a new block.
 */
import { createID, decodeUpdate, isDeleted, mergeUpdates, type ID } from 'yjs';
import type { IdRange, Move, Place } from './move';
import type { Attributes } from './readChange';

/** An element of a draft without its content. */
export interface ElementShape {
  readonly id: ID;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}
export interface LostText {
  readonly characters: IdRange;
  readonly text: string;
  /** Undefined: those at the place where it belongs, with `formats`. */
  readonly attributes: Attributes | undefined;
  /** Formats that were typed with it. */
  readonly formats: Attributes;
  /** Where it belongs; undefined when nothing replaces its block. */
  readonly place: Place | undefined;
  /** It is still in the text, at the old place. */
  readonly isLive: boolean;
  /** The change that took the place away; undefined when this server does not remember it. */
  readonly move: Move | undefined;
  /** The text or block that was deleted with all in it, or without `move` the place that is gone; undefined when the text has moved. */
  readonly cause: ID | undefined;
  /** The block at the old place, for text that belongs nowhere else. */
  readonly block: ID | undefined;
  /** The elements around the text, the outermost first, to be made again when they are gone; missing: a paragraph for the block. */
  readonly around?: readonly ElementShape[];
  /** Nothing else is in its block, which can go too. */
  readonly leavesEmptyBlock: boolean;
  /** Somebody who may only suggest typed it: it is a suggestion of this author, and this one where no own one is. */
  readonly suggested?: string;
}

interface KnownIds {
  readonly hasInserted: (id: ID) => boolean;
  readonly hasDeleted: (id: ID) => boolean;
}
function readIds(updates: readonly Uint8Array[]): KnownIds {
  if (updates.length === 0) return { hasInserted: () => false, hasDeleted: () => false };
  const { structs, ds } = decodeUpdate(mergeUpdates([...updates]));
  return {
    hasInserted: ({ client, clock }) =>
      structs.some(({ id, length }) => id.client === client && clock >= id.clock && clock < id.clock + length),
    hasDeleted: (id) => isDeleted(ds, id),
  };
}

/** The characters from one number to another. */
function slice(lost: LostText, from: number, to: number): LostText {
  const { client, clock } = lost.characters;
  const place: Place | undefined = from === 0 ? lost.place : { id: createID(client, clock + from - 1), side: 'behind' };
  return {
    ...lost,
    characters: { client, clock: clock + from, len: to - from },
    text: lost.text.slice(from, to),
    place: lost.place && place,
  };
}
/** The parts of a text whose characters fulfil a condition. */
export function listParts(lost: LostText, isWanted: (id: ID) => boolean): readonly LostText[] {
  const { client, clock, len } = lost.characters;
  const parts: LostText[] = [];
  let from: number | undefined;
  for (let at = 0; at <= len; at += 1) {
    const isPart = at < len && isWanted(createID(client, clock + at));
    if (isPart) from ??= at;
    else if (from !== undefined) {
      parts.push(slice(lost, from, at));
      from = undefined;
    }
  }
  return parts;
}

/**
 * The lost texts that this server types again: that is the server that stores the later one of the two changes. `pending` are the updates that this server
 * has not stored, `stored` those that other servers stored meanwhile.
 */
export function selectOwn(
  lost: readonly LostText[],
  { pending, stored }: { readonly pending: readonly Uint8Array[]; readonly stored: readonly Uint8Array[] },
): readonly LostText[] {
  if (lost.length === 0) return lost;
  const [own, others] = [readIds(pending), readIds(stored)];
  const isOwnChange = ({ move, cause }: LostText): boolean => {
    const isDeletedByOthers = cause !== undefined && others.hasDeleted(cause);
    if (move === undefined) return cause !== undefined && own.hasDeleted(cause) && !isDeletedByOthers;
    return !move.isStored && (move.inserted === undefined ? !isDeletedByOthers : !others.hasInserted(move.inserted));
  };
  const isOwnCharacter = (id: ID) => own.hasInserted(id) && !others.hasInserted(id);
  return lost.flatMap((text) => (isOwnChange(text) ? [text] : listParts(text, isOwnCharacter)));
}
