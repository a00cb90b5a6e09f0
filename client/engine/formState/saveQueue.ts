/** Chains a save after one whose response was lost, so that a user never conflicts with their own save. */
import { isGroupDirty, type RequestBody, type Draft, type QueuedSave, type PendingSave, type FormShape } from './draft';

type FollowingSave = NonNullable<PendingSave['next']>;

/** The save with base values from the values that the draft last saw stored. */
function rebaseSave(draft: Draft, { mid, values }: FollowingSave): QueuedSave {
  const base = Object.fromEntries(Object.keys(values).map((field) => [field, draft.base[field] ?? null]));
  const body = { ...values, id: draft.id, revision: draft.revision, _base: base, _mid: mid };
  return { mid, values, body };
}

/** Continues with the following save after a response; opens the dialog if somebody else changed the same fields. */
export function resumeNext(formShape: FormShape, draft: Draft, next: FollowingSave | undefined): Draft {
  const stillDirty = Object.entries(next?.values ?? {}).filter(([field]) => isGroupDirty(formShape, draft, field));
  if (next === undefined || stillDirty.length === 0) return { ...draft, queued: null };
  if (stillDirty.some(([field]) => field in draft.conflicts)) return { ...draft, queued: null, review: { merged: [] } };
  return { ...draft, queued: rebaseSave(draft, { ...next, values: Object.fromEntries(stillDirty) }) };
}

/** Whether the body was sent before, apart from its idempotency key. */
const isSameBody = ({ _mid, ...sent }: RequestBody, content: RequestBody) =>
  JSON.stringify(sent) === JSON.stringify(content);

interface SaveRequest {
  readonly values: PendingSave['values'];
  readonly content: RequestBody;
  readonly idempotencyKeyFor: (content: RequestBody) => string;
}
/**
 * Chooses the request that Save sends: the queued save if it has the same content; otherwise a save that may have arrived
 * goes first, with its own idempotency key, and this one follows.
 */
export function chooseNextSave(
  { queued, unanswered }: Draft,
  { values, content, idempotencyKeyFor }: SaveRequest,
): QueuedSave {
  const { next: _, body, ...firstSave } = queued ?? unanswered ?? { mid: '', values: {} };
  if (body !== undefined && isSameBody(body, content)) return { ...firstSave, body };
  const mid = idempotencyKeyFor(content);
  if (body !== undefined && firstSave.mayHaveArrived) return { ...firstSave, body, next: { mid, values } };
  return { mid, values, body: { ...content, _mid: mid } };
}
