/**
 * Every row the client knows, once, by entity and id.
 * Law: whatever the order in which answers and frames arrive, the newest revision stands. A newer revision wins, an equal
 * one adds its fields, an older one is ignored.
 */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Json } from '../../common/entity/field';
import type { ActorRef, Change, ChangeFrame, ListAnswer } from '../../common/protocol/live';
import { overlaid, overlayDropped, withOverlay, withoutOverlays, type Overlay, type Overlays } from './overlay';

export type Wire = Readonly<Record<string, Json>>;
export interface Held {
  /** Revision of the row. */
  readonly v: number;
  readonly row: Wire;
  /** The row was deleted; what it held stays visible until the screen lets go of it. */
  readonly gone?: true;
  /** The last change that came live, for the flash and its tooltip. */
  readonly last?: {
    readonly by: ActorRef | null;
    readonly at: number;
    readonly fields: readonly string[];
    readonly mid: string | null;
  };
}
export interface EntitiesState {
  readonly rows: Readonly<Record<string, Readonly<Record<number, Held>>>>;
  /** What referenced rows are called: `titles[entity][id]`. */
  readonly titles: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** While rights are in doubt: what the server said since. */
  readonly heard?: Readonly<Record<string, ReadonlySet<number>>>;
  /** What is asked for and not answered yet. */
  readonly overlays?: Overlays;
}
export interface EntitiesHolder {
  readonly entities: EntitiesState;
}

const revisionOf = (row: Wire) => (typeof row['revision'] === 'number' ? row['revision'] : 0);

/** A whole row, as REST and `enter` bring it. */
export function mergeRow(held: Held | undefined, row: Wire, v = revisionOf(row)): Held {
  if (held === undefined || v > held.v) return { v, row };
  if (v < held.v) return held;
  // What is known to be deleted learns only what the recycle bin tells of it.
  if (held.gone && (row['delete_time'] ?? null) === null) return held;
  return { ...held, row: { ...held.row, ...row } };
}

const without = (row: Wire, names: readonly string[]): Wire =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

const lastOf = (change: Change, fields: readonly string[]): NonNullable<Held['last']> => ({
  by: change.by ?? null,
  at: change.at,
  fields,
  mid: change.mid ?? null,
});

/** The changed fields of a row, as `u` brings them. Long fields that changed are forgotten: their values do not travel. */
function mergePatch(held: Held, change: Change): Held {
  if (change.v < held.v) return held;
  // Held from a time when nobody followed it: a patch of a later state would make something that never was.
  if (change.was !== undefined && 'revision' in held.row && held.v < change.was) return held;
  const set = change.set ?? {};
  const fields = [...Object.keys(set), ...(change.long ?? [])];
  const base = change.v > held.v && change.long ? without(held.row, change.long) : held.row;
  const row = { ...base, ...set, ...('revision' in base ? { revision: change.v } : {}) };
  return { v: change.v, row, last: lastOf(change, fields) };
}

/** What is known of a row after one change; undefined when it stays unknown. */
export function mergeChange(held: Held | undefined, change: Change): Held | undefined {
  if (change.op === 'enter' && change.row) {
    const next = mergeRow(held, change.row, change.v);
    return next === held ? held : { ...next, last: lastOf(change, []) };
  }
  if (held === undefined) return undefined;
  if (change.op === 'u') return mergePatch(held, change);
  if (change.op === 'del' && change.v >= held.v) return { ...held, v: change.v, gone: true, last: lastOf(change, []) };
  return held;
}

type Table = Record<number, Held>;
const initialState: EntitiesState = { rows: {}, titles: {} };

function withChanges(known: Readonly<Table> | undefined, changes: readonly Change[]): Table {
  const table: Table = { ...known };
  for (const change of changes) {
    const next = mergeChange(table[change.id], change);
    if (next) table[change.id] = next;
  }
  return table;
}

