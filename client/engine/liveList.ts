/**
 * A page of a list while others work on it. Law: rows never jump under the reader. Who comes waits in `entrants`, who goes
 * stays greyed in `gone`; the total is exact at once; after `settle` or a refetch the page equals a fresh answer.
 */
import type { ActorRef, Change, ChangeFrame, Cursor, ListAnswer } from '../../common/protocol/live';
import type { Wire } from '../../common/entity/project';

export type Searched = NonNullable<ListAnswer['searched']>;
/** An answer of `index` as the query cache keeps it; the rows themselves are among the entities. */
export interface ListPage {
  readonly ids: readonly number[];
  readonly total: number;
  readonly capped: boolean;
  /** The search looked at the newest rows only. */
  readonly searched?: Searched;
  readonly seq: Cursor;
  readonly epoch: string;
  /** Says which answer this is: a refetch has another. */
  readonly key: string;
  /** The last row of the page as it was answered, where others follow. */
  readonly edge: Wire | null;
  /** Of a tree: the row each row hangs under. */
  readonly under?: Parents;
}
export type Parents = Readonly<Record<number, number | null>>;
export interface Gone {
  readonly why: 'left' | 'deleted';
  readonly by: ActorRef | null;
}
export interface LiveList {
  readonly key: string;
  readonly ids: readonly number[];
  readonly total: number;
  /** There are more than `total`: nobody counted further. */
  readonly capped: boolean;
  /** The search looked at the newest rows only. */
  readonly searched?: Searched;
  /** Rows that belong on this page or before it and are not shown yet, newest first. */
  readonly entrants: readonly number[];
  readonly gone: Readonly<Record<number, Gone>>;
  /** Rows whose place in the order changed. */
  readonly moved: readonly number[];
  /** Rows before a later page went away, so what stands here belongs further up. */
  readonly shifted: boolean;
  /** More happened than was told: only a refetch knows. */
  readonly stale: boolean;
  /** Where the page ended: whatever of a first page's list is not known sorts behind it. Null: nothing does. */
  readonly edge: Wire | null;
  /** Rows that made room for others: heard of ever since, while of others the store may hold an old state. */
  readonly seen: readonly number[];
  /** Of a tree: the row each row is drawn under, wherever it hangs by now. */
  readonly under?: Parents;
}

export const emptyList: LiveList = {
  key: '',
  ids: [],
  total: 0,
  capped: false,
  entrants: [],
  gone: {},
  moved: [],
  shifted: false,
  stale: false,
  edge: null,
  seen: [],
};

interface Answered {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly capped: boolean;
}
/** Behind which row of an answer others may stand; null where it has room left, or is the only page. */
export function edgeOf(list: readonly Wire[], { page, limit, total, capped }: Answered): Wire | null {
  const isEnd = page > 1 ? list.length < limit : total <= list.length;
  return isEnd && !capped ? null : (list.at(-1) ?? null);
}

/** What each row of a tree hangs under, as its column `field` says. */
export const parentsOf = (rows: readonly Wire[], field: string): Parents =>
  Object.fromEntries(rows.map((row) => [Number(row['id']), parentIn(row, field)]));
const parentIn = (row: Wire, field: string): number | null => {
  const value = row[field];
  return typeof value === 'number' ? value : null;
};

/** The page as it was just answered. */
export const freshList = (page: ListPage): LiveList => ({
  ...emptyList,
  key: page.key,
  ids: page.ids,
  total: page.total,
  capped: page.capped,
  ...(page.searched === undefined ? {} : { searched: page.searched }),
  edge: page.edge,
  ...(page.under === undefined ? {} : { under: page.under }),
});

/** What a list knows of orders while it hears a frame; the frame's values are among the rows already, perhaps later ones too. */
export interface Placing {
  /** Columns that decide the order. */
  readonly sortFields: ReadonlySet<string>;
  /** The order of two rows; undefined when too little of one is known. */
  readonly order: (a: Wire, b: Wire) => number | undefined;
  readonly find: (id: number) => Wire | undefined;
  /** Whether other pages lie before this one. */
  readonly later: boolean;
  /** The column that says what a row of a tree hangs under, where the rows are drawn as one. */
  readonly tree?: string | undefined;
}

