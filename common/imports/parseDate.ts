/** Reads dates as people and spreadsheets write them. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const format = (year: string, month: string | number, day: string): string =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;

/** The number of a month by its English name, or of three letters of it. */
function monthNumber(word: string): number {
  return MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;
}

const YEAR_FIRST = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const DAY_AND_MONTH = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;
const DAY_NAME_YEAR = /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?,?[ -](\d{4})$/;
const NAME_DAY_YEAR = /^([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/;

/** `9/2/2024`, `9.2.2024`: with dots the day is first; otherwise a number above 12 is the day, then `dayFirst` decides. */
function readDayAndMonth(text: string, dayFirst: boolean): string | undefined {
  const match = DAY_AND_MONTH.exec(text);
  if (match === null) return undefined;
  const [, first = '', sign, second = '', year = ''] = match;
  const isDayFirst = sign === '.' || Number(first) > 12 || (dayFirst && Number(second) <= 12);
  return isDayFirst ? format(year, second, first) : format(year, first, second);
}

/** `yyyy-mm-dd`; the text itself when it is no date. */
export function parseDate(text: string, dayFirst: boolean): string {
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (yearFirst !== null) return format(yearFirst[1] ?? '', yearFirst[2] ?? '', yearFirst[3] ?? '');
  const numbers = readDayAndMonth(text, dayFirst);
  if (numbers !== undefined) return numbers;
  const [, day = '', name = '', year = ''] = DAY_NAME_YEAR.exec(text) ?? [];
  if (monthNumber(name) > 0) return format(year, monthNumber(name), day);
  const [, otherName = '', otherDay = '', otherYear = ''] = NAME_DAY_YEAR.exec(text) ?? [];
  return monthNumber(otherName) > 0 ? format(otherYear, monthNumber(otherName), otherDay) : text;
}

const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,9})? ?([AaPp][Mm])?$/;
/** `hh:mm:ss`; the text itself when it is no time. */
export function parseClock(text: string): string {
  const match = CLOCK.exec(text);
  if (match === null) return text;
  const [, hours = '', minutes = '', seconds = '00', half = ''] = match;
  const isAfternoon = half.toLowerCase() === 'pm';
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`;
}

const WITH_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;
/** `yyyy-mm-dd hh:mm:ss`; unix seconds for a time with its zone; the text itself when it is neither. */
export function parseDateTime(text: string, dayFirst: boolean): string {
  if (WITH_ZONE.test(text)) {
    const instant = Date.parse(text.replace(' ', 'T'));
    return Number.isNaN(instant) ? text : String(Math.floor(instant / 1000));
  }
  if (/^\d{9,11}$/.test(text)) return text;
  const isNamed = /[A-Za-z]{3}/.test(text);
  const split = isNamed ? text.search(/ \d{1,2}:/) : text.search(/[T ]/);
  if (split < 0) {
    const day = parseDate(text, dayFirst);
    return day === text && !/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : `${day} 00:00:00`;
  }
  return `${parseDate(text.slice(0, split), dayFirst)} ${parseClock(text.slice(split + 1).trim())}`;
}
