/** A record that leaves the sight of who edits it: what was stored is forgotten, what was typed stays, and both meet again if it comes back. */
import type { Wire } from '../../common/entity/project';
import { drop, isDirty, valueOf, type Arrival, type Departure, type Draft, type Shape } from './draft';
import { withoutSides } from './picks';

/** Whether nothing of the record may be known any more, as far as anybody can tell. */
export const isUnseen = ({ gone }: Pick<Draft, 'gone'>): boolean => gone?.why === 'left' || gone?.why === 'missing';

/** What is known exactly stands against what is only guessed from an answer. */
const CERTAINTY: Readonly<Record<Departure['why'], number>> = { missing: 0, left: 1, deleted: 2, purged: 3 };
const surer = (known: Departure | null, told: Departure): Departure =>
  known !== null && CERTAINTY[known.why] > CERTAINTY[told.why] ? known : told;

export function depart(shape: Shape, draft: Draft, departure: Departure): Draft {
  const gone = surer(draft.gone, departure);
  const still: Draft = { ...draft, gone, sent: null, queued: null, review: null };
  if (!isUnseen(still)) return still;
  const typed = Object.keys(draft.mine).filter((field) => isDirty(shape, draft, field));
  const mine: Wire = Object.fromEntries(typed.map((field) => [field, valueOf(draft, field)]));
  const picks = withoutSides(draft.picks, () => true);
  return { ...still, mine, picks, base: {}, conflicts: {}, waiting: {}, flashes: {}, viewed: null, faults: {} };
}

/** In sight again: what was typed over a state nobody remembers is decided by the person, unless nothing happened since. */
export function comeBack(shape: Shape, draft: Draft, { row, by, at }: Arrival, revision: number): Draft {
  const back: Draft = { ...draft, base: row, gone: null, revision };
  if (revision === draft.revision) return back;
  const clashing = Object.keys(draft.mine).filter((field) => row[field] !== undefined && isDirty(shape, back, field));
  const rivals = clashing.map((field) => [field, { base: null, theirs: row[field] ?? null, by, at }] as const);
  const known = Object.entries(row).filter(([field]) => !clashing.includes(field));
  return { ...back, base: Object.fromEntries(known), conflicts: Object.fromEntries(rivals) };
}

/** After a change of rights, of a form that is not shown: without `readable` nothing of the record may be known any more. */
export function withinRights(shape: Shape, draft: Draft, readable: ReadonlySet<string> | undefined): Draft {
  if (draft.id === null || isUnseen(draft)) return draft;
  return readable === undefined ? depart(shape, draft, { why: 'left', by: null }) : restrict(draft, readable);
}

/** What may no longer be read is forgotten; what was typed stays with the person who typed it. */
export function restrict(draft: Draft, readable: ReadonlySet<string>): Draft {
  const forgotten = [draft.base, draft.conflicts, draft.waiting, draft.flashes]
    .flatMap((table) => Object.keys(table))
    .filter((field) => !readable.has(field));
  if (forgotten.length === 0 || draft.id === null) return draft;
  return {
    ...draft,
    base: drop(draft.base, ...forgotten),
    picks: withoutSides(draft.picks, (field) => forgotten.includes(field)),
    conflicts: drop(draft.conflicts, ...forgotten),
    waiting: drop(draft.waiting, ...forgotten),
    flashes: drop(draft.flashes, ...forgotten),
  };
}
