/**
 * The predicate engine: filters and orders over stored rows in memory. LAW: `engine/where` gives the same rows in the same
 * order on SQLite and MariaDB. The exact meaning:
 *
 * - A column that is null (or absent) satisfies nothing but `NULL`; a condition whose value is null satisfies nothing,
 *   except `NULL` and `NOT NULL`, which take none. There is no third truth value: `all` and `some` are plain and/or.
 * - `=` `<>` `IN` `NOT IN` compare exactly: same type, same code points. `IN []` matches nothing, `NOT IN []` every non-null.
 * - `<` `<=` `>` `>=` compare numbers by size and texts (days, times) by code point.
 * - `RANGE [from, to]` includes both ends, null is open; `NOT RANGE` is its opposite on non-null columns.
 * - `LIKE` is "contains": the shadow column (`normalize`) contains the normalized value, `%` and `_` have no meaning.
 *   `NOT LIKE` is its opposite on non-null columns. Columns without a shadow match neither.
 * - `FIND_IN_SET` looks into a list: one value, or an array of values that must all be in it.
 * - An unknown column or an operator its kind does not have matches nothing.
 */
import { compareText, normalize } from '../text/clean';
import type { AnyEntity } from './entity';
import { isList, type Json } from './field';
import { EVERYTHING, NOTHING, type Cond, type Filter, type SortKey } from './filter';
import type { Operator } from './kinds';
import { columnNamed, columnsOf, type Column, type StoredRow } from './meta';
import { soughtAs } from './values';

export { normalize } from '../text/clean';

type Test = (value: Json) => boolean;
type Maker = (operand: Json, column: Column) => Test | undefined;

const listed = (operand: Json): readonly Json[] => (isList(operand) ? operand : [operand]);

/** Negative, zero or positive; undefined for values of different or no order. */
function order(a: Json, b: Json): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  return typeof a === 'string' && typeof b === 'string' ? compareText(a, b) : undefined;
}
const compared =
  (holds: (sign: number) => boolean): Maker =>
  (operand) =>
  (value) => {
    const sign = order(value, operand);
    return sign !== undefined && holds(sign);
  };
const sameKind = (value: Json, operand: Json) => typeof value === typeof operand;
const inRange: Maker = (operand) => {
  const [from = null, to = null] = listed(operand);
  const within = (value: Json, end: Json, sign: 1 | -1) => end === null || (order(value, end) ?? -sign) * sign >= 0;
  return (value) => within(value, from, 1) && within(value, to, -1);
};
const outOfRange: Maker = (operand) => {
  const [from = null, to = null] = listed(operand);
  const beyond = (value: Json, end: Json, sign: 1 | -1) => end !== null && (order(value, end) ?? 0) * sign < 0;
  return (value) => beyond(value, from, 1) || beyond(value, to, -1);
};
const contains: Maker = (operand, column) => {
  if (!column.shadow || typeof operand !== 'string') return undefined;
  const needle = normalize(operand);
  return (value) => typeof value === 'string' && normalize(value).includes(needle);
};
const containsNot: Maker = (operand, column) => {
  const has = contains(operand, column);
  return has && ((value) => typeof value === 'string' && !has(value));
};

const MAKERS: Readonly<Record<Exclude<Operator, 'NULL' | 'NOT NULL'>, Maker>> = {
  '=': (operand) => (value) => value === operand,
  '<>': (operand) => (value) => sameKind(value, operand) && value !== operand,
  '>': compared((sign) => sign > 0),
  '>=': compared((sign) => sign >= 0),
  '<': compared((sign) => sign < 0),
  '<=': compared((sign) => sign <= 0),
  LIKE: contains,
  'NOT LIKE': containsNot,
  IN: (operand) => {
    const set = new Set(listed(operand));
    return (value) => set.has(value);
  },
  'NOT IN': (operand) => {
    const set = new Set(listed(operand));
    return (value) => !set.has(value);
  },
  RANGE: inRange,
  'NOT RANGE': outOfRange,
  FIND_IN_SET: (operand) => {
    const wanted = listed(operand);
    return (value) => isList(value) && wanted.every((one) => value.includes(one));
  },
};

const never = () => false;
const always = () => true;

function condition(entity: AnyEntity, cond: Cond): (row: StoredRow) => boolean {
  const column = columnNamed(entity, cond.field);
  if (column === undefined || !column.operators.includes(cond.op)) return never;
  const of = (row: StoredRow): Json => row[cond.field] ?? null;
  if (cond.op === 'NULL') return (row) => of(row) === null;
  if (cond.op === 'NOT NULL') return (row) => of(row) !== null;
  const test = cond.value === null ? undefined : MAKERS[cond.op](cond.value, column);
  if (test === undefined) return never;
  return (row) => {
    const value = of(row);
    return value !== null && test(value);
  };
}

