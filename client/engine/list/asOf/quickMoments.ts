/** Moments that the menu of past times offers. */
const HOUR_S = 3_600;

export interface QuickMoment {
  readonly name: 'hour' | 'today' | 'yesterday' | 'week';
  /** Unix seconds. */
  readonly moment: number;
}

/** The same time on an earlier day of the calendar of this device; `days` 0 with `isMidnight`: the start of today. */
function onDay(now: Date, days: number, isMidnight = false): number {
  const at = new Date(now);
  at.setDate(at.getDate() - days);
  if (isMidnight) at.setHours(0, 0, 0, 0);
  return Math.floor(at.getTime() / 1000);
}

/** `now`: Unix milliseconds. */
export function quickMoments(now = Date.now()): readonly QuickMoment[] {
  const today = new Date(now);
  return [
    { name: 'hour', moment: Math.floor(now / 1000) - HOUR_S },
    { name: 'today', moment: onDay(today, 0, true) },
    { name: 'yesterday', moment: onDay(today, 1) },
    { name: 'week', moment: onDay(today, 7) },
  ];
}
