/**
 * How a client keeps rows and lists right from change frames alone. LAW: a list folded from a snapshot's cursor on equals a
 * fresh GET of the same list: its total always, its rows whenever `stale` is false.
 *
 * The client's entities slice keeps rows with `foldRow`; a list keeps its window (one page) with `foldList`. Both are pure.
 * Frames of a topic must be folded in the order of arrival, each once, and only those after the snapshot's cursor: that is
 * what the server sends to a subscription made with `since`. On `reset` drop the fold, GET again and subscribe anew.
 */
import type { AnyEntity } from '../entity/entity';
import type { Json } from '../entity/field';
import { comparator } from '../entity/match';
import { columnsOf } from '../entity/meta';
import type { Change, ChangeFrame, SortKey } from '../protocol/live';
import { centsOf } from '../text/moneys';

/** A row as sent over the wire. */
type Wire = Readonly<Record<string, Json>>;
/** A row and the revision it is known at. */
export interface Known {
  readonly v: number;
  readonly row: Wire;
}

const without = (row: Wire, names: readonly string[] | undefined): Wire =>
  names === undefined ? row : Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/**
 * A known row after one change; `undefined` when the row is not known afterwards. Older news than what is known (a REST answer
 * may overtake a frame) changes nothing; a long value that changed is dropped, whoever shows it fetches it.
 */
export function foldRow(known: Known | undefined, change: Change): Known | undefined {
  if (change.op === 'leave' || change.op === 'del')
    return known !== undefined && known.v > change.v ? known : undefined;
  if (known !== undefined && known.v > change.v) return known;
  if (change.row !== undefined) return { v: change.v, row: { ...known?.row, ...change.row } };
  if (known === undefined) return undefined;
  return { v: change.v, row: { ...without(known.row, change.long), ...change.set } };
}

/** One page of a list: rows `(page-1)*limit` and on, in the order of `sort`. */
export interface ListWindow {
  readonly entity: AnyEntity;
  readonly sort: readonly SortKey[];
  readonly page: number;
  readonly limit: number;
}
export interface ListFold {
  /** The rows of the window. */
  readonly rows: ReadonlyMap<number, Known>;
  /** Their ids in the list's order. */
  readonly ids: readonly number[];
  /** Rows of the whole list, always exact. */
  readonly total: number;
  /** Frames were not enough to know which rows fill the window: fetch again when convenient. */
  readonly stale: boolean;
}

/** The fold of a fresh answer of `index`; rows carry `id` and, where readable, `revision`. */
export function startFold(list: readonly Wire[], total: number): ListFold {
  const known = list.map((row) => [Number(row['id']), { v: Number(row['revision'] ?? 0), row }] as const);
  return { rows: new Map(known), ids: known.map(([id]) => id), total, stale: false };
}

/** Wire rows made comparable: money travels as a decimal string and sorts as a number. */
function comparable(entity: AnyEntity): (row: Wire) => Wire {
  const moneys = [...columnsOf(entity).values()].filter((column) => column.kind === 'money').map(({ name }) => name);
  if (moneys.length === 0) return (row) => row;
  return (row) => {
    const cents = moneys.map(
      (name) => [name, typeof row[name] === 'string' ? (centsOf(row[name]) ?? null) : null] as const,
    );
    return { ...row, ...Object.fromEntries(cents) };
  };
}

/** The order of wire rows, the same as the server's. */
export function wireComparator(entity: AnyEntity, sort: readonly SortKey[]): (a: Wire, b: Wire) => number {
  const compare = comparator(entity, sort);
  const ready = comparable(entity);
  return (a, b) => compare(ready(a), ready(b));
}

/** The fold while a frame is worked in; never leaves `foldList`. */
interface Draft {
  readonly rows: Map<number, Known>;
  ids: number[];
  total: number;
  stale: boolean;
}
type Compare = (a: Known, b: Known) => number;

/** Rows of the list that lie before the window and are not known one by one. */
const before = (window: ListWindow) => (window.page - 1) * window.limit;
/** Whether the list's last row lies within the window. */
const reachesEnd = (draft: Draft, window: ListWindow) => draft.total <= before(window) + draft.ids.length;

function place(draft: Draft, id: number, known: Known, compare: Compare): number {
  const at = draft.ids.findIndex((other) => {
    const row = draft.rows.get(other);
    return row !== undefined && compare(known, row) < 0;
  });
  const index = at < 0 ? draft.ids.length : at;
  draft.ids.splice(index, 0, id);
  draft.rows.set(id, known);
  return index;
}
function take(draft: Draft, id: number): void {
  draft.ids = draft.ids.filter((other) => other !== id);
  draft.rows.delete(id);
}
function cut(draft: Draft, limit: number): void {
  for (const id of draft.ids.splice(limit)) draft.rows.delete(id);
}

function enter(draft: Draft, change: Change, window: ListWindow, compare: Compare): void {
  const known = foldRow(draft.rows.get(change.id), change);
  if (known === undefined) return;
  if (draft.rows.has(change.id)) {
    reorder(draft, change.id, known, window, compare);
    return;
  }
  const openEnd = !reachesEnd(draft, window);
  draft.total += 1;
  const at = place(draft, change.id, known, compare);
  // Before the first row of a later page, or behind the last known one while others follow: it may belong to another page.
  const elsewhere = (at === 0 && window.page > 1) || (at === draft.ids.length - 1 && openEnd);
  if (!elsewhere) {
    cut(draft, window.limit);
    return;
  }
  if (at === 0 || draft.ids.length <= window.limit) draft.stale = true;
  take(draft, change.id);
}
function reorder(draft: Draft, id: number, known: Known, window: ListWindow, compare: Compare): void {
  const old = draft.rows.get(id);
  const openEnd = !reachesEnd(draft, window);
  take(draft, id);
  const at = place(draft, id, known, compare);
  // A row that moved and is now at an open edge of the window may belong beyond it.
  const moved = old === undefined || compare(old, known) !== 0;
  if (moved && ((at === draft.ids.length - 1 && openEnd) || (at === 0 && window.page > 1))) draft.stale = true;
}
function update(draft: Draft, change: Change, window: ListWindow, compare: Compare): void {
  const known = foldRow(draft.rows.get(change.id), change);
  if (known !== undefined) {
    reorder(draft, change.id, known, window, compare);
    return;
  }
  // A row of another page whose sort key changed may have moved into this one.
  const moved = window.sort.some((key) => change.set !== undefined && key.field in change.set);
  if (moved) draft.stale = true;
}
function leave(draft: Draft, id: number, window: ListWindow): void {
  const shown = draft.rows.has(id);
  if (!shown && window.page > 1) draft.stale = true;
  take(draft, id);
  draft.total = Math.max(0, draft.total - 1);
  if (shown && !reachesEnd(draft, window)) draft.stale = true;
}

/** A list after one frame of its topic. */
export function foldList(fold: ListFold, frame: Pick<ChangeFrame, 'c' | 'n'>, window: ListWindow): ListFold {
  const order = wireComparator(window.entity, window.sort);
  const compare: Compare = (a, b) => order(a.row, b.row);
  const draft: Draft = { ...fold, rows: new Map(fold.rows), ids: [...fold.ids] };
  for (const change of frame.c) {
    if (change.op === 'enter') enter(draft, change, window, compare);
    else if (change.op === 'u') update(draft, change, window, compare);
    else leave(draft, change.id, window);
  }
  if (frame.n !== undefined) {
    draft.total += frame.n.enter - frame.n.leave;
    draft.stale = true;
  }
  return draft;
}
