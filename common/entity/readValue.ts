/** One reader per kind of field: turns an untrusted value into its stored form, or returns issues. */
import { isObject } from '../json';
import { LIMITS } from '../limits';
import { utf8Length, hasControlCharacters, codePointLength, normalizeForStorage } from '../text/normalize';
import { findMarkupIssue } from '../text/markupLimits';
import { parseTimeOfDay, isCalendarDate, parseUnixSeconds } from '../text/time/dates';
import { normalizeMobile, normalizeMobileSearch } from '../text/mobileNumber';
import { parseCents } from '../text/cents';
import type { FieldOptions, Json } from './field';
import type { IssueCode, ValueIssue } from './issue';
import { findJsonIssue } from './findJsonIssue';
import type { FieldKind } from './fieldKinds';
import { PATTERNS } from './patterns';

export type ReadResult = { readonly value: Json } | { readonly issues: readonly ValueIssue[] };
/** The facts of a column that a reader needs. */
export interface ReadableColumn {
  readonly kind: FieldKind;
  readonly options: FieldOptions;
}
type Reader = (value: unknown, options: FieldOptions) => ReadResult;

const accept = (value: Json): ReadResult => ({ value });
const reject = (code: IssueCode, params?: ValueIssue['params']): ReadResult => ({
  issues: [params ? { code, params } : { code }],
});

const parseNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^[+-]?\d{1,16}(\.\d{1,16})?$/.test(value.trim())) return undefined;
  return Number(value);
};
const parseInteger = (value: unknown): number | undefined => {
  const number = parseNumber(value);
  return number !== undefined && Number.isSafeInteger(number) ? number + 0 : undefined;
};
const checkBounds = (value: number, { min, max }: FieldOptions): ReadResult => {
  if (min !== undefined && value < min) return reject('too_small', { min });
  if (max !== undefined && value > max) return reject('too_big', { max });
  return accept(value === 0 ? 0 : value); // -0 is 0
};

function readText(value: unknown, options: FieldOptions): ReadResult {
  if (typeof value !== 'string' && typeof value !== 'number') return reject('type');
  const text = normalizeForStorage(String(value));
  const max = options.max ?? LIMITS.textChars;
  const length = codePointLength(text);
  const valueIssues: ValueIssue[] = [];
  if (hasControlCharacters(text, options.lines !== undefined)) valueIssues.push({ code: 'characters' });
  if (length > max) valueIssues.push({ code: 'too_long', params: { max } });
  if (options.min !== undefined && length < options.min)
    valueIssues.push({ code: 'too_short', params: { min: options.min } });
  if (valueIssues.length === 0 && options.pattern !== undefined && !PATTERNS[options.pattern](text))
    valueIssues.push({ code: options.pattern });
  return valueIssues.length > 0 ? { issues: valueIssues } : accept(canonicalSpelling(options, text));
}
/** Normalizes texts with several spellings, such as mobile numbers: a unique column must see equal values as equal. */
const canonicalSpelling = ({ pattern }: FieldOptions, text: string): string =>
  pattern === 'mobile' ? normalizeMobile(text) : text;
/** Normalizes a search text in the same way. */
export const normalizeSearchText = ({ pattern }: FieldOptions, text: string): string =>
  pattern === 'mobile' ? normalizeMobileSearch(text) : text;

function readRichText(value: unknown): ReadResult {
  if (typeof value !== 'string') return reject('type');
  const html = normalizeForStorage(value);
  if (hasControlCharacters(html, true)) return reject('characters');
  if (utf8Length(html) > LIMITS.richTextBytes) return reject('too_long', { max: LIMITS.richTextBytes });
  const issue = findMarkupIssue(html);
  return issue === undefined ? accept(html) : reject(issue.code, issue.params);
}

/** Returns the plain password: the entity hooks hash it before it is stored. */
function readPassword(value: unknown): ReadResult {
  if (typeof value !== 'string') return reject('type');
  if (hasControlCharacters(value, false)) return reject('characters');
  return PATTERNS.password(value)
    ? accept(value)
    : reject('password', { min: LIMITS.passwordMin, max: LIMITS.passwordMax });
}

const readInteger: Reader = (value, options) => {
  const integerValue = parseInteger(value);
  return integerValue === undefined ? reject('whole') : checkBounds(integerValue, options);
};
const readFloat: Reader = (value, options) => {
  const number = parseNumber(value);
  if (number === undefined) return reject('number');
  const { decimals } = options;
  const hasMore = decimals !== undefined && Number(number.toFixed(decimals)) !== number;
  return hasMore ? reject('decimals', { max: decimals }) : checkBounds(number, options);
};
const readMoney: Reader = (value) => {
  const cents =
    typeof value === 'string' ? parseCents(value) : typeof value === 'number' ? parseCents(String(value)) : undefined;
  return cents === undefined ? reject('money') : accept(cents);
};
const readDate: Reader = (value) =>
  typeof value === 'string' && isCalendarDate(value.trim()) ? accept(value.trim()) : reject('date');
