/**
 * Filters and orders over stored rows in memory. Invariant: `server/engine/read/filterToSql.ts` selects the same rows in the same
 * order on SQLite and MariaDB. The exact meaning:
 *
 * - A column that is null (or absent) matches only `NULL`; a condition whose value is null matches nothing,
 *   except `NULL` and `NOT NULL`, which take no value. There is no third truth value: `all` is and, `some` is or.
 * - `=` `<>` `IN` `NOT IN` compare exactly: same type, same code points. `IN []` matches nothing, `NOT IN []` every non-null.
 * - `<` `<=` `>` `>=` compare numbers by size and texts (days, times) by code point.
 * - `RANGE [from, to]` includes both ends, null is open; `NOT RANGE` is its opposite on non-null columns.
 * - `LIKE` is "contains": the shadow column (`normalizeForSearch`) contains the normalized value, `%` and `_` have no meaning.
 *   `NOT LIKE` is its opposite on non-null columns. Columns without a shadow match neither.
 * - `FIND_IN_SET` looks into a list: one value, or an array of values that must all be in it.
 * - An unknown column or an operator its kind does not have matches nothing.
 */
import { compareCodePoints, normalizeForSearch } from '../text/normalize';
import type { AnyEntity } from '../entity/entity';
import { isList, type Json } from '../entity/field';
import { MATCH_ALL, MATCH_NONE, type Condition, type Filter, type SortKey } from '../entity/filter';
import type { Operator } from '../entity/fieldKinds';
import { findColumn, getColumns, type Column, type StoredRow } from '../entity/columns';
import { normalizeSearchText } from '../entity/readValue';

export { normalizeForSearch } from '../text/normalize';

type ValueTest = (value: Json) => boolean;
type TestFactory = (operand: Json, column: Column) => ValueTest | undefined;

const toList = (operand: Json): readonly Json[] => (isList(operand) ? operand : [operand]);

/** Negative, zero or positive; undefined for values of different or no order. */
function compareValues(a: Json, b: Json): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  return typeof a === 'string' && typeof b === 'string' ? compareCodePoints(a, b) : undefined;
}
const orderTest =
  (acceptsSign: (sign: number) => boolean): TestFactory =>
  (operand) =>
  (value) => {
    const sign = compareValues(value, operand);
    return sign !== undefined && acceptsSign(sign);
  };
const hasSameType = (value: Json, operand: Json) => typeof value === typeof operand;
const rangeTest: TestFactory = (operand) => {
  const [from = null, to = null] = toList(operand);
  const isWithin = (value: Json, end: Json, sign: 1 | -1) =>
    end === null || (compareValues(value, end) ?? -sign) * sign >= 0;
  return (value) => isWithin(value, from, 1) && isWithin(value, to, -1);
};
const notRangeTest: TestFactory = (operand) => {
  const [from = null, to = null] = toList(operand);
  const isBeyond = (value: Json, end: Json, sign: 1 | -1) =>
    end !== null && (compareValues(value, end) ?? 0) * sign < 0;
  return (value) => isBeyond(value, from, 1) || isBeyond(value, to, -1);
};
const likeTest: TestFactory = (operand, column) => {
  if (!column.hasSearchColumn || typeof operand !== 'string') return undefined;
  const needle = normalizeForSearch(operand);
  return (value) => typeof value === 'string' && normalizeForSearch(value).includes(needle);
};
const notLikeTest: TestFactory = (operand, column) => {
  const includes = likeTest(operand, column);
  return includes && ((value) => typeof value === 'string' && !includes(value));
};