function withRows(known: Readonly<Table> | undefined, rows: readonly Wire[]): Table {
  const table: Table = { ...known };
  for (const row of rows) {
    const id = row['id'];
    if (typeof id === 'number') table[id] = mergeRow(table[id], row);
  }
  return table;
}

function withTitles(titles: EntitiesState['titles'], refs: ListAnswer['refs'] | undefined): EntitiesState['titles'] {
  if (refs === undefined) return titles;
  const merged = Object.entries(refs).map(([e, names]) => [e, { ...titles[e], ...names }] as const);
  return { ...titles, ...Object.fromEntries(merged) };
}

/** `mid`: of the change this is the answer to. */
export const rowsArrived = createAction<{
  e: string;
  rows: readonly Wire[];
  refs?: ListAnswer['refs'];
  mid?: string | undefined;
}>('entities/rowsArrived');
/** All frames of one batch in one dispatch. */
export const framesArrived = createAction<readonly ChangeFrame[]>('entities/framesArrived');
export const titlesArrived = createAction<ListAnswer['refs']>('entities/titlesArrived');
/** Rights changed or the session ended: nothing known may stay readable. */
export const allForgotten = createAction('entities/allForgotten');

/** Rights changed: from now on only what the server says again is known to be readable, and `sweptUnheard` drops the rest. */
export const doubtsBegan = createAction('entities/doubtsBegan');
export const sweptUnheard = createAction('entities/sweptUnheard');

/** Which columns of which entities the person may read now: everything else is dropped. */
export const rightsArrived = createAction<Readonly<Record<string, readonly string[]>>>('entities/rightsArrived');

function withinRights(state: EntitiesState, readable: Readonly<Record<string, readonly string[]>>): EntitiesState {
  const prune = (held: Held, allowed: ReadonlySet<string>): Held =>
    Object.keys(held.row).every((name) => allowed.has(name))
      ? held
      : { ...held, row: Object.fromEntries(Object.entries(held.row).filter(([name]) => allowed.has(name))) };
  const tables = Object.entries(state.rows).flatMap(([e, table]) => {
    const allowed = readable[e] && new Set(readable[e]);
    if (!allowed) return [];
    return [[e, Object.fromEntries(Object.entries(table).map(([id, held]) => [id, prune(held, allowed)]))] as const];
  });
  // Titles stay: the server names referenced rows also to those who may not open them.
  return { ...state, rows: Object.fromEntries(tables) };
}

/**
 * Columns the person may no longer see, told before the first frame that is silent about them: else a row would go on to
 * newer revisions with what such a column held at an older one.
 */
export const columnsHidden = createAction<{ readonly e: string; readonly columns: readonly string[] }>(
  'entities/columnsHidden',
);
function withoutColumns(state: EntitiesState, e: string, columns: readonly string[]): EntitiesState {
  const table = state.rows[e] ?? {};
  const showing = Object.entries(table).filter(([, { row }]) => columns.some((name) => name in row));
  if (showing.length === 0) return state;
  const cut = showing.map(([id, held]) => [id, { ...held, row: without(held.row, columns) }] as const);
  return { ...state, rows: { ...state.rows, [e]: { ...table, ...Object.fromEntries(cut) } } };
}

/** Rows nobody needs any longer: `[entity, ids]`. */
export const rowsReleased = createAction<readonly (readonly [string, readonly number[]])[]>('entities/rowsReleased');

function withoutRows(state: EntitiesState, released: readonly (readonly [string, readonly number[]])[]): EntitiesState {
  const tables = released.map(([e, ids]) => {
    const going = new Set(ids.map(String));
    return [e, Object.fromEntries(Object.entries(state.rows[e] ?? {}).filter(([id]) => !going.has(id)))] as const;
  });
  return { ...state, rows: { ...state.rows, ...Object.fromEntries(tables) } };
}

