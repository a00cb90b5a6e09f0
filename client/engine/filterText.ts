/** A column filter as a short text, the form it has in the address: `?status=1`, `?price=10..20`, `?title=spring`. */
import type { Json } from '../../common/entity/field';
import type { Cond } from '../../common/entity/filter';
import type { Operator } from '../../common/entity/kinds';
import type { Column } from '../../common/entity/meta';
import { readOperand } from '../../common/entity/values';

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
const operands = (column: Column, text: string): readonly Json[] =>
  text.split(',').flatMap((part) => {
    const value = part.trim() === '' ? undefined : operand(column, part.trim());
    return value === undefined ? [] : [value];
  });

const DAY_END = ' 23:59:59';
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
/** `from..to`, either end open; for an instant a bare day means all of it. */
function rangeOf(column: Column, text: string): Cond | undefined {
  const [from = '', to = ''] = text.split('..').map((part) => part.trim());
  const whole = column.kind === 'datetime' && isDay(to) ? to + DAY_END : to;
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
const single = (column: Column, text: string, op: '=' | 'LIKE'): Cond | undefined => {
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
  const value = operand(column, rest);
  return value === undefined ? undefined : { field, op, value };
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
export const partsOf = (text: string): readonly string[] => text.split(',').filter((part) => part !== '');
