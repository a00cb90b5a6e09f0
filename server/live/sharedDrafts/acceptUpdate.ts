/** Decides about an update of an editor, and applies it to the draft in memory. */
import type { DraftUpdateAck } from '../../../common/protocol/sharedDraft';
import { applyBesideSuggestions, applyDraftUpdate, type AppliedUpdate } from './applyDraftUpdate';
import type { DraftAccess } from './draftAccess';
import { hasNoInsertions, isAcceptableUpdate } from './isAcceptableUpdate';
import { getAuthor, isFull, type DraftParticipant, type OpenDraft } from './openDraft';
import { updatePendingSuggesters } from './updatePendingSuggesters';
import { isOwnSuggestion } from './suggestions';

/** Why an update is refused: an acknowledgement, or `malformed` for an update that no editor sends. */
type Refusal = Extract<DraftUpdateAck, { readonly ok: false }> | 'malformed';

function isAcceptableSuggestion({ doc }: OpenDraft, participant: DraftParticipant, u: Uint8Array): boolean {
  if (participant.isRefused !== true)
    participant.isRefused = !isOwnSuggestion(doc, u, getAuthor(participant.connection));
  return !participant.isRefused;
}
function findRefusal(
  draft: OpenDraft,
  participant: DraftParticipant,
  u: Uint8Array,
  { write, suggest }: DraftAccess,
): Refusal | undefined {
  if (!write && !suggest) return { ok: false, code: 403 };
  if (!isAcceptableUpdate(draft.doc, u)) return 'malformed';
  if (hasNoInsertions(u)) draft.isFull = false;
  else if (isFull(draft, u)) return { ok: false, code: 413 };
  if (!write && !isAcceptableSuggestion(draft, participant, u)) return { ok: false, code: 409 };
  return undefined;
}

/** Applies an update within the permissions of its sender. */
export function acceptUpdate(
  draft: OpenDraft,
  participant: DraftParticipant,
  u: Uint8Array,
  access: DraftAccess,
): AppliedUpdate | Refusal {
  const refusal = findRefusal(draft, participant, u, access);
  if (refusal !== undefined) return refusal;
  const { write } = access;
  if (!write) draft.hasSuggestions = true;
  const apply = write && draft.hasSuggestions ? applyBesideSuggestions : applyDraftUpdate;
  const applied = apply(draft.doc, u);
  if (applied.integrated !== undefined)
    updatePendingSuggesters(draft, write ? getAuthor(participant.connection) : undefined);
  return applied;
}
