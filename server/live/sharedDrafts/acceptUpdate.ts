/** Decides about an update of an editor, and applies it to the draft in memory. */
import type { Node } from '@tiptap/pm/model';
import type { DraftUpdateAck, DraftWriterName } from '../../../common/protocol/sharedDraft';
import { applyBesideSuggestions, applyDraftUpdate, type AppliedUpdate } from './applyDraftUpdate';
import type { DraftAccess } from './draftAccess';
import { findUpdateFault, hasNoInsertions, type UpdateFault } from './findUpdateFault';
import { hasSuggestionFormats } from './suggestions/removeStraySuggestionMarks';
import { hasSignature } from './people/signUpdate';
import type { Decisions } from './people/draftWriters';
import { createWatch, getAuthor, isFull, type DraftParticipant, type OpenDraft } from './openDraft';
import { updatePendingSuggesters } from './suggestions/updatePendingSuggesters';
import { hasForeignSuggestion, listInsertedSuggestions } from './suggestions/hasForeignSuggestion';
import { findAcceptedAuthors } from './suggestions/findAcceptedAuthors';
import { listStoredSuggestions } from './suggestions/suggestionFormats';
import { isOwnSuggestion, listSuggestions, readSuggestionDocument } from './suggestions/suggestions';

/** A fault for which the connection ends. */
export type EndingFault = Exclude<UpdateFault, 'unsupported'>;
/** Why an update is refused: an acknowledgement, or a fault for which the connection ends. */
type Refusal = Extract<DraftUpdateAck, { readonly ok: false }> | EndingFault;
const UNSUPPORTED: Refusal = { ok: false, code: 422 };
export interface SentUpdate {
  readonly u: Uint8Array;
  /** The signature of a server that relayed it. */
  readonly sign?: string | undefined;
  /** The number of the last message that the editor had applied. */
  readonly seen?: number | undefined;
}

function isAcceptableSuggestion({ doc }: OpenDraft, participant: DraftParticipant, u: Uint8Array): boolean {
  if (participant.isRefused !== true)
    participant.isRefused = !isOwnSuggestion(doc, u, getAuthor(participant.connection));
  return !participant.isRefused;
}
/** Remembers the suggestions that the draft has now: undo can bring them back. */
function rememberSuggestions(draft: OpenDraft): void {
  const document = draft.hasSuggestions ? readIfSuggested(draft) : undefined;
  if (document === undefined) return;
  for (const suggestion of listSuggestions(document)) draft.knownSuggestions.add(suggestion);
}
function makesForeignSuggestion(draft: OpenDraft, { connection }: DraftParticipant, u: Uint8Array): boolean {
  rememberSuggestions(draft);
  const inserted = listInsertedSuggestions(u);
  if (inserted.length === 0) return false;
  draft.hasSuggestions = true;
  let stored: ReadonlySet<unknown> | undefined;
  const isKnown = (suggestion: unknown) =>
    draft.knownSuggestions.has(suggestion) || (stored ??= listStoredSuggestions(draft.doc)).has(suggestion);
  return hasForeignSuggestion(inserted, getAuthor(connection), isKnown);
}
/** Whether a server has relayed the update, which several editors can have made. */
const isRelayed = (draft: OpenDraft, { u, sign }: SentUpdate): boolean =>
  sign !== undefined && hasSignature(draft.sign(u), sign);

function findRefusal(
  draft: OpenDraft,
  participant: DraftParticipant,
  sent: SentUpdate,
  { write, suggest }: DraftAccess,
): Refusal | undefined {
  const { u } = sent;
  const { c, connection } = participant;
  const { principal } = connection;
  // the id of a reader who may write since a moment is announced with the next request to join
  if ((!write && !suggest) || draft.editorIds.get(c) !== principal) return { ok: false, code: 403 };
  const isSigned = isRelayed(draft, sent);
  // what the editor typed since belongs to the refused content
  if (!isSigned && participant.isUnsupported === true) return UNSUPPORTED;
  const fault = findUpdateFault(draft.doc, u, (client) => isSigned || draft.editorIds.get(client) === principal);
  if (fault === 'unsupported') {
    if (!isSigned) participant.isUnsupported = true;
    return UNSUPPORTED;
  }
  if (fault !== undefined) return fault;
  if (hasNoInsertions(u)) draft.isFull = false;
  else if (isFull(draft, u)) return { ok: false, code: 413 };
  if (write && !isSigned && makesForeignSuggestion(draft, participant, u)) {
    participant.isUnsupported = true;
    return UNSUPPORTED;
  }
  if (!write && !isSigned && !isAcceptableSuggestion(draft, participant, u)) return { ok: false, code: 409 };
  return undefined;
}

/** The document of a draft with suggestions; undefined for an invalid one. */
function readIfSuggested({ doc }: OpenDraft): Node | undefined {
  try {
    return readSuggestionDocument(doc);
  } catch {
    return undefined;
  }
}
const NO_DECISIONS: Decisions = { accepted: [], reopened: [] };
/** What was decided about suggestions since `before`. */
function listDecisions(draft: OpenDraft, before: Node | undefined): Decisions {
  const after = before && readIfSuggested(draft);
  if (!before || !after) return NO_DECISIONS;
  return { accepted: findAcceptedAuthors(before, after), reopened: findAcceptedAuthors(after, before) };
}

export interface AcceptedUpdate extends AppliedUpdate {
  /** Who changed the text; undefined for a suggester. */
  readonly editor: DraftWriterName | undefined;
  readonly decisions: Decisions;
}
/** Applies an update within the permissions of its sender. */
export function acceptUpdate(
  draft: OpenDraft,
  participant: DraftParticipant,
  sent: SentUpdate,
  access: DraftAccess,
): AcceptedUpdate | Refusal {
  const refusal = findRefusal(draft, participant, sent, access);
  if (refusal !== undefined) return refusal;
  const { write } = access;
  if (!write) draft.hasSuggestions = true;
  const isBeside = write && draft.hasSuggestions;
  const before = isBeside ? readIfSuggested(draft) : undefined;
  const watch = createWatch(draft, { clientState: { seen: sent.seen, atJoin: participant.known }, isStored: false });
  const applied = isBeside
    ? applyBesideSuggestions(draft.doc, sent.u, watch, draft.formerSuggestions)
    : applyDraftUpdate(draft.doc, sent.u, watch);
  draft.lost = [...draft.lost, ...applied.lost];
  if (sent.sign !== undefined) draft.hasSuggestions ||= hasSuggestionFormats(draft.doc);
  const editor = write ? getAuthor(participant.connection) : undefined;
  if (applied.integrated === undefined) return { ...applied, editor, decisions: NO_DECISIONS };
  updatePendingSuggesters(draft, editor);
  return { ...applied, editor, decisions: listDecisions(draft, before) };
}
