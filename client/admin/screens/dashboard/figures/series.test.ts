/** From cells to numbers people look at. */
import { describe, expect, it } from '@jest/globals';
import { getTimeZone } from '../../../../../common/text/time/timeZone';
import { NOTHING_KNOWN, told } from './known';
import { alongTime, byValue, growthOf, totalOf } from './series';

const zone = getTimeZone('Asia/Shanghai');
const now = Date.parse('2026-11-21T12:00:00+08:00') / 1000;
const [before = 0, today = 0] = zone.lastStarts('day', 2, now);

describe('figures of a dashboard', () => {
  it('are whole once, then moved cell by cell, however often a frame comes', () => {
    const first = told(
      NOTHING_KNOWN,
      { s: '4', at: 900, map: { f1: 'a', f2: 404 }, all: { a: [['', 0, 41]] } },
      1_000,
      'UTC',
    );
    const frame = { s: '5', at: 950, c: { a: [['', 0, 42]], other: [['', 0, 7]] } } as const;
    const again = told(told(first, frame, 1_010), frame, 1_020);
    expect(again).toMatchObject({
      zone: 'UTC',
      heard: 1_020,
      ahead: -70,
      names: { f1: 'a', f2: 404 },
      cells: { a: { '|0': 42 } },
    });
    expect(Object.keys(again.cells)).toEqual(['a']);
    expect(told(first, { s: '6', at: 0, c: { a: [['x', 0, '-12.30']] } }, 0).cells['a']).toEqual({
      '|0': 41,
      'x|0': -1230,
    });
  });

  it('are the nearest number where a sum is too large for an exact one, never nothing', () => {
    const all = { a: [['', 0, '100000000000000.00'] as const], b: [['', 0, '10000000000000001'] as const] };
    const { cells } = told(NOTHING_KNOWN, { s: '1', at: 0, all }, 0);
    expect(cells).toEqual({ a: { '|0': 1e16 }, b: { '|0': 1e16 } });
  });

  it('fill the days nothing happened on with zero, and know what there was before', () => {
    const cells = { [`direct|${today}`]: 2, [`app|${today}`]: 1, [`app|${before - 86_400}`]: 5, 'old|5': 9 };
    const along = alongTime(cells, { grain: 'day', count: 3 }, zone, now);
    expect(along.values).toEqual([5, 0, 3]);
    expect(growthOf(along, 20).values).toEqual([17, 17, 20]);
    expect(alongTime(cells, { grain: 'day', count: 2 }, zone, now, ['app']).values).toEqual([0, 1]);
  });

  it('add up by value, the biggest first', () => {
    const cells = { '0|0': 4, '1|0': 6, '2|0': 0, '|0': 1 };
    expect([totalOf(cells), totalOf(cells, ['0', '1'])]).toEqual([11, 10]);
    expect(byValue(cells)).toEqual([
      ['1', 6],
      ['0', 4],
      ['', 1],
    ]);
  });
});