/** Conjunctions within conjunctions are one: every level costs a call for each change and list. */
const conjuncts = (filter: Filter): readonly Filter[] => ('all' in filter ? filter.all.flatMap(conjuncts) : [filter]);
function every(parts: readonly ((row: StoredRow) => boolean)[]): (row: StoredRow) => boolean {
  const [only] = parts;
  if (only === undefined) return always;
  if (parts.length === 1) return only;
  return (row) => {
    for (const part of parts) if (!part(row)) return false;
    return true;
  };
}

/** Compiles a filter to a test of stored rows. */
export function matcher(entity: AnyEntity, filter: Filter): (row: StoredRow) => boolean {
  if ('field' in filter) return condition(entity, filter);
  if ('all' in filter) return every(conjuncts(filter).map((part) => matcher(entity, part)));
  const parts = filter.some.map((part) => matcher(entity, part));
  return parts.length === 0 ? never : (row) => parts.some((part) => part(row));
}

/** The columns a filter looks at. */
export function fieldsOf(filter: Filter): ReadonlySet<string> {
  if ('field' in filter) return new Set([filter.field]);
  const parts = 'all' in filter ? filter.all : filter.some;
  return new Set(parts.flatMap((part) => [...fieldsOf(part)]));
}

/**
 * Whether a change-log image is enough to decide a filter. `exact`: yes. `approx`: a long column takes part, of which images
 * hold only whether it is there. `opaque`: it names a column the entity does not have, or a secret one, which no image holds,
 * so only the database can say.
 */
export function exactness(entity: AnyEntity, filter: Filter): 'exact' | 'approx' | 'opaque' {
  const columns = [...fieldsOf(filter)].map((name) => columnNamed(entity, name));
  if (columns.some((column) => column === undefined || column.sensitivity === 'secret')) return 'opaque';
  return columns.some((column) => column?.long) ? 'approx' : 'exact';
}

/** The whole order of a list: every field once, and the id last, in the direction of the key before it. No key: newest first. */
export function fullSort(sort: readonly SortKey[]): readonly SortKey[] {
  const keys = sort.filter((key, at) => sort.findIndex((other) => other.field === key.field) === at);
  const idAt = keys.findIndex((key) => key.field === 'id');
  if (idAt >= 0) return keys.slice(0, idAt + 1); // nothing can break a tie of ids
  return [...keys, { field: 'id', dir: keys.at(-1)?.dir ?? 'desc' }];
}

/** The order a list has when nobody asks for one. */
export function defaultSort(entity: AnyEntity): readonly SortKey[] {
  const { sort } = entity.spec.list;
  if (sort === undefined) return [{ field: 'id', dir: 'desc' }];
  return [sort.startsWith('-') ? { field: sort.slice(1), dir: 'desc' } : { field: sort, dir: 'asc' }];
}

/** What a column is sorted by: its shadow where it has one. */
const sortValue = (column: Column | undefined, value: Json | undefined): Json =>
  column?.shadow && typeof value === 'string' ? normalize(value) : (value ?? null);

/** Compares rows as `ORDER BY` over `fullSort(sort)` does: null before everything, then numbers or code points, ids last. */
export function comparator(entity: AnyEntity, sort: readonly SortKey[]): (a: StoredRow, b: StoredRow) => number {
  const keys = fullSort(sort).map(({ field, dir }) => ({
    field,
    column: columnNamed(entity, field),
    sign: dir === 'asc' ? 1 : -1,
  }));
  return (a, b) => {
    for (const { field, column, sign } of keys) {
      const left = sortValue(column, a[field]);
      const right = sortValue(column, b[field]);
      if (left === right) continue;
      if (left === null || right === null) return (left === null ? -1 : 1) * sign;
      const difference = order(left, right) ?? 0;
      if (difference !== 0) return Math.sign(difference) * sign;
    }
    return 0;
  };
}

/**
 * Quick search: the text occurs in one of the search columns, or is the row's id; what is kept in one spelling only is looked for in
 * that one too. A blank text finds everything.
 * Pass the columns the reader may see, else a search would betray what a mask hides.
 */
export function quickFilter(entity: AnyEntity, q: string, readable?: readonly Column[]): Filter {
  const text = normalize(q);
  if (text === '') return EVERYTHING;
  const columns = (readable ?? [...columnsOf(entity).values()]).filter(
    (column) => column.options.search && column.shadow,
  );
  const conds: Cond[] = columns.flatMap(({ name, options }) =>
    [...new Set([text, soughtAs(options, text)])].map((value) => ({ field: name, op: 'LIKE', value })),
  );
  if (/^[1-9]\d{0,14}$/.test(text)) conds.push({ field: 'id', op: '=', value: Number(text) });
  return conds.length === 0 ? NOTHING : { some: conds };
}