const MAX_INSTANT = 253_402_300_799;
const readDateTime: Reader = (value) => {
  const seconds = parseInteger(value) ?? (typeof value === 'string' ? parseUnixSeconds(value.trim()) : undefined);
  return seconds === undefined || seconds < 0 || seconds > MAX_INSTANT ? reject('datetime') : accept(seconds);
};
const readTime: Reader = (value) => {
  const clock = typeof value === 'string' ? parseTimeOfDay(value.trim()) : undefined;
  return clock === undefined ? reject('time') : accept(clock);
};
const readYear: Reader = (value) => {
  const year = parseInteger(value);
  return year === undefined || year < 1000 || year > 9999 ? reject('year') : accept(year);
};
const readSwitch: Reader = (value) => {
  if (value === true || value === 1 || value === '1') return accept(1);
  return value === false || value === 0 || value === '0' ? accept(0) : reject('choice');
};
const readChoice: Reader = (value, { values }) => {
  if (typeof value !== 'number' && typeof value !== 'string') return reject('choice');
  const all: readonly (string | number)[] = Object.values(values ?? {});
  const choiceValue = all.find((known) => String(known) === String(value).trim());
  return choiceValue === undefined ? reject('choice') : accept(choiceValue);
};
const readId: Reader = (value) => {
  // one spelling for each id: no sign, no zero in front
  if (typeof value === 'string' && !/^[1-9]\d{0,15}$/.test(value)) return reject('id');
  const id = parseInteger(value);
  return id === undefined || id < 1 ? reject('id') : accept(id);
};
function readPattern(patternName: 'icon' | 'color' | 'link', value: unknown): ReadResult {
  if (typeof value !== 'string') return reject('type');
  const text = normalizeForStorage(value);
  return PATTERNS[patternName](text) && text.length <= LIMITS.textChars ? accept(text) : reject(patternName);
}
const readFile: Reader = (value, options) =>
  options.by === 'id' ? readId(value, options) : readPattern('link', value);

/** Accepts an array, or the comma-separated text that older clients send. */
export const parseList = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value as readonly unknown[]; // any[] otherwise
  if (typeof value === 'number') return [value];
  return typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : undefined;
};
const readList =
  (readElement: Reader, isDistinct: boolean): Reader =>
  (value, options) => {
    const items = parseList(value);
    if (items === undefined) return reject('type');
    if (items.length > LIMITS.listItems) return reject('too_many', { max: LIMITS.listItems });
    const readResult = items.map((item) => readElement(item, options));
    const valueIssues = readResult.flatMap((result, index) =>
      'issues' in result ? result.issues.map((jsonIssue) => ({ ...jsonIssue, at: index })) : [],
    );
    if (valueIssues.length > 0) return { issues: valueIssues };
    const values = readResult.flatMap((result) => ('value' in result ? [result.value] : []));
    return accept(isDistinct ? [...new Set(values)] : values);
  };
/** Province, city and district as six digits each, every one within the one before it (GB/T 2260). */
const readArea: Reader = (value) => {
  const codes = parseList(value)?.map(String);
  if (codes === undefined) return reject('type');
  const isNested = codes.every((code, index) => {
    if (!/^[1-9]\d{5}$/.test(code) || !code.endsWith('0000'.slice(index * 2))) return false;
    return index === 0 || code.startsWith((codes[index - 1] ?? '').slice(0, index * 2));
  });
  return codes.length <= 3 && isNested ? accept(codes) : reject('area');
};
const readItem: Reader = (value, options) => readText(value, { ...(options.max ? { max: options.max } : {}) });

function readJson(value: unknown, { max }: FieldOptions): ReadResult {
  const jsonIssue = findJsonIssue(value, max);
  return jsonIssue ? { issues: [jsonIssue] } : accept(value as Json); // findJsonIssue has checked every part of it
}
function readKeyValues(value: unknown): ReadResult {
  const jsonIssue = findJsonIssue(value);
  if (jsonIssue) return { issues: [jsonIssue] };
  if (!isObject(value)) return reject('type');
  const entries = Object.entries(value).map(([key, text]): readonly [string, unknown] => [
    normalizeForStorage(key),
    text,
  ]);
  if (entries.some(([key, text]) => key === '' || typeof text !== 'string')) return reject('type');
  const hasBadKey = entries.some(([key]) => codePointLength(key) > LIMITS.keyChars || hasControlCharacters(key, false));
  if (hasBadKey) return reject('unsafe_key', { key: entries[0]?.[0] ?? '' });
  return accept(Object.fromEntries(entries.map(([key, text]) => [key, normalizeForStorage(String(text))])));
}

const READERS_BY_KIND: Readonly<Record<FieldKind, Reader>> = {
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
  choices: readList(readChoice, true),
  ref: readId,
  refs: readList(readId, true),
  city: readArea,
  icon: (value) => readPattern('icon', value),
  color: (value) => readPattern('color', value),
  image: readFile,
  images: readList(readFile, true),
  file: readFile,
  files: readList(readFile, true),
  array: readList(readItem, false),
  json: readJson,
  key_values: readKeyValues,
};

/** Reads one value of a column: wire or form input → stored form, or issues. The caller handles empty values (`isEmpty`). */
export const readValue = (column: ReadableColumn, value: unknown): ReadResult =>
  READERS_BY_KIND[column.kind](value, column.options);

/** Whether a value is null, undefined or a blank text. An empty list is a value. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const ELEMENT_KINDS: Partial<Readonly<Record<FieldKind, FieldKind>>> = {
  choices: 'choice',
  refs: 'ref',
  city: 'text',
  array: 'text',
};
/** Reads the operand of a filter: one element for list columns, and a text without the rules of its field. */
export function readOperand(column: ReadableColumn, value: unknown): ReadResult {
  const kind = ELEMENT_KINDS[column.kind] ?? column.kind;
  if (kind === 'text' || kind === 'icon' || kind === 'color') {
    const readResult = readText(value, { max: LIMITS.filterValueChars });
    return 'value' in readResult && typeof readResult.value === 'string'
      ? accept(normalizeSearchText(column.options, readResult.value))
      : readResult;
  }
  const { min: _min, max: _max, decimals: _decimals, ...options } = column.options; // limits of the field do not apply to a search
  return READERS_BY_KIND[kind](value, options);
}