const without = (gone: LiveList['gone'], id: number): LiveList['gone'] =>
  Object.fromEntries(Object.entries(gone).filter(([key]) => Number(key) !== id));

/** Whether a row sorts onto the page or before it; undefined when too little is known. */
function concerns({ edge }: LiveList, row: Wire, { order }: Placing): boolean | undefined {
  if (edge === null) return true;
  const sign = order(row, edge);
  return sign === undefined ? undefined : sign <= 0;
}

function enter(list: LiveList, change: Change, placing: Placing): LiveList {
  const { id, row } = change;
  if (id in list.gone) return update({ ...list, gone: without(list.gone, id), total: list.total + 1 }, change, placing);
  if (list.ids.includes(id) || list.entrants.includes(id)) return list;
  const total = list.total + 1;
  if (row !== undefined && concerns(list, row, placing) === false) return { ...list, total };
  return { ...list, total, entrants: [id, ...list.entrants] };
}

function depart(list: LiveList, change: Change, why: Gone['why'], placing: Placing): LiveList {
  const { id } = change;
  if (id in list.gone) return list;
  const total = Math.max(0, list.total - 1);
  if (list.entrants.includes(id)) return { ...list, total, entrants: list.entrants.filter((other) => other !== id) };
  if (list.ids.includes(id)) {
    const moved = list.moved.filter((other) => other !== id);
    return { ...list, total, moved, gone: { ...list.gone, [id]: { why, by: change.by ?? null } } };
  }
  // Where it stood is not known for sure: a later page may have lost a row before it.
  return { ...list, total, shifted: list.shifted || placing.later };
}

/** Whether a row of a tree still hangs where it is drawn. */
const hangsHere = ({ under }: LiveList, row: Wire, { tree }: Placing): boolean =>
  tree === undefined || under?.[Number(row['id'])] === parentIn(row, tree);

/** Whether a shown row still stands between its neighbours and before the end of the page. */
function inPlace(list: LiveList, id: number, placing: Placing): boolean {
  const ids = list.ids.filter((other) => other === id || !(list.moved.includes(other) || other in list.gone));
  const at = ids.indexOf(id);
  const row = placing.find(id);
  const follows = (before: number | undefined, after: number | undefined): boolean => {
    const [a, b] = [placing.find(before ?? 0), placing.find(after ?? 0)];
    return a === undefined || b === undefined || (placing.order(a, b) ?? 1) <= 0;
  };
  if (row === undefined || !hangsHere(list, row, placing) || !follows(ids[at - 1], id) || !follows(id, ids[at + 1]))
    return false;
  return concerns(list, row, placing) === true && !(placing.later && at === 0);
}

/** A row that is not shown changed its place: it may have come over here, or gone. */
function elsewhere(list: LiveList, id: number, set: Wire, placing: Placing): LiveList {
  const waits = list.entrants.includes(id);
  const sure = waits || list.seen.includes(id);
  const here = concerns(list, sure ? { ...placing.find(id), ...set, id } : { ...set, id }, placing);
  // It may have stood before a later page, wherever it stands now.
  const unclear = here === undefined || (placing.later ? !waits : here && !sure);
  if (unclear) return waits || list.moved.includes(id) ? list : { ...list, moved: [...list.moved, id] };
  if (here === waits) return list;
  return { ...list, entrants: here ? [id, ...list.entrants] : list.entrants.filter((other) => other !== id) };
}

function update(list: LiveList, change: Change, placing: Placing): LiveList {
  const { id } = change;
  const set = change.set ?? change.row ?? {};
  const isShown = list.ids.includes(id);
  const hangs = isShown && placing.tree !== undefined && placing.tree in set;
  if (!(hangs || Object.keys(set).some((field) => placing.sortFields.has(field))) || id in list.gone) return list;
  if (!isShown) return elsewhere(list, id, set, placing);
  const known = list.moved.includes(id);
  const still = inPlace(list, id, placing);
  if (still !== known) return list;
  return { ...list, moved: still ? list.moved.filter((other) => other !== id) : [...list.moved, id] };
}

