/**
 * Applies change frames to rows and lists. Invariant: a list with all frames since a snapshot's cursor applied equals a
 * fresh GET of the same list: its total always, its rows whenever `stale` is false.
 *
 * The reference implementation: tests of the server compare its frames with it; the client has its own in `engine/data/liveList.ts`.
 * `reduceRow` is for one row, `reduceList` for the window of a list (one page). Both are pure.
 * Frames of a topic must be applied in the order of arrival, each once, and only those after the snapshot's cursor: that is
 * what the server sends to a subscription made with `since`. On `reset` drop the state, GET and subscribe again.
 */
import type { AnyEntity } from '../entity/entity';
import type { Json } from '../entity/field';
import { createComparator } from '../query/compileFilter';
import { getColumns } from '../entity/columns';
import { FIELDS_CHANGED, type Change, type ChangeFrame, type SortKey } from '../protocol/liveEvents';
import { parseCents } from '../text/cents';

/** A row as sent over the wire. */
type WireRow = Readonly<Record<string, Json>>;
/** A row and the revision it is known at. */
export interface VersionedRow {
  readonly v: number;
  readonly row: WireRow;
}

const omitFields = (row: WireRow, names: readonly string[] | undefined): WireRow =>
  names === undefined ? row : Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/**
 * Returns a known row after one change; `undefined` when the row is not known afterwards. A change older than the row (a REST response
 * may overtake a frame) changes nothing. A long value that changed is dropped; screens that show it fetch it.
 */
export function reduceRow(versionedRow: VersionedRow | undefined, change: Change): VersionedRow | undefined {
  if (change.op === 'leave' || change.op === 'del')
    return versionedRow !== undefined && versionedRow.v > change.v ? versionedRow : undefined;
  if (versionedRow !== undefined && versionedRow.v > change.v) return versionedRow;
  if (change.row !== undefined) return { v: change.v, row: { ...versionedRow?.row, ...change.row } };
  if (versionedRow === undefined) return undefined;
  return { v: change.v, row: { ...omitFields(versionedRow.row, change.long), ...change.set } };
}

/** One page of a list: rows `(page-1)*limit` and on, in the order of `sort`. */
export interface ListWindow {
  readonly entity: AnyEntity;
  readonly sort: readonly SortKey[];
  readonly page: number;
  readonly limit: number;
}
export interface LiveListState {
  /** The rows of the window. */
  readonly rows: ReadonlyMap<number, VersionedRow>;
  /** Their ids in the list's order. */
  readonly ids: readonly number[];
  /** Rows of the whole list, always exact. */
  readonly total: number;
  /** The frames do not tell which rows fill the window: fetch the page again when convenient. */
  readonly stale: boolean;
}

/** The state for a response of `index`; rows hold `id` and, if readable, `revision`. */
export function createListState(list: readonly WireRow[], total: number): LiveListState {
  const entries = list.map((row) => [Number(row['id']), { v: Number(row['revision'] ?? 0), row }] as const);
  return { rows: new Map(entries), ids: entries.map(([id]) => id), total, stale: false };
}

/** Makes wire rows comparable: money is a decimal string on the wire and sorts as a number. */
function toComparable(entity: AnyEntity): (row: WireRow) => WireRow {
  const moneyColumns = [...getColumns(entity).values()]
    .filter((column) => column.kind === 'money')
    .map(({ name }) => name);
  if (moneyColumns.length === 0) return (row) => row;
  return (row) => {
    const cents = moneyColumns.map(
      (name) => [name, typeof row[name] === 'string' ? (parseCents(row[name]) ?? null) : null] as const,
    );
    return { ...row, ...Object.fromEntries(cents) };
  };
}

/** Comparator of wire rows with the order of the server. */
export function createWireComparator(entity: AnyEntity, sort: readonly SortKey[]): (a: WireRow, b: WireRow) => number {
  const compare = createComparator(entity, sort);
  const prepareRow = toComparable(entity);
  return (a, b) => compare(prepareRow(a), prepareRow(b));
}

/** Mutable state while a frame is applied; used only inside `reduceList`. */
interface MutableList {
  readonly rows: Map<number, VersionedRow>;
  ids: number[];
  total: number;
  stale: boolean;
}
type Compare = (a: VersionedRow, b: VersionedRow) => number;

