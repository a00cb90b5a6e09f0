/** Text that somebody typed at a place which another person’s change took away, until the server types it again where it belongs. */
import { decodeUpdate, isDeleted, mergeUpdates, type ID } from 'yjs';
import type { IdRange, Place } from './movedText';
import type { Attributes } from './readChange';

export interface LostText {
  readonly letters: IdRange;
  readonly text: string;
  /** Undefined: those at the place where it belongs, with `formats`. */
  readonly attributes: Attributes | undefined;
  /** Formats that were typed with it. */
  readonly formats: Attributes;
  /** Where it belongs; undefined when nothing replaces its block. */
  readonly place: Place | undefined;
  /** It is still in the text, at the old place. */
  readonly isLive: boolean;
  /** Something that the change deleted: it tells whether the change is stored. */
  readonly cause: ID;
  /** The block at the old place, for text that belongs nowhere else. */
  readonly block: ID | undefined;
  /** Nothing else is in its block, which can go too. */
  readonly leavesEmptyBlock: boolean;
}

interface KnownIds {
  readonly hasInserted: (id: Pick<IdRange, 'client' | 'clock'>) => boolean;
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
  return lost.filter(
    ({ letters, cause }) =>
      (own.hasInserted(letters) && !others.hasInserted(letters)) ||
      (own.hasDeleted(cause) && !others.hasDeleted(cause)),
  );
}
