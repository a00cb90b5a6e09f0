/** Comparison operators of a filter: those that the editor offers for a column, and the filter texts that they produce. */
import type { Column } from '../../../../common/entity/columns';
import type { Operator } from '../../../../common/entity/fieldKinds';
import { acceptsOperator } from '../../../../common/entity/lists/listOptions';
import {
  findFilterType,
  isTemporal,
  listOperators,
  splitOperator,
  splitRange,
  URL_OPERATORS,
  type FilterType,
  type OperatorName,
} from '../../fieldTypes/filterText';
import { formatLastDays, presetDays } from '../../fieldTypes/datePresets';

/** `usual`: without an operator; `period`: a period that moves with the days. */
export type Comparison = OperatorName | 'usual' | 'period' | 'null' | '!null';
export interface FilterDraft {
  readonly how: Comparison;
  readonly value: string;
}

/** The default operator is not offered twice. */
const DEFAULT_OPERATORS: Readonly<Record<FilterType, OperatorName | null>> = {
  contains: 'like',
  equals: 'eq',
  range: 'range',
  options: 'in',
  has: 'has',
  presence: null,
};
export const defaultOperatorOf = (column: Column): OperatorName | null => {
  const form = findFilterType(column);
  return form === undefined ? null : DEFAULT_OPERATORS[form];
};

/** The comparison of a filter text; of an empty one, the first that the column offers. */
export function parseComparison(column: Column, text: string): FilterDraft {
  if (text === '') return { how: comparisonsOf(column)[0] ?? 'usual', value: '' };
  if (text === 'null' || text === '!null') return { how: text, value: '' };
  if (acceptsPeriods(column) && presetDays(text) !== undefined) return { how: 'period', value: text };
  const { name, rest } = splitOperator(text);
  return { how: name ?? 'usual', value: rest };
}
export function formatComparison({ how, value }: FilterDraft): string {
  if (how === 'null' || how === '!null') return how;
  return how === 'usual' || how === 'period' || value.trim() === '' ? value : `${how}:${value}`;
}

const DEFAULT_DAYS = 7;
/** The draft with another comparison: a range gives its first end, a single value both. */
export function withComparison({ how, value }: FilterDraft, next: Comparison, column: Column): FilterDraft {
  if (next === 'period') return { how: next, value: formatLastDays(DEFAULT_DAYS) };
  if (how === 'period') return { how: next, value: '' };
  const isRange = (comparison: Comparison) =>
    comparison === 'range' ||
    comparison === 'notrange' ||
    (comparison === 'usual' && findFilterType(column) === 'range');
  if (isRange(how) === isRange(next)) return { how: next, value };
  const [first, last] = splitRange(value);
  return { how: next, value: isRange(next) || value.trim() === '' ? value : first || last };
}

/** Whether the column offers what a value without an operator means: for options, one of several or exactly one. */
function offersUsual(column: Column): boolean {
  const operator = defaultOperatorOf(column);
  const usual: readonly Operator[] = operator === null ? [] : [URL_OPERATORS[operator]];
  if (operator === 'in') return [...usual, '=' as const].some((op) => acceptsOperator(column, op));
  return operator === null ? column.filterOperators.length > 0 : usual.some((op) => acceptsOperator(column, op));
}
/** Whether the column can be filtered by periods such as today. */
export const acceptsPeriods = (column: Column): boolean => isTemporal(column) && acceptsOperator(column, 'RANGE');

/** Operators for one of several options. */
const FOR_ONE: ReadonlySet<OperatorName> = new Set(['eq', 'ne']);
/** Lists of days are no question that somebody asks. */
const FOR_SEVERAL: ReadonlySet<OperatorName> = new Set(['in', 'notin']);
/** Operators in the menu of the editor. For options, the operators for one value are left out unless one is `chosen`. */
export function comparisonsOf(column: Column, chosen?: Comparison): readonly Comparison[] {
  const [names, usualName] = [listOperators(column), defaultOperatorOf(column)];
  const unusual =
    findFilterType(column) === 'options' ? FOR_ONE : isTemporal(column) ? FOR_SEVERAL : new Set<OperatorName>();
  const operators = names.filter((name) => name !== usualName && (!unusual.has(name) || name === chosen));
  const nullOperators = (['null', '!null'] as const).filter((name) =>
    column.filterOperators.includes(name === 'null' ? 'NULL' : 'NOT NULL'),
  );
  return [
    ...(offersUsual(column) ? (['usual'] as const) : []),
    ...(acceptsPeriods(column) ? (['period'] as const) : []),
    ...operators,
    ...nullOperators,
  ];
}
