/** Applies an update to a draft, and finds the text that gets lost because two people did not know of each other's change. */
import * as encoding from 'lib0/encoding';
import { decodeUpdate, GC, isDeleted, UpdateEncoderV1, type Doc, type Transaction } from 'yjs';
import { findLateText, type ClientState } from './findLateText';
import { findLostText } from './findLostText';
import type { LostText } from './lostText';
import type { MovedText } from './movedText';
import { groupByClient } from '../withoutDeletedText';
import { offsetId, type WatchedChange } from './readChange';

export interface Watch {
  readonly moved: MovedText;
  readonly clientState: ClientState;
  /** The number of the message that tells the editors of this update. */
  readonly relayNumber: number;
  /** Another server has stored it. */
  readonly isStored: boolean;
}

/** Whether Yjs has garbage-collected something that the update inserted. */
function hasGarbageCollected({ doc: { store }, beforeState, afterState }: Transaction): boolean {
  for (const [client, after] of afterState) {
    const before = beforeState.get(client) ?? 0;
    const structs = after > before ? (store.clients.get(client) ?? []) : [];
    for (let at = structs.length - 1; at >= 0; at -= 1) {
      const struct = structs[at];
      if (struct === undefined || struct.id.clock + struct.length <= before) break;
      if (struct instanceof GC) return true;
    }
  }
  return false;
}
const hasDeletions = ({ deleteSet }: Transaction): boolean => deleteSet.clients.size > 0;

function findLost(transaction: Transaction, update: Uint8Array, watch: Watch): readonly LostText[] {
  const { moved, clientState } = watch;
  const deletes = hasDeletions(transaction);
  if (!deletes && moved.isEmpty() && !hasGarbageCollected(transaction)) return [];
  const { structs, ds } = decodeUpdate(update);
  const change: WatchedChange = { transaction, structs, known: ds };
  const late = findLateText(change, moved, clientState);
  return deletes
    ? [...late, ...findLostText(change, moved, { relayNumber: watch.relayNumber, isStored: watch.isStored })]
    : late;
}

/** Runs `apply`, which applies the update to the document; returns the text that got lost too. */
export function watchUpdate<T>(
  doc: Doc,
  update: Uint8Array,
  watch: Watch,
  apply: () => T,
): { readonly result: T; readonly lost: readonly LostText[] } {
  let lost: readonly LostText[] = [];
  const onTransaction = (transaction: Transaction) => {
    lost = [...lost, ...findLost(transaction, update, watch)];
  };
  doc.on('afterTransaction', onTransaction);
  try {
    const result = apply();
    return { result, lost };
  } finally {
    doc.off('afterTransaction', onTransaction);
  }
}

interface Range {
  readonly clock: number;
  readonly len: number;
}
/** The parts of a range that its author deleted. */
function listKeptParts(
  client: number,
  { clock, len }: Range,
  known: WatchedChange['known'],
  lost: readonly LostText[],
): readonly Range[] {
  const isLost = (at: number) =>
    lost.some(
      ({ characters }) =>
        characters.client === client && at >= characters.clock && at < characters.clock + characters.len,
    ) && !isDeleted(known, offsetId({ client, clock: at }, 0));
  const parts: Range[] = [];
  for (let at = clock; at < clock + len; at += 1) {
    if (isLost(at)) continue;
    const last = parts.at(-1);
    if (last !== undefined && last.clock + last.len === at) parts[parts.length - 1] = { ...last, len: last.len + 1 };
    else parts.push({ clock: at, len: 1 });
  }
  return parts;
}
/**
 * What a document took over of an update, without the deletions of lost text. Another server must see that the author of the update did not know
 * this text; it is deleted there too, with its block.
 */
export function withoutLostDeletions(
  integrated: Uint8Array,
  update: Uint8Array,
  lost: readonly LostText[],
): Uint8Array {
  if (lost.length === 0) return integrated;
  const { structs, ds } = decodeUpdate(integrated);
  const { ds: known } = decodeUpdate(update);
  const encoder = new UpdateEncoderV1();
  const { restEncoder } = encoder;
  const byClient = groupByClient(structs);
  encoding.writeVarUint(restEncoder, byClient.size);
  for (const [client, list] of byClient) {
    encoding.writeVarUint(restEncoder, list.length);
    encoder.writeClient(client);
    encoding.writeVarUint(restEncoder, list[0]?.id.clock ?? 0);
    for (const struct of list) struct.write(encoder, 0, 0);
  }
  const deletions = [...ds.clients]
    .map(([client, ranges]) => ({
      client,
      ranges: ranges.flatMap((range) => listKeptParts(client, range, known, lost)),
    }))
    .filter(({ ranges }) => ranges.length > 0);
  encoding.writeVarUint(restEncoder, deletions.length);
  for (const { client, ranges } of deletions) {
    encoding.writeVarUint(restEncoder, client);
    encoding.writeVarUint(restEncoder, ranges.length);
    for (const { clock, len } of ranges) {
      encoding.writeVarUint(restEncoder, clock);
      encoding.writeVarUint(restEncoder, len);
    }
  }
  return encoder.toUint8Array();
}
