/** Checks an update of a client before Yjs applies it: its size, its number of steps, whether it is an update at all, and what it inserts. */
import * as decoding from 'lib0/decoding';
import { decodeUpdate, type Doc } from 'yjs';
import { LIMITS } from '../../../common/limits';
import { hasOnlyEditorContent } from './hasOnlyEditorContent';

/** Yjs clients whose changes one update carries: after a lost connection, also those of others that the server has not stored. */
const MAX_CLIENTS = 100;

/** The first two numbers of an update: its Yjs clients, and the insertions of the first of them. */
function readHeader(update: Uint8Array): readonly [clients: number, steps: number] {
  const decoder = decoding.createDecoder(update);
  return [decoding.readVarUint(decoder), decoding.hasContent(decoder) ? decoding.readVarUint(decoder) : 0];
}

/** Whether an update inserts nothing: it deletes at most. */
export const hasNoInsertions = ([clients]: Uint8Array): boolean => clients === 0;

/** Whether the draft accepts the update; false for one that no editor of this product sends. */
export function isAcceptableUpdate(doc: Doc, update: Uint8Array): boolean {
  if (update.byteLength > LIMITS.draftUpdateBytes) return false;
  try {
    const [clients, steps] = readHeader(update);
    if (clients > MAX_CLIENTS || steps > LIMITS.draftUpdateSteps) return false;
    const { structs } = decodeUpdate(update);
    if (structs.length > LIMITS.draftUpdateSteps) return false;
    const length = structs.reduce((sum, struct) => sum + struct.length, 0);
    if (length > LIMITS.sharedDraftBytes || new Set(structs.map(({ id }) => id.client)).size > MAX_CLIENTS)
      return false;
    return hasOnlyEditorContent(doc, structs);
  } catch {
    return false;
  }
}
