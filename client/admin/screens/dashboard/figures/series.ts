/** Cells as people look at them: one number, numbers by value, or numbers along time. Times without a cell are zero. */
import type { Metric } from '../../../../../common/protocol/liveEvents';
import type { TimeZone } from '../../../../../common/text/time/timeZone';
import type { Cells } from './known';

const split = (key: string): readonly [dim: string, at: number] => {
  const cut = key.lastIndexOf('|');
  return [key.slice(0, cut), Number(key.slice(cut + 1))];
};

/** All of it, or what belongs to the picked values. */
export function totalOf(cells: Cells, pick?: readonly string[]): number {
  let sum = 0;
  for (const [key, value] of Object.entries(cells)) {
    if (pick === undefined || pick.includes(split(key)[0])) sum += value;
  }
  return sum;
}

/** By value, the biggest first. */
export function byValue(cells: Cells): readonly (readonly [dim: string, value: number])[] {
  const sums = new Map<string, number>();
  for (const [key, value] of Object.entries(cells)) {
    const [dim] = split(key);
    sums.set(dim, (sums.get(dim) ?? 0) + value);
  }
  return [...sums].filter(([, value]) => value !== 0).sort(([, one], [, other]) => other - one);
}

export interface Along {
  /** Where each hour or day begins, unix seconds. */
  readonly starts: readonly number[];
  readonly values: readonly number[];
}
export function alongTime(
  cells: Cells,
  { grain, count }: NonNullable<Metric['span']>,
  zone: TimeZone,
  now: number,
  pick?: readonly string[],
): Along {
  const sums = new Map<number, number>();
  for (const [key, value] of Object.entries(cells)) {
    const [dim, at] = split(key);
    if (pick === undefined || pick.includes(dim)) sums.set(at, (sums.get(at) ?? 0) + value);
  }
  const starts = zone.lastStarts(grain, count, now);
  return { starts, values: starts.map((start) => sums.get(start) ?? 0) };
}

/** What there was in all at the end of each hour or day: today's total, less everything that came later. */
export function growthOf({ starts, values }: Along, total: number): Along {
  const sums: number[] = [];
  let rest = total;
  for (let at = values.length - 1; at >= 0; at -= 1) {
    sums.unshift(rest);
    rest -= values[at] ?? 0;
  }
  return { starts, values: sums };
}
