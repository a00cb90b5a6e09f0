/** Instants as people read them, `yyyy-mm-dd hh:MM:ss` in the time zone of the machine that shows them. */

const two = (number: number) => String(number).padStart(2, '0');
const LONGEST_SECONDS = 99_999_999_999;

/** Ten-digit timestamps are seconds, longer ones milliseconds (specification, point 9). */
export const instantOf = (stamp: number): Date => new Date(Math.abs(stamp) <= LONGEST_SECONDS ? stamp * 1000 : stamp);

/** `yyyy-mm-dd`. */
export const formatDate = (stamp: number): string => {
  const at = instantOf(stamp);
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
};

/** `yyyy-mm-dd hh:MM:ss`. */
export const formatDateTime = (stamp: number): string => {
  const at = instantOf(stamp);
  return `${formatDate(stamp)} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
};

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** Whether a text is a day of the calendar, `yyyy-mm-dd`. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (!match) return false;
  const [, year, month, day] = match.map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}

const CLOCK = /^(\d{2}):(\d{2})(?::(\d{2}))?$/;
/** A time of day as `HH:MM:SS`; seconds may be left out. */
export function clockOf(text: string): string | undefined {
  const match = CLOCK.exec(text);
  if (!match) return undefined;
  const [, hours = '', minutes = '', seconds = '00'] = match;
  return Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60
    ? `${hours}:${minutes}:${seconds}`
    : undefined;
}

/** Unix seconds of `yyyy-mm-dd`, `yyyy-mm-dd hh:MM` or `yyyy-mm-dd hh:MM:ss` in the machine's time zone. */
export function secondsOf(text: string): number | undefined {
  const [day = '', clock = '00:00:00', ...more] = text.split(/[ T]/);
  const time = clockOf(clock);
  if (more.length > 0 || !isDay(day) || time === undefined) return undefined;
  const at = new Date(`${day}T${time}`).getTime();
  return Number.isNaN(at) ? undefined : Math.floor(at / 1000);
}
