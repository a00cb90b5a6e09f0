/** List parameters: the wire's query keys → a checked ListQuery and back. Law: `parseQuery(printQuery(q))` is `q`. */
import { LIMITS } from '../limits';
import { beginning, hasForbidden, tidy } from '../text/clean';
import type { AnyEntity } from './entity';
import { isList, type Json } from './field';
import type { Cond, Filter, SortKey } from './filter';
import type { Issue, IssueCode } from './issue';
import { OPERATORS, type Operator } from './kinds';
import { defaultSort } from './match';
import type { Column } from './meta';
import { toWire } from './project';
import { searchItems, type SearchItem } from './searchItems';
import { listIn, readOperand } from './values';

export interface ListQuery {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** Never empty; the id that breaks ties is not listed (`fullSort` adds it). */
  readonly sort: readonly SortKey[];
  /** The search conditions, all of which must hold. */
  readonly where: Filter;
  /** Quick search text. */
  readonly q?: string;
  /** Quick search looks through the whole table, however long that takes. */
  readonly searchAll?: boolean;
  /** A picker asks: answer short rows. */
  readonly select?: boolean;
  /** Rows to show whatever the page: those whose `initKey` is one of `initValue`. */
  readonly initKey?: string;
  readonly initValue?: readonly Json[];
}
export type ParsedQuery = { readonly query: ListQuery } | { readonly issues: readonly Issue[] };

/** What one query may ask for. */
interface Bounds {
  readonly searchItems: number;
  readonly sortKeys: number;
  /** The last row of a page lies at most so deep. */
  readonly depth: number;
  /** Whether conditions may say what a text does not hold, and a search may look through the whole table. */
  readonly scans: boolean;
}
const STAFF_BOUNDS: Bounds = {
  searchItems: LIMITS.searchItems,
  sortKeys: LIMITS.sortKeys,
  depth: Number.POSITIVE_INFINITY,
  scans: true,
};
/** For guests and members, whose number nobody knows: no index helps a negated text, and a deep page reads all rows before it. */
const OPEN_BOUNDS: Bounds = {
  searchItems: LIMITS.openSearchItems,
  sortKeys: LIMITS.openSortKeys,
  depth: LIMITS.openDepth,
  scans: false,
};

/** Known on every path (decisions 17). */
const EVERYWHERE = new Set(['server', 'uuid', 'batoken', 'lang', 'istree', 'absoluteauth', '_']);
const KNOWN =
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

/** Collects issues while the parts of a query are read. */
interface Desk {
  readonly columns: ReadonlyMap<string, Column>;
  readonly bounds: Bounds;
  readonly issues: Issue[];
  readonly blame: (path: string, code: IssueCode, params?: Issue['params']) => void;
}
const named = new WeakMap<readonly Column[], ReadonlyMap<string, Column>>();
function byName(readable: readonly Column[]): ReadonlyMap<string, Column> {
  const columns = named.get(readable) ?? new Map(readable.map((column) => [column.name, column]));
  named.set(readable, columns);
  return columns;
}
const deskOf = (readable: readonly Column[], bounds: Bounds): Desk => {
  const issues: Issue[] = [];
  return {
    columns: byName(readable),
    bounds,
    issues,
    blame: (path, code, params) => {
      issues.push({ path, code, ...(params ? { params } : {}) });
    },
  };
};

/** Blames and goes on with a harmless value, so that the other problems are found too. */
function instead<T>(desk: Desk, value: T, path: string, code: IssueCode, params?: Issue['params']): T {
  desk.blame(path, code, params);
  return value;
}

const blank = (value: unknown) => value === undefined || value === null || value === '';

function number(desk: Desk, key: string, value: unknown, fallback: number, max: number): number {
  if (blank(value)) return fallback;
  const digits = typeof value === 'number' ? String(value) : value;
  if (typeof digits !== 'string' || !/^\d{1,9}$/.test(digits)) return instead(desk, fallback, key, 'whole');
  const read = Number(digits);
  if (read < 1) return instead(desk, fallback, key, 'too_small', { min: 1 });
  return read > max ? instead(desk, fallback, key, 'too_big', { max }) : read;
}

