/** Guesses the fields of a design from a sheet (type inference, import): a row of headings and sample rows below it. */
import type { Json } from '../entity/field';
import { columns as columnsEn } from '../locales/en/columns';
import { columns as columnsZh } from '../locales/zh-cn/columns';
import { PATTERNS } from '../entity/patterns';
import { isCalendarDate, parseTimeOfDay } from '../text/time/dates';
import { completeField, type CompleteField } from './completeDesign';
import type { DesignKind } from './designKinds';
import type { CompleteDesign } from './entityToDesign';
import { createChoices } from './guess/columnComment';
import { fieldName, createLabels, withDistinctLabels } from './guess/names';
import { withTitle } from './guessFields';
import { newDesign } from './palette';

/** The highest numbers of sample rows and of columns that are read. */
const [MAX_ROWS, MAX_COLUMNS] = [5_000, 100];
/** A column offers choices when it has few distinct values in many rows. */
const [MAX_CHOICES, MIN_ROWS_OF_CHOICES, MAX_CHOICE_LENGTH] = [12, 20, 40];
const SHORT_TEXT = 255;
const MAX_TEXT = 20_000;

/** The labels of the columns that every entity has. */
const STANDARD_LABELS = (['id', 'create_time', 'update_time', 'delete_time'] as const).map((name) => ({
  label_en: columnsEn[name],
  label_zh: columnsZh[name],
}));

type Sheet = readonly (readonly string[])[];
type Guess = { readonly kind: DesignKind } & Partial<CompleteField>;
type Test = (text: string) => boolean;

const isWhole: Test = (text) => /^-?(?:0|[1-9]\d{0,14})$/.test(text);
const isAmount: Test = (text) => /^-?(?:[1-9]\d{0,2}(?:,\d{3}){1,4}|\d{1,13})\.\d{2}$/.test(text);
const isDecimal: Test = (text) => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) && !/^-?0\d/.test(text);
const isYesNo: Test = (text) => /^(?:yes|no|true|false|是|否|y|n)$/i.test(text);
/** `2024-02-29`, or with slashes or dots. */
const isDay: Test = (text) => {
  const [year = '', month = '', day = ''] = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$/.test(text) ? text.split(/[-/.]/) : [];
  return isCalendarDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
};
const isTimeOfDay: Test = (text) =>
  /^\d{1,2}:\d{2}(?::\d{2})?$/.test(text) && parseTimeOfDay(text.replace(/^\d:/, '0$&')) !== undefined;
const isDateTime: Test = (text) => {
  const [day = '', time = ''] = /^\S{8,10}[T ]\S{4,8}Z?$/.test(text) ? text.split(/[T ]/) : [];
  return isDay(day) && isTimeOfDay(time.replace(/Z$/, ''));
};

/** Guesses in order of preference: the first whose test all values pass. */
const GUESSES: readonly (readonly [test: Test, guess: Guess])[] = [
  [isYesNo, { kind: 'switch', default_value: '0' }],
  [PATTERNS.mobile, { kind: 'text', max: 20, pattern: 'mobile' }],
  [isWhole, { kind: 'integer' }],
  [isAmount, { kind: 'money' }],
  [isDecimal, { kind: 'float' }],
  [isDay, { kind: 'date' }],
  [isDateTime, { kind: 'datetime' }],
  [isTimeOfDay, { kind: 'time' }],
  [PATTERNS.email, { kind: 'text', max: SHORT_TEXT, pattern: 'email' }],
  [PATTERNS.url, { kind: 'text', max: SHORT_TEXT, pattern: 'url' }],
];

/** Choices of a column with few distinct values; undefined for other columns. */
function guessChoices(values: readonly string[]): Guess | undefined {
  const distinct = [...new Set(values)];
  const isFew = distinct.length <= MAX_CHOICES && values.length >= MIN_ROWS_OF_CHOICES;
  if (!isFew || distinct.some((value) => value.length > MAX_CHOICE_LENGTH)) return undefined;
  const numbered = distinct.map((value, index) => [String(index + 1), value] as const);
  const choices: Json = createChoices(numbered).map((choice) => ({ ...choice }));
  return { kind: 'choice', choices, rendering: distinct.length <= 3 ? 'radio' : 'select' };
}

function guessText(values: readonly string[]): Guess {
  const longest = values.reduce((length, value) => Math.max(length, value.length), 0);
  const hasLines = values.some((value) => value.includes('\n'));
  if (longest <= SHORT_TEXT && !hasLines) return { kind: 'text', max: SHORT_TEXT };
  const max = [1_000, 5_000].find((size) => longest <= size) ?? MAX_TEXT;
  return { kind: 'text', max, lines: 5, in_list: 0 };
}

function guessColumn(values: readonly string[]): Guess {
  if (values.length === 0) return { kind: 'text', max: SHORT_TEXT };
  const guess = GUESSES.find(([test]) => values.every(test));
  return guess?.[1] ?? guessChoices(values) ?? guessText(values);
}

export interface GuessedSheet {
  /** The fields in the order of the columns; a column without heading and values has none. */
  readonly fields: readonly CompleteField[];
  /** The sample rows: for each field the text of its cell. */
  readonly rows: Sheet;
}

/**
 * Guesses the fields of a sheet from its headings and at most 5,000 rows. Cells are texts as people see them. `takenNames`: names
 * that the fields must not have.
 */
export function guessSheet(rows: Sheet, takenNames: ReadonlySet<string> = new Set()): GuessedSheet {
  const [headings = [], ...others] = rows.slice(0, MAX_ROWS + 1);
  // Spreadsheets have empty rows below the last one.
  const body = others.filter((row) => row.some((cell) => cell.trim() !== ''));
  const width = Math.min(
    body.reduce((most, row) => Math.max(most, row.length), headings.length),
    MAX_COLUMNS,
  );
  const taken = new Set(takenNames);
  const guessed = Array.from({ length: width }, (_none, column) => {
    const heading = (headings[column] ?? '').trim();
    const values = body.map((row) => (row[column] ?? '').trim()).filter((value) => value !== '');
    if (heading === '' && values.length === 0) return undefined;
    const name = fieldName(heading, column + 1, taken);
    taken.add(name);
    return { column, field: completeField({ name, ...createLabels(heading, name), ...guessColumn(values) }) };
  }).filter((column) => column !== undefined);
  return {
    fields: withDistinctLabels(
      guessed.map(({ field }) => field),
      STANDARD_LABELS,
    ),
    rows: body.map((row) => guessed.map(({ column }) => (row[column] ?? '').trim())),
  };
}

/** A design with the columns of a sheet; its first short text names the rows. */
export function designFromSheet(name: string, rows: Sheet): CompleteDesign {
  const { settings, fields } = newDesign(name);
  const [title, guessed] = withTitle(guessSheet(rows).fields);
  return { settings: { ...settings, title_field: title }, fields: [...fields.slice(0, 1), ...guessed] };
}
