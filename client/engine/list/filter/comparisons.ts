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
import { formatLastDays, resolveDatePreset } from '../../fieldTypes/datePresets';

/** `default`: without an operator; `period`: a period that moves with the days. */
export type Comparison = OperatorName | 'default' | 'period' | 'null' | '!null';
export interface FilterDraft {
  readonly operator: Comparison;
  readonly value: string;
}

/** The operator of a value without one; the menu does not offer it twice. */
const DEFAULT_OPERATORS: Readonly<Record<FilterType, OperatorName | null>> = {
  contains: 'like',
  equals: 'eq',
  range: 'range',
  options: 'in',
  has: 'has',
  presence: null,
};
export const findDefaultOperator = (column: Column): OperatorName | null => {
  const filterType = findFilterType(column);
  return filterType === undefined ? null : DEFAULT_OPERATORS[filterType];
};

/** The comparison of a filter text; of an empty one, the first that the column offers. */
export function parseComparison(column: Column, text: string): FilterDraft {
  if (text === '') return { operator: getComparisons(column)[0] ?? 'default', value: '' };
  if (text === 'null' || text === '!null') return { operator: text, value: '' };
  if (acceptsPeriods(column) && resolveDatePreset(text) !== undefined) return { operator: 'period', value: text };
  const { name, rest } = splitOperator(text);
  return { operator: name ?? 'default', value: rest };
}
export function formatComparison({ operator, value }: FilterDraft): string {
  if (operator === 'null' || operator === '!null') return operator;
  return operator === 'default' || operator === 'period' || value.trim() === '' ? value : `${operator}:${value}`;
}

const DEFAULT_DAYS = 7;
/** The draft with another comparison: a range gives its first end, a single value both. */
export function withComparison({ operator, value }: FilterDraft, next: Comparison, column: Column): FilterDraft {
  if (next === 'period') return { operator: next, value: formatLastDays(DEFAULT_DAYS) };
  if (operator === 'period') return { operator: next, value: '' };
  const isRange = (comparison: Comparison) =>
    comparison === 'range' ||
    comparison === 'notrange' ||
    (comparison === 'default' && findFilterType(column) === 'range');
  if (isRange(operator) === isRange(next)) return { operator: next, value };
  const [first, last] = splitRange(value);
  return { operator: next, value: isRange(next) || value.trim() === '' ? value : first || last };
}

/** Whether the column offers what a value without an operator means: for options, one of several or exactly one. */
function offersDefault(column: Column): boolean {
  const operator = findDefaultOperator(column);
  const usual: readonly Operator[] = operator === null ? [] : [URL_OPERATORS[operator]];
  if (operator === 'in') return [...usual, '=' as const].some((op) => acceptsOperator(column, op));
  return operator === null ? column.filterOperators.length > 0 : usual.some((op) => acceptsOperator(column, op));
}
/** Whether the column can be filtered by periods such as today. */
export const acceptsPeriods = (column: Column): boolean => isTemporal(column) && acceptsOperator(column, 'RANGE');

/** Operators for one of several options. */
const SINGLE_VALUE_OPERATORS: ReadonlySet<OperatorName> = new Set(['eq', 'ne']);
/** Hidden for dates: nobody filters by a list of days. */
const LIST_OPERATORS: ReadonlySet<OperatorName> = new Set(['in', 'notin']);
/** Operators in the menu of the editor. For options, the operators for one value are left out unless one is `chosen`. */
export function getComparisons(column: Column, chosen?: Comparison): readonly Comparison[] {
  const [names, defaultOperator] = [listOperators(column), findDefaultOperator(column)];
  const hiddenOperators =
    findFilterType(column) === 'options'
      ? SINGLE_VALUE_OPERATORS
      : isTemporal(column)
        ? LIST_OPERATORS
        : new Set<OperatorName>();
  const operators = names.filter((name) => name !== defaultOperator && (!hiddenOperators.has(name) || name === chosen));
  const nullOperators = (['null', '!null'] as const).filter((name) =>
    column.filterOperators.includes(name === 'null' ? 'NULL' : 'NOT NULL'),
  );
  return [
    ...(offersDefault(column) ? (['default'] as const) : []),
    ...(acceptsPeriods(column) ? (['period'] as const) : []),
    ...operators,
    ...nullOperators,
  ];
}