function readSort(desk: Desk, entity: AnyEntity, value: unknown): readonly SortKey[] {
  if (blank(value)) return defaultSort(entity);
  if (typeof value !== 'string') return instead(desk, [], 'order', 'type');
  const parts = value.split(';').filter((part) => part.trim() !== '');
  const max = desk.bounds.sortKeys;
  if (parts.length > max) return instead(desk, [], 'order', 'too_many', { max });
  return parts.flatMap((part): SortKey[] => {
    const [field = '', dir = 'asc', ...more] = part.split(',').map((piece) => piece.trim());
    const column = desk.columns.get(field);
    const way = dir.toLowerCase();
    if (column === undefined) desk.blame('order', 'unknown_field', { field: beginning(field, LIMITS.keyLength) });
    else if (!column.sortable) desk.blame('order', 'unsortable', { field });
    else if ((way === 'asc' || way === 'desc') && more.length === 0) return [{ field, dir: way }];
    else desk.blame('order', 'type');
    return [];
  });
}

function readText(desk: Desk, key: string, value: unknown): string | undefined {
  if (blank(value)) return undefined;
  const text = typeof value === 'string' ? tidy(value) : undefined;
  if (text === undefined) desk.blame(key, 'type');
  else if (hasForbidden(text, false)) desk.blame(key, 'characters');
  else if (text.length > LIMITS.searchValue) desk.blame(key, 'too_long', { max: LIMITS.searchValue });
  else return text === '' ? undefined : text;
  return undefined;
}

function operands(desk: Desk, path: string, column: Column, items: readonly unknown[]): readonly Json[] {
  if (items.length > LIMITS.bulk) return instead(desk, [], path, 'too_many', { max: LIMITS.bulk });
  return items.flatMap((item) => {
    const read = readOperand(column, item);
    if ('value' in read) return [read.value];
    for (const trouble of read.troubles) desk.blame(path, trouble.code, trouble.params);
    return [];
  });
}

const isRange = (op: Operator) => op === 'RANGE' || op === 'NOT RANGE';
const isEmptiness = (op: Operator) => op === 'NULL' || op === 'NOT NULL';
const takesList = (op: Operator) => op === 'IN' || op === 'NOT IN';

function readRange(desk: Desk, path: string, column: Column, val: unknown): Json {
  const ends: readonly unknown[] | undefined = Array.isArray(val)
    ? val
    : typeof val === 'string'
      ? val.split(',')
      : undefined;
  if (ends?.length !== 2) return instead(desk, null, path, 'type');
  return ends.map((end) => (blank(end) ? null : (operands(desk, path, column, [end])[0] ?? null)));
}

function readOperands(desk: Desk, path: string, column: Column, op: Operator, val: unknown): Json {
  if (isEmptiness(op)) return null;
  if (isRange(op)) return readRange(desk, path, column, val);
  if (takesList(op)) return operands(desk, path, column, listIn(val) ?? []);
  if (op === 'FIND_IN_SET' && Array.isArray(val)) return operands(desk, path, column, val);
  if (typeof val === 'object') return instead(desk, null, path, 'type');
  return operands(desk, path, column, [val])[0] ?? null;
}

/** One search item as a condition. An item without a value asks nothing, as the clients of this family send it. */
function readCond(desk: Desk, path: string, item: SearchItem): readonly Cond[] {
  const { field } = item;
  const column = desk.columns.get(field);
  if (column === undefined)
    return instead(desk, [], `${path}.field`, 'unknown_field', { field: beginning(field, LIMITS.keyLength) });
  const spelled = item.operator ?? '=';
  const op = ALIASES.get(spelled.toLowerCase()) ?? OPERATORS.find((known) => known === spelled.toUpperCase());
  if (op === undefined || !column.operators.includes(op))
    return instead(desk, [], `${path}.operator`, 'unknown_operator', {
      operator: beginning(spelled, LIMITS.keyLength),
    });
  if (op === 'NOT LIKE' && !desk.bounds.scans)
    return instead(desk, [], `${path}.operator`, 'operator_closed', { operator: op });
  const nothing = blank(item.val) && !isEmptiness(op);
  return nothing ? [] : [{ field, op, value: readOperands(desk, `${path}.val`, column, op, item.val) }];
}

