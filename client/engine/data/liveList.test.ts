/**
 * Rules of live lists: rows never jump, the total is exact at once, and after applyPending the page equals a fresh
 * response.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sampleSize } from '../../../config/jest/testEnvironment';
import type { WireRow } from '../../../common/entity/projectRow';
import type { Change, ChangeFrame } from '../../../common/protocol/liveEvents';
import {
  applyFrame,
  findLastRow,
  createLiveList,
  hasPendingChanges,
  applyPending,
  compactList,
  type ListPage,
  type LiveList,
  type PageContext,
} from './liveList';

const page = (ids: readonly number[], total = ids.length, edge: WireRow | null = null): ListPage => ({
  ids,
  total,
  isTotalCapped: false,
  seq: '1',
  epoch: 'e',
  key: 'k',
  lastRow: edge,
});
const frame = (...changes: readonly Partial<Change>[]): ChangeFrame => ({
  t: 't',
  e: 'thing',
  s: '2',
  c: changes.map((change) => ({ op: 'u', id: 1, v: 2, at: 0, ...change })),
});
/** Newest id first, unless a row has another weight. */
const pageContext = (rows: Record<number, WireRow> = {}, later = false): PageContext => {
  const getWeight = (row: WireRow) => Number(row['weigh'] ?? row['id']);
  return {
    findRow: (id) => rows[id] ?? (id === 0 ? undefined : { id }),
    hasPreviousPages: later,
    compare: (a, b) => getWeight(b) - getWeight(a) || Number(b['id']) - Number(a['id']),
    sortFields: new Set(['weigh']),
  };
};
const by = { id: 'admin:2', name: 'Anna' };

