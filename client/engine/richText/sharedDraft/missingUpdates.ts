/**
 * What a server misses of a shared draft after a lost connection. An editor sends its own changes itself. What it got from others it sends back as
 * it came, with the signature of the server, because the server takes nobody's word for what another account wrote.
 */
import {
  decodeStateVector,
  diffUpdate,
  encodeStateAsUpdate,
  encodeStateVector,
  mergeUpdates,
  parseUpdateMeta,
  type Doc,
} from 'yjs';
import { LIMITS } from '../../../../common/limits';

export interface SignedUpdate {
  readonly u: Uint8Array;
  readonly sign: string;
}
export interface RelayedUpdates {
  readonly add: (update: SignedUpdate) => void;
  /** The number of the newest update. */
  readonly last: () => number;
  /** Forgets updates that are stored, up to a number. */
  readonly forgetUntil: (last: number) => void;
  /** Updates of which the server misses something, in order. */
  readonly listMissing: (stateVector: Uint8Array | undefined) => SignedUpdate[];
}

/** Updates that are kept: what 20 people write within some seconds. */
const MAX_RELAYED = 1_000;

/**
 * Whether an encoded difference has insertions: its first number counts the clients that inserted. Deletions say nothing, because every
 * difference has all of them.
 */
export const hasInsertions = ([clients = 0]: Uint8Array): boolean => clients !== 0;

export function createRelayedUpdates(): RelayedUpdates {
  let kept: readonly (SignedUpdate & { readonly n: number })[] = [];
  let last = 0;
  return {
    add: (update) => {
      last += 1;
      kept = [...kept.slice(1 - MAX_RELAYED), { ...update, n: last }];
    },
    last: () => last,
    forgetUntil: (stored) => void (kept = kept.filter(({ n }) => n > stored)),
    listMissing: (stateVector) => {
      if (stateVector === undefined || !isReadable(stateVector)) return [];
      return kept.filter(({ u }) => hasInsertions(diffUpdate(u, stateVector))).map(({ u, sign }) => ({ u, sign }));
    },
  };
}
function isReadable(stateVector: Uint8Array): boolean {
  try {
    decodeStateVector(stateVector);
    return true;
  } catch {
    return false;
  }
}

/** Own changes that the server misses, as far as its state vector says; without one that can be read, nothing is known to be missing. */
export function encodeOwnMissing(doc: Doc, stateVector: Uint8Array | undefined): Uint8Array {
  const known = decodeStateVector(encodeStateVector(doc));
  if (stateVector !== undefined && isReadable(stateVector))
    known.set(doc.clientID, decodeStateVector(stateVector).get(doc.clientID) ?? 0);
  return encodeStateAsUpdate(doc, encodeStateVector(known));
}

/**
 * Own changes to send again after a lost connection, as they were made: the editor forgets text in a block that others deleted meanwhile, and
 * the server needs it. `own` are the changes without an acknowledgement; when the server misses more, it gets everything.
 */
export function listOwnMissing(
  doc: Doc,
  own: readonly Uint8Array[],
  stateVector: Uint8Array | undefined,
): readonly Uint8Array[] {
  const missing = encodeOwnMissing(doc, stateVector);
  if (!hasInsertions(missing) || missing.byteLength > LIMITS.draftUpdateBytes) return own;
  const first = own.length === 0 ? undefined : parseUpdateMeta(mergeUpdates([...own])).from.get(doc.clientID);
  const stored = stateVector === undefined ? 0 : (decodeStateVector(stateVector).get(doc.clientID) ?? 0);
  return first !== undefined && first <= stored ? own : [missing];
}

/** An own change, with the number of the last message that the editor had applied; undefined for a change from before it joined. */
export interface OwnUpdate {
  readonly u: Uint8Array;
  readonly seen: number | undefined;
  /** An input method made it and has not ended: its letters are not the text yet. */
  readonly isComposing?: boolean;
}
/** The changes to send now: while an input method composes, those from before it began. */
export function listSendable(updates: readonly OwnUpdate[], isComposing: boolean): readonly OwnUpdate[] {
  const first = isComposing ? updates.findIndex((update) => update.isComposing === true) : -1;
  return first === -1 ? updates : updates.slice(0, first);
}
/** How many of the first updates fit into one batch; at least one. All of a batch were made after the same message. */
export function countOfBatch(updates: readonly OwnUpdate[]): number {
  let bytes = 0;
  const end = updates.findIndex(
    ({ u, seen }) => (bytes += u.byteLength) > LIMITS.draftUpdateBytes || seen !== updates[0]?.seen,
  );
  return end === -1 ? updates.length : Math.max(1, end);
}
