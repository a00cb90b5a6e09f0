/** A column filter as a short text, as in the URL: `?status=1`, `?price=10..20`, `?title=spring`. */
import type { Json } from '../../../common/entity/field';
import type { Condition } from '../../../common/entity/filter';
import type { Issue } from '../../../common/entity/issue';
import type { Operator } from '../../../common/entity/fieldKinds';
import type { Column } from '../../../common/entity/columns';
import { acceptsOperator } from '../../../common/entity/lists/listOptions';
import { readOperand } from '../../../common/entity/readValue';
import { resolveDatePreset } from './datePresets';
import { isCalendarDate } from '../../../common/text/time/dates';

export type FilterType = 'contains' | 'equals' | 'range' | 'options' | 'has' | 'presence';

const OPTION_FIELD_KINDS = new Set(['switch', 'choice', 'ref']);
const PRESENCE_OPERATORS: ReadonlySet<Operator> = new Set(['NULL', 'NOT NULL']);
/** The filter type of a column, by the operators that its list offers; undefined when it cannot be filtered. */
export function findFilterType(column: Column): FilterType | undefined {
  const { filterOperators: operators } = column;
  if (OPTION_FIELD_KINDS.has(column.kind) && (operators.includes('=') || operators.includes('IN'))) return 'options';
  if (operators.includes('RANGE')) return 'range';
  if (operators.includes('FIND_IN_SET')) return 'has';
  if (operators.includes('LIKE') && column.hasSearchColumn) return 'contains';
  if (operators.some((op) => !PRESENCE_OPERATORS.has(op)) && !column.long) return 'equals';
  return operators.length > 0 ? 'presence' : undefined;
}

const IS_NULL = 'null';
const IS_NOT_NULL = '!null';

const parseOperand = (column: Column, text: string): Json | undefined => {
  const parsed = readOperand(column, text);
  return 'value' in parsed ? parsed.value : undefined;
};
/** All values of a list; none if one of them is invalid. */
function parseOperands(column: Column, text: string): readonly Json[] {
  const parsed = splitList(text).map((part) => parseOperand(column, part.trim()));
  const known = parsed.flatMap((value) => (value === undefined ? [] : [value]));
  return known.length === parsed.length ? known : [];
}

/** Whether the values of the column are days or moments. */
export const isTemporal = ({ kind }: Column): boolean => kind === 'datetime' || kind === 'date';
const DAY_END = ' 23:59:59';
/** For a date-time column a date means the whole day, in the browser's time zone. */
const isWholeDay = (column: Column, text: string) => column.kind === 'datetime' && isCalendarDate(text);
/** Reads `from..to`; either end may be open. */
function parseRange(column: Column, text: string): Condition | undefined {
  const [from = '', to = '', more] = text.split('..').map((part) => part.trim());
  if (more !== undefined) return undefined;
  const endOfRange = isWholeDay(column, to) ? to + DAY_END : to;
  const ends = [from, endOfRange].map((end) => (end === '' ? null : parseOperand(column, end)));
  if (ends.includes(undefined) || ends.every((end) => end === null)) return undefined;
  return { field: column.name, op: 'RANGE', value: ends.map((end) => end ?? null) };
}
const parseList = (column: Column, text: string, operator: 'IN' | 'FIND_IN_SET'): Condition | undefined => {
  const values = parseOperands(column, text);
  const [first] = values;
  if (first === undefined) return undefined;
  if (operator === 'IN' && values.length === 1) return { field: column.name, op: '=', value: first };
  return { field: column.name, op: operator, value: values.length === 1 ? first : values };
};
/** Comparisons that use the end of a day; equality uses a range. */
const AT_DAY_END: ReadonlySet<Operator> = new Set(['>', '<=']);
const parseDay = (column: Column, day: string, op: Operator): Condition | undefined => {
  if (op === '=' || op === '<>') {
    const range = parseRange(column, `${day}..${day}`);
    return range && (op === '=' ? range : { ...range, op: 'NOT RANGE' });
  }
  const value = parseOperand(column, AT_DAY_END.has(op) ? day + DAY_END : day);
  return value === undefined ? undefined : { field: column.name, op, value };
};
const parseSingle = (column: Column, text: string, op: Operator): Condition | undefined => {
  if (isWholeDay(column, text)) return parseDay(column, text, op);
  const value = parseOperand(column, text);
  return value === undefined ? undefined : { field: column.name, op, value };
};

