/** Visits of the last month by hour: many by day, few at night and on Sundays. */
import { QUARTER_HOUR_S } from '../../../../common/live/measure';
import type { DemoContext, SeedRow } from './demoContext';

const HOUR = 3_600;
const DAYS = 30;
/** Visits in each hour of the day. */
const VISITS_BY_HOUR = [1, 1, 0, 0, 0, 1, 2, 4, 8, 12, 14, 13, 9, 11, 14, 13, 12, 10, 7, 6, 7, 6, 4, 2] as const;

/** A deterministic pseudo-random number in [0, 1). */
const pseudoRandom = (seed: number): number => ((seed * 2_654_435_761) % 4_294_967_296) / 4_294_967_296;

function getHour(start: number, ago: number): readonly SeedRow[] {
  const at = new Date(start * 1000);
  const weekday = at.getUTCDay() === 0 || at.getUTCDay() === 6 ? 0.45 : 1;
  const growth = 1 - (0.35 * ago) / (DAYS * 24);
  const pages = Math.round(
    (VISITS_BY_HOUR[at.getUTCHours()] ?? 0) * weekday * growth * (0.7 + pseudoRandom(start / HOUR) * 0.9),
  );
  const quarter = start - (start % QUARTER_HOUR_S);
  const of = (side: string, count: number): readonly SeedRow[] =>
    count === 0
      ? []
      : [{ quarter, side, pages: count, visitors: Math.ceil(count * (0.35 + pseudoRandom(start) * 0.25)) }];
  const members = Math.floor(pages * 0.3);
  return [...of('site', pages - members), ...of('member', members)];
}

export async function seedVisits(demo: DemoContext): Promise<void> {
  const now = Math.floor(demo.services.clock.now() / 1000);
  const last = now - (now % HOUR) - HOUR;
  const hours = Array.from({ length: DAYS * 24 }, (_, ago) => getHour(last - ago * HOUR, ago)).flat();
  for (let from = 0; from < hours.length; from += 400)
    await demo.runDaysAgo(0, ({ insertRows }) => insertRows('visit', hours.slice(from, from + 400).reverse()));
}