/** Rows of the list before the window that are not known one by one. */
const windowOffset = (window: ListWindow) => (window.page - 1) * window.limit;
/** Whether the list's last row is within the window. */
const reachesEnd = (draft: MutableList, window: ListWindow) => draft.total <= windowOffset(window) + draft.ids.length;

function insertSorted(draft: MutableList, id: number, versionedRow: VersionedRow, compare: Compare): number {
  const position = draft.ids.findIndex((other) => {
    const row = draft.rows.get(other);
    return row !== undefined && compare(versionedRow, row) < 0;
  });
  const index = position < 0 ? draft.ids.length : position;
  draft.ids.splice(index, 0, id);
  draft.rows.set(id, versionedRow);
  return index;
}
function removeRow(draft: MutableList, id: number): void {
  draft.ids = draft.ids.filter((other) => other !== id);
  draft.rows.delete(id);
}
function truncateRows(draft: MutableList, limit: number): void {
  for (const id of draft.ids.splice(limit)) draft.rows.delete(id);
}

function applyEnter(draft: MutableList, change: Change, window: ListWindow, compare: Compare): void {
  const versionedRow = reduceRow(draft.rows.get(change.id), change);
  if (versionedRow === undefined) return;
  if (draft.rows.has(change.id)) {
    repositionRow(draft, change.id, versionedRow, window, compare);
    return;
  }
  const hasRowsAfter = !reachesEnd(draft, window);
  draft.total += 1;
  const position = insertSorted(draft, change.id, versionedRow, compare);
  // Before the first row of a later page, or behind the last known one while others follow: it may belong to another page.
  const mayBeOnOtherPage = (position === 0 && window.page > 1) || (position === draft.ids.length - 1 && hasRowsAfter);
  if (!mayBeOnOtherPage) {
    truncateRows(draft, window.limit);
    return;
  }
  if (position === 0 || draft.ids.length <= window.limit) draft.stale = true;
  removeRow(draft, change.id);
}
function repositionRow(
  draft: MutableList,
  id: number,
  versionedRow: VersionedRow,
  window: ListWindow,
  compare: Compare,
): void {
  const previous = draft.rows.get(id);
  const hasRowsAfter = !reachesEnd(draft, window);
  removeRow(draft, id);
  const position = insertSorted(draft, id, versionedRow, compare);
  // A row that moved and is now at an open edge of the window may belong beyond it.
  const hasMoved = previous === undefined || compare(previous, versionedRow) !== 0;
  if (hasMoved && ((position === draft.ids.length - 1 && hasRowsAfter) || (position === 0 && window.page > 1)))
    draft.stale = true;
}
function applyUpdate(draft: MutableList, change: Change, window: ListWindow, compare: Compare): void {
  const versionedRow = reduceRow(draft.rows.get(change.id), change);
  if (versionedRow !== undefined) {
    repositionRow(draft, change.id, versionedRow, window, compare);
    return;
  }
  // A row of another page whose sort key changed may have moved into this one.
  const hasMoved = window.sort.some((key) => change.set !== undefined && key.field in change.set);
  if (hasMoved) draft.stale = true;
}
function applyLeave(draft: MutableList, id: number, window: ListWindow): void {
  const isInWindow = draft.rows.has(id);
  if (!isInWindow && window.page > 1) draft.stale = true;
  removeRow(draft, id);
  draft.total = Math.max(0, draft.total - 1);
  if (isInWindow && !reachesEnd(draft, window)) draft.stale = true;
}

/** Returns the list after one frame of its topic. */
export function reduceList(
  state: LiveListState,
  frame: Pick<ChangeFrame, 'c' | 'n'>,
  window: ListWindow,
): LiveListState {
  const order = createWireComparator(window.entity, window.sort);
  const compare: Compare = (a, b) => order(a.row, b.row);
  const draft: MutableList = { ...state, rows: new Map(state.rows), ids: [...state.ids] };
  for (const change of frame.c) {
    if (change.op === 'enter') applyEnter(draft, change, window, compare);
    else if (change.op === FIELDS_CHANGED) applyUpdate(draft, change, window, compare);
    else applyLeave(draft, change.id, window);
  }
  if (frame.n !== undefined) {
    draft.total += frame.n.enter - frame.n.leave;
    draft.stale = true;
  }
  return draft;
}