const TEST_FACTORIES: Readonly<Record<Exclude<Operator, 'NULL' | 'NOT NULL'>, TestFactory>> = {
  '=': (operand) => (value) => value === operand,
  '<>': (operand) => (value) => hasSameType(value, operand) && value !== operand,
  '>': orderTest((sign) => sign > 0),
  '>=': orderTest((sign) => sign >= 0),
  '<': orderTest((sign) => sign < 0),
  '<=': orderTest((sign) => sign <= 0),
  LIKE: likeTest,
  'NOT LIKE': notLikeTest,
  IN: (operand) => {
    const set = new Set(toList(operand));
    return (value) => set.has(value);
  },
  'NOT IN': (operand) => {
    const set = new Set(toList(operand));
    return (value) => !set.has(value);
  },
  RANGE: rangeTest,
  'NOT RANGE': notRangeTest,
  FIND_IN_SET: (operand) => {
    const wanted = toList(operand);
    return (value) => isList(value) && wanted.every((element) => value.includes(element));
  },
};

const matchNone = () => false;
const matchAll = () => true;

function compileCondition(entity: AnyEntity, condition: Condition): (row: StoredRow) => boolean {
  const column = findColumn(entity, condition.field);
  if (column === undefined || !column.operators.includes(condition.op)) return matchNone;
  const valueOf = (row: StoredRow): Json => row[condition.field] ?? null;
  if (condition.op === 'NULL') return (row) => valueOf(row) === null;
  if (condition.op === 'NOT NULL') return (row) => valueOf(row) !== null;
  const test = condition.value === null ? undefined : TEST_FACTORIES[condition.op](condition.value, column);
  if (test === undefined) return matchNone;
  return (row) => {
    const value = valueOf(row);
    return value !== null && test(value);
  };
}

/** Flattens nested conjunctions: every level would cost one call for each change and list. */
const flattenAnd = (filter: Filter): readonly Filter[] => ('all' in filter ? filter.all.flatMap(flattenAnd) : [filter]);
function compileAnd(parts: readonly ((row: StoredRow) => boolean)[]): (row: StoredRow) => boolean {
  const [only] = parts;
  if (only === undefined) return matchAll;
  if (parts.length === 1) return only;
  return (row) => {
    for (const part of parts) if (!part(row)) return false;
    return true;
  };
}

/** Compiles a filter to a test of stored rows. */
export function compileFilter(entity: AnyEntity, filter: Filter): (row: StoredRow) => boolean {
  if ('field' in filter) return compileCondition(entity, filter);
  if ('all' in filter) return compileAnd(flattenAnd(filter).map((part) => compileFilter(entity, part)));
  const parts = filter.some.map((part) => compileFilter(entity, part));
  return parts.length === 0 ? matchNone : (row) => parts.some((part) => part(row));
}

/** Names of the columns that a filter uses. */
export function filterFields(filter: Filter): ReadonlySet<string> {
  if ('field' in filter) return new Set([filter.field]);
  const parts = 'all' in filter ? filter.all : filter.some;
  return new Set(parts.flatMap((part) => [...filterFields(part)]));
}

/**
 * Whether the row image in the change log is enough to evaluate a filter. `exact`: yes. `approx`: it uses a long column, of which images
 * hold only whether it is null. `opaque`: it uses an unknown column, or a secret one, which no image holds,
 * so only the database can evaluate it.
 */
export function filterPrecision(entity: AnyEntity, filter: Filter): 'exact' | 'approx' | 'opaque' {
  const columns = [...filterFields(filter)].map((name) => findColumn(entity, name));
  if (columns.some((column) => column === undefined || column.sensitivity === 'secret')) return 'opaque';
  return columns.some((column) => column?.long) ? 'approx' : 'exact';
}

/** The whole order of a list: every field once, and the id last, in the direction of the key before it. No key: newest first. */
export function completeSort(sort: readonly SortKey[]): readonly SortKey[] {
  const keys = sort.filter((key, index) => sort.findIndex((other) => other.field === key.field) === index);
  const idAt = keys.findIndex((key) => key.field === 'id');
  if (idAt >= 0) return keys.slice(0, idAt + 1); // nothing can break a tie of ids
  return [...keys, { field: 'id', dir: keys.at(-1)?.dir ?? 'desc' }];
}

/** The default order of a list. */
export function defaultSort(entity: AnyEntity): readonly SortKey[] {
  const { sort } = entity.spec.list;
  if (sort === undefined) return [{ field: 'id', dir: 'desc' }];
  return [sort.startsWith('-') ? { field: sort.slice(1), dir: 'desc' } : { field: sort, dir: 'asc' }];
}

