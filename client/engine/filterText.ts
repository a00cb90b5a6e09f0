/** A column filter as a short text, the form it has in the address: `?status=1`, `?price=10..20`, `?title=spring`. */
import type { Json } from '../../common/entity/field';
import type { Cond } from '../../common/entity/filter';
import type { Issue } from '../../common/entity/issue';
import type { Operator } from '../../common/entity/kinds';
import type { Column } from '../../common/entity/meta';
import { readOperand } from '../../common/entity/values';
import { isDay } from '../../common/text/dates';

export type FilterForm = 'contains' | 'equals' | 'range' | 'options' | 'has' | 'presence';

const OPTION_KINDS = new Set(['switch', 'choice', 'ref']);
/** How columns of this sort are filtered; undefined when they cannot be. */
export function filterForm(column: Column): FilterForm | undefined {
  const { operators } = column;
  if (OPTION_KINDS.has(column.kind)) return 'options';
  if (operators.includes('RANGE')) return 'range';
  if (operators.includes('FIND_IN_SET')) return 'has';
  if (operators.includes('LIKE') && column.shadow) return 'contains';
  if (operators.includes('=') && !column.long) return 'equals';
  return operators.includes('NULL') ? 'presence' : undefined;
}

const EMPTY = 'null';
const FILLED = '!null';

const operand = (column: Column, text: string): Json | undefined => {
  const read = readOperand(column, text);
  return 'value' in read ? read.value : undefined;
};
/** All the values of a list; none when one of them is no value of the column. */
function operands(column: Column, text: string): readonly Json[] {
  const read = partsOf(text).map((part) => operand(column, part.trim()));
  const known = read.flatMap((value) => (value === undefined ? [] : [value]));
  return known.length === read.length ? known : [];
}

const DAY_END = ' 23:59:59';
/** For an instant a bare day means all of it, as it stands in the list: in the zone of the machine that shows it. */
const isWholeDay = (column: Column, text: string) => column.kind === 'datetime' && isDay(text);
/** `from..to`, either end open. */
function rangeOf(column: Column, text: string): Cond | undefined {
  const [from = '', to = '', more] = text.split('..').map((part) => part.trim());
  if (more !== undefined) return undefined;
  const whole = isWholeDay(column, to) ? to + DAY_END : to;
  const ends = [from, whole].map((end) => (end === '' ? null : operand(column, end)));
  if (ends.includes(undefined) || ends.every((end) => end === null)) return undefined;
  return { field: column.name, op: 'RANGE', value: ends.map((end) => end ?? null) };
}
const allOf = (column: Column, text: string, one: 'IN' | 'FIND_IN_SET'): Cond | undefined => {
  const values = operands(column, text);
  const [first] = values;
  if (first === undefined) return undefined;
  if (one === 'IN' && values.length === 1) return { field: column.name, op: '=', value: first };
  return { field: column.name, op: one, value: values.length === 1 ? first : values };
};
/** The side of a day each comparison stands at; the day itself is a range. */
const AT_DAY_END: ReadonlySet<Operator> = new Set(['>', '<=']);
const dayCond = (column: Column, day: string, op: Operator): Cond | undefined => {
  if (op === '=' || op === '<>') {
    const range = rangeOf(column, `${day}..${day}`);
    return range && (op === '=' ? range : { ...range, op: 'NOT RANGE' });
  }
  const value = operand(column, AT_DAY_END.has(op) ? day + DAY_END : day);
  return value === undefined ? undefined : { field: column.name, op, value };
};
const single = (column: Column, text: string, op: Operator): Cond | undefined => {
  if (isWholeDay(column, text)) return dayCond(column, text, op);
  const value = operand(column, text);
  return value === undefined ? undefined : { field: column.name, op, value };
};

/** Operators as the address names them, before a colon: `?price=gt:10`. Without one a column is filtered in its usual way. */
export const NAMED_OPERATORS = {
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
export type OperatorName = keyof typeof NAMED_OPERATORS;
const isName = (text: string): text is OperatorName => Object.hasOwn(NAMED_OPERATORS, text);

/** `gt:10` → its operator and the rest. */
export function splitOperator(text: string): { readonly name: OperatorName | null; readonly rest: string } {
  const [, word = '', rest = ''] = /^([a-z]+):(.*)$/s.exec(text) ?? [];
  return isName(word) ? { name: word, rest } : { name: null, rest: text };
}
/** The operators a column knows. */
export const operatorsOf = ({ operators }: Column): readonly OperatorName[] =>
  Object.entries(NAMED_OPERATORS).flatMap(([name, op]) => (isName(name) && operators.includes(op) ? [name] : []));

function namedCond(column: Column, name: OperatorName, rest: string): Cond | undefined {
  const op = NAMED_OPERATORS[name];
  const field = column.name;
  if (!column.operators.includes(op) || rest === '') return undefined;
  if (op === 'RANGE') return rangeOf(column, rest);
  if (op === 'NOT RANGE') {
    const range = rangeOf(column, rest);
    return range && { ...range, op };
  }
  if (op === 'IN' || op === 'NOT IN') {
    const value = operands(column, rest);
    return value.length === 0 ? undefined : { field, op, value };
  }
  if (op === 'FIND_IN_SET') return allOf(column, rest, op);
  return single(column, rest, op);
}
/** What is wrong with a filter text the column does not understand. */
export function filterIssue(column: Column, text: string): Issue | undefined {
  if (text.trim() === '' || condOf(column, text) !== undefined) return undefined;
  const { name, rest } = splitOperator(text.trim());
  const takesRange = name === 'range' || name === 'notrange' || (name === null && filterForm(column) === 'range');
  const parts = takesRange ? rest.split('..') : name === 'in' || name === 'notin' ? partsOf(rest) : [rest];
  const [trouble] = parts.flatMap((part) => {
    const read = readOperand(column, part.trim());
    return 'value' in read || part.trim() === '' ? [] : read.troubles;
  });
  return { path: column.name, ...(trouble ?? { code: 'type' }) };
}

/** The condition a filter text stands for; undefined when it says nothing the column understands. */
export function condOf(column: Column, text: string): Cond | undefined {
  const said = text.trim();
  const { name, rest } = splitOperator(said);
  if (name !== null) return namedCond(column, name, rest.trim());
  const form = filterForm(column);
  if (said === '' || form === undefined) return undefined;
  if (said === EMPTY || said === FILLED) {
    return column.operators.includes('NULL')
      ? { field: column.name, op: said === EMPTY ? 'NULL' : 'NOT NULL', value: null }
      : undefined;
  }
  if (form === 'range') return said.includes('..') ? rangeOf(column, said) : single(column, said, '=');
  if (form === 'options') return allOf(column, said, 'IN');
  if (form === 'has') return allOf(column, said, 'FIND_IN_SET');
  if (form === 'presence') return undefined;
  return single(column, said, form === 'contains' ? 'LIKE' : '=');
}

/** The two ends of a range text. */
export function endsOf(text: string): readonly [string, string] {
  const [from = '', to = ''] = text.includes('..') ? text.split('..') : [text, text];
  return [from.trim(), to.trim()];
}
export const rangeText = (from: string, to: string): string => (from === '' && to === '' ? '' : `${from}..${to}`);
/** The single values of an options text. */
export const partsOf = (text: string): readonly string[] => text.split(',').filter((part) => part.trim() !== '');
