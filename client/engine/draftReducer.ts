/** What each event makes of a draft. While a save is under way nothing of the form changes but what the person types. */
import type { Json } from '../../common/entity/field';
import { columnNamed } from '../../common/entity/meta';
import type { Wire } from '../../common/entity/project';
import { comeBack, depart, isUnseen, restrict } from './departing';
import {
  drop,
  groupOf,
  isDirty,
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
  type Sending,
  type Shape,
} from './draft';
import { accept, arriveField, storedBy, withBase } from './fieldArrival';
import { withoutPick } from './picks';
import { goOn } from './queue/following';
import { restore, retake, typeOver } from './takingUp';

/** A password is stored, but never answered. */
const isSecret = ({ entity }: Shape, field: string) => columnNamed(entity, field)?.sensitivity === 'secret';

/** A secret that was saved as it was typed is not unsaved any more. */
const forgetSecret = ({ entity }: Shape, draft: Draft, field: string, sent: Json): Draft =>
  sameValue(entity, field, draft.mine[field], sent) ? { ...draft, mine: drop(draft.mine, field) } : draft;

/** The echo of one's own save: what was sent is now the base, whatever the server made of it. */
function arriveOwn(shape: Shape, draft: Draft, row: Wire, values: Wire): Draft {
  return Object.entries(values).reduce<Draft>((current, [field, sent]) => {
    const stored = row[field];
    if (stored === undefined) return isSecret(shape, field) ? forgetSecret(shape, current, field, sent) : current;
    const unchanged = sameValue(shape.entity, field, current.mine[field], sent);
    return storedBy(unchanged ? accept(current, field, stored) : withBase(current, field, stored), field, true);
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
  const gone = revision > draft.revision ? null : draft.gone;
  const next: Draft = { ...merged, base: { ...merged.base, ...beside }, revision, gone };
  if (own === undefined || own !== draft.unanswered) return next;
  return goOn(shape, { ...next, unanswered: null, savedAt: arrival.at }, draft.queued?.next);
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
  const stored: Draft = { ...rest, ...settled, id: event.id, savedAt: event.at, flashes: own.flashes };
  return goOn(shape, stored, draft.sent?.next);
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
    unanswered: unansweredAfter(draft),
    revision: Math.max(draft.revision, revision),
    review: { merged, ...(bare ? { bare } : {}) },
    conflicts: { ...draft.conflicts, ...Object.fromEntries(rivals) },
    stored: drop(draft.stored, ...fields.map(({ field }) => field)),
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

/** Refused is an answer as well: what was refused did not arrive earlier either. */
const unansweredAfter = ({ sent, unanswered }: Draft): Draft['unanswered'] =>
  sent !== null && sent.mid === unanswered?.mid ? null : unanswered;

const refuse = (
  draft: Draft,
  { faults, lost, needsApproval = false }: Extract<DraftEvent, { type: 'refused' }>,
): Draft => ({
  ...draft,
  sent: null,
  unanswered: lost && draft.sent ? { ...draft.sent, risked: true } : unansweredAfter(draft),
  review: null,
  faults,
  needsApproval,
});

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

const sendingOf = ({ type: _type, ...sending }: Extract<DraftEvent, { type: 'sent' }>): Sending => sending;

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
      return { ...draft, sent: sendingOf(event), queued: null, faults: {} };
    case 'queued':
      return { ...draft, sent: null, unanswered: event.queued, queued: event.queued, faults: {} };
    case 'saved':
      return save(shape, draft, event);
    case 'refused':
      return refuse(draft, event);
    case 'faulted':
      return { ...draft, faults: event.faults, needsApproval: false };
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
      return { ...draft, ...NOTHING_TYPED, unanswered: echoOf(draft), base: withRivals(draft) };
    case 'retyped':
      return retake(shape, draft, event.before);
    case 'restricted':
      return restrict(draft, event.readable);
    case 'detached':
      return { ...newDraft(null, {}, draft.mark), mine: { ...pickFields(shape, withRivals(draft)), ...draft.mine } };
  }
}
const NOTHING_TYPED = { mine: {}, picks: {}, faults: {}, conflicts: {}, queued: null, review: null };
/** What was given up is still recognised, but not sent again. */
const echoOf = ({ unanswered }: Draft): Draft['unanswered'] =>
  unanswered && { mid: unanswered.mid, values: unanswered.values };
/** Giving up one's own text leaves what the others wrote. */
const withRivals = (draft: Draft): Wire => ({
  ...draft.base,
  ...Object.fromEntries(Object.entries(draft.conflicts).map(([field, rival]) => [field, rival.theirs])),
});
const pickFields = (shape: Shape, row: Wire): Wire =>
  Object.fromEntries(shape.fields.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]]])));
