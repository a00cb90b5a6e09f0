/**
 * Applies live changes to the loaded page of a list: inserts, moves and removes rows in sort order. The server sends the changes of all
 * rows that match the list's filter, on every page of it. Rows never jump while the user reads: new rows wait in
 * `pendingIds`, removed rows stay grayed in `removed`, and the total is exact at once. After `applyPending` or a refetch the page
 * equals a fresh response.
 */
import type { ActorRef, Change, ChangeFrame, Cursor, ListResponse } from '../../../common/protocol/liveEvents';
import type { WireRow } from '../../../common/entity/projectRow';

export type PartialSearch = NonNullable<ListResponse['searched']>;
/** An `index` response as the query cache keeps it; the rows themselves are in the entity store. */
export interface ListPage {
  readonly ids: readonly number[];
  readonly total: number;
  readonly isTotalCapped: boolean;
  /** Present when the search covered the newest rows only. */
  readonly partialSearch?: PartialSearch;
  readonly seq: Cursor;
  readonly epoch: string;
  /** Unique per response; a refetch has another key. */
  readonly key: string;
  /** The last row of the returned page if other rows follow it. */
  readonly lastRow: WireRow | null;
  /** In a tree: the parent of each row. */
  readonly parents?: Parents;
}
export type Parents = Readonly<Record<number, number | null>>;
export interface RowRemoval {
  /** `left`: the row no longer matches the filter, or the reader may no longer read it; drafts that browsers store contain this word. */
  readonly why: 'left' | 'deleted';
  readonly by: ActorRef | null;
}
export interface LiveList {
  readonly key: string;
  readonly ids: readonly number[];
  readonly total: number;
  /** There are more rows than `total`; the server stopped counting. */
  readonly isTotalCapped: boolean;
  /** Present when the search covered the newest rows only. */
  readonly partialSearch?: PartialSearch;
  /** Rows that belong on this page or before it and are not shown yet, newest first. */
  readonly pendingIds: readonly number[];
  readonly removed: Readonly<Record<number, RowRemoval>>;
  /** Rows whose position in the sort order changed. */
  readonly reordered: readonly number[];
  /** A later page: rows before it were removed, so its rows belong further up. */
  readonly isShifted: boolean;
  /** The page is out of date and only a refetch can fix it. */
  readonly isStale: boolean;
  /** The last row of the page: unknown rows sort after it. Null: no rows follow. */
  readonly lastRow: WireRow | null;
  /** Rows evicted by new ones. They are still up to date, while the store may hold old versions of other rows. */
  readonly evictedIds: readonly number[];
  /** In a tree: the parent under which each row is drawn, even if it has moved since. */
  readonly parents?: Parents;
}

export const EMPTY_LIST: LiveList = {
  key: '',
  ids: [],
  total: 0,
  isTotalCapped: false,
  pendingIds: [],
  removed: {},
  reordered: [],
  isShifted: false,
  isStale: false,
  lastRow: null,
  evictedIds: [],
};

interface PageInfo {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly isTotalCapped: boolean;
}
/** The row after which others may follow; null if the page is not full, or the only one. */
export function findLastRow(list: readonly WireRow[], { page, limit, total, isTotalCapped }: PageInfo): WireRow | null {
  const isEnd = page > 1 ? list.length < limit : total <= list.length;
  return isEnd && !isTotalCapped ? null : (list.at(-1) ?? null);
}

/** The parent of each row, from the column `field`. */
export const readParents = (rows: readonly WireRow[], field: string): Parents =>
  Object.fromEntries(rows.map((row) => [Number(row['id']), findParent(row, field)]));
const findParent = (row: WireRow, field: string): number | null => {
  const value = row[field];
  return typeof value === 'number' ? value : null;
};

/** The list for a page that was just received. */
export const createLiveList = (page: ListPage): LiveList => ({
  ...EMPTY_LIST,
  key: page.key,
  ids: page.ids,
  total: page.total,
  isTotalCapped: page.isTotalCapped,
  ...(page.partialSearch === undefined ? {} : { partialSearch: page.partialSearch }),
  lastRow: page.lastRow,
  ...(page.parents === undefined ? {} : { parents: page.parents }),
});

/** The state that a list needs to apply a frame. The store already holds the values of the frame, perhaps later ones too. */
export interface PageContext {
  /** Columns of the sort order. */
  readonly sortFields: ReadonlySet<string>;
  /** Compares two rows; undefined when a sort value is unknown. */
  readonly compare: (a: WireRow, b: WireRow) => number | undefined;
  readonly findRow: (id: number) => WireRow | undefined;
  /** Whether there are pages before this one. */
  readonly hasPreviousPages: boolean;
  /** The parent column, when the rows are drawn as a tree. */
  readonly parentField?: string | undefined;
}

