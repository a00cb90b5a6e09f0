/** One reader per kind of field: an untrusted value becomes its stored form, or an issue. Nothing here knows rows or people. */
import { LIMITS } from '../limits';
import { bytesOf, hasForbidden, lengthOf, tidy } from '../text/clean';
import { markupIssue } from '../text/markup';
import { clockOf, isDay, secondsOf } from '../text/dates';
import { plainMobile, soughtMobile } from '../text/mobile';
import { centsOf } from '../text/moneys';
import type { FieldOptions, Json } from './field';
import type { IssueCode, Trouble } from './issue';
import { jsonTrouble } from './jsonValue';
import type { Kind } from './kinds';
import { PATTERNS } from './patterns';

export type Read = { readonly value: Json } | { readonly troubles: readonly Trouble[] };
/** What a reader needs to know of a column. */
export interface Readable {
  readonly kind: Kind;
  readonly options: FieldOptions;
}
type Reader = (value: unknown, options: FieldOptions) => Read;

const fine = (value: Json): Read => ({ value });
const bad = (code: IssueCode, params?: Trouble['params']): Read => ({
  troubles: [params ? { code, params } : { code }],
});

const numberIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^[+-]?\d{1,16}(\.\d{1,16})?$/.test(value.trim())) return undefined;
  return Number(value);
};
const wholeIn = (value: unknown): number | undefined => {
  const number = numberIn(value);
  return number !== undefined && Number.isSafeInteger(number) ? number + 0 : undefined;
};
const bounded = (value: number, { min, max }: FieldOptions): Read => {
  if (min !== undefined && value < min) return bad('too_small', { min });
  if (max !== undefined && value > max) return bad('too_big', { max });
  return fine(value === 0 ? 0 : value); // -0 is 0
};

function readText(value: unknown, options: FieldOptions): Read {
  if (typeof value !== 'string' && typeof value !== 'number') return bad('type');
  const text = tidy(String(value));
  const max = options.max ?? LIMITS.text;
  const length = lengthOf(text);
  const troubles: Trouble[] = [];
  if (hasForbidden(text, options.lines !== undefined)) troubles.push({ code: 'characters' });
  if (length > max) troubles.push({ code: 'too_long', params: { max } });
  if (options.min !== undefined && length < options.min)
    troubles.push({ code: 'too_short', params: { min: options.min } });
  if (troubles.length === 0 && options.pattern !== undefined && !PATTERNS[options.pattern](text))
    troubles.push({ code: options.pattern });
  return troubles.length > 0 ? { troubles } : fine(spelt(options, text));
}
/** What has several spellings is kept in one of them, or it would be no longer the same thing to a unique column. */
const spelt = ({ pattern }: FieldOptions, text: string): string => (pattern === 'mobile' ? plainMobile(text) : text);
/** What a column of such texts is compared with. */
export const soughtAs = ({ pattern }: FieldOptions, text: string): string =>
  pattern === 'mobile' ? soughtMobile(text) : text;

function readRichText(value: unknown): Read {
  if (typeof value !== 'string') return bad('type');
  const html = tidy(value);
  if (hasForbidden(html, true)) return bad('characters');
  if (bytesOf(html) > LIMITS.richTextBytes) return bad('too_long', { max: LIMITS.richTextBytes });
  const issue = markupIssue(html);
  return issue === undefined ? fine(html) : bad(issue.code, issue.params);
}

/** Plain text still: the behaviour of the entity hashes it before it is stored. */
function readPassword(value: unknown): Read {
  if (typeof value !== 'string') return bad('type');
  if (hasForbidden(value, false)) return bad('characters');
  return PATTERNS.password(value) ? fine(value) : bad('password', { min: LIMITS.passwordMin, max: LIMITS.passwordMax });
}

const readInteger: Reader = (value, options) => {
  const whole = wholeIn(value);
  return whole === undefined ? bad('whole') : bounded(whole, options);
};
const readFloat: Reader = (value, options) => {
  const number = numberIn(value);
  return number === undefined ? bad('number') : bounded(number, options);
};
const readMoney: Reader = (value) => {
  const cents =
    typeof value === 'string' ? centsOf(value) : typeof value === 'number' ? centsOf(String(value)) : undefined;
  return cents === undefined ? bad('money') : fine(cents);
};
const readDate: Reader = (value) =>
  typeof value === 'string' && isDay(value.trim()) ? fine(value.trim()) : bad('date');
