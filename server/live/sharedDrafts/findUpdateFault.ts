/** Checks an update of a client before Yjs applies it: its size, its number of steps, whether it is an update at all, whose it is, and what it inserts. */
import * as decoding from 'lib0/decoding';
import { decodeUpdate, type Doc } from 'yjs';
import { LIMITS } from '../../../common/limits';
import { hasOnlyEditorContent } from './richText/hasOnlyEditorContent';

/** Yjs clients whose changes one update carries: after a lost connection, also those of others that the server has not stored. */
const MAX_CLIENTS = 100;

/** The first two numbers of an update: its Yjs clients, and the insertions of the first of them. */
function readHeader(update: Uint8Array): readonly [clients: number, steps: number] {
  const decoder = decoding.createDecoder(update);
  return [decoding.readVarUint(decoder), decoding.hasContent(decoder) ? decoding.readVarUint(decoder) : 0];
}

/** Whether an update inserts nothing: it deletes at most. */
export const hasNoInsertions = ([clients]: Uint8Array): boolean => clients === 0;

/**
 * `foreign`: it has insertions of an editor that is not its sender's. `malformed`: it is no update within the limits. `unsupported`: it inserts
 * content that formatted text cannot have.
 */
export type UpdateFault = 'foreign' | 'malformed' | 'unsupported';

/** Why the draft does not accept the update; `isOwn` says whether a Yjs client id is the sender's. */
export function findUpdateFault(
  doc: Doc,
  update: Uint8Array,
  isOwn: (client: number) => boolean,
): UpdateFault | undefined {
  if (update.byteLength > LIMITS.draftUpdateBytes) return 'malformed';
  try {
    const [clients, steps] = readHeader(update);
    if (clients > MAX_CLIENTS || steps > LIMITS.draftUpdateSteps) return 'malformed';
    const { structs } = decodeUpdate(update);
    if (structs.length > LIMITS.draftUpdateSteps) return 'malformed';
    const length = structs.reduce((sum, struct) => sum + struct.length, 0);
    const authors = new Set(structs.map(({ id }) => id.client));
    if (length > LIMITS.sharedDraftBytes || authors.size > MAX_CLIENTS) return 'malformed';
    if (![...authors].every(isOwn)) return 'foreign';
    return hasOnlyEditorContent(doc, structs) ? undefined : 'unsupported';
  } catch {
    return 'malformed';
  }
}
