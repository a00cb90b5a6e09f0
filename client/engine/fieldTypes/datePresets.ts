/** Relative date ranges of filters (today, yesterday, last 7 days, this month), as filter texts: `@today`, `@yesterday`, `@last7`, `@month`. */
import { formatDate } from '../../../common/text/time/dates';

export const DATE_PRESETS = ['@today', '@yesterday', '@last7', '@last30', '@month'] as const;
const LAST = /^@last([1-9]\d{0,3})$/;

/** The number of days of a text such as `@last7`, today included; undefined for other texts. */
export function lastDays(text: string): number | undefined {
  const days = LAST.exec(text)?.[1];
  return days === undefined ? undefined : Number(days);
}
export const formatLastDays = (days: number): string => `@last${days}`;

const dayText = (now: Date, days: number, dayOfMonth = now.getDate()): string =>
  formatDate(new Date(now.getFullYear(), now.getMonth(), dayOfMonth + days).getTime() / 1000);

/** The first and the last day of a relative date range, on the calendar of this device; undefined for other texts. */
export function resolveDatePreset(text: string, now = new Date()): readonly [string, string] | undefined {
  const today = dayText(now, 0);
  if (text === '@today') return [today, today];
  if (text === '@yesterday') return [dayText(now, -1), dayText(now, -1)];
  if (text === '@month') return [dayText(now, 0, 1), dayText(now, 0, daysInMonth(now))];
  const days = lastDays(text);
  return days === undefined ? undefined : [dayText(now, 1 - days), today];
}
const daysInMonth = (now: Date): number => new Date(now.getFullYear(), now.getMonth() + 1, 0).getDate();
