/** Evaluates cells: total, totals by value, or a time series. Missing times count as zero. */
import type { Metric } from '../../../../../common/protocol/liveEvents';
import type { TimeZone } from '../../../../../common/text/time/timeZone';
import type { Cells } from './metricsState';

const parseCellKey = (key: string): readonly [group: string, at: number] => {
  const cut = key.lastIndexOf('|');
  return [key.slice(0, cut), Number(key.slice(cut + 1))];
};

/** Sum of all cells, or of those of the picked values. */
export function computeTotal(cells: Cells, pick?: readonly string[]): number {
  let sum = 0;
  for (const [key, value] of Object.entries(cells)) {
    if (pick === undefined || pick.includes(parseCellKey(key)[0])) sum += value;
  }
  return sum;
}

/** Totals by value, largest first. */
export function computeTotalsByValue(cells: Cells): readonly (readonly [group: string, value: number])[] {
  const sums = new Map<string, number>();
  for (const [key, value] of Object.entries(cells)) {
    const [group] = parseCellKey(key);
    sums.set(group, (sums.get(group) ?? 0) + value);
  }
  return [...sums].filter(([, value]) => value !== 0).sort(([, first], [, second]) => second - first);
}

export interface TimeSeries {
  /** Starts of the hours or days, unix seconds. */
  readonly starts: readonly number[];
  readonly values: readonly number[];
}
export function buildTimeSeries(
  cells: Cells,
  { grain, count }: NonNullable<Metric['span']>,
  zone: TimeZone,
  now: number,
  pick?: readonly string[],
): TimeSeries {
  const sums = new Map<number, number>();
  for (const [key, value] of Object.entries(cells)) {
    const [group, at] = parseCellKey(key);
    if (pick === undefined || pick.includes(group)) sums.set(at, (sums.get(at) ?? 0) + value);
  }
  const starts = zone.lastStarts(grain, count, now);
  return { starts, values: starts.map((start) => sums.get(start) ?? 0) };
}

/** Cumulative values at the end of each hour or day, computed backwards from the total. */
export function cumulativeSeries({ starts, values }: TimeSeries, total: number): TimeSeries {
  const sums: number[] = [];
  let remaining = total;
  for (let index = values.length - 1; index >= 0; index -= 1) {
    sums.unshift(remaining);
    remaining -= values[index] ?? 0;
  }
  return { starts, values: sums };
}

/** Values of the sparkline: without the day that is not over, or the running total where there is one. */
export function sparklineValues(days: TimeSeries, total: number | undefined): readonly number[] {
  return total === undefined ? days.values.slice(0, -1) : cumulativeSeries(days, total).values;
}