const omitRemoval = (removed: LiveList['removed'], id: number): LiveList['removed'] =>
  Object.fromEntries(Object.entries(removed).filter(([key]) => Number(key) !== id));

/** Whether a row sorts onto the page or before it; undefined when a sort value is unknown. */
function belongsOnPage({ lastRow }: LiveList, row: WireRow, { compare }: PageContext): boolean | undefined {
  if (lastRow === null) return true;
  const sign = compare(row, lastRow);
  return sign === undefined ? undefined : sign <= 0;
}

function addRow(list: LiveList, change: Change, pageContext: PageContext): LiveList {
  const { id, row } = change;
  if (id in list.removed) return updateRow({ ...list, removed: omitRemoval(list.removed, id), total: list.total + 1 }, change, pageContext);
  if (list.ids.includes(id) || list.pendingIds.includes(id)) return list;
  const total = list.total + 1;
  if (row !== undefined && belongsOnPage(list, row, pageContext) === false) return { ...list, total };
  return { ...list, total, pendingIds: [id, ...list.pendingIds] };
}

function removeRow(list: LiveList, change: Change, why: RowRemoval['why'], pageContext: PageContext): LiveList {
  const { id } = change;
  if (id in list.removed) return list;
  const total = Math.max(0, list.total - 1);
  if (list.pendingIds.includes(id)) return { ...list, total, pendingIds: list.pendingIds.filter((other) => other !== id) };
  if (list.ids.includes(id)) {
    const reordered = list.reordered.filter((other) => other !== id);
    return { ...list, total, reordered, removed: { ...list.removed, [id]: { why, by: change.by ?? null } } };
  }
  // Its position is unknown: a later page may have lost a row before it.
  return { ...list, total, isShifted: list.isShifted || pageContext.hasPreviousPages };
}

/** Whether a row of a tree still has the parent under which it is drawn. */
const hasSameParent = ({ parents }: LiveList, row: WireRow, { parentField }: PageContext): boolean =>
  parentField === undefined || parents?.[Number(row['id'])] === findParent(row, parentField);

/** Whether a shown row is still between its neighbors and before the end of the page. */
function isInOrder(list: LiveList, id: number, pageContext: PageContext): boolean {
  const ids = list.ids.filter((other) => other === id || !(list.reordered.includes(other) || other in list.removed));
  const index = ids.indexOf(id);
  const row = pageContext.findRow(id);
  const isOrdered = (before: number | undefined, after: number | undefined): boolean => {
    const [a, b] = [pageContext.findRow(before ?? 0), pageContext.findRow(after ?? 0)];
    return a === undefined || b === undefined || (pageContext.compare(a, b) ?? 1) <= 0;
  };
  if (row === undefined || !hasSameParent(list, row, pageContext) || !isOrdered(ids[index - 1], id) || !isOrdered(id, ids[index + 1]))
    return false;
  return belongsOnPage(list, row, pageContext) === true && !(pageContext.hasPreviousPages && index === 0);
}

/** Handles a sort change of a row that is not shown: it may have moved onto the page or away. */
function updateHiddenRow(list: LiveList, id: number, set: WireRow, pageContext: PageContext): LiveList {
  const isWaiting = list.pendingIds.includes(id);
  const isKnown = isWaiting || list.evictedIds.includes(id);
  const belongsHere = belongsOnPage(list, isKnown ? { ...pageContext.findRow(id), ...set, id } : { ...set, id }, pageContext);
  // It may have been before a later page, wherever it is now.
  const isUnclear = belongsHere === undefined || (pageContext.hasPreviousPages ? !isWaiting : belongsHere && !isKnown);
  if (isUnclear) return isWaiting || list.reordered.includes(id) ? list : { ...list, reordered: [...list.reordered, id] };
  if (belongsHere === isWaiting) return list;
  return { ...list, pendingIds: belongsHere ? [id, ...list.pendingIds] : list.pendingIds.filter((other) => other !== id) };
}

