/**
 * A normalized cache of rows: each row is stored once, by entity and id.
 * Invariant: the newest revision wins, in whatever order REST responses and frames arrive. A newer revision replaces the row, an equal
 * one adds its fields, an older one is ignored.
 */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Json } from '../../../common/entity/field';
import type { ActorRef, Change, ChangeFrame, ListResponse } from '../../../common/protocol/liveEvents';
import {
  optimisticUpdateAdded,
  optimisticUpdateRemoved,
  addOptimisticUpdate,
  removeOptimisticUpdates,
  type OptimisticUpdate,
  type OptimisticUpdates,
} from './optimistic';

export type RowData = Readonly<Record<string, Json>>;
export interface CachedRow {
  /** Revision of the row. */
  readonly revision: number;
  readonly row: RowData;
  /** The row was deleted; its last values stay in the cache until no screen shows it. */
  readonly isDeleted?: true;
  /** The last change from the live connection: the grid highlights its fields and names its author in a tooltip. */
  readonly lastChange?: {
    readonly by: ActorRef | null;
    readonly at: number;
    readonly fields: readonly string[];
    readonly idempotencyKey: string | null;
  };
}
export interface EntitiesState {
  readonly rows: Readonly<Record<string, Readonly<Record<number, CachedRow>>>>;
  /** Titles of referenced rows: `titles[entity][id]`. */
  readonly titles: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Only during revalidation: ids of the rows that the server has sent since it began. */
  readonly confirmed?: Readonly<Record<string, ReadonlySet<number>>>;
  /** Values of updates that were sent and are not acknowledged yet. */
  readonly optimistic?: OptimisticUpdates;
}
export interface StateWithEntities {
  readonly entities: EntitiesState;
}

const getRevision = (row: RowData) => (typeof row['revision'] === 'number' ? row['revision'] : 0);

/** Merges a whole row from a REST response or an `enter` change into the cached one. */
export function mergeRow(cachedRow: CachedRow | undefined, row: RowData, revision = getRevision(row)): CachedRow {
  if (cachedRow === undefined || revision > cachedRow.revision) return { revision, row };
  if (revision < cachedRow.revision) return cachedRow;
  // A deleted row accepts only a recycle-bin version of equal revision (one with `delete_time`).
  if (cachedRow.isDeleted && (row['delete_time'] ?? null) === null) return cachedRow;
  return { ...cachedRow, row: { ...cachedRow.row, ...row } };
}

const omitFields = (row: RowData, names: readonly string[]): RowData =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

const toLastChange = (change: Change, fields: readonly string[]): NonNullable<CachedRow['lastChange']> => ({
  by: change.by ?? null,
  at: change.at,
  fields,
  idempotencyKey: change.mid ?? null,
});

/** Merges the changed fields of a `u` change. Changed long fields are dropped from the cache, because the change does not contain their values. */
function mergeFieldChanges(cachedRow: CachedRow, change: Change): CachedRow {
  if (change.v < cachedRow.revision) return cachedRow;
  // The cached row is older than the revision this patch applies to, because no topic kept it current. Applying the patch would produce
  // a row that never existed.
  if (change.was !== undefined && 'revision' in cachedRow.row && cachedRow.revision < change.was) return cachedRow;
  const set = change.set ?? {};
  const fields = [...Object.keys(set), ...(change.long ?? [])];
  const base = change.v > cachedRow.revision && change.long ? omitFields(cachedRow.row, change.long) : cachedRow.row;
  const row = { ...base, ...set, ...('revision' in base ? { revision: change.v } : {}) };
  return { revision: change.v, row, lastChange: toLastChange(change, fields) };
}

/** The cached row after one change; undefined if the row is not cached and the change does not contain it. */
export function mergeChange(cachedRow: CachedRow | undefined, change: Change): CachedRow | undefined {
  if (change.op === 'enter' && change.row) {
    const next = mergeRow(cachedRow, change.row, change.v);
    return next === cachedRow ? cachedRow : { ...next, lastChange: toLastChange(change, []) };
  }
  if (cachedRow === undefined) return undefined;
  if (change.op === 'u') return mergeFieldChanges(cachedRow, change);
  if (change.op === 'del' && change.v >= cachedRow.revision)
    return { ...cachedRow, revision: change.v, isDeleted: true, lastChange: toLastChange(change, []) };
  return cachedRow;
}

type RowTable = Record<number, CachedRow>;
const initialState: EntitiesState = { rows: {}, titles: {} };

function mergeChanges(cachedRows: Readonly<RowTable> | undefined, changes: readonly Change[]): RowTable {
  const table: RowTable = { ...cachedRows };
  for (const change of changes) {
    const next = mergeChange(table[change.id], change);
    if (next) table[change.id] = next;
  }
  return table;
}

