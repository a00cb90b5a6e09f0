/** List parameters: query keys of the wire → a checked ListQuery and back. Invariant: `parseQuery(printQuery(q))` equals `q`. */
import { LIMITS } from '../limits';
import { truncate, hasControlCharacters, normalizeForStorage } from '../text/normalize';
import type { AnyEntity } from '../entity/entity';
import { isList, type Json } from '../entity/field';
import type { Condition, Filter, SortKey } from '../entity/filter';
import type { Issue, IssueCode } from '../entity/issue';
import { OPERATORS, type Operator } from '../entity/fieldKinds';
import { defaultSort, type SearchTargets } from './compileFilter';
import type { Column } from '../entity/columns';
import { acceptsOperator } from '../entity/lists/listOptions';
import { toWireValue } from '../entity/projectRow';
import { parseSearchParam, type SearchCondition, type SearchItem } from './parseSearchParam';
import { parseList, readOperand } from '../entity/readValue';

export interface ListQuery {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** Never empty; the id that breaks ties is not listed (`completeSort` adds it). */
  readonly sort: readonly SortKey[];
  /** The search conditions, all of which must hold. */
  readonly where: Filter;
  /** Quick search text. */
  readonly q?: string;
  /** Quick search reads the whole table instead of the newest rows only. */
  readonly searchAll?: boolean;
  /** By word of the quick search: conditions on references to the rows that the word finds. The server adds them. */
  readonly targets?: SearchTargets;
  /** The query of a picker: the response holds short rows. */
  readonly select?: boolean;
  /** Rows to include on every page: those whose `initKey` is one of `initValue`. */
  readonly initKey?: string;
  readonly initValue?: readonly Json[];
}
export type ParsedQuery = { readonly query: ListQuery } | { readonly issues: readonly Issue[] };

/** Limits of one query. */
interface QueryLimits {
  readonly searchItems: number;
  readonly sortKeys: number;
  /** Largest offset of the last row of a page. */
  readonly depth: number;
  /** Whether negated text conditions and searches of the whole table are allowed. */
  readonly scans: boolean;
}
const STAFF_LIMITS: QueryLimits = {
  searchItems: LIMITS.staffFilterConditions,
  sortKeys: LIMITS.staffSortKeys,
  depth: Number.POSITIVE_INFINITY,
  scans: true,
};
/** Limits for guests and members, whose number is unknown: no index helps a negated text condition, and a deep page reads all rows before it. */
const PUBLIC_LIMITS: QueryLimits = {
  searchItems: LIMITS.publicFilterConditions,
  sortKeys: LIMITS.publicSortKeys,
  depth: LIMITS.publicListRows,
  scans: false,
};

