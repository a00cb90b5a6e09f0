/**
 * What one person is writing in a form while others may change the same record.
 * Law: what was typed is never lost and never overwritten. A field's `base` is the value its editor last saw and accepted;
 * it advances under a field that was not touched, and under a touched one only by the editor's own choice.
 */
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import { columnNamed, type Column } from '../../common/entity/meta';
import type { Wire } from '../../common/entity/project';
import { isEmpty, readValue } from '../../common/entity/values';
import type { ActorRef, FieldConflict } from '../../common/protocol/live';

/** The value somebody else gave a field that is being edited here. */
export interface Rival {
  readonly base: Json;
  readonly theirs: Json;
  readonly by: ActorRef | null;
  readonly at: number;
}
export interface Flash {
  readonly by: ActorRef | null;
  readonly at: number;
}
export interface Departure {
  readonly why: 'deleted' | 'left';
  readonly by: ActorRef | null;
}
export interface Draft {
  /** Null: a record that does not exist yet. */
  readonly id: number | null;
  readonly loaded: boolean;
  readonly revision: number;
  readonly base: Wire;
  /** What was typed, by field; a field typed back to its base stays here but is not dirty. */
  readonly mine: Wire;
  readonly conflicts: Readonly<Record<string, Rival>>;
  /** Came for an untouched field that has the focus: it must not change under the caret. */
  readonly waiting: Readonly<Record<string, Rival>>;
  readonly flashes: Readonly<Record<string, Flash>>;
  readonly focused: string | null;
  /** The save under way. */
  readonly sent: { readonly mid: string; readonly values: Wire } | null;
  /** Complaints by path, as sentences. */
  readonly faults: Readonly<Record<string, string>>;
  readonly gone: Departure | null;
  /** Unix milliseconds of the last save. */
  readonly savedAt: number | null;
}

/** One version of the record as it arrives from an answer or from the live channel. */
export interface Arrival {
  readonly row: Wire;
  readonly by: ActorRef | null;
  readonly at: number;
  readonly mid: string | null;
}
export type DraftEvent =
  | { readonly type: 'arrived'; readonly arrival: Arrival }
  | { readonly type: 'typed'; readonly field: string; readonly value: Json }
  | { readonly type: 'focused'; readonly field: string }
  | { readonly type: 'blurred'; readonly at: number }
  | { readonly type: 'took' | 'kept'; readonly field: string }
  | { readonly type: 'sent'; readonly mid: string; readonly values: Wire }
  | { readonly type: 'saved'; readonly id: number; readonly row: Wire; readonly at: number }
  | { readonly type: 'refused'; readonly faults: Draft['faults'] }
  | { readonly type: 'clashed'; readonly fields: readonly FieldConflict[] }
  | { readonly type: 'gone'; readonly departure: Departure }
  | { readonly type: 'discarded' }
  | { readonly type: 'detached' };

/** What the reducer knows of the form. */
export interface Shape {
  readonly entity: AnyEntity;
  /** Fields the form holds. */
  readonly fields: readonly string[];
}

export const newDraft = (id: number | null, initial: Wire): Draft => ({
  id,
  loaded: id === null,
  revision: 0,
  base: initial,
  mine: {},
  conflicts: {},
  waiting: {},
  flashes: {},
  focused: null,
  sent: null,
  faults: {},
  gone: null,
  savedAt: null,
});

const canonical = (column: Column | undefined, value: Json | undefined): Json => {
  if (value === undefined || isEmpty(value) || (Array.isArray(value) && value.length === 0)) return null;
  const read = column ? readValue(column, value) : undefined;
  return read && 'value' in read ? read.value : value;
};
/** Whether two inputs mean the same value: nothing and an empty text, `1.5` and `1.50`, a text and itself with spaces around. */
export function sameValue(entity: AnyEntity, field: string, a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  const column = columnNamed(entity, field);
  return JSON.stringify(canonical(column, a)) === JSON.stringify(canonical(column, b));
}

/** What a field shows. */
export const valueOf = (draft: Draft, field: string): Json =>
  draft.mine[field] ?? (field in draft.mine ? null : (draft.base[field] ?? null));

export const isDirty = (shape: Shape, draft: Draft, field: string): boolean =>
  field in draft.mine && !sameValue(shape.entity, field, draft.mine[field], draft.base[field]);
export const dirtyFields = (shape: Shape, draft: Draft): readonly string[] =>
  shape.fields.filter((field) => isDirty(shape, draft, field));

const groupOf = (shape: Shape, field: string): readonly string[] =>
  shape.entity.spec.together?.find((group) => group.includes(field)) ?? [field];
/** Fields that merge as a unit are edited together: one touched, all touched. */
const isTouched = (shape: Shape, draft: Draft, field: string) =>
  groupOf(shape, field).some((member) => isDirty(shape, draft, member));