describe('applyFrame', () => {
  const list = createLiveList(page([9, 8, 7], 20, { id: 7 }));
  const context = pageContext();

  it('keeps an entering row above the page pending, and counts it', () => {
    const next = applyFrame(list, frame({ op: 'enter', id: 10, row: { id: 10 } }), context);
    expect(next).toMatchObject({ ids: [9, 8, 7], pendingIds: [10], total: 21 });
    expect(hasPendingChanges(next)).toBe(true);
  });

  it('counts a row of a later page without showing it', () => {
    expect(applyFrame(list, frame({ op: 'enter', id: 3, row: { id: 3 } }), context)).toMatchObject({
      pendingIds: [],
      total: 21,
    });
  });

  it('marks a leaving row as removed, with reason and author', () => {
    const next = applyFrame(list, frame({ op: 'leave', id: 8 }, { op: 'del', id: 7, by }), context);
    expect(next.ids).toEqual([9, 8, 7]);
    expect(next.removed).toEqual({ 8: { why: 'left', by: null }, 7: { why: 'deleted', by } });
    expect(next.total).toBe(18);
  });

  it('restores a removed row that enters again before a refresh', () => {
    const next = applyFrame(list, frame({ op: 'leave', id: 8 }, { op: 'enter', id: 8, row: { id: 8 } }), context);
    expect(next).toMatchObject({ removed: {}, pendingIds: [], total: 20 });
  });

  it('drops a pending row that leaves again', () => {
    const next = applyFrame(list, frame({ op: 'enter', id: 10, row: { id: 10 } }, { op: 'del', id: 10 }), context);
    expect(next).toMatchObject({ pendingIds: [], total: 20 });
  });

  it('keeps the position of a row whose sort value changes, and marks it as reordered', () => {
    const known = pageContext({ 8: { id: 8, weigh: 99 } });
    const next = applyFrame(list, frame({ id: 8, set: { weigh: 99 } }), known);
    expect(next).toMatchObject({ ids: [9, 8, 7], reordered: [8] });
    expect(applyPending(next, 3, known)).toMatchObject({ ids: [8, 9, 7], reordered: [] });
  });

  it('the list does not mark a row that is still, or again, between its neighbors', () => {
    const near = pageContext({ 8: { id: 8, weigh: 8.5 } });
    expect(applyFrame(list, frame({ id: 8, set: { weigh: 8.5 } }), near).reordered).toEqual([]);
    const listAfterMove = applyFrame(list, frame({ id: 8, set: { weigh: 99 } }), pageContext({ 8: { id: 8, weigh: 99 } }));
    expect(applyFrame(listAfterMove, frame({ id: 8, set: { weigh: 8 } }), context).reordered).toEqual([]);
  });

  it('applyPending: undefined when a row that moved to the end may belong to the next page', () => {
    const known = pageContext({ 9: { id: 9, weigh: 1 } });
    const next = applyFrame(list, frame({ id: 9, set: { weigh: 1 } }), known);
    expect(next.reordered).toEqual([9]);
    expect(applyPending(next, 3, known)).toBeUndefined();
  });

  it('marks a row of another page that moved onto this one, and ignores one that stays there', () => {
    const next = applyFrame(list, frame({ id: 2, set: { weigh: 99 } }), pageContext({ 2: { id: 2, weigh: 99 } }));
    expect(next).toMatchObject({ reordered: [2], total: 20, pendingIds: [] });
    // The store may hold an old version of a row without live topic.
    expect(applyPending(next, 3, context)).toBeUndefined();
    expect(applyFrame(list, frame({ id: 2, set: { weigh: 3 } }), pageContext({ 2: { id: 2, weigh: 3 } }))).toBe(list);
  });

  it('returns an evicted row without a request', () => {
    const known = pageContext({ 10: { id: 10 }, 7: { id: 7, weigh: 99 } });
    const shown = applyPending(
      applyFrame(list, frame({ op: 'enter', id: 10, row: { id: 10 } }), known),
      3,
      pageContext(),
    );
    expect(shown).toMatchObject({ ids: [10, 9, 8], lastRow: { id: 8 } });
    const listAfterReturn = applyFrame(shown ?? list, frame({ id: 7, set: { weigh: 99 } }), known);
    expect(listAfterReturn.pendingIds).toEqual([7]);
    expect(applyPending(listAfterReturn, 3, known)?.ids).toEqual([7, 10, 9]);
  });

  it('marks a later page as shifted when a row outside it is removed or moves', () => {
    const later = pageContext({}, true);
    expect(applyFrame(list, frame({ op: 'del', id: 15 }), later)).toMatchObject({ isShifted: true, total: 19 });
    expect(applyFrame(list, frame({ id: 15, set: { weigh: 1 } }), later)).toMatchObject({ reordered: [15], total: 20 });
  });

  it('keeps a row pending that enters at the end of the last page', () => {
    const last = createLiveList(page([3, 2], 12));
    expect(applyFrame(last, frame({ op: 'enter', id: 1, row: { id: 1 } }), pageContext({}, true)).pendingIds).toEqual([
      1,
    ]);
  });

  it('ignores changes of other columns', () => {
    expect(applyFrame(list, frame({ id: 8, set: { title: 'x' } }), context)).toBe(list);
  });

  it('the list is stale when only counts arrive', () => {
    const next = applyFrame(list, { ...frame(), n: { enter: 5, leave: 2 } }, context);
    expect(next).toMatchObject({ total: 23, isStale: true });
    expect(applyPending(next, 3, context)).toBeUndefined();
  });

  it('applyPending: undefined when the missing row is on another page', () => {
    expect(applyPending(applyFrame(list, frame({ op: 'del', id: 8 }), context), 3, context)).toBeUndefined();
  });

  it.each([1, 2, 3])(
    'page %s equals a fresh response while nothing is pending and after applyPending, with the exact total',
    (at) => {
      const what = fc.constantFrom<Done['what']>('add', 'del', 'weigh', 'rank', 'both');
      const step: fc.Arbitrary<Done> = fc.record({ what, pick: fc.nat(), to: fc.nat({ max: 8 }) });
      const steps = fc.array(step, { maxLength: 30 });
      const sizes = { limit: fc.integer({ min: 1, max: 6 }), rows: fc.integer({ min: 0, max: 14 }) };
      fc.assert(
        fc.property(steps, fc.record(sizes), (all, size) => followed(all, { page: at, ...size })),
        { numRuns: sampleSize(1_000, 100_000) },
      );
    },
  );
});

interface Done {
  readonly what: 'add' | 'del' | 'weigh' | 'rank' | 'both';
  readonly pick: number;
  readonly to: number;
}
/**
 * Follows one page while rows enter, leave and move, with a store that holds old versions of rows without live topic.
 */