const MAX_INSTANT = 253_402_300_799;
const readDateTime: Reader = (value) => {
  const seconds = wholeIn(value) ?? (typeof value === 'string' ? secondsOf(value.trim()) : undefined);
  return seconds === undefined || seconds < 0 || seconds > MAX_INSTANT ? bad('datetime') : fine(seconds);
};
const readTime: Reader = (value) => {
  const clock = typeof value === 'string' ? clockOf(value.trim()) : undefined;
  return clock === undefined ? bad('time') : fine(clock);
};
const readYear: Reader = (value) => {
  const year = wholeIn(value);
  return year === undefined || year < 1000 || year > 9999 ? bad('year') : fine(year);
};
const readSwitch: Reader = (value) => {
  if (value === true || value === 1 || value === '1') return fine(1);
  return value === false || value === 0 || value === '0' ? fine(0) : bad('choice');
};
const readChoice: Reader = (value, { values }) => {
  if (typeof value !== 'number' && typeof value !== 'string') return bad('choice');
  const all: readonly (string | number)[] = Object.values(values ?? {});
  const found = all.find((known) => String(known) === String(value).trim());
  return found === undefined ? bad('choice') : fine(found);
};
const readId: Reader = (value) => {
  // one spelling for each id: no sign, no zero in front
  if (typeof value === 'string' && !/^[1-9]\d{0,15}$/.test(value)) return bad('id');
  const id = wholeIn(value);
  return id === undefined || id < 1 ? bad('id') : fine(id);
};
function shaped(shape: 'icon' | 'color' | 'link', value: unknown): Read {
  if (typeof value !== 'string') return bad('type');
  const text = tidy(value);
  return PATTERNS[shape](text) && text.length <= LIMITS.text ? fine(text) : bad(shape);
}
const readFile: Reader = (value, options) => (options.by === 'id' ? readId(value, options) : shaped('link', value));

/** A list as an array, or as the comma list older clients send. */
export const listIn = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value as readonly unknown[]; // any[] otherwise
  if (typeof value === 'number') return [value];
  return typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : undefined;
};
const listOf =
  (one: Reader, distinct: boolean): Reader =>
  (value, options) => {
    const items = listIn(value);
    if (items === undefined) return bad('type');
    if (items.length > LIMITS.listItems) return bad('too_many', { max: LIMITS.listItems });
    const read = items.map((item) => one(item, options));
    const troubles = read.flatMap((result, at) =>
      'troubles' in result ? result.troubles.map((trouble) => ({ ...trouble, at })) : [],
    );
    if (troubles.length > 0) return { troubles };
    const values = read.flatMap((result) => ('value' in result ? [result.value] : []));
    return fine(distinct ? [...new Set(values)] : values);
  };
/** Province, city and district as six digits each, every one within the one before it (GB/T 2260). */
const readArea: Reader = (value) => {
  const codes = listIn(value)?.map(String);
  if (codes === undefined) return bad('type');
  const nested = codes.every((code, at) => {
    if (!/^[1-9]\d{5}$/.test(code) || !code.endsWith('0000'.slice(at * 2))) return false;
    return at === 0 || code.startsWith((codes[at - 1] ?? '').slice(0, at * 2));
  });
  return codes.length <= 3 && nested ? fine(codes) : bad('area');
};
const readItem: Reader = (value, options) => readText(value, { ...(options.max ? { max: options.max } : {}) });

function readJson(value: unknown): Read {
  const trouble = jsonTrouble(value);
  return trouble ? { troubles: [trouble] } : fine(value as Json); // jsonTrouble has walked every part of it
}
function readKeyValues(value: unknown): Read {
  const trouble = jsonTrouble(value);
  if (trouble) return { troubles: [trouble] };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad('type');
  const entries = Object.entries(value).map(([key, text]): readonly [string, unknown] => [tidy(key), text]);
  if (entries.some(([key, text]) => key === '' || typeof text !== 'string')) return bad('type');
  const tooLong = entries.some(([key]) => lengthOf(key) > LIMITS.keyLength || hasForbidden(key, false));
  if (tooLong) return bad('unsafe_key', { key: entries[0]?.[0] ?? '' });
  return fine(Object.fromEntries(entries.map(([key, text]) => [key, tidy(String(text))])));
}

const READERS: Readonly<Record<Kind, Reader>> = {
  text: readText,
  rich_text: readRichText,
  password: readPassword,
  integer: readInteger,
  float: readFloat,
  money: readMoney,
  date: readDate,
  datetime: readDateTime,
  time: readTime,
  year: readYear,
  switch: readSwitch,
  choice: readChoice,
  choices: listOf(readChoice, true),
  ref: readId,
  refs: listOf(readId, true),
  city: readArea,
  icon: (value) => shaped('icon', value),
  color: (value) => shaped('color', value),
  image: readFile,
  images: listOf(readFile, true),
  file: readFile,
  files: listOf(readFile, true),
  array: listOf(readItem, false),
  json: readJson,
  key_values: readKeyValues,
};

/** Reads one value of a column: wire or form input → stored form. Emptiness is the caller's business (`isEmpty`). */
export const readValue = (column: Readable, value: unknown): Read => READERS[column.kind](value, column.options);

/** A text without a word in it, null, or nothing at all. An empty list is a value of its own, but not for a required field. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const ELEMENT: Partial<Readonly<Record<Kind, Kind>>> = {
  choices: 'choice',
  refs: 'ref',
  city: 'text',
  array: 'text',
};
/** Reads a value a filter compares a column with: an element for lists, and a text without the rules of its field. */
export function readOperand(column: Readable, value: unknown): Read {
  const kind = ELEMENT[column.kind] ?? column.kind;
  if (kind === 'text' || kind === 'icon' || kind === 'color') {
    const read = readText(value, { max: LIMITS.searchValue });
    return 'value' in read && typeof read.value === 'string' ? fine(soughtAs(column.options, read.value)) : read;
  }
  const { min: _min, max: _max, ...options } = column.options; // bounds do not bind a search
  return READERS[kind](value, options);
}
