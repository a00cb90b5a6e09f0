/** The law of live lists: nothing jumps, the total is exact at once, and once settled the page equals a fresh answer. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Change, ChangeFrame } from '../../common/protocol/live';
import { applyFrame, freshList, isPending, settle, type ListPage, type LiveList, type Placing } from './liveList';

const page = (ids: readonly number[], total = ids.length): ListPage => ({
  ids,
  total,
  capped: false,
  seq: '1',
  epoch: 'e',
  key: 'k',
});
const frame = (...changes: readonly Partial<Change>[]): ChangeFrame => ({
  t: 't',
  e: 'thing',
  s: '2',
  c: changes.map((change) => ({ op: 'u', id: 1, v: 2, at: 0, ...change })),
});
/** Newest id first; a page of three. */
const placing = (ids: readonly number[], limit: number): Placing => ({
  concerns: (row) => ids.length < limit || Number(row['id']) > (ids.at(-1) ?? 0),
  sortFields: new Set(['weigh']),
});
const newestFirst = (a: number, b: number) => b - a;
const by = { id: 'admin:2', name: 'Anna' };

describe('a live list', () => {
  const list = freshList(page([9, 8, 7], 20));
  const here = placing([9, 8, 7], 3);

  it('counts a row that comes in above and keeps it out of the way', () => {
    const next = applyFrame(list, frame({ op: 'enter', id: 10, row: { id: 10 } }), here);
    expect(next).toMatchObject({ ids: [9, 8, 7], entrants: [10], total: 21 });
    expect(isPending(next)).toBe(true);
  });

  it('only counts a row that belongs on a later page', () => {
    expect(applyFrame(list, frame({ op: 'enter', id: 3, row: { id: 3 } }), here)).toMatchObject({
      entrants: [],
      total: 21,
    });
  });

  it('greys a row that leaves, with the reason and the name', () => {
    const next = applyFrame(list, frame({ op: 'leave', id: 8 }, { op: 'del', id: 7, by }), here);
    expect(next.ids).toEqual([9, 8, 7]);
    expect(next.gone).toEqual({ 8: { why: 'left', by: null }, 7: { why: 'deleted', by } });
    expect(next.total).toBe(18);
  });

  it('wakes a row that comes back before anybody looked', () => {
    const next = applyFrame(list, frame({ op: 'leave', id: 8 }, { op: 'enter', id: 8, row: { id: 8 } }), here);
    expect(next).toMatchObject({ gone: {}, entrants: [], total: 20 });
  });

  it('forgets an entrant that leaves again', () => {
    const next = applyFrame(list, frame({ op: 'enter', id: 10, row: { id: 10 } }, { op: 'del', id: 10 }), here);
    expect(next).toMatchObject({ entrants: [], total: 20 });
  });

  it('keeps a row in its place when its order changes and says so', () => {
    const next = applyFrame(list, frame({ id: 8, set: { weigh: 99 } }), here);
    expect(next).toMatchObject({ ids: [9, 8, 7], moved: [8] });
    expect(settle(next, 3, newestFirst)).toBeUndefined();
  });

  it('does not care for changes of other columns', () => {
    expect(applyFrame(list, frame({ id: 8, set: { title: 'x' } }), here)).toBe(list);
  });

  it('knows that it does not know when only counts arrive', () => {
    const next = applyFrame(list, { ...frame(), n: { enter: 5, leave: 2 } }, here);
    expect(next).toMatchObject({ total: 23, stale: true });
    expect(settle(next, 3, newestFirst)).toBeUndefined();
  });

  it('asks the server when a page has a hole only another page can fill', () => {
    expect(settle(applyFrame(list, frame({ op: 'del', id: 8 }), here), 3, newestFirst)).toBeUndefined();
  });

  it('equals a fresh answer once settled, whatever came and went', () => {
    const step = fc.record({ add: fc.boolean(), pick: fc.nat() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 6 }), (steps, limit) => {
        const rows = new Set([1, 2, 3, 4, 5]);
        const fresh = () => [...rows].sort(newestFirst).slice(0, limit);
        let live: LiveList = freshList(page(fresh(), rows.size));
        let nextId = 6;
        for (const { add, pick } of steps) {
          const here = placing(live.ids, limit);
          if (add) {
            rows.add(nextId);
            live = applyFrame(live, frame({ op: 'enter', id: nextId, row: { id: nextId } }), here);
            nextId += 1;
          } else {
            const gone = [...rows][pick % Math.max(1, rows.size)];
            if (gone === undefined) continue;
            rows.delete(gone);
            live = applyFrame(live, frame({ op: 'del', id: gone }), here);
          }
          expect(live.total).toBe(rows.size);
          const settled = settle(live, limit, newestFirst);
          if (settled) expect(settled.ids).toEqual(fresh());
        }
      }),
      { numRuns: 500 },
    );
  });
});
