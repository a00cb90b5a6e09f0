/** The response to an editor that joins a shared draft. */
import { decodeStateVector, encodeStateAsUpdate, encodeStateVector } from 'yjs';
import type { DraftJoinRequest, JoinedDraft } from '../../../../common/protocol/sharedDraft';
import { getAuthor, getPerson, type DraftParticipant, type OpenDraft } from '../openDraft';
import { writerNames } from './draftWriters';

/** The state vector of a document without content: the number 0. A client that sends it gets no vector: the update contains all. */
const EMPTY_VECTOR_BYTES = 1;

/** What an editor that joins again has of this draft; undefined for one that has nothing of it. */
export const readKnown = (draft: OpenDraft, { epoch, sv }: DraftJoinRequest): DraftParticipant['known'] =>
  epoch === draft.epoch && sv !== undefined ? decodeStateVector(sv) : undefined;

export function createJoinResponse(
  draft: OpenDraft,
  { connection, c, canWrite, canSuggest }: DraftParticipant,
  { epoch, sv }: DraftJoinRequest,
): JoinedDraft {
  const known = epoch === draft.epoch ? sv : undefined;
  return {
    ...(canSuggest ? { suggest: getAuthor(connection) } : {}),
    ok: true,
    epoch: draft.epoch,
    n: draft.relayed,
    write: canWrite,
    base: draft.base,
    writers: writerNames(draft),
    u: known === undefined ? draft.stored.encode() : encodeStateAsUpdate(draft.doc, known),
    ...(epoch === undefined && sv?.byteLength === EMPTY_VECTOR_BYTES ? {} : { sv: encodeStateVector(draft.doc) }),
    people: [...[...draft.participants.values()].map(getPerson), ...draft.remotePeople].filter(
      (other) => other.c !== c,
    ),
  };
}
