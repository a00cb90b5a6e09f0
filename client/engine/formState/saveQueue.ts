/** A save that follows another whose answer was lost: nobody quarrels with what he himself stored. */
import { isGroupDirty, type RequestBody, type Draft, type QueuedSave, type PendingSave, type FormShape } from './draft';

type FollowingSave = NonNullable<PendingSave['next']>;

/** The save as it is sent, made on what the draft knows to be stored by now. */
function rebaseSave(draft: Draft, { mid, values }: FollowingSave): QueuedSave {
  const base = Object.fromEntries(Object.keys(values).map((field) => [field, draft.base[field] ?? null]));
  const body = { ...values, id: draft.id, revision: draft.revision, _base: base, _mid: mid };
  return { mid, values, body };
}

/** One save is answered; what was saved after it goes next, or is asked about where somebody else wrote as well. */
export function resumeNext(formShape: FormShape, draft: Draft, next: FollowingSave | undefined): Draft {
  const stillDirty = Object.entries(next?.values ?? {}).filter(([field]) => isGroupDirty(formShape, draft, field));
  if (next === undefined || stillDirty.length === 0) return { ...draft, queued: null };
  if (stillDirty.some(([field]) => field in draft.conflicts)) return { ...draft, queued: null, review: { merged: [] } };
  return { ...draft, queued: rebaseSave(draft, { ...next, values: Object.fromEntries(stillDirty) }) };
}

/** Whether it was this that was sent before, under an id of its own. */
const isSameBody = ({ _mid, ...sent }: RequestBody, content: RequestBody) =>
  JSON.stringify(sent) === JSON.stringify(content);

interface SaveRequest {
  readonly values: PendingSave['values'];
  readonly content: RequestBody;
  readonly mutationIdFor: (content: RequestBody) => string;
}
/**
 * What a press on Save sends: what waits already, if it is the same; before anything else a save that may have arrived, under
 * its own id, with this one after it.
 */
export function nextSaveOf({ queued, unanswered }: Draft, { values, content, mutationIdFor }: SaveRequest): QueuedSave {
  const { next: _, body, ...firstSave } = queued ?? unanswered ?? { mid: '', values: {} };
  if (body !== undefined && isSameBody(body, content)) return { ...firstSave, body };
  const mid = mutationIdFor(content);
  if (body !== undefined && firstSave.risked) return { ...firstSave, body, next: { mid, values } };
  return { mid, values, body: { ...content, _mid: mid } };
}