/** Operators in the URL, before a colon: `?price=gt:10`. Without one, the default operator of the column applies. */
export const URL_OPERATORS = {
  eq: '=',
  ne: '<>',
  gt: '>',
  egt: '>=',
  lt: '<',
  elt: '<=',
  like: 'LIKE',
  notlike: 'NOT LIKE',
  in: 'IN',
  notin: 'NOT IN',
  range: 'RANGE',
  notrange: 'NOT RANGE',
  has: 'FIND_IN_SET',
} as const satisfies Readonly<Record<string, Operator>>;
export type OperatorName = keyof typeof URL_OPERATORS;
const isOperatorName = (text: string): text is OperatorName => Object.hasOwn(URL_OPERATORS, text);

/** Splits `gt:10` into operator and rest. */
export function splitOperator(text: string): { readonly name: OperatorName | null; readonly rest: string } {
  const [, operatorName = '', rest = ''] = /^([a-z]+):(.*)$/s.exec(text) ?? [];
  return isOperatorName(operatorName) ? { name: operatorName, rest } : { name: null, rest: text };
}
/** Operators that the list offers for a column. */
export const listOperators = ({ filterOperators }: Column): readonly OperatorName[] =>
  Object.entries(URL_OPERATORS).flatMap(([name, op]) =>
    isOperatorName(name) && filterOperators.includes(op) ? [name] : [],
  );

function parseNamedOperator(column: Column, name: OperatorName, rest: string): Condition | undefined {
  const op = URL_OPERATORS[name];
  const field = column.name;
  if (!column.filterOperators.includes(op) || rest === '') return undefined;
  if (op === 'RANGE') return parseRange(column, rest);
  if (op === 'NOT RANGE') {
    const range = parseRange(column, rest);
    return range && { ...range, op };
  }
  if (op === 'IN' || op === 'NOT IN') {
    const value = parseOperands(column, rest);
    return value.length === 0 ? undefined : { field, op, value };
  }
  if (op === 'FIND_IN_SET') return parseList(column, rest, op);
  return parseSingle(column, rest, op);
}
/** The error of a filter text; undefined when it is valid or empty. */
export function validateFilter(column: Column, text: string): Issue | undefined {
  if (text.trim() === '' || parseFilter(column, text) !== undefined) return undefined;
  const { name, rest } = splitOperator(text.trim());
  const isRange = name === 'range' || name === 'notrange' || (name === null && findFilterType(column) === 'range');
  const parts = isRange ? rest.split('..') : name === 'in' || name === 'notin' ? splitList(rest) : [rest];
  const [problem] = parts.flatMap((part) => {
    const parsed = readOperand(column, part.trim());
    return 'value' in parsed || part.trim() === '' ? [] : parsed.issues;
  });
  return { path: column.name, ...(problem ?? { code: 'type' }) };
}

/** The condition of a filter text; undefined when it is empty or invalid, or when the server would refuse it. */
export function parseFilter(column: Column, text: string): Condition | undefined {
  const condition = parseCondition(column, text);
  return condition !== undefined && acceptsOperator(column, condition.op) ? condition : undefined;
}

function parseCondition(column: Column, text: string): Condition | undefined {
  const trimmed = text.trim();
  const period = isTemporal(column) ? resolveDatePreset(trimmed) : undefined;
  if (period !== undefined) return parseRange(column, formatRange(...period));
  const { name, rest } = splitOperator(trimmed);
  if (name !== null) return parseNamedOperator(column, name, rest.trim());
  const filterType = findFilterType(column);
  if (trimmed === '' || filterType === undefined) return undefined;
  if (trimmed === IS_NULL || trimmed === IS_NOT_NULL) {
    return { field: column.name, op: trimmed === IS_NULL ? 'NULL' : 'NOT NULL', value: null };
  }
  if (filterType === 'range')
    return trimmed.includes('..') ? parseRange(column, trimmed) : parseSingle(column, trimmed, '=');
  if (filterType === 'options') return parseList(column, trimmed, 'IN');
  if (filterType === 'has') return parseList(column, trimmed, 'FIND_IN_SET');
  if (filterType === 'presence') return undefined;
  return parseSingle(column, trimmed, filterType === 'contains' ? 'LIKE' : '=');
}

/** Splits a range text into its two ends. */
export function splitRange(text: string): readonly [string, string] {
  const [from = '', to = ''] = text.includes('..') ? text.split('..') : [text, text];
  return [from.trim(), to.trim()];
}
export const formatRange = (from: string, to: string): string => (from === '' && to === '' ? '' : `${from}..${to}`);
/** Splits an options text into its values. */
export const splitList = (text: string): readonly string[] => text.split(',').filter((part) => part.trim() !== '');
