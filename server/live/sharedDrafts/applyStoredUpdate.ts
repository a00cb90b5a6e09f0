/** Applies updates that others stored to an open draft, and types text again that was lost in doing so, before this server's updates are stored. */
import { applyDraftUpdate } from './applyDraftUpdate';
import { selectOwn, type LostText } from './moves/lostText';
import type { Move } from './moves/move';
import { restoreLostText } from './moves/restoreLostText';
import { announceOverruled, createWatch, type OpenDraft } from './openDraft';
import { listOverruled } from './suggestions/watchDecisions';
import { updatePendingSuggesters } from './suggestions/updatePendingSuggesters';

/** Applies an update that is stored; returns what the draft did not have. */
export function applyStoredUpdate(draft: OpenDraft, update: Uint8Array): Uint8Array | undefined {
  const watch = createWatch(draft, { clientState: { isFromOtherServer: true }, isStored: true });
  const { integrated, lost } = applyDraftUpdate(draft.doc, update, watch);
  draft.lost = [...draft.lost, ...lost, ...takeBackOverruled(draft, update)];
  if (draft.lost.length > 0) draft.storedByOthers = [...draft.storedByOthers, update];
  return integrated;
}
/** Tells editors whose decisions somebody else had decided otherwise; returns the text that these deleted. */
function takeBackOverruled(draft: OpenDraft, update: Uint8Array): readonly LostText[] {
  const overruled = listOverruled(draft.unstoredDecisions, update);
  for (const connection of new Set(overruled.map((decision) => decision.connection)))
    announceOverruled(draft, connection);
  return overruled.filter(({ isKept }) => !isKept).map(({ text }) => text);
}
/** Keeps the lost text that this server types again. */
export function dropForeignLosses(draft: OpenDraft): void {
  const { pending, storedByOthers: stored } = draft;
  draft.lost = selectOwn(draft.lost, { pending, stored });
  if (draft.lost.length === 0) draft.storedByOthers = [];
}

/** Text that was typed again and that the editors do not have yet. */
export interface RestoredText {
  readonly update: Uint8Array;
  readonly move: Move;
}
/** Types lost text again; everything that was stored before is in the document. */
export function restoreLost(draft: OpenDraft): RestoredText | undefined {
  if (draft.lost.length === 0) return undefined;
  const restored = restoreLostText(draft.doc, draft.lost, draft.moved);
  [draft.lost, draft.storedByOthers] = [[], []];
  if (restored === undefined) return undefined;
  draft.pending.push(restored.update);
  updatePendingSuggesters(draft, undefined);
  return restored;
}
