/** Turns the text of a cell into a value that the write path accepts for a field. A text that does not fit is left to the validation. */
import { parseCellValue } from '../designer/parseCellValue';
import type { Column } from '../entity/columns';
import type { FieldKind } from '../entity/fieldKinds';
import type { Json } from '../entity/field';
import type { EntityLabels } from '../locales/entityLabels';
import { parseClock, parseDate, parseDateTime } from './parseDate';

export interface CellOptions {
  /** The labels of the field's choices in each language. */
  readonly choices: readonly EntityLabels['choices'][string][];
  /** In `2/9/2024` the day is first. */
  readonly dayFirst: boolean;
}

/** Kinds with several values in one cell. */
const LIST_KINDS: ReadonlySet<FieldKind> = new Set(['choices', 'refs', 'array', 'images', 'files']);
const YES = new Set(['yes', 'true', 'on', 'enabled', 'y', '1', '是', '开', '启用', '✓', '√']);
const NO = new Set(['no', 'false', 'off', 'disabled', 'n', '0', '否', '关', '禁用']);
const CURRENCY = /^([+-]?) ?(?:[$€£¥￥]|CNY|USD|EUR|RMB) ?([+-]?)/i;

/** The parts of a cell with several values. */
const splitCell = (text: string): readonly string[] =>
  text
    .split(/[;；\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** An amount without currency and separators of thousands; brackets mean a minus. */
function readNumber(text: string): string {
  const normal = text.normalize('NFKC');
  const bracketed = /^\((.{1,40})\)$/.exec(normal)?.[1];
  const amount = (bracketed ?? normal).replace(CURRENCY, '$1$2').replaceAll(/[,\s]/g, '').replace(/元$/, '');
  return bracketed === undefined ? amount : `-${amount}`;
}

function readSwitch(text: string): Json {
  const word = text.toLowerCase();
  return YES.has(word) ? 1 : NO.has(word) ? 0 : text;
}

/** The choice with this label, name or value; labels are compared without case. */
function readChoice(column: Column, text: string, { choices }: CellOptions): Json {
  const exact = parseCellValue(column, text, choices);
  if (exact !== text) return exact;
  const values = column.options.values ?? {};
  const wanted = text.toLowerCase();
  const byLabel = choices
    .flatMap((labels) => Object.entries(labels))
    .find(([, label]) => label.toLowerCase() === wanted);
  const name = byLabel?.[0] ?? Object.keys(values).find((key) => key.toLowerCase() === wanted);
  return name === undefined ? text : (values[name] ?? text);
}

function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json; // the validation checks its shape
  } catch {
    return text;
  }
}

function readOne(column: Column, text: string, options: CellOptions): Json {
  switch (column.kind) {
    case 'switch':
      return readSwitch(text);
    case 'money':
    case 'float':
    case 'integer':
    case 'year':
      return readNumber(text);
    case 'date':
      return parseDate(text.split(' 00:00', 1)[0] ?? '', options.dayFirst);
    case 'datetime':
      return parseDateTime(text, options.dayFirst);
    case 'time':
      return parseClock(text);
    case 'choice':
    case 'choices':
      return readChoice(column, text, options);
    case 'json':
    case 'key_values':
      return readJson(text);
    default:
      return text;
  }
}

/** Kinds whose text is kept as it is, blanks included. */
const TEXT_KINDS: ReadonlySet<FieldKind> = new Set(['text', 'rich_text', 'password']);

/** Null for an empty cell. */
export function cellValue(column: Column, text: string, options: CellOptions): Json {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (LIST_KINDS.has(column.kind)) return splitCell(text).map((part) => readOne(column, part, options));
  return readOne(column, TEXT_KINDS.has(column.kind) ? text : trimmed, options);
}
