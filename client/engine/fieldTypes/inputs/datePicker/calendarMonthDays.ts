/** Days of a calendar page, as `yyyy-mm-dd`. */

const padTwo = (number: number) => String(number).padStart(2, '0');
/** Calendar days are counted in UTC, so that no change of the clock shifts them. */
const toUtc = (day: string) => new Date(`${day}T00:00:00Z`);
const fromUtc = (date: Date) =>
  `${String(date.getUTCFullYear()).padStart(4, '0')}-${padTwo(date.getUTCMonth() + 1)}-${padTwo(date.getUTCDate())}`;

export const addDays = (day: string, count: number): string => {
  const date = toUtc(day);
  date.setUTCDate(date.getUTCDate() + count);
  return fromUtc(date);
};
/** The same day of another month, or its last day. */
export function addCalendarMonths(day: string, count: number): string {
  const date = toUtc(day);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, lastDay));
  return fromUtc(date);
}

/** Six weeks that contain the month of the day. `firstWeekday`: 0 is Sunday. */
export function calendarMonthDays(day: string, firstWeekday: number): readonly (readonly string[])[] {
  const first = `${day.slice(0, 8)}01`;
  const start = addDays(first, -((toUtc(first).getUTCDay() - firstWeekday + 7) % 7));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_unused, weekday) => addDays(start, week * 7 + weekday)),
  );
}
