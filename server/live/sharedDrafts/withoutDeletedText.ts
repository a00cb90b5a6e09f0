/** Leaves deleted text out of the state of a draft, without building its document: readers must not get it. */
import * as encoding from 'lib0/encoding';
import {
  ContentDeleted,
  createID,
  decodeUpdate,
  diffUpdate,
  encodeStateVectorFromUpdate,
  Item,
  mergeUpdates,
  UpdateEncoderV1,
  type AbstractStruct,
} from 'yjs';
import { isSuggestionContent } from './suggestions/suggestionFormats';

interface Range {
  readonly clock: number;
  readonly len: number;
}

/** A part of an item, from its number `clock` on; the first part keeps the place. */
function createPart(item: Item, clock: number, content: Item['content']): Item {
  const { id, origin, rightOrigin, parent, parentSub } = item;
  const isFirst = clock === id.clock;
  const left = isFirst ? origin : createID(id.client, clock - 1);
  const place = isFirst ? parent : null;
  return new Item(
    createID(id.client, clock),
    null,
    left,
    null,
    rightOrigin,
    place as Item['parent'] & null,
    parentSub,
    content,
  );
}
/** The item as parts, of which those in the deleted ranges have no content. */
function cutItem(item: Item, deleted: readonly Range[]): readonly Item[] {
  const end = item.id.clock + item.length;
  const parts: Item[] = [];
  let clock = item.id.clock;
  let rest = item.content;
  const take = (until: number, isDeleted: boolean) => {
    if (until <= clock) return;
    const next = until < end ? rest.splice(until - clock) : undefined;
    // the types of Yjs know no subclass of its contents
    const content: unknown = isDeleted ? new ContentDeleted(until - clock) : rest;
    parts.push(createPart(item, clock, content as Item['content']));
    if (next !== undefined) rest = next;
    clock = until;
  };
  for (const range of deleted) {
    take(Math.min(end, range.clock), false);
    take(Math.min(end, range.clock + range.len), true);
  }
  take(end, false);
  return parts;
}

/** The structs of one client, in order, without deleted content. */
function clearStructs(structs: readonly AbstractStruct[], deleted: readonly Range[]): readonly AbstractStruct[] {
  let first = 0;
  return structs.flatMap((struct): readonly AbstractStruct[] => {
    const { clock } = struct.id;
    for (; (deleted[first]?.clock ?? Infinity) + (deleted[first]?.len ?? 0) <= clock;) first += 1;
    let last = first;
    for (; (deleted[last]?.clock ?? Infinity) < clock + struct.length;) last += 1;
    const isKept =
      last === first ||
      !(struct instanceof Item) ||
      struct.content instanceof ContentDeleted ||
      isSuggestionContent(struct.content);
    return isKept ? [struct] : cutItem(struct, deleted.slice(first, last));
  });
}

/** Structs by client, in order. */
export function groupByClient(structs: readonly AbstractStruct[]): ReadonlyMap<number, AbstractStruct[]> {
  const byClient = new Map<number, AbstractStruct[]>();
  for (const struct of structs) {
    const list = byClient.get(struct.id.client);
    if (list === undefined) byClient.set(struct.id.client, [struct]);
    else list.push(struct);
  }
  return byClient;
}

/** Merges neighbors until one is left: Yjs merges two updates fast, and many updates of many clients slowly. */
function mergeInPairs(updates: readonly Uint8Array[]): readonly Uint8Array[] {
  let rest = updates;
  while (rest.length > 1)
    rest = Array.from({ length: Math.ceil(rest.length / 2) }, (_, pair) => {
      const [first = new Uint8Array(), second] = rest.slice(2 * pair, 2 * pair + 2);
      return second === undefined ? first : mergeUpdates([first, second]);
    });
  return rest;
}

/** The state that a snapshot and the updates after it make, without the content of what they delete. */
export function mergeWithoutDeletedText(updates: readonly Uint8Array[]): Uint8Array {
  const merged = mergeUpdates([...updates.slice(0, 1), ...mergeInPairs(updates.slice(1))]);
  const { structs, ds } = decodeUpdate(merged);
  if (ds.clients.size === 0) return merged;
  const encoder = new UpdateEncoderV1();
  const byClient = groupByClient(structs);
  encoding.writeVarUint(encoder.restEncoder, byClient.size);
  for (const [client, list] of byClient) {
    const cleared = clearStructs(list, ds.clients.get(client) ?? []);
    encoding.writeVarUint(encoder.restEncoder, cleared.length);
    encoder.writeClient(client);
    encoding.writeVarUint(encoder.restEncoder, cleared[0]?.id.clock ?? 0);
    for (const struct of cleared) struct.write(encoder, 0, 0);
  }
  // what is left of the update is the number of its clients, 0, and what it deletes
  const deletions = diffUpdate(merged, encodeStateVectorFromUpdate(merged));
  encoding.writeUint8Array(encoder.restEncoder, deletions.subarray(1));
  return encoder.toUint8Array();
}
