/** Decides about an update of an editor, and applies it to the draft in memory. */
import type { Node } from '@tiptap/pm/model';
import type { DraftUpdateAck, DraftUpdateRequest, DraftWriterName } from '../../../common/protocol/sharedDraft';
import { applyBesideSuggestions, applyDraftUpdate, applySuggestion, type AppliedUpdate } from './applyDraftUpdate';
import type { DraftAccess } from './draftAccess';
import { findUpdateFault, hasNoInsertions, type UpdateFault } from './findUpdateFault';
import { hasSuggestionFormats } from './suggestions/removeStraySuggestionMarks';
import { hasSignature } from './people/signUpdate';
import type { Decisions } from './people/draftWriters';
import {
  announceDiscarded,
  announceOverruled,
  createWatch,
  getAuthor,
  isFull,
  type DraftParticipant,
  type OpenDraft,
} from './openDraft';
import { updatePendingSuggesters } from './suggestions/updatePendingSuggesters';
import { hasForeignSuggestion, hasFutureSuggestion, listInsertedSuggestions } from './suggestions/hasForeignSuggestion';
import { watchDecisions, type WatchedDecisions } from './suggestions/watchDecisions';
import { findAcceptedAuthors } from './suggestions/findAcceptedAuthors';
import { listStoredSuggestions } from './suggestions/suggestionFormats';
import { isOwnSuggestion, listSuggestions, readSuggestionDocument } from './suggestions/suggestions';

/** A fault for which the connection ends. */
export type EndingFault = Exclude<UpdateFault, 'unsupported'>;
/** Why an update is refused: an acknowledgement, or a fault for which the connection ends. */
type Refusal = Extract<DraftUpdateAck, { readonly ok: false }> | EndingFault;
const UNSUPPORTED: Refusal = { ok: false, code: 422 };
interface SentUpdate {
  readonly update: Uint8Array;
  /** The Yjs client id of the editor. */
  readonly clientId: number;
  /** The signature of a server that relayed it. */
  readonly signature: string | undefined;
  /** The number of the last message that the editor had applied. */
  readonly lastSeen: number | undefined;
}
/** A request to change a draft (`draft_update`), with the short names of its fields spelled out. */
const toSentUpdate = ({ u, c, sign, seen }: DraftUpdateRequest): SentUpdate => ({
  update: u,
  clientId: c,
  signature: sign,
  lastSeen: seen,
});

function isAcceptableSuggestion({ doc }: OpenDraft, participant: DraftParticipant, update: Uint8Array): boolean {
  if (participant.isRefused !== true)
    participant.isRefused = !isOwnSuggestion(doc, update, getAuthor(participant.connection));
  return !participant.isRefused;
}
/** Remembers the suggestions that the draft has now: undo can bring them back. */
function rememberSuggestions(draft: OpenDraft): void {
  const document = draft.hasSuggestions ? readIfSuggested(draft) : undefined;
  if (document === undefined) return;
  for (const suggestion of listSuggestions(document)) draft.knownSuggestions.add(suggestion);
}
function makesForeignSuggestion(draft: OpenDraft, { connection }: DraftParticipant, update: Uint8Array): boolean {
  rememberSuggestions(draft);
  const inserted = listInsertedSuggestions(update);
  if (inserted.length === 0) return false;
  draft.hasSuggestions = true;
  let stored: ReadonlySet<unknown> | undefined;
  const isKnown = (suggestion: unknown) =>
    draft.knownSuggestions.has(suggestion) || (stored ??= listStoredSuggestions(draft.doc)).has(suggestion);
  return hasForeignSuggestion(inserted, getAuthor(connection), isKnown);
}
const isFromFuture = (update: Uint8Array, now: number): boolean =>
  hasFutureSuggestion(listInsertedSuggestions(update), now);
/** Whether a server has relayed the update, which several editors can have made. */
const isRelayed = (draft: OpenDraft, { update, signature }: SentUpdate): boolean =>
  signature !== undefined && hasSignature(draft.sign(update), signature);

function findRefusal(
  draft: OpenDraft,
  participant: DraftParticipant,
  sent: SentUpdate,
  { write, suggest }: DraftAccess,
  now: number,
): Refusal | undefined {
  const { update, clientId } = sent;
  const { principal } = participant.connection;
  // A reader who was only just allowed to write has no registered client id until the next request to join.
  if ((!write && !suggest) || draft.editorIds.get(clientId) !== principal) return { ok: false, code: 403 };
  const isSigned = isRelayed(draft, sent);
  // What the editor typed after the refused content builds on it, so it is refused too.
  if (!isSigned && participant.isUnsupported === true) return UNSUPPORTED;
  const fault = findUpdateFault(draft.doc, update, (client) => isSigned || draft.editorIds.get(client) === principal);
  if (fault === 'unsupported' || (fault === undefined && !isSigned && isFromFuture(update, now))) {
    if (!isSigned) participant.isUnsupported = true;
    return UNSUPPORTED;
  }
  if (fault !== undefined) return fault;
  if (hasNoInsertions(update)) draft.isFull = false;
  else if (isFull(draft, update)) return { ok: false, code: 413 };
  if (write && !isSigned && makesForeignSuggestion(draft, participant, update)) {
    participant.isUnsupported = true;
    return UNSUPPORTED;
  }
  if (!write && !isSigned && !isAcceptableSuggestion(draft, participant, update)) return { ok: false, code: 409 };
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

/** Keeps what somebody decided before, and tells the editor about it. */
function takeDecisions(
  draft: OpenDraft,
  { connection }: DraftParticipant,
  { decisions, lost, isOverruled }: WatchedDecisions,
): void {
  draft.lost = [...draft.lost, ...lost];
  draft.unstoredDecisions.push(...decisions.map((decision) => ({ ...decision, connection })));
  if (isOverruled) announceOverruled(draft, connection);
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
  request: DraftUpdateRequest,
  access: DraftAccess,
  now: number,
): AcceptedUpdate | Refusal {
  const sent = toSentUpdate(request);
  const refusal = findRefusal(draft, participant, sent, access, now);
  if (refusal !== undefined) return refusal;
  const { write } = access;
  if (!write) draft.hasSuggestions = true;
  const isBeside = write && draft.hasSuggestions;
  const before = isBeside ? readIfSuggested(draft) : undefined;
  const watch = createWatch(draft, {
    clientState: { seen: sent.lastSeen, atJoin: participant.known },
    isStored: false,
  });
  const apply = () => {
    if (isBeside) return applyBesideSuggestions(draft.doc, sent.update, watch, draft.formerSuggestions);
    if (write || isRelayed(draft, sent)) return applyDraftUpdate(draft.doc, sent.update, watch);
    return applySuggestion(draft.doc, sent.update, watch, { ...getAuthor(participant.connection), at: now });
  };
  const { result: applied, decided } = watchDecisions(draft, sent.update, apply);
  draft.lost = [...draft.lost, ...applied.lost];
  if (write) takeDecisions(draft, participant, decided);
  if (sent.signature !== undefined) draft.hasSuggestions ||= hasSuggestionFormats(draft.doc);
  const editor = write ? getAuthor(participant.connection) : undefined;
  if (applied.integrated === undefined) return { ...applied, editor, decisions: NO_DECISIONS };
  if (editor !== undefined && request.discards === true) announceDiscarded(draft, participant.connection);
  updatePendingSuggesters(draft, editor);
  return { ...applied, editor, decisions: listDecisions(draft, before) };
}