/** Query keys that every path accepts. */
const COMMON_KEYS = new Set(['server', 'uuid', 'batoken', 'lang', 'istree', 'absoluteauth', '_']);
const LIST_KEYS =
  /^(?:page|limit|order|quick_search|quickSearch|search_all|select|initKey|initValue(?:\[\])?|search(?:\[.*)?)$/;
const ALIASES: ReadonlyMap<string, Operator> = new Map([
  ['eq', '='],
  ['ne', '<>'],
  ['!=', '<>'],
  ['gt', '>'],
  ['egt', '>='],
  ['lt', '<'],
  ['elt', '<='],
]);

/** The operator that a client names, in any case or by an alias. */
export const findOperator = (name: string): Operator | undefined =>
  ALIASES.get(name.toLowerCase()) ?? OPERATORS.find((known) => known === name.toUpperCase());

/** Collects issues while the parts of a query are read. */
interface QueryReader {
  readonly columns: ReadonlyMap<string, Column>;
  readonly limits: QueryLimits;
  readonly issues: Issue[];
  readonly addIssue: (path: string, code: IssueCode, params?: Issue['params']) => void;
}
const columnsByName = new WeakMap<readonly Column[], ReadonlyMap<string, Column>>();
function indexByName(readable: readonly Column[]): ReadonlyMap<string, Column> {
  const columns = columnsByName.get(readable) ?? new Map(readable.map((column) => [column.name, column]));
  columnsByName.set(readable, columns);
  return columns;
}
const createQueryReader = (readable: readonly Column[], limits: QueryLimits): QueryReader => {
  const issues: Issue[] = [];
  return {
    columns: indexByName(readable),
    limits,
    issues,
    addIssue: (path, code, params) => {
      issues.push({ path, code, ...(params ? { params } : {}) });
    },
  };
};

/** Reports an issue and returns a harmless value, so that the remaining parameters are checked too. */
function reportAndReturn<T>(reader: QueryReader, value: T, path: string, code: IssueCode, params?: Issue['params']): T {
  reader.addIssue(path, code, params);
  return value;
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

function readNumber(reader: QueryReader, key: string, value: unknown, fallback: number, max: number): number {
  if (isBlank(value)) return fallback;
  const digits = typeof value === 'number' ? String(value) : value;
  if (typeof digits !== 'string' || !/^\d{1,9}$/.test(digits)) return reportAndReturn(reader, fallback, key, 'whole');
  const number = Number(digits);
  if (number < 1) return reportAndReturn(reader, fallback, key, 'too_small', { min: 1 });
  return number > max ? reportAndReturn(reader, fallback, key, 'too_big', { max }) : number;
}

function readSort(reader: QueryReader, entity: AnyEntity, value: unknown): readonly SortKey[] {
  if (isBlank(value)) return defaultSort(entity);
  if (typeof value !== 'string') return reportAndReturn(reader, [], 'order', 'type');
  const parts = value.split(';').filter((part) => part.trim() !== '');
  const max = reader.limits.sortKeys;
  if (parts.length > max) return reportAndReturn(reader, [], 'order', 'too_many', { max });
  return parts.flatMap((part): SortKey[] => {
    const [field = '', dir = 'asc', ...more] = part.split(',').map((token) => token.trim());
    const column = reader.columns.get(field);
    const direction = dir.toLowerCase();
    if (column === undefined) reader.addIssue('order', 'unknown_field', { field: truncate(field, LIMITS.keyChars) });
    else if (!column.sortable) reader.addIssue('order', 'unsortable', { field });
    else if ((direction === 'asc' || direction === 'desc') && more.length === 0) return [{ field, dir: direction }];
    else reader.addIssue('order', 'type');
    return [];
  });
}

function readText(reader: QueryReader, key: string, value: unknown): string | undefined {
  if (isBlank(value)) return undefined;
  const text = typeof value === 'string' ? normalizeForStorage(value) : undefined;
  if (text === undefined) reader.addIssue(key, 'type');
  else if (hasControlCharacters(text, false)) reader.addIssue(key, 'characters');
  else if (text.length > LIMITS.filterValueChars) reader.addIssue(key, 'too_long', { max: LIMITS.filterValueChars });
  else return text === '' ? undefined : text;
  return undefined;
}

function readValues(reader: QueryReader, path: string, column: Column, items: readonly unknown[]): readonly Json[] {
  if (items.length > LIMITS.maxBulkIds)
    return reportAndReturn(reader, [], path, 'too_many', { max: LIMITS.maxBulkIds });
  return items.flatMap((item) => {
    const operand = readOperand(column, item);
    if ('value' in operand) return [operand.value];
    for (const issue of operand.issues) reader.addIssue(path, issue.code, issue.params);
    return [];
  });
}

const isRange = (op: Operator) => op === 'RANGE' || op === 'NOT RANGE';
const isNullOperator = (op: Operator) => op === 'NULL' || op === 'NOT NULL';
const isListOperator = (op: Operator) => op === 'IN' || op === 'NOT IN';

function readRange(reader: QueryReader, path: string, column: Column, val: unknown): Json {
  const bounds: readonly unknown[] | undefined = Array.isArray(val)
    ? val
    : typeof val === 'string'
      ? val.split(',')
      : undefined;
  if (bounds?.length !== 2) return reportAndReturn(reader, null, path, 'type');
  return bounds.map((end) => (isBlank(end) ? null : (readValues(reader, path, column, [end])[0] ?? null)));
}

function readOperands(reader: QueryReader, path: string, column: Column, op: Operator, val: unknown): Json {
  if (isNullOperator(op)) return null;
  if (isRange(op)) return readRange(reader, path, column, val);
  if (isListOperator(op)) return readValues(reader, path, column, parseList(val) ?? []);
  if (op === 'FIND_IN_SET' && Array.isArray(val)) return readValues(reader, path, column, val);
  if (typeof val === 'object') return reportAndReturn(reader, null, path, 'type');
  return readValues(reader, path, column, [val])[0] ?? null;
}

/** Turns a search item into a condition. An item without a value adds none: older clients send such items. */
function readCondition(reader: QueryReader, path: string, item: SearchCondition): readonly Condition[] {
  const { field } = item;
  const column = reader.columns.get(field);
  if (column === undefined)
    return reportAndReturn(reader, [], `${path}.field`, 'unknown_field', { field: truncate(field, LIMITS.keyChars) });
  const rawOperator = item.operator ?? '=';
  const op = findOperator(rawOperator);
  if (op === undefined || !acceptsOperator(column, op))
    return reportAndReturn(reader, [], `${path}.operator`, 'unknown_operator', {
      operator: truncate(rawOperator, LIMITS.keyChars),
    });
  if (op === 'NOT LIKE' && !reader.limits.scans)
    return reportAndReturn(reader, [], `${path}.operator`, 'operator_closed', { operator: op });
  const nothing = isBlank(item.val) && !isNullOperator(op);
  return nothing ? [] : [{ field, op, value: readOperands(reader, `${path}.val`, column, op, item.val) }];
}

function readSearchItem(reader: QueryReader, path: string, item: SearchItem): readonly Filter[] {
  if (!('any' in item)) return readCondition(reader, path, item);
  // No index helps alternatives.
  if (!reader.limits.scans) return reportAndReturn(reader, [], path, 'closed');
  const some = item.any.flatMap((condition, index) => readCondition(reader, `${path}.any.${index}`, condition));
  return some.length === 0 ? [] : [{ some }];
}
function readSearch(reader: QueryReader, raw: Readonly<Record<string, unknown>>): Filter {
  const items = parseSearchParam(raw);
  if (items === undefined) return { all: reportAndReturn(reader, [], 'search', 'type') };
  const max = reader.limits.searchItems;
  const conditions = items.reduce((sum, item) => sum + ('any' in item ? item.any.length : 1), 0);
  if (conditions > max) return { all: reportAndReturn(reader, [], 'search', 'too_many', { max }) };
  return { all: items.flatMap((item, index) => readSearchItem(reader, `search.${index}`, item)) };
}

function readInit(
  reader: QueryReader,
  raw: Readonly<Record<string, unknown>>,
): Pick<ListQuery, 'initKey' | 'initValue'> {
  const value = raw['initValue'] ?? raw['initValue[]'];
  if (isBlank(value)) return {};
  const initKey = typeof raw['initKey'] === 'string' && raw['initKey'] !== '' ? raw['initKey'] : 'id';
  const column = reader.columns.get(initKey);
  if (column === undefined || !acceptsOperator(column, '='))
    return reportAndReturn(reader, {}, 'initKey', 'unknown_field', { field: initKey });
  return { initKey, initValue: readValues(reader, 'initValue', column, parseList(value) ?? []) };
}

const isTrue = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true';

/**
 * Reads the query of `index` and `select`. Fields outside `readable` count as unknown, in order, search and
 * `initKey`. Returns the query, or all issues at once (HTTP 400). Queries of guests and members
 * (`public`) have lower limits.
 */
export function parseQuery(
  entity: AnyEntity,
  raw: Readonly<Record<string, unknown>>,
  readable: readonly Column[],
  audience: 'staff' | 'public' = 'staff',
): ParsedQuery {
  const limits = audience === 'public' ? PUBLIC_LIMITS : STAFF_LIMITS;
  const reader = createQueryReader(readable, limits);
  const unknownKeys = Object.keys(raw).filter((key) => !LIST_KEYS.test(key) && !COMMON_KEYS.has(key.toLowerCase()));
  for (const key of unknownKeys)
    reader.addIssue(truncate(key, LIMITS.keyChars), 'unknown_key', { key: truncate(key, LIMITS.keyChars) });
  const q = readText(reader, 'quick_search', raw['quick_search'] ?? raw['quickSearch']);
  if (isTrue(raw['search_all']) && !limits.scans) reader.addIssue('search_all', 'closed');
  const limit = readNumber(reader, 'limit', raw['limit'], LIMITS.defaultPageSize, LIMITS.maxPageSize);
  const query: ListQuery = {
    page: readNumber(reader, 'page', raw['page'], 1, Math.min(LIMITS.maxPage, Math.ceil(limits.depth / limit))),
    limit,
    sort: readSort(reader, entity, raw['order']),
    where: readSearch(reader, raw),
    ...(q === undefined ? {} : { q }),
    ...(isTrue(raw['search_all']) ? { searchAll: true } : {}),
    ...(isTrue(raw['select']) ? { select: true } : {}),
    ...readInit(reader, raw),
  };
  return reader.issues.length > 0 ? { issues: reader.issues } : { query };
}

const printValue = (column: Column | undefined, value: Json): Json => {
  if (column === undefined) return value;
  return isList(value) ? value.map((item) => toWireValue(column, item)) : toWireValue(column, value);
};

const printText = (column: Column | undefined, value: Json): string => {
  const printed = printValue(column, value);
  return typeof printed === 'string' ? printed : JSON.stringify(printed);
};

/** The items of a filter whose parts must all hold. Throws for nested alternatives: the wire cannot express them. */
function searchItems(filter: Filter): readonly (Condition | { readonly some: readonly Condition[] })[] {
  if ('field' in filter) return [filter];
  if ('all' in filter) return filter.all.flatMap(searchItems);
  const [only, other] = filter.some;
  if (only !== undefined && other === undefined) return searchItems(only);
  return [{ some: filter.some.map(asCondition) }];
}
function asCondition(filter: Filter): Condition {
  if ('field' in filter) return filter;
  throw new Error('nested alternatives cannot be sent');
}

/**
 * The query keys of a ListQuery, ready for `URLSearchParams` (`search[]` repeats). Conditions that all must hold can be sent, and
 * alternatives among them.
 */
export function printQuery(
  columns: readonly Column[],
  query: ListQuery,
): Readonly<Record<string, string | readonly string[]>> {
  const known = indexByName(columns);
  const printCondition = ({ field, op, value }: Condition) => ({
    field,
    operator: op,
    val: printValue(known.get(field), value),
  });
  const search = searchItems(query.where).map((item) =>
    JSON.stringify('some' in item ? { any: item.some.map(printCondition) } : printCondition(item)),
  );
  return {
    page: String(query.page),
    limit: String(query.limit),
    order: query.sort.map(({ field, dir }) => `${field},${dir}`).join(';'),
    ...(search.length > 0 ? { 'search[]': search } : {}),
    ...(query.q === undefined ? {} : { quick_search: query.q }),
    ...(query.searchAll ? { search_all: 'true' } : {}),
    ...(query.select ? { select: 'true' } : {}),
    ...(query.initKey === undefined ? {} : { initKey: query.initKey }),
    ...(query.initValue === undefined
      ? {}
      : {
          'initValue[]': query.initValue.map((value) => printText(known.get(query.initKey ?? 'id'), value)),
        }),
  };
}