function followed(
  steps: readonly Done[],
  look: { readonly page: number; readonly limit: number; readonly rows: number },
) {
  const house = new Map<number, Record<'id' | 'weigh' | 'rank', number>>();
  for (let id = 1; id <= look.rows; id += 1) house.set(id, { id, weigh: id % 3, rank: id });
  const order: PageContext['compare'] = (a, b) =>
    ['weigh', 'rank', 'id'].some((key) => a[key] === undefined || b[key] === undefined)
      ? undefined
      : Number(b['weigh']) - Number(a['weigh']) ||
        Number(b['rank']) - Number(a['rank']) ||
        Number(b['id']) - Number(a['id']);
  const from = (look.page - 1) * look.limit;
  const createList = () =>
    [...house.values()]
      .sort((a, b) => order(a, b) ?? 0)
      .slice(from, from + look.limit)
      .map(({ id }) => id);
  // Rows of the page are known; of every second other row the store holds an old version.
  const store: Record<number, WireRow> = {};
  for (const row of house.values())
    if (createList().includes(row.id)) store[row.id] = row;
    else if (row.id % 2 === 0) store[row.id] = { ...row, weigh: 4, rank: 4 };
  const context: PageContext = {
    findRow: (id) => store[id],
    hasPreviousPages: look.page > 1,
    compare: order,
    sortFields: new Set(['weigh', 'rank']),
  };
  const shown = createList().flatMap((id): WireRow[] => (store[id] ? [store[id]] : []));
  let live: LiveList = createLiveList(
    page(createList(), house.size, findLastRow(shown, { ...look, total: house.size, isTotalCapped: false })),
  );
  const waiting: Partial<Change>[] = [];
  let nextId = look.rows;
  for (const { what, pick, to } of steps) {
    nextId += 1;
    const id = what === 'add' ? nextId : ([...house.keys()][pick % Math.max(1, house.size)] ?? 0);
    if (id === 0) continue;
    const old = house.get(id) ?? { id, weigh: to % 5, rank: to };
    const set = { ...(what === 'rank' ? {} : { weigh: to }), ...(what === 'weigh' ? {} : { rank: to }) };
    const row = what === 'add' || what === 'del' ? old : { ...old, ...set };
    if (what === 'del') house.delete(id);
    else house.set(id, row);
    const changeFields: Partial<Change> =
      what === 'add' ? { op: 'enter', id, row } : what === 'del' ? { op: 'del', id } : { id, set };
    if (what === 'add') store[id] = row;
    else if (what !== 'del' && store[id]) store[id] = { ...store[id], ...changeFields.set };
    waiting.push(changeFields);
    // Frames arrive in batches: the store may already hold later versions than the list has applied.
    if (pick % 2 === 0) continue;
    live = waiting.splice(0).reduce((list, change) => applyFrame(list, frame(change), context), live);
    expect(live.total).toBe(house.size);
    if (!hasPendingChanges(live)) expect(live.ids).toEqual(createList());
    const settled = look.page === 1 ? applyPending(live, look.limit, context) : undefined;
    if (settled) expect(settled.ids).toEqual(createList());
    if (settled && pick % 3 === 0) live = settled;
  }
}

describe('compactList with a pending row', () => {
  const list = createLiveList(page([9, 8, 7, 6], 20, { id: 6 }));
  const entered: Partial<Change> = { op: 'enter', id: 10, row: { id: 10 } };

  it('drops removed rows and sorts reordered ones; the new row stays pending', () => {
    const context = pageContext({ 7: { id: 7, weigh: 8.5 } });
    const next = applyFrame(list, frame(entered, { op: 'del', id: 9, by }, { id: 7, set: { weigh: 8.5 } }), context);
    expect(next).toMatchObject({ reordered: [7], total: 20 });
    const tidied = compactList(next, context);
    expect(tidied).toMatchObject({ ids: [7, 8, 6], removed: {}, reordered: [], pendingIds: [10], total: 20 });
    // Nothing left to do: the same object.
    expect(compactList(tidied, context)).toBe(tidied);
    // The free slot is filled only once the row for it is known.
    expect(applyPending(tidied, 4, context)?.ids).toEqual([10, 7, 8, 6]);
  });

  it('leaves a row marked when only the server knows its position', () => {
    const context = pageContext({ 8: { id: 8, weigh: 2 } });
    const next = applyFrame(list, frame(entered, { id: 8, set: { weigh: 2 } }), context);
    const tidied = compactList(next, context);
    expect(tidied).toMatchObject({ ids: [9, 7, 6, 8], reordered: [8], pendingIds: [10] });
    expect(compactList(tidied, context)).toBe(tidied);
    const later = pageContext({ 8: { id: 8, weigh: 9.5 } }, true);
    const above = compactList(applyFrame(list, frame(entered, { id: 8, set: { weigh: 9.5 } }), later), later);
    expect(above).toMatchObject({ ids: [8, 9, 7, 6], reordered: [8] });
  });
});