/** The column that a sort key uses: the normalized copy if there is one. */
const sortValue = (column: Column | undefined, value: Json | undefined): Json =>
  column?.hasSearchColumn && typeof value === 'string' ? normalizeForSearch(value) : (value ?? null);

/** Returns a comparator with the order of `ORDER BY` over `completeSort(sort)`: null first, then numbers or code points, ids last. */
export function createComparator(entity: AnyEntity, sort: readonly SortKey[]): (a: StoredRow, b: StoredRow) => number {
  const keys = completeSort(sort).map(({ field, dir }) => ({
    field,
    column: findColumn(entity, field),
    sign: dir === 'asc' ? 1 : -1,
  }));
  return (a, b) => {
    for (const { field, column, sign } of keys) {
      const left = sortValue(column, a[field]);
      const right = sortValue(column, b[field]);
      if (left === right) continue;
      if (left === null || right === null) return (left === null ? -1 : 1) * sign;
      const difference = compareValues(left, right) ?? 0;
      if (difference !== 0) return Math.sign(difference) * sign;
    }
    return 0;
  };
}

/** More words than this are searched as one phrase, which keeps the cost of a long text low. */
const MAX_SEARCH_WORDS = 12;
/** The words of a search text; a text of very many words is one word. */
export const splitSearchWords = (text: string): readonly string[] => {
  const words = [...new Set(text.split(/\s/u).filter((word) => word !== ''))];
  return words.length > MAX_SEARCH_WORDS ? [text] : words;
};
/** By word: conditions on references to the rows that the word finds. */
export type SearchTargets = ReadonlyMap<string, readonly Condition[]>;
/** One of the columns contains the text. Columns with normalized values are searched for the normalized text as well. */
const anyColumnContains = (columns: readonly Column[], text: string): readonly Condition[] =>
  columns.flatMap(({ name, options }) =>
    [...new Set([text, normalizeSearchText(options, text)])].map((value): Condition => ({
      field: name,
      op: 'LIKE',
      value,
    })),
  );
/** A number with spaces, such as a mobile number, is found as a whole in the columns that store it in another spelling. */
const respelledWhole = (columns: readonly Column[], text: string): readonly Condition[] =>
  columns.flatMap(({ name, options }): readonly Condition[] => {
    const respelled = normalizeSearchText(options, text);
    return respelled === text ? [] : [{ field: name, op: 'LIKE', value: respelled }];
  });

/**
 * Quick search: every word of the text, in any order, occurs in one of the search columns, or the text is the id of the row. Substring
 * match: a Chinese text without spaces is one word and is found without a word index. Columns with normalized values, such as mobile numbers, are searched for the normalized text as well. A blank text
 * matches everything.
 * `readable` must hold only columns that the reader may see: otherwise a search would reveal hidden values. `targets` are the conditions
 * on references that a word stands for.
 */
export function quickSearchFilter(
  entity: AnyEntity,
  q: string,
  readable?: readonly Column[],
  targets?: SearchTargets,
): Filter {
  const text = normalizeForSearch(q);
  if (text === '') return MATCH_ALL;
  const columns = (readable ?? [...getColumns(entity).values()]).filter(
    (column) => column.options.search && column.hasSearchColumn,
  );
  const [word = text, ...others] = splitSearchWords(text);
  const findsWord = (part: string) => [...anyColumnContains(columns, part), ...(targets?.get(part) ?? [])];
  const conditions: Filter[] =
    others.length === 0
      ? [...findsWord(word)]
      : [{ all: [word, ...others].map((part) => ({ some: findsWord(part) })) }, ...respelledWhole(columns, text)];
  if (/^[1-9]\d{0,14}$/.test(text)) conditions.push({ field: 'id', op: '=', value: Number(text) });
  return columns.length === 0 && conditions.every((condition) => !('field' in condition))
    ? MATCH_NONE
    : { some: conditions };
}