function readSearch(desk: Desk, raw: Readonly<Record<string, unknown>>): Filter {
  const items = searchItems(raw);
  if (items === undefined) return { all: instead(desk, [], 'search', 'type') };
  const max = desk.bounds.searchItems;
  if (items.length > max) return { all: instead(desk, [], 'search', 'too_many', { max }) };
  return { all: items.flatMap((item, at) => readCond(desk, `search.${at}`, item)) };
}

function readInit(desk: Desk, raw: Readonly<Record<string, unknown>>): Pick<ListQuery, 'initKey' | 'initValue'> {
  const value = raw['initValue'] ?? raw['initValue[]'];
  if (blank(value)) return {};
  const initKey = typeof raw['initKey'] === 'string' && raw['initKey'] !== '' ? raw['initKey'] : 'id';
  const column = desk.columns.get(initKey);
  if (!column?.operators.includes('=')) return instead(desk, {}, 'initKey', 'unknown_field', { field: initKey });
  return { initKey, initValue: operands(desk, 'initValue', column, listIn(value) ?? []) };
}

const says = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true';

/**
 * Reads the query of `index` and `select`. Fields outside `readable` are as unknown as misspelt ones, in order, search and
 * `initKey` alike. Several problems are reported at once; with any, nothing may run (HTTP 400). Queries of guests and members
 * (`open`) have smaller bounds.
 */
export function parseQuery(
  entity: AnyEntity,
  raw: Readonly<Record<string, unknown>>,
  readable: readonly Column[],
  audience: 'staff' | 'open' = 'staff',
): ParsedQuery {
  const bounds = audience === 'open' ? OPEN_BOUNDS : STAFF_BOUNDS;
  const desk = deskOf(readable, bounds);
  const unknown = Object.keys(raw).filter((key) => !KNOWN.test(key) && !EVERYWHERE.has(key.toLowerCase()));
  for (const key of unknown)
    desk.blame(beginning(key, LIMITS.keyLength), 'unknown_key', { key: beginning(key, LIMITS.keyLength) });
  const q = readText(desk, 'quick_search', raw['quick_search'] ?? raw['quickSearch']);
  if (says(raw['search_all']) && !bounds.scans) desk.blame('search_all', 'closed');
  const limit = number(desk, 'limit', raw['limit'], LIMITS.pageSize, LIMITS.pageSizeMax);
  const query: ListQuery = {
    page: number(desk, 'page', raw['page'], 1, Math.min(LIMITS.page, Math.ceil(bounds.depth / limit))),
    limit,
    sort: readSort(desk, entity, raw['order']),
    where: readSearch(desk, raw),
    ...(q === undefined ? {} : { q }),
    ...(says(raw['search_all']) ? { searchAll: true } : {}),
    ...(says(raw['select']) ? { select: true } : {}),
    ...readInit(desk, raw),
  };
  return desk.issues.length > 0 ? { issues: desk.issues } : { query };
}

const printedValue = (column: Column | undefined, value: Json): Json => {
  if (column === undefined) return value;
  return isList(value) ? value.map((one) => toWire(column, one)) : toWire(column, value);
};

const printedText = (column: Column | undefined, value: Json): string => {
  const printed = printedValue(column, value);
  return typeof printed === 'string' ? printed : JSON.stringify(printed);
};

/** The conditions of a filter, all of which must hold, however they are nested. Alternatives have no spelling on the wire. */
function condsOf(filter: Filter): readonly Cond[] {
  if ('field' in filter) return [filter];
  if ('all' in filter) return filter.all.flatMap(condsOf);
  const [only, other] = filter.some;
  if (only === undefined || other !== undefined) throw new Error('a filter of alternatives cannot be sent');
  return condsOf(only);
}

/** The query keys of a ListQuery, ready for `URLSearchParams` (`search[]` repeats). Only conditions that all must hold can be sent. */
export function printQuery(
  columns: readonly Column[],
  query: ListQuery,
): Readonly<Record<string, string | readonly string[]>> {
  const known = byName(columns);
  const search = condsOf(query.where).map(({ field, op, value }) =>
    JSON.stringify({ field, operator: op, val: printedValue(known.get(field), value) }),
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
          'initValue[]': query.initValue.map((value) => printedText(known.get(query.initKey ?? 'id'), value)),
        }),
  };
}
