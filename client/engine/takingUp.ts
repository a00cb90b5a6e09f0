/** Text that was typed before comes back into a form, over what it was typed over, with what others wrote since beside it. */
import type { Json } from '../../common/entity/field';
import type { KeptDraft } from '../../common/protocol/draft';
import { drop, isDirty, isTouched, sameValue, type Draft, type Gift, type Rival, type Shape } from './draft';
import { arriveField, withBase } from './fieldArrival';
import { keptPick, writtenFor } from './picks';

type Author = Pick<Rival, 'by' | 'at'>;

/** Typed over what may have been changed since. */
export function typeOver(shape: Shape, draft: Draft, { field, base, mine }: Gift, since?: Author): Draft {
  const theirs = draft.base[field] ?? null;
  const typed = withBase({ ...draft, mine: { ...draft.mine, [field]: mine } }, field, base);
  const { by = null, at = 0 } = since ?? {};
  return arriveField(shape, typed, field, theirs, { row: {}, by, at, mid: null });
}

/** As if the form had stayed open: typed over what it was typed over, with what came since beside it. What is typed now stands. */
export function restore(shape: Shape, draft: Draft, { fields, since, form }: KeptDraft): Draft {
  // What finds its field typed in stays where it was kept.
  const taken = (field: string) => isDirty(shape, draft, field) || writtenFor(draft.picks, field) !== undefined;
  const whole = !Object.keys(fields).some(taken);
  const start = whole ? { ...draft, adopted: [...draft.adopted, form] } : draft;
  const stands = (field: string, { base, mine }: KeptDraft['fields'][string]) =>
    taken(field) || (isTouched(shape, draft, field) && sameValue(shape.entity, field, base, mine));
  const wanted = Object.entries(fields).filter(([field, one]) => shape.fields.includes(field) && !stands(field, one));
  const written = wanted.flatMap(([field, one]) =>
    one.written === undefined ? [] : [[field, keptPick(one.written)] as const],
  );
  // All of them first: fields that merge as one are judged together.
  const typed: Draft = {
    ...start,
    base: { ...start.base, ...Object.fromEntries(wanted.map(([field, { base }]) => [field, base])) },
    mine: { ...start.mine, ...Object.fromEntries(wanted.map(([field, { mine }]) => [field, mine])) },
    picks: { ...start.picks, ...Object.fromEntries(written) },
  };
  return wanted.reduce<Draft>((current, [field]) => {
    const { by = null, at = 0 } = since[field] ?? {};
    return arriveField(shape, current, field, draft.base[field] ?? null, { row: {}, by, at, mid: null });
  }, typed);
}

/** The value the others left in a field, and by whom. */
function newestOf(draft: Draft, field: string): Author & { readonly theirs: Json } {
  const held = draft.waiting[field];
  if (held) return held;
  return { by: null, at: 0, ...draft.flashes[field], theirs: draft.base[field] ?? null };
}

/** One field as it was; where somebody wrote what this draft knew already, it is still known by whom. */
function meet(
  shape: Shape,
  draft: Draft,
  before: Draft,
  [field, newest]: [string, ReturnType<typeof newestOf>],
): Draft {
  const rival = before.conflicts[field];
  if (rival?.hidden) return { ...draft, conflicts: { ...draft.conflicts, [field]: rival } };
  const known = rival !== undefined && rival.theirs === newest.theirs ? rival : newest;
  const { by, at } = known;
  return arriveField(shape, draft, field, newest.theirs, { row: {}, by, at, mid: null });
}

/**
 * What was discarded is wanted back: base and open questions as they were before, then what came since. What was typed since
 * stands, over what the person stored since nobody is asked, and what may no longer be read does not come back.
 */
export function retake(shape: Shape, draft: Draft, before: Draft): Draft {
  const wanted = (field: string) =>
    field in before.mine || field in before.conflicts || isTouched(shape, before, field);
  const fields = shape.fields.filter((field) => wanted(field) && !isTouched(shape, draft, field));
  const seen = fields.filter((field) => field in draft.base && !(field in draft.stored));
  const pick = <T>(table: Readonly<Record<string, T>>, keys: readonly string[]) =>
    Object.fromEntries(Object.entries(table).filter(([key]) => keys.includes(key)));
  const back: Draft = {
    ...draft,
    base: { ...draft.base, ...pick(before.base, seen) },
    mine: { ...draft.mine, ...pick(before.mine, fields) },
    picks: before.picks,
    waiting: drop(draft.waiting, ...seen),
    flashes: drop(draft.flashes, ...fields),
    ...(draft.unanswered?.mid === before.unanswered?.mid
      ? { queued: before.queued, unanswered: before.unanswered }
      : {}),
  };
  const told = seen.map((field): [string, ReturnType<typeof newestOf>] => [field, newestOf(draft, field)]);
  return told.reduce((current, one) => meet(shape, current, before, one), back);
}
