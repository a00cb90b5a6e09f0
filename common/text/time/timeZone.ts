/** Hours and days of a time zone: the exact beginning of the hour or day of an instant, also across changes of the clocks. */

export type Granularity = 'hour' | 'day';

const DAY_S = 86_400;
const QUARTER_HOUR_S = 900;
const GRANULARITY_SECONDS: Readonly<Record<Granularity, number>> = { hour: 3_600, day: 86_400 };

export interface TimeZone {
  /** IANA name. */
  readonly name: string;
  /** Start of the hour or day of an instant, in Unix seconds. */
  readonly getStart: (granularity: Granularity, second: number) => number;
  /** Seconds the clocks there are ahead of UTC at an instant; unix seconds. */
  readonly offsetAt: (second: number) => number;
  /** Start of a calendar day, `yyyy-mm-dd`, or of the day `after` days later, in Unix seconds. */
  readonly startOfDay: (day: string, after?: number) => number;
  /** The last `count` hours or days, that of `now` last, each by its begin. */
  readonly lastStarts: (granularity: Granularity, count: number, now: number) => readonly number[];
}

/** Whether `Intl` on this machine accepts the name, in any case. `isTimeZoneName` checks whether a setting may have it. */
export function isTimeZone(name: string): boolean {
  // an offset such as +08:00 is not an IANA name
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function readOffset(format: Intl.DateTimeFormat, second: number): number {
  const parts = new Map(format.formatToParts(second * 1000).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return Math.round(local / 1000) - second;
}

/** Seconds a zone is ahead of UTC. Asked of the machine twice a day at most, unless the clocks are changed on it. */
function createOffsetLookup(name: string): (second: number) => number {
  const dateOptions = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
  const timeOptions = { minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, ...dateOptions, ...timeOptions });
  const known = new Map<number, number>();
  const instant = (second: number): number => {
    const cachedOffset = known.get(second);
    if (cachedOffset !== undefined) return cachedOffset;
    if (known.size > 20_000) known.clear();
    const offset = readOffset(format, second);
    known.set(second, offset);
    return offset;
  };
  return (second) => {
    const day = second - (second % DAY_S);
    const offsetAtMidnight = instant(day);
    return offsetAtMidnight === instant(day + DAY_S) ? offsetAtMidnight : instant(second - (second % QUARTER_HOUR_S));
  };
}

const timeZones = new Map<string, TimeZone>();
/** The hours and days of a zone; one object for each name. Clocks everywhere differ from UTC by whole quarters of an hour. */
export function getTimeZone(name: string): TimeZone {
  const known = timeZones.get(name) ?? createTimeZone(name);
  timeZones.set(name, known);
  return known;
}

function createTimeZone(name: string): TimeZone {
  const offsetAt = createOffsetLookup(name);
  const startOf = (granularity: Granularity, second: number): number => {
    const offset = offsetAt(second);
    const local = second + offset;
    const start = local - (local % GRANULARITY_SECONDS[granularity]);
    // The clocks may have been changed since: the beginning had the offset of its own time.
    const first = start - offset;
    return start - offsetAt(first);
  };
  return {
    name,
    getStart: startOf,
    offsetAt,
    startOfDay: (day, after = 0) => {
      const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
      const noon = Date.UTC(year, month - 1, date + after, 12) / 1000;
      return startOf('day', noon - offsetAt(noon));
    },
    lastStarts: (granularity, count, now) => {
      const starts: number[] = [];
      for (let instant = now; starts.length < count;) {
        const start = startOf(granularity, instant);
        starts.unshift(start);
        instant = start - 1;
      }
      return starts;
    },
  };
}