function updateRow(list: LiveList, change: Change, pageContext: PageContext): LiveList {
  const { id } = change;
  const set = change.set ?? change.row ?? {};
  const isShown = list.ids.includes(id);
  const isParentChange = isShown && pageContext.parentField !== undefined && pageContext.parentField in set;
  if (!(isParentChange || Object.keys(set).some((field) => pageContext.sortFields.has(field))) || id in list.removed) return list;
  if (!isShown) return updateHiddenRow(list, id, set, pageContext);
  const wasReordered = list.reordered.includes(id);
  const isStillInOrder = isInOrder(list, id, pageContext);
  if (isStillInOrder !== wasReordered) return list;
  return { ...list, reordered: isStillInOrder ? list.reordered.filter((other) => other !== id) : [...list.reordered, id] };
}

function applyChange(list: LiveList, change: Change, pageContext: PageContext): LiveList {
  if (change.op === 'enter') return addRow(list, change, pageContext);
  if (change.op === 'u') return updateRow(list, change, pageContext);
  return removeRow(list, change, change.op === 'del' ? 'deleted' : 'left', pageContext);
}

/** Applies one frame of the topic. */
export function applyFrame(list: LiveList, frame: ChangeFrame, pageContext: PageContext): LiveList {
  const next = frame.c.reduce((current, change) => applyChange(current, change, pageContext), list);
  if (frame.n === undefined) return next;
  return { ...next, total: Math.max(0, next.total + frame.n.enter - frame.n.leave), isStale: true };
}

/** Whether changes wait to be shown. */
export const hasPendingChanges = (list: LiveList): boolean =>
  list.pendingIds.length > 0 || list.reordered.length > 0 || list.isShifted || list.isStale || Object.keys(list.removed).length > 0;

/**
 * Updates a first page from known rows. Returns undefined when only the server knows which rows belong here: rows are
 * known up to `lastRow`, so a page that ends behind it may lack one.
 */
export function applyPending(list: LiveList, limit: number, { findRow, compare, parentField }: PageContext): LiveList | undefined {
  if (list.isStale || list.isShifted || list.reordered.some((id) => !list.ids.includes(id))) return undefined;
  const candidateIds = [...list.ids.filter((id) => !(id in list.removed)), ...list.pendingIds];
  const rows = candidateIds
    .map((id) => [id, findRow(id)] as const)
    .filter((pair): pair is [number, WireRow] => pair[1] !== undefined);
  rows.sort(([, a], [, b]) => compare(a, b) ?? 0);
  const page = rows.slice(0, limit);
  const last = page.at(-1)?.[1];
  if (rows.length !== candidateIds.length || page.length !== Math.min(limit, list.total)) return undefined;
  const isAfter = (row: WireRow, previousLastRow: WireRow) => (compare(row, previousLastRow) ?? 1) > 0;
  const { lastRow } = list;
  if (lastRow !== null && rows.length < list.total && (last === undefined || isAfter(last, lastRow))) return undefined;
  const newLastRow = last === undefined || list.total <= page.length ? null : last;
  const ids = page.map(([id]) => id);
  const evicted = rows.slice(limit).map(([id]) => id);
  const evictedIds = [...evicted, ...list.evictedIds.filter((id) => !ids.includes(id) && !evicted.includes(id))].slice(0, 4 * limit);
  const parentPatch =
    parentField === undefined
      ? {}
      : {
          parents: readParents(
            page.map(([, row]) => row),
            parentField,
          ),
        };
  return { ...list, ids, pendingIds: [], reordered: [], removed: {}, lastRow: newLastRow, evictedIds, ...parentPatch };
}

/**
 * Drops removed rows and sorts reordered ones; pending rows stay pending. Rows whose position only the server knows
 * stay marked. Returns the same list if nothing changes.
 */
export function compactList(list: LiveList, pageContext: PageContext): LiveList {
  const { findRow, compare } = pageContext;
  const remainingIds = list.ids.filter((id) => !(id in list.removed));
  const rows = remainingIds.map((id) => findRow(id)).filter((row) => row !== undefined);
  const isReordered = list.reordered.some((id) => remainingIds.includes(id)) && rows.length === remainingIds.length;
  const ids = isReordered ? rows.sort((a, b) => compare(a, b) ?? 0).map((row) => Number(row['id'])) : remainingIds;
  const parentPatch = pageContext.parentField === undefined ? {} : { parents: { ...list.parents, ...readParents(rows, pageContext.parentField) } };
  const next = { ...list, ids, removed: {}, reordered: [], ...(isReordered ? parentPatch : {}) };
  const stillReordered = list.reordered.filter((id) => !ids.includes(id) || !isInOrder(next, id, pageContext));
  const isUnchanged = ids.every((id, index) => id === list.ids[index]) && ids.length === list.ids.length;
  return isUnchanged && stillReordered.length === list.reordered.length ? list : { ...next, reordered: stillReordered };
}
