/** Splits a large change, such as a long paste, into updates that the server accepts one after the other. */
import * as encoding from 'lib0/encoding';
import {
  ContentString,
  createID,
  decodeUpdate,
  diffUpdate,
  encodeStateVector,
  Item,
  UpdateEncoderV1,
  type AbstractStruct,
} from 'yjs';
import { LIMITS } from '../../../../common/limits';

/** Characters of one insertion: at most three bytes each, so that one of them and a full half fit into an update. */
const MAX_CHARS = 9_000;
const PART_BYTES = LIMITS.draftUpdateBytes / 2;
const PART_STEPS = LIMITS.draftUpdateSteps / 2;

const isHighSurrogate = (text: string, at: number): boolean => /[\uD800-\uDBFF]/.test(text.charAt(at));
/** The parts of a text; none ends inside a character. */
function splitText(text: string): readonly string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = Math.min(text.length, start + MAX_CHARS);
    const whole = end < text.length && isHighSurrogate(text, end - 1) ? end - 1 : end;
    parts.push(text.slice(start, whole));
    start = whole;
  }
  return parts;
}
/** An insertion as several, each behind the one before. */
function splitStruct(struct: AbstractStruct): readonly AbstractStruct[] {
  if (!(struct instanceof Item) || !(struct.content instanceof ContentString) || struct.length <= MAX_CHARS)
    return [struct];
  const { id, origin, rightOrigin, parent, parentSub, content } = struct;
  let offset = 0;
  return splitText(content.str).map((part) => {
    const left = offset === 0 ? origin : createID(id.client, id.clock + offset - 1);
    const place = offset === 0 ? parent : null;
    const at = createID(id.client, id.clock + offset);
    offset += part.length;
    // the types of Yjs know no subclass of its contents
    const inserted: unknown = new ContentString(part);
    return new Item(
      at,
      null,
      left,
      null,
      rightOrigin,
      place as Item['parent'] & null,
      parentSub,
      inserted as Item['content'],
    );
  });
}
function getSize(struct: AbstractStruct): number {
  const encoder = new UpdateEncoderV1();
  struct.write(encoder, 0, 0);
  return encoding.length(encoder.restEncoder);
}
/** An update with these insertions of one client and no deletions. */
function encodeInsertions(structs: readonly AbstractStruct[]): Uint8Array {
  const encoder = new UpdateEncoderV1();
  const [first] = structs;
  encoding.writeVarUint(encoder.restEncoder, 1);
  encoding.writeVarUint(encoder.restEncoder, structs.length);
  encoder.writeClient(first?.id.client ?? 0);
  encoding.writeVarUint(encoder.restEncoder, first?.id.clock ?? 0);
  for (const struct of structs) struct.write(encoder, 0, 0);
  encoding.writeVarUint(encoder.restEncoder, 0);
  return encoder.toUint8Array();
}
function groupStructs(structs: readonly AbstractStruct[]): readonly (readonly AbstractStruct[])[] {
  const groups: AbstractStruct[][] = [];
  let bytes = Infinity;
  for (const struct of structs) {
    const last = groups.at(-1);
    bytes += getSize(struct);
    if (last === undefined || bytes > PART_BYTES || last.length >= PART_STEPS) {
      groups.push([struct]);
      bytes = getSize(struct);
    } else last.push(struct);
  }
  return groups;
}

/** The update itself when it is small, or when several clients made it; otherwise parts that make the same change in this order. */
export function splitUpdate(update: Uint8Array): readonly Uint8Array[] {
  if (update.byteLength <= LIMITS.draftUpdateBytes) return [update];
  const { structs } = decodeUpdate(update);
  const last = structs.at(-1);
  if (last === undefined || structs.some(({ id }) => id.client !== last.id.client)) return [update];
  const end = new Map([[last.id.client, last.id.clock + last.length]]);
  // what is left is what the update deletes
  return [
    ...groupStructs(structs.flatMap(splitStruct)).map(encodeInsertions),
    diffUpdate(update, encodeStateVector(end)),
  ];
}