function mergeRows(cachedRows: Readonly<RowTable> | undefined, rows: readonly RowData[]): RowTable {
  const table: RowTable = { ...cachedRows };
  for (const row of rows) {
    const id = row['id'];
    if (typeof id === 'number') table[id] = mergeRow(table[id], row);
  }
  return table;
}

function mergeTitles(titles: EntitiesState['titles'], refs: ListResponse['refs'] | undefined): EntitiesState['titles'] {
  if (refs === undefined) return titles;
  const merged = Object.entries(refs).map(([e, names]) => [e, { ...titles[e], ...names }] as const);
  return { ...titles, ...Object.fromEntries(merged) };
}

/** `idempotencyKey`: the key of the request of this response. */
export const rowsReceived = createAction<{
  e: string;
  rows: readonly RowData[];
  refs?: ListResponse['refs'];
  idempotencyKey?: string | undefined;
}>('entities/rowsReceived');
/** All frames of one batch in one dispatch. */
export const framesReceived = createAction<readonly ChangeFrame[]>('entities/framesReceived');
export const titlesReceived = createAction<ListResponse['refs']>('entities/titlesReceived');
/** Empties the cache: the session ended, or another user signed in who may not read these rows. */
export const entitiesCleared = createAction('entities/entitiesCleared');

/**
 * Permissions changed. From now on the reducer records the rows that the server sends, because the user may read these.
 * `unconfirmedRowsDropped` ends the revalidation and drops all other rows.
 */
export const revalidationStarted = createAction('entities/revalidationStarted');
export const unconfirmedRowsDropped = createAction('entities/unconfirmedRowsDropped');

/** The readable columns by entity: the reducer drops all other columns, and all rows of other entities. */
export const permissionsReceived =
  createAction<Readonly<Record<string, readonly string[]>>>('entities/permissionsReceived');

function applyPermissions(state: EntitiesState, readable: Readonly<Record<string, readonly string[]>>): EntitiesState {
  const keepReadable = (cachedRow: CachedRow, allowed: ReadonlySet<string>): CachedRow =>
    Object.keys(cachedRow.row).every((name) => allowed.has(name))
      ? cachedRow
      : { ...cachedRow, row: Object.fromEntries(Object.entries(cachedRow.row).filter(([name]) => allowed.has(name))) };
  const tables = Object.entries(state.rows).flatMap(([e, table]) => {
    const allowed = readable[e] && new Set(readable[e]);
    if (!allowed) return [];
    return [
      [
        e,
        Object.fromEntries(Object.entries(table).map(([id, cachedRow]) => [id, keepReadable(cachedRow, allowed)])),
      ] as const,
    ];
  });
  // Titles stay: the server also sends titles of referenced rows that the user may not open.
  return { ...state, rows: Object.fromEntries(tables) };
}

/**
 * Columns the reader may no longer see. Sent before the first frame that omits them; otherwise a cached row would get a newer revision
 * but keep an outdated value in that column.
 */
export const columnsHidden = createAction<{ readonly e: string; readonly columns: readonly string[] }>(
  'entities/columnsHidden',
);
function dropColumns(state: EntitiesState, e: string, columns: readonly string[]): EntitiesState {
  const table = state.rows[e] ?? {};
  const affected = Object.entries(table).filter(([, { row }]) => columns.some((name) => name in row));
  if (affected.length === 0) return state;
  const pruned = affected.map(
    ([id, cachedRow]) => [id, { ...cachedRow, row: omitFields(cachedRow.row, columns) }] as const,
  );
  return { ...state, rows: { ...state.rows, [e]: { ...table, ...Object.fromEntries(pruned) } } };
}

/** Rows that no screen shows any more: `[entity, ids]`. */
export const rowsEvicted = createAction<readonly (readonly [string, readonly number[]])[]>('entities/rowsEvicted');

function evictRows(state: EntitiesState, evicted: readonly (readonly [string, readonly number[]])[]): EntitiesState {
  const tables = evicted.map(([e, ids]) => {
    const evictedIds = new Set(ids.map(String));
    return [e, Object.fromEntries(Object.entries(state.rows[e] ?? {}).filter(([id]) => !evictedIds.has(id)))] as const;
  });
  return { ...state, rows: { ...state.rows, ...Object.fromEntries(tables) } };
}

