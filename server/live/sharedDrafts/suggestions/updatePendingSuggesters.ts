/** Updates the authors with pending suggestions after a change of an open draft. */
import type { Doc } from 'yjs';
import type { DraftWriterName } from '../../../../common/protocol/sharedDraft';
import type { OpenDraft } from '../openDraft';
import type { StoredSharedDraft } from '../draftRepository';
import { NO_SUGGESTERS, updateSuggesters, type DraftSuggester, type OpenSuggesters } from './suggesters';
import { findOpenSuggesters } from './suggestions';

/** The authors with pending suggestions; none for a draft whose document is invalid. */
export function getOpenSuggesters(doc: Doc): OpenSuggesters {
  try {
    return findOpenSuggesters(doc);
  } catch {
    return NO_SUGGESTERS;
  }
}

/** After an update of an editor (`editor`) or a suggester: updates the authors with pending suggestions, and records the editor as the one who decided about the removed suggestions. */
export function updatePendingSuggesters(draft: OpenDraft, editor: DraftWriterName | undefined): void {
  if (!draft.hasSuggestions && draft.suggesters.size === 0) return;
  const before = draft.suggesters;
  draft.suggesters = getOpenSuggesters(draft.doc);
  for (const person of before.keys())
    if (!draft.suggesters.has(person) && editor !== undefined && editor.p !== person)
      draft.deciders.set(person, editor);
  for (const person of draft.suggesters.keys()) draft.deciders.delete(person);
}

/** Updates the authors with pending suggestions after an update from another node; that node recorded the decisions. */
export function refreshSuggesters(draft: OpenDraft, { suggesters }: Pick<StoredSharedDraft, 'suggesters'>): void {
  if (draft.hasSuggestions || draft.suggesters.size > 0 || suggesters.length > 0)
    draft.suggesters = getOpenSuggesters(draft.doc);
}

/** The stored list of suggesters that matches the current text. */
export const nextSuggesters = (
  { suggesters: open, deciders }: OpenDraft,
  { suggesters }: Pick<StoredSharedDraft, 'suggesters'>,
): readonly DraftSuggester[] => updateSuggesters(suggesters, open, deciders);

/** The stored list of suggesters for a text that replaces the draft's: suggestions that do not fit into it are lost. */
export const suggestersOfNewText = (stored: readonly DraftSuggester[], doc: Doc): readonly DraftSuggester[] =>
  updateSuggesters(
    stored,
    stored.length === 0 ? NO_SUGGESTERS : getOpenSuggesters(doc),
    new Map(stored.map(({ p }) => [p, null])),
  );