function drop<T>(table: Readonly<Record<string, T>>, ...keys: readonly string[]): Readonly<Record<string, T>> {
  return keys.some((key) => key in table)
    ? Object.fromEntries(Object.entries(table).filter(([key]) => !keys.includes(key)))
    : table;
}
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

function arriveField(shape: Shape, draft: Draft, field: string, theirs: Json, { by, at }: Arrival): Draft {
  const base = draft.base[field] ?? null;
  const same = (a: Json | undefined, b: Json | undefined) => sameValue(shape.entity, field, a, b);
  if (same(theirs, base)) {
    return { ...draft, conflicts: drop(draft.conflicts, field), waiting: drop(draft.waiting, field) };
  }
  if (same(draft.mine[field], theirs) && field in draft.mine) return accept(draft, field, theirs);
  const rival: Rival = { base, theirs, by, at };
  if (isTouched(shape, draft, field)) return { ...draft, conflicts: { ...draft.conflicts, [field]: rival } };
  if (draft.focused === field) return { ...draft, waiting: { ...draft.waiting, [field]: rival } };
  return { ...accept(draft, field, theirs), flashes: { ...draft.flashes, [field]: { by, at } } };
}

/** The echo of one's own save: what was sent is now the base, whatever the server made of it. */
function arriveOwn(shape: Shape, draft: Draft, row: Wire): Draft {
  return Object.entries(draft.sent?.values ?? {}).reduce<Draft>((current, [field, sent]) => {
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
  const own = mid !== null && mid === draft.sent?.mid;
  const start = own ? arriveOwn(shape, draft, row) : draft;
  const merged = shape.fields.reduce<Draft>((current, field) => {
    const theirs = row[field];
    return theirs === undefined ? current : arriveField(shape, current, field, theirs, arrival);
  }, start);
  return { ...merged, revision };
}

/** While the record's own answer is on its way, nothing of the form may change but what the person types. */
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
  return groupOf(shape, field).reduce<Draft>((current, member) => {
    const rival = current.conflicts[member];
    if (rival !== undefined && theirs) return accept(current, member, rival.theirs);
    if (rival !== undefined) return keep(current, member, rival);
    return theirs ? { ...current, mine: drop(current.mine, member) } : current;
  }, draft);
}
/** The value typed here stands against the newer base; a field that was not typed in is written back on purpose. */
const keep = (draft: Draft, field: string, rival: Rival): Draft => ({
  ...withBase(draft, field, rival.theirs),
  mine: { ...draft.mine, [field]: valueOf(draft, field) },
  conflicts: drop(draft.conflicts, field),
});

function save(shape: Shape, draft: Draft, event: Extract<DraftEvent, { type: 'saved' }>): Draft {
  const own = arriveOwn(shape, draft, event.row);
  const arrival: Arrival = { row: event.row, by: null, at: event.at, mid: null };
  const rest = arrive(shape, { ...own, loaded: true }, arrival);
  // What a colleague changed meanwhile is named by the message; flashes without a name would only repeat it.
  return { ...rest, id: event.id, sent: null, faults: {}, savedAt: event.at, flashes: own.flashes };
}

const clash = (draft: Draft, fields: readonly FieldConflict[]): Draft => ({
  ...draft,
  sent: null,
  conflicts: {
    ...draft.conflicts,
    ...Object.fromEntries(
      fields.map(({ field, theirs, by, at }) => [field, { base: draft.base[field] ?? null, theirs, by, at }] as const),
    ),
  },
});

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
      return { ...draft, sent: { mid: event.mid, values: event.values }, faults: {} };
    case 'saved':
      return save(shape, draft, event);
    case 'refused':
      return { ...draft, sent: null, faults: event.faults };
    case 'clashed':
      return clash(draft, event.fields);
    case 'gone':
      return { ...draft, gone: event.departure, sent: null };
    case 'discarded':
      return { ...draft, mine: {}, faults: {}, conflicts: {}, base: withRivals(draft) };
    case 'detached':
      return { ...newDraft(null, draft.base), mine: { ...pickFields(shape, draft.base), ...draft.mine } };
  }
}
/** Giving up one's own text leaves what the others wrote. */
const withRivals = (draft: Draft): Wire => ({
  ...draft.base,
  ...Object.fromEntries(Object.entries(draft.conflicts).map(([field, rival]) => [field, rival.theirs])),
});
const pickFields = (shape: Shape, row: Wire): Wire =>
  Object.fromEntries(shape.fields.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]]])));

/** What a save sends of the fields: the dirty ones; of fields that merge as a unit, all. */
export function changesOf(shape: Shape, draft: Draft): { readonly values: Wire; readonly base: Wire } {
  const fields = shape.fields.filter((field) => isTouched(shape, draft, field));
  return {
    values: Object.fromEntries(fields.map((field) => [field, valueOf(draft, field)])),
    base: Object.fromEntries(fields.map((field) => [field, draft.base[field] ?? null])),
  };
}
