/**
 * A page of a list while others work on it. Law: rows never jump under the reader. Who comes waits in `entrants`, who goes
 * stays greyed in `gone`; the total is exact at once; after `settle` or a refetch the page equals a fresh answer.
 */
import type { ActorRef, Change, ChangeFrame, Cursor } from '../../common/protocol/live';
import type { Wire } from '../../common/entity/project';

/** An answer of `index` as the query cache keeps it; the rows themselves are among the entities. */
export interface ListPage {
  readonly ids: readonly number[];
  readonly total: number;
  readonly capped: boolean;
  readonly seq: Cursor;
  readonly epoch: string;
  /** Says which answer this is: a refetch has another. */
  readonly key: string;
}
export interface Gone {
  readonly why: 'left' | 'deleted';
  readonly by: ActorRef | null;
}
export interface LiveList {
  readonly key: string;
  readonly ids: readonly number[];
  readonly total: number;
  readonly capped: boolean;
  /** Rows that belong on this page or before it and are not shown yet, newest first. */
  readonly entrants: readonly number[];
  readonly gone: Readonly<Record<number, Gone>>;
  /** Rows whose place in the order changed. */
  readonly moved: readonly number[];
  /** More happened than was told: only a refetch knows. */
  readonly stale: boolean;
}

export const emptyList: LiveList = {
  key: '',
  ids: [],
  total: 0,
  capped: false,
  entrants: [],
  gone: {},
  moved: [],
  stale: false,
};

/** The page as it was just answered. */
export const freshList = (page: ListPage): LiveList => ({
  ...emptyList,
  key: page.key,
  ids: page.ids,
  total: page.total,
  capped: page.capped,
});

export interface Placing {
  /** Whether a row sorts onto the page or before it. */
  readonly concerns: (row: Wire) => boolean;
  /** Columns that decide the order. */
  readonly sortFields: ReadonlySet<string>;
}

const without = (gone: LiveList['gone'], id: number): LiveList['gone'] =>
  Object.fromEntries(Object.entries(gone).filter(([key]) => Number(key) !== id));

function enter(list: LiveList, change: Change, placing: Placing): LiveList {
  const { id, row } = change;
  if (id in list.gone) return { ...list, gone: without(list.gone, id), total: list.total + 1 };
  if (list.ids.includes(id) || list.entrants.includes(id)) return list;
  const total = list.total + 1;
  if (row !== undefined && !placing.concerns(row)) return { ...list, total };
  return { ...list, total, entrants: [id, ...list.entrants] };
}

function depart(list: LiveList, change: Change, why: Gone['why']): LiveList {
  const { id } = change;
  if (id in list.gone) return list;
  const total = Math.max(0, list.total - 1);
  if (list.entrants.includes(id)) return { ...list, total, entrants: list.entrants.filter((other) => other !== id) };
  if (!list.ids.includes(id)) return { ...list, total };
  return { ...list, total, gone: { ...list.gone, [id]: { why, by: change.by ?? null } } };
}

function update(list: LiveList, change: Change, { sortFields }: Placing): LiveList {
  const touched = Object.keys(change.set ?? {}).some((field) => sortFields.has(field));
  if (!touched || list.moved.includes(change.id) || list.entrants.includes(change.id)) return list;
  return { ...list, moved: [...list.moved, change.id] };
}

function applyChange(list: LiveList, change: Change, placing: Placing): LiveList {
  if (change.op === 'enter') return enter(list, change, placing);
  if (change.op === 'u') return update(list, change, placing);
  return depart(list, change, change.op === 'del' ? 'deleted' : 'left');
}

/** The list after one frame of its topic. */
export function applyFrame(list: LiveList, frame: ChangeFrame, placing: Placing): LiveList {
  const next = frame.c.reduce((current, change) => applyChange(current, change, placing), list);
  if (frame.n === undefined) return next;
  return { ...next, total: Math.max(0, next.total + frame.n.enter - frame.n.leave), stale: true };
}

/** Whether something waits to be shown. */
export const isPending = (list: LiveList): boolean =>
  list.entrants.length > 0 || list.moved.length > 0 || list.stale || Object.keys(list.gone).length > 0;

/**
 * Brings a first page up to date from what is known; undefined when only the server can say which rows belong here now.
 */
export function settle(list: LiveList, limit: number, compare: (a: number, b: number) => number): LiveList | undefined {
  if (list.stale || list.moved.length > 0 || list.capped) return undefined;
  const kept = list.ids.filter((id) => !(id in list.gone));
  const ids = [...kept, ...list.entrants].sort(compare).slice(0, limit);
  if (ids.length !== Math.min(limit, list.total)) return undefined;
  return { ...list, ids, entrants: [], gone: {} };
}
