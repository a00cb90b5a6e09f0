/** Formats instants as `yyyy-mm-dd hh:MM:ss` in the time zone of the machine. */

const padTwo = (number: number) => String(number).padStart(2, '0');
const MAX_UNIX_SECONDS = 99_999_999_999;

/** Timestamps of ten digits are seconds, longer ones milliseconds. */
export const toDate = (timestamp: number): Date =>
  new Date(Math.abs(timestamp) <= MAX_UNIX_SECONDS ? timestamp * 1000 : timestamp);

/** `yyyy-mm-dd`. */
export const formatDate = (timestamp: number): string => {
  const instant = toDate(timestamp);
  return `${String(instant.getFullYear()).padStart(4, '0')}-${padTwo(instant.getMonth() + 1)}-${padTwo(instant.getDate())}`;
};

/** `yyyy-mm-dd hh:MM:ss`. */
export const formatDateTime = (timestamp: number): string => {
  const instant = toDate(timestamp);
  return `${formatDate(timestamp)} ${padTwo(instant.getHours())}:${padTwo(instant.getMinutes())}:${padTwo(instant.getSeconds())}`;
};

const DATE_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
/** Whether a text is a day of the calendar, `yyyy-mm-dd`. */
export function isCalendarDate(text: string): boolean {
  const match = DATE_PATTERN.exec(text);
  if (!match) return false;
  const [, year, month, day] = match.map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}

const TIME_PATTERN = /^(\d{2}):(\d{2})(?::(\d{2}))?$/;
/** A time of day as `HH:MM:SS`; seconds may be left out. */
export function parseTimeOfDay(text: string): string | undefined {
  const match = TIME_PATTERN.exec(text);
  if (!match) return undefined;
  const [, hours = '', minutes = '', seconds = '00'] = match;
  return Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60
    ? `${hours}:${minutes}:${seconds}`
    : undefined;
}

/** Unix seconds of `yyyy-mm-dd`, `yyyy-mm-dd hh:MM` or `yyyy-mm-dd hh:MM:ss` in the machine's time zone. */
export function parseUnixSeconds(text: string): number | undefined {
  const [day = '', timeText = '00:00:00', ...rest] = text.split(/[ T]/);
  const time = parseTimeOfDay(timeText);
  if (rest.length > 0 || !isCalendarDate(day) || time === undefined) return undefined;
  const instant = new Date(`${day}T${time}`).getTime();
  return Number.isNaN(instant) ? undefined : Math.floor(instant / 1000);
}
