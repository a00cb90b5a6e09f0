/** What becomes of one field of a draft when a version of the record arrives. */
import type { Json } from '../../common/entity/field';
import { drop, isTouched, mayWrite, sameValue, type Arrival, type Draft, type Rival, type Shape } from './draft';

export const withBase = (draft: Draft, field: string, value: Json): Draft => ({
  ...draft,
  base: { ...draft.base, [field]: value },
});

/** Takes over a value for a field: shown from now on, no conflict left. */
export function accept(draft: Draft, field: string, value: Json): Draft {
  return {
    ...withBase(draft, field, value),
    mine: drop(draft.mine, field),
    conflicts: drop(draft.conflicts, field),
    waiting: drop(draft.waiting, field),
  };
}

const isOwn = ({ here, fields }: Arrival, field: string) => here === true && fields?.includes(field) === true;
/** Nobody disagrees with oneself: what is typed stands over what one has just stored. */
const rebased = (draft: Draft, field: string, value: Json): Draft => ({
  ...withBase(draft, field, value),
  conflicts: drop(draft.conflicts, field),
  waiting: drop(draft.waiting, field),
});

/** Keeps in mind by whom the stored value of a field is. */
export const storedBy = (draft: Draft, field: string, oneself: boolean): Draft => ({
  ...draft,
  stored: oneself ? { ...draft.stored, [field]: true } : drop(draft.stored, field),
});

/** One field of a version of the record, as it arrives. */
export function arriveField(shape: Shape, known: Draft, field: string, theirs: Json, arrival: Arrival): Draft {
  const base = known.base[field] ?? null;
  const same = (a: Json | undefined, b: Json | undefined) => sameValue(shape.entity, field, a, b);
  if (same(theirs, base)) return rebased(known, field, base);
  const draft = storedBy(known, field, isOwn(arrival, field));
  if (same(draft.mine[field], theirs) && field in draft.mine) return accept(draft, field, theirs);
  if (isOwn(arrival, field) && isTouched(shape, draft, field)) return rebased(draft, field, theirs);
  const asked = draft.conflicts[field];
  if (asked !== undefined && asked.hidden === undefined && same(asked.theirs, theirs)) return draft;
  const { at, fields } = arrival;
  const by = fields === undefined || fields.includes(field) ? arrival.by : null;
  const rival: Rival = { base, theirs, by, at };
  if (isTouched(shape, draft, field)) return { ...draft, conflicts: { ...draft.conflicts, [field]: rival } };
  if (draft.focused === field && mayWrite(shape, field))
    return { ...draft, waiting: { ...draft.waiting, [field]: rival } };
  return { ...accept(draft, field, theirs), flashes: { ...draft.flashes, [field]: { by, at } } };
}