function applyChange(list: LiveList, change: Change, placing: Placing): LiveList {
  if (change.op === 'enter') return enter(list, change, placing);
  if (change.op === 'u') return update(list, change, placing);
  return depart(list, change, change.op === 'del' ? 'deleted' : 'left', placing);
}

/** The list after one frame of its topic. */
export function applyFrame(list: LiveList, frame: ChangeFrame, placing: Placing): LiveList {
  const next = frame.c.reduce((current, change) => applyChange(current, change, placing), list);
  if (frame.n === undefined) return next;
  return { ...next, total: Math.max(0, next.total + frame.n.enter - frame.n.leave), stale: true };
}

/** Whether something waits to be shown. */
export const isPending = (list: LiveList): boolean =>
  list.entrants.length > 0 || list.moved.length > 0 || list.shifted || list.stale || Object.keys(list.gone).length > 0;

/**
 * Brings a first page up to date from what is known; undefined when only the server can say which rows belong here now: what
 * is known is everything up to the edge, so a page that would end behind it may lack a row nobody has seen.
 */
export function settle(list: LiveList, limit: number, { find, order, tree }: Placing): LiveList | undefined {
  if (list.stale || list.shifted || list.moved.some((id) => !list.ids.includes(id))) return undefined;
  const known = [...list.ids.filter((id) => !(id in list.gone)), ...list.entrants];
  const rows = known
    .map((id) => [id, find(id)] as const)
    .filter((pair): pair is [number, Wire] => pair[1] !== undefined);
  rows.sort(([, a], [, b]) => order(a, b) ?? 0);
  const page = rows.slice(0, limit);
  const last = page.at(-1)?.[1];
  if (rows.length !== known.length || page.length !== Math.min(limit, list.total)) return undefined;
  const beyond = (row: Wire, end: Wire) => (order(row, end) ?? 1) > 0;
  const { edge: end } = list;
  if (end !== null && rows.length < list.total && (last === undefined || beyond(last, end))) return undefined;
  const edge = last === undefined || list.total <= page.length ? null : last;
  const ids = page.map(([id]) => id);
  const cut = rows.slice(limit).map(([id]) => id);
  const seen = [...cut, ...list.seen.filter((id) => !ids.includes(id) && !cut.includes(id))].slice(0, 4 * limit);
  const hung =
    tree === undefined
      ? {}
      : {
          under: parentsOf(
            page.map(([, row]) => row),
            tree,
          ),
        };
  return { ...list, ids, entrants: [], moved: [], gone: {}, edge, seen, ...hung };
}

/**
 * The page without what left and with what moved in order, while what comes goes on waiting to be asked for. A row whose place
 * only the server knows stays marked; the very same list when there is nothing to do.
 */
export function tidy(list: LiveList, placing: Placing): LiveList {
  const { find, order } = placing;
  const here = list.ids.filter((id) => !(id in list.gone));
  const rows = here.map((id) => find(id)).filter((row) => row !== undefined);
  const moved = list.moved.some((id) => here.includes(id)) && rows.length === here.length;
  const ids = moved ? rows.sort((a, b) => order(a, b) ?? 0).map((row) => Number(row['id'])) : here;
  const under = placing.tree === undefined ? {} : { under: { ...list.under, ...parentsOf(rows, placing.tree) } };
  const next = { ...list, ids, gone: {}, moved: [], ...(moved ? under : {}) };
  const left = list.moved.filter((id) => !ids.includes(id) || !inPlace(next, id, placing));
  const same = ids.every((id, at) => id === list.ids[at]) && ids.length === list.ids.length;
  return same && left.length === list.moved.length ? list : { ...next, moved: left };
}
