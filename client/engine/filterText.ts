/** A column filter as a short text, the form it has in the address: `?status=1`, `?price=10..20`, `?title=spring`. */
import type { Json } from '../../common/entity/field';
import type { Cond } from '../../common/entity/filter';
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

/** The condition a filter text stands for; undefined when it says nothing the column understands. */
export function condOf(column: Column, text: string): Cond | undefined {
  const said = text.trim();
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