function applyFrames(state: EntitiesState, frames: readonly ChangeFrame[]): EntitiesState {
  const rows: Record<string, Readonly<RowTable>> = { ...state.rows };
  for (const frame of frames) rows[frame.e] = mergeChanges(rows[frame.e], frame.c);
  const { optimistic, ...rest } = state;
  return {
    ...rest,
    rows,
    ...withConfirmed(confirmFrames(state.confirmed, frames)),
    ...withOptimistic(dropConfirmedUpdates(optimistic, frames)),
  };
}

const withOptimistic = (optimistic: OptimisticUpdates | undefined) => (optimistic === undefined ? {} : { optimistic });
/** A frame with this client's own idempotency key confirms the update. It may arrive before the HTTP response or replace a lost one. */
function dropConfirmedUpdates(
  optimistic: OptimisticUpdates | undefined,
  frames: readonly ChangeFrame[],
): OptimisticUpdates | undefined {
  if (optimistic === undefined) return undefined;
  return removeOptimisticUpdates(optimistic, new Set(frames.flatMap(({ c }) => c.flatMap(({ mid }) => mid ?? []))));
}

type ConfirmedRows = NonNullable<EntitiesState['confirmed']>;
const withConfirmed = (confirmed: ConfirmedRows | undefined) => (confirmed === undefined ? {} : { confirmed });
function confirmRows(
  confirmed: ConfirmedRows | undefined,
  e: string,
  rows: readonly RowData[],
): ConfirmedRows | undefined {
  if (confirmed === undefined) return undefined;
  const ids = rows.flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
  return { ...confirmed, [e]: new Set([...(confirmed[e] ?? []), ...ids]) };
}
const confirmFrames = (
  confirmed: ConfirmedRows | undefined,
  frames: readonly ChangeFrame[],
): ConfirmedRows | undefined =>
  frames.reduce(
    (all, { e, c }) =>
      confirmRows(
        all,
        e,
        c.filter(provesReadable).map(({ id }) => ({ id })),
      ),
    confirmed,
  );
const provesReadable = ({ op }: Change) => op === 'u' || op === 'enter';

function dropUnconfirmed({ confirmed, ...state }: EntitiesState): EntitiesState {
  const { rows } = state;
  if (confirmed === undefined) return state;
  const tables = Object.entries(rows).map(([e, table]) => {
    const remaining = Object.entries(table).filter(([id]) => confirmed[e]?.has(Number(id)));
    return [e, Object.fromEntries(remaining)] as const;
  });
  return { ...state, rows: Object.fromEntries(tables) };
}

function dropOptimistic({ optimistic, ...state }: EntitiesState, idempotencyKey: string): EntitiesState {
  return { ...state, ...withOptimistic(removeOptimisticUpdates(optimistic, new Set([idempotencyKey]))) };
}

/** A plain reducer, not a slice: Immer drafts are too slow for tables of ten thousand rows. */
export function entitiesReducer(state: EntitiesState = initialState, action: UnknownAction): EntitiesState {
  if (framesReceived.match(action)) return applyFrames(state, action.payload);
  if (rowsReceived.match(action)) {
    const { e, rows, refs, idempotencyKey } = action.payload;
    return {
      ...withOptimistic(
        removeOptimisticUpdates(state.optimistic, new Set(idempotencyKey === undefined ? [] : [idempotencyKey])),
      ),
      rows: { ...state.rows, [e]: mergeRows(state.rows[e], rows) },
      titles: mergeTitles(state.titles, refs),
      ...withConfirmed(confirmRows(state.confirmed, e, rows)),
    };
  }
  if (optimisticUpdateAdded.match(action))
    return { ...state, optimistic: addOptimisticUpdate(state.optimistic, action.payload) };
  if (optimisticUpdateRemoved.match(action)) return dropOptimistic(state, action.payload);
  if (titlesReceived.match(action)) return { ...state, titles: mergeTitles(state.titles, action.payload) };
  if (revalidationStarted.match(action)) return { ...state, confirmed: {} };
  if (unconfirmedRowsDropped.match(action)) return dropUnconfirmed(state);
  if (permissionsReceived.match(action)) return applyPermissions(state, action.payload);
  if (columnsHidden.match(action)) return dropColumns(state, action.payload.e, action.payload.columns);
  if (rowsEvicted.match(action)) return evictRows(state, action.payload);
  return entitiesCleared.match(action) ? initialState : state;
}

export const selectCachedRow = (e: string, id: number) => (state: StateWithEntities) => state.entities.rows[e]?.[id];
export const selectEntityRows = (e: string) => (state: StateWithEntities) => state.entities.rows[e];
export const selectOptimisticUpdates =
  (e: string, id: number) =>
  (state: StateWithEntities): readonly OptimisticUpdate[] | undefined =>
    state.entities.optimistic?.[e]?.[id];
