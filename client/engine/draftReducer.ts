/** What each event makes of a draft. While a save is under way nothing of the form changes but what the person types. */
import type { Json } from '../../common/entity/field';
import type { Wire } from '../../common/entity/project';
import type { KeptDraft } from '../../common/protocol/draft';
import { comeBack, depart, isUnseen, restrict } from './departing';
import {
  drop,
  groupOf,
  isDirty,
  isTouched,
  mayWrite,
  newDraft,
  sameValue,
  unitOf,
  valueOf,
  type Arrival,
  type Clash,
  type Draft,
  type DraftEvent,
  type Gift,
  type Rival,
  type Shape,
} from './draft';
import { withoutPick } from './picks';

const withBase = (draft: Draft, field: string, value: Json): Draft => ({
  ...draft,
  base: { ...draft.base, [field]: value },
});

/** Takes over a value for a field: shown from now on, no conflict left. */
function accept(draft: Draft, field: string, value: Json): Draft {
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

function arriveField(shape: Shape, draft: Draft, field: string, theirs: Json, arrival: Arrival): Draft {
  const base = draft.base[field] ?? null;
  const same = (a: Json | undefined, b: Json | undefined) => sameValue(shape.entity, field, a, b);
  if (same(theirs, base)) return rebased(draft, field, base);
  if (same(draft.mine[field], theirs) && field in draft.mine) return accept(draft, field, theirs);
  if (isOwn(arrival, field) && isTouched(shape, draft, field)) return rebased(draft, field, theirs);
  const known = draft.conflicts[field];
  if (known !== undefined && known.hidden === undefined && same(known.theirs, theirs)) return draft;
  const { at, fields } = arrival;
  const by = fields === undefined || fields.includes(field) ? arrival.by : null;
  const rival: Rival = { base, theirs, by, at };
  if (isTouched(shape, draft, field)) return { ...draft, conflicts: { ...draft.conflicts, [field]: rival } };
  if (draft.focused === field && mayWrite(shape, field))
    return { ...draft, waiting: { ...draft.waiting, [field]: rival } };
  return { ...accept(draft, field, theirs), flashes: { ...draft.flashes, [field]: { by, at } } };
}

/** The echo of one's own save: what was sent is now the base, whatever the server made of it. */
function arriveOwn(shape: Shape, draft: Draft, row: Wire, values: Wire): Draft {
  return Object.entries(values).reduce<Draft>((current, [field, sent]) => {
    const stored = row[field];
    if (stored === undefined) return current;
    const unchanged = sameValue(shape.entity, field, current.mine[field], sent);
    return unchanged ? accept(current, field, stored) : withBase(current, field, stored);
  }, draft);
}

const revisionOf = (row: Wire, otherwise: number) =>
  typeof row['revision'] === 'number' ? row['revision'] : otherwise;

function arrive(shape: Shape, draft: Draft, arrival: Arrival): Draft {
  const { row, mid } = arrival;
  const revision = revisionOf(row, draft.revision);
  if (!draft.loaded) return { ...draft, loaded: true, revision, base: { ...draft.base, ...row } };
  if (revision < draft.revision) return draft;
  if (isUnseen(draft)) return comeBack(shape, draft, arrival, revision);
  const own = mid === null ? undefined : [draft.sent, draft.unanswered].find((sending) => sending?.mid === mid);
  const start = own ? arriveOwn(shape, draft, row, own.values) : draft;
  const merged = shape.fields.reduce<Draft>((current, field) => {
    const theirs = row[field];
    return theirs === undefined ? current : arriveField(shape, current, field, theirs, arrival);
  }, start);
  // What the form does not show may still decide what it allows: the state that locks, the title above it.
  const beside = Object.fromEntries(Object.entries(row).filter(([field]) => !shape.fields.includes(field)));
  const heard =
    own !== undefined && own === draft.unanswered ? { unanswered: null, queued: null, savedAt: arrival.at } : {};
  const gone = revision > draft.revision ? null : draft.gone;
  return { ...merged, ...heard, base: { ...merged.base, ...beside }, revision, gone };
}

function type(shape: Shape, draft: Draft, field: string, value: Json): Draft {
  const typed: Draft = {
    ...draft,
    mine: { ...draft.mine, [field]: value },
    faults: drop(draft.faults, field),
    flashes: drop(draft.flashes, field),
  };
  const rival = draft.waiting[field];
  if (rival === undefined || !isDirty(shape, typed, field)) return typed;
  return { ...typed, waiting: drop(draft.waiting, field), conflicts: { ...typed.conflicts, [field]: rival } };
}

function blur(draft: Draft, at: number): Draft {
  return Object.entries(draft.waiting).reduce<Draft>(
    (current, [field, rival]) => ({
      ...accept(current, field, rival.theirs),
      flashes: { ...current.flashes, [field]: { by: rival.by, at } },
    }),
    { ...draft, focused: null },
  );
}

function decide(shape: Shape, draft: Draft, field: string, theirs: boolean): Draft {
  const start: Draft = { ...draft, picks: withoutPick(draft.picks, unitOf(shape, field)) };
  return groupOf(shape, field).reduce<Draft>((current, member) => {
    const rival = current.conflicts[member];
    if (rival !== undefined && theirs) return accept(current, member, rival.theirs);
    if (rival !== undefined) return keep(current, member, rival);
    return theirs ? { ...current, mine: drop(current.mine, member) } : current;
  }, start);
}
/** The value typed here stands against the newer base; a field that was not typed in is written back on purpose. */
const keep = (draft: Draft, field: string, rival: Rival): Draft => ({
  ...withBase(draft, field, rival.theirs),
  mine: { ...draft.mine, [field]: valueOf(draft, field) },
  conflicts: drop(draft.conflicts, field),
});

function save(shape: Shape, draft: Draft, event: Extract<DraftEvent, { type: 'saved' }>): Draft {
  const own = arriveOwn(shape, draft, event.row, draft.sent?.values ?? {});
  const arrival: Arrival = { row: event.row, by: null, at: event.at, mid: null };
  const rest = arrive(shape, { ...own, loaded: true }, arrival);
  // What a colleague changed meanwhile is named by the message; flashes without a name would only repeat it.
  const settled = { sent: null, unanswered: null, queued: null, review: null, picks: {}, faults: {} };
  return { ...rest, ...settled, id: event.id, savedAt: event.at, flashes: own.flashes };
}

const MS = 1000;

/** Both changed the same: what clashes waits for a decision, what does not is taken over. */
function clash(shape: Shape, draft: Draft, { fields, merged, revision, bare }: Clash): Draft {
  const rivals = fields.map(({ field, theirs, base, by, at }): [string, Rival] => {
    const hidden = theirs === undefined ? { hidden: true as const } : {};
    const from = base ?? draft.base[field] ?? null;
    return [field, { base: from, theirs: theirs ?? null, by, at: at * MS, ...hidden }];
  });
  const start: Draft = {
    ...draft,
    sent: null,
    revision: Math.max(draft.revision, revision),
    review: { merged, ...(bare ? { bare } : {}) },
    conflicts: { ...draft.conflicts, ...Object.fromEntries(rivals) },
  };
  return merged.reduce<Draft>(
    (current, { field, theirs, by, at }) =>
      shape.fields.includes(field)
        ? arriveField(shape, current, field, theirs, { row: {}, by, at: at * MS, mid: null })
        : current,
    start,
  );
}

/** Each field in question stands on what the others wrote, and holds what was decided. */
function resolve(shape: Shape, draft: Draft, values: Wire): Draft {
  return Object.entries(draft.conflicts).reduce<Draft>(
    (current, [field, rival]) => {
      const value = values[field];
      if (rival.hidden) return { ...current, conflicts: drop(current.conflicts, field) };
      if (value === undefined || !mayWrite(shape, field) || sameValue(shape.entity, field, value, rival.theirs))
        return accept(current, field, rival.theirs);
      return { ...keep(current, field, rival), mine: { ...current.mine, [field]: value } };
    },
    { ...withOthers(draft, values), picks: {} },
  );
}
/** Fields that merge with one in question are decided with it. */
const withOthers = (draft: Draft, values: Wire): Draft => ({
  ...draft,
  mine: {
    ...draft.mine,
    ...Object.fromEntries(Object.entries(values).filter(([field]) => !(field in draft.conflicts))),
  },
});

const refuse = (draft: Draft, { faults, lost }: Extract<DraftEvent, { type: 'refused' }>): Draft => ({
  ...draft,
  sent: null,
  unanswered: lost ? draft.sent : draft.unanswered,
  review: null,
  faults,
});

/** As if the form had stayed open: typed over what it was typed over, with what came since beside it. What is typed now stands. */
function restore(shape: Shape, draft: Draft, { fields, since, form }: KeptDraft): Draft {
  // What finds its field typed in stays where it was kept.
  const whole = Object.keys(fields).every((field) => !isDirty(shape, draft, field));
  const start = whole ? { ...draft, adopted: [...draft.adopted, form] } : draft;
  return Object.entries(fields).reduce<Draft>((current, [field, { base, mine }]) => {
    if (!shape.fields.includes(field) || isDirty(shape, current, field)) return current;
    return typeOver(shape, current, { field, base, mine }, since[field]);
  }, start);
}
/** Typed over what may have been changed since. */
function typeOver(shape: Shape, draft: Draft, { field, base, mine }: Gift, since?: Pick<Rival, 'by' | 'at'>): Draft {
  const theirs = draft.base[field] ?? null;
  const typed = withBase({ ...draft, mine: { ...draft.mine, [field]: mine } }, field, base);
  const { by = null, at = 0 } = since ?? {};
  return arriveField(shape, typed, field, theirs, { row: {}, by, at, mid: null });
}
/** Stands from now on in the place of what is typed here, with what others wrote meanwhile beside it. */
function bring(shape: Shape, draft: Draft, { fields, mark }: Extract<DraftEvent, { type: 'brought' }>): Draft {
  const start = mark === undefined ? draft : { ...draft, adopted: [...draft.adopted, mark] };
  return Object.entries(fields).reduce<Draft>((current, [field, { base, mine }]) => {
    const rival = current.conflicts[field];
    if (rival?.hidden) return { ...current, mine: { ...current.mine, [field]: mine } };
    const settled = rival ? accept(current, field, rival.theirs) : current;
    return typeOver(shape, settled, { field, base, mine }, rival);
  }, start);
}
function receive(shape: Shape, draft: Draft, gift: Gift): Draft {
  const typed = typeOver(shape, draft, gift);
  return gift.refusal ? draftReducer(shape, typed, gift.refusal) : typed;
}

/** The draft after one event. */
export function draftReducer(shape: Shape, draft: Draft, event: DraftEvent): Draft {
  switch (event.type) {
    case 'arrived':
      return arrive(shape, draft, event.arrival);
    case 'typed':
      return type(shape, draft, event.field, event.value);
    case 'focused':
      return { ...draft, focused: event.field };
    case 'blurred':
      return blur(draft, event.at);
    case 'took':
    case 'kept':
      return decide(shape, draft, event.field, event.type === 'took');
    case 'sent':
      return { ...draft, sent: { mid: event.mid, values: event.values }, queued: null, faults: {} };
    case 'queued':
      return { ...draft, sent: null, unanswered: event.queued, queued: event.queued, faults: {} };
    case 'saved':
      return save(shape, draft, event);
    case 'refused':
      return refuse(draft, event);
    case 'faulted':
      return { ...draft, faults: event.faults };
    case 'clashed':
      return clash(shape, draft, event.clash);
    case 'reviewed':
      return { ...draft, review: { merged: [] } };
    case 'returned':
      return { ...draft, review: null };
    case 'picked':
      return { ...draft, picks: { ...draft.picks, [event.unit]: event.pick } };
    case 'resolved':
      return resolve(shape, draft, event.values);
    case 'viewed':
      return { ...draft, viewed: event.merges };
    case 'gone':
      return depart(shape, draft, event.departure);
    case 'restored':
      return restore(shape, draft, event.draft);
    case 'brought':
      return bring(shape, draft, event);
    case 'handed':
      return receive(shape, draft, event.gift);
    case 'discarded':
      return { ...draft, ...NOTHING_TYPED, base: withRivals(draft) };
    case 'retyped':
      return Object.entries(event.mine).reduce((current, [field, value]) => type(shape, current, field, value), {
        ...draft,
        picks: event.picks,
      });
    case 'restricted':
      return restrict(draft, event.readable);
    case 'detached':
      return { ...newDraft(null, {}, draft.mark), mine: { ...pickFields(shape, withRivals(draft)), ...draft.mine } };
  }
}
const NOTHING_TYPED = { mine: {}, picks: {}, faults: {}, conflicts: {}, queued: null, review: null };
/** Giving up one's own text leaves what the others wrote. */
const withRivals = (draft: Draft): Wire => ({
  ...draft.base,
  ...Object.fromEntries(Object.entries(draft.conflicts).map(([field, rival]) => [field, rival.theirs])),
});
const pickFields = (shape: Shape, row: Wire): Wire =>
  Object.fromEntries(shape.fields.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]]])));
