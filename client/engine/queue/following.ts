/** A save that follows another whose answer was lost: nobody quarrels with what he himself stored. */
import { isTouched, type Body, type Draft, type Queued, type Sending, type Shape } from '../draft';

type Next = NonNullable<Sending['next']>;

/** The save as it is sent, made on what the draft knows to be stored by now. */
function madeOn(draft: Draft, { mid, values }: Next): Queued {
  const base = Object.fromEntries(Object.keys(values).map((field) => [field, draft.base[field] ?? null]));
  const body = { ...values, id: draft.id, revision: draft.revision, _base: base, _mid: mid };
  return { mid, values, body };
}

/** One save is answered; what was saved after it goes next, or is asked about where somebody else wrote as well. */
export function goOn(shape: Shape, draft: Draft, next: Next | undefined): Draft {
  const still = Object.entries(next?.values ?? {}).filter(([field]) => isTouched(shape, draft, field));
  if (next === undefined || still.length === 0) return { ...draft, queued: null };
  if (still.some(([field]) => field in draft.conflicts)) return { ...draft, queued: null, review: { merged: [] } };
  return { ...draft, queued: madeOn(draft, { ...next, values: Object.fromEntries(still) }) };
}

/** Whether it was this that was sent before, under an id of its own. */
const isSame = ({ _mid, ...sent }: Body, content: Body) => JSON.stringify(sent) === JSON.stringify(content);

interface Wanted {
  readonly values: Sending['values'];
  readonly content: Body;
  readonly midOf: (content: Body) => string;
}
/**
 * What a press on Save sends: what waits already, if it is the same; before anything else a save that may have arrived, under
 * its own id, with this one after it.
 */
export function sendingFor({ queued, unanswered }: Draft, { values, content, midOf }: Wanted): Queued {
  const { next: _, body, ...first } = queued ?? unanswered ?? { mid: '', values: {} };
  if (body !== undefined && isSame(body, content)) return { ...first, body };
  const mid = midOf(content);
  if (body !== undefined && first.risked) return { ...first, body, next: { mid, values } };
  return { mid, values, body: { ...content, _mid: mid } };
}