function applyFrames(state: EntitiesState, frames: readonly ChangeFrame[]): EntitiesState {
  const rows: Record<string, Readonly<Table>> = { ...state.rows };
  for (const frame of frames) rows[frame.e] = withChanges(rows[frame.e], frame.c);
  const { overlays, ...rest } = state;
  return { ...rest, rows, ...doubting(heardFrames(state.heard, frames)), ...laid(answered(overlays, frames)) };
}

const laid = (overlays: Overlays | undefined) => (overlays === undefined ? {} : { overlays });
/** Its own change, echoed, answers what was asked for: perhaps before the answer does, perhaps instead of it. */
function answered(overlays: Overlays | undefined, frames: readonly ChangeFrame[]): Overlays | undefined {
  if (overlays === undefined) return undefined;
  return withoutOverlays(overlays, new Set(frames.flatMap(({ c }) => c.flatMap(({ mid }) => mid ?? []))));
}

type Heard = NonNullable<EntitiesState['heard']>;
const doubting = (heard: Heard | undefined) => (heard === undefined ? {} : { heard });
function nowHeard(heard: Heard | undefined, e: string, rows: readonly Wire[]): Heard | undefined {
  if (heard === undefined) return undefined;
  const ids = rows.flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
  return { ...heard, [e]: new Set([...(heard[e] ?? []), ...ids]) };
}
const heardFrames = (heard: Heard | undefined, frames: readonly ChangeFrame[]): Heard | undefined =>
  frames.reduce(
    (all, { e, c }) =>
      nowHeard(
        all,
        e,
        c.filter(isReadable).map(({ id }) => ({ id })),
      ),
    heard,
  );
const isReadable = ({ op }: Change) => op === 'u' || op === 'enter';

function swept({ heard, ...state }: EntitiesState): EntitiesState {
  const { rows } = state;
  if (heard === undefined) return state;
  const tables = Object.entries(rows).map(([e, table]) => {
    const kept = Object.entries(table).filter(([id]) => heard[e]?.has(Number(id)));
    return [e, Object.fromEntries(kept)] as const;
  });
  return { ...state, rows: Object.fromEntries(tables) };
}

function dropped({ overlays, ...state }: EntitiesState, mid: string): EntitiesState {
  return { ...state, ...laid(withoutOverlays(overlays, new Set([mid]))) };
}

/** Written by hand, not as a slice: copying through drafts is too dear for tables of ten thousand rows. */
export function entitiesReducer(state: EntitiesState = initialState, action: UnknownAction): EntitiesState {
  if (framesArrived.match(action)) return applyFrames(state, action.payload);
  if (rowsArrived.match(action)) {
    const { e, rows, refs, mid } = action.payload;
    return {
      ...laid(withoutOverlays(state.overlays, new Set(mid === undefined ? [] : [mid]))),
      rows: { ...state.rows, [e]: withRows(state.rows[e], rows) },
      titles: withTitles(state.titles, refs),
      ...doubting(nowHeard(state.heard, e, rows)),
    };
  }
  if (overlaid.match(action)) return { ...state, overlays: withOverlay(state.overlays, action.payload) };
  if (overlayDropped.match(action)) return dropped(state, action.payload);
  if (titlesArrived.match(action)) return { ...state, titles: withTitles(state.titles, action.payload) };
  if (doubtsBegan.match(action)) return { ...state, heard: {} };
  if (sweptUnheard.match(action)) return swept(state);
  if (rightsArrived.match(action)) return withinRights(state, action.payload);
  if (columnsHidden.match(action)) return withoutColumns(state, action.payload.e, action.payload.columns);
  if (rowsReleased.match(action)) return withoutRows(state, action.payload);
  return allForgotten.match(action) ? initialState : state;
}

export const selectHeld = (e: string, id: number) => (state: EntitiesHolder) => state.entities.rows[e]?.[id];
export const selectTable = (e: string) => (state: EntitiesHolder) => state.entities.rows[e];
export const selectOverlays =
  (e: string, id: number) =>
  (state: EntitiesHolder): readonly Overlay[] | undefined =>
    state.entities.overlays?.[e]?.[id];
