/** Months of the calendar, `yyyy-mm`. */

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const DECEMBER = 12;

/** Whether the text is a month of the calendar. */
export const isCalendarMonth = (text: string): boolean => MONTH.test(text);

/** The month that many months later; a negative number counts back. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const months = year * DECEMBER + number - 1 + count;
  const text = (value: number, length: number) => String(value).padStart(length, '0');
  return `${text(Math.floor(months / DECEMBER), 4)}-${text((months % DECEMBER) + 1, 2)}`;
}

/** Days, `yyyy-mm-dd`. */
export interface MonthDays {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly nextFirstDay: string;
}
/** The first and last day of a month, and the first day of the next one. */
export function parseCalendarMonth(month: string): MonthDays {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { firstDay: `${month}-01`, lastDay: `${month}-${days}`, nextFirstDay: `${addMonths(month, 1)}-01` };
}
