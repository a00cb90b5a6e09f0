/** timeSeries and metricsState: from cells to numbers. */
import { describe, expect, it } from '@jest/globals';
import { getTimeZone } from '../../../../../common/text/time/timeZone';
import { EMPTY_METRICS, applyMetricsFrame } from './metricsState';
import { buildTimeSeries, computeTotalsByValue, cumulativeSeries, computeTotal, sparklineValues } from './timeSeries';

const zone = getTimeZone('Asia/Shanghai');
const now = Date.parse('2026-11-21T12:00:00+08:00') / 1000;
const [before = 0, today = 0] = zone.lastStarts('day', 2, now);

describe('metrics of the dashboard', () => {
  it('applyFrame: sets all cells first, then single ones; repeated frames change nothing', () => {
    const first = applyMetricsFrame(
      EMPTY_METRICS,
      { s: '4', at: 900, map: { f1: 'a', f2: 404 }, all: { a: [['', 0, 41]] } },
      1_000,
      'UTC',
    );
    const frame = { s: '5', at: 950, c: { a: [['', 0, 42]], other: [['', 0, 7]] } } as const;
    const appliedTwice = applyMetricsFrame(applyMetricsFrame(first, frame, 1_010), frame, 1_020);
    expect(appliedTwice).toMatchObject({
      zone: 'UTC',
      updatedAt: 1_020,
      clockOffset: -70,
      keysOrRefusals: { f1: 'a', f2: 404 },
      cells: { a: { '|0': 42 } },
    });
    expect(Object.keys(appliedTwice.cells)).toEqual(['a']);
    expect(applyMetricsFrame(first, { s: '6', at: 0, c: { a: [['x', 0, '-12.30']] } }, 0).cells['a']).toEqual({
      '|0': 41,
      'x|0': -1230,
    });
  });

  it('applyFrame: rounds sums beyond the safe integer range', () => {
    const all = { a: [['', 0, '100000000000000.00'] as const], b: [['', 0, '10000000000000001'] as const] };
    const { cells } = applyMetricsFrame(EMPTY_METRICS, { s: '1', at: 0, all }, 0);
    expect(cells).toEqual({ a: { '|0': 1e16 }, b: { '|0': 1e16 } });
  });

  it('buildTimeSeries and cumulativeSeries: fill empty days with zero, and count back from the total', () => {
    const cells = { [`direct|${today}`]: 2, [`app|${today}`]: 1, [`app|${before - 86_400}`]: 5, 'old|5': 9 };
    const along = buildTimeSeries(cells, { grain: 'day', count: 3 }, zone, now);
    expect(along.values).toEqual([5, 0, 3]);
    expect(cumulativeSeries(along, 20).values).toEqual([17, 17, 20]);
    expect(buildTimeSeries(cells, { grain: 'day', count: 2 }, zone, now, ['app']).values).toEqual([0, 1]);
  });

  it('sparklineValues: leaves out the day that is not over; a running total ends with the total of now', () => {
    const days = { starts: [1, 2, 3], values: [5, 4, 1] };
    expect(sparklineValues(days, undefined)).toEqual([5, 4]);
    expect(sparklineValues(days, 20)).toEqual([15, 19, 20]);
  });

  it('computeTotalsByValue: sums by value, largest first', () => {
    const cells = { '0|0': 4, '1|0': 6, '2|0': 0, '|0': 1 };
    expect([computeTotal(cells), computeTotal(cells, ['0', '1'])]).toEqual([11, 10]);
    expect(computeTotalsByValue(cells)).toEqual([
      ['1', 6],
      ['0', 4],
      ['', 1],
    ]);
  });
});
