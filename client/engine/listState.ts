/** What a list shows, as it stands in the address: so a list can be sent to a colleague, reloaded and gone back to. */
import type { AnyEntity } from '../../common/entity/entity';
import type { Filter } from '../../common/entity/filter';
import { defaultSort } from '../../common/entity/match';
import { columnNamed, type Column } from '../../common/entity/meta';
import { printQuery, type ListQuery } from '../../common/entity/query';
import type { SortKey, TopicSpec } from '../../common/protocol/live';
import { asRecord } from '../shared/persist';
import type { Param } from '../shared/transport';
import { condOf } from './filterText';

export const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_SIZE = 20;
/** A tree is fetched whole, as far as one answer goes. */
const TREE_SIZE = 200;

export interface ListState {
  readonly page: number;
  readonly limit: number;
  readonly sort: readonly SortKey[];
  readonly q: string;
  /** Filter texts by field. */
  readonly filters: Readonly<Record<string, string>>;
  /** Columns to show; null: as the definition says. */
  readonly columns: readonly string[] | null;
  /** The record open beside the list: an id, or `new`. */
  readonly record: string | null;
}

const RESERVED = new Set(['page', 'limit', 'sort', 'q', 'cols', 'record']);
const keyOf = (field: string) => (RESERVED.has(field) ? `f.${field}` : field);
const fieldOf = (key: string) => (key.startsWith('f.') ? key.slice(2) : key);

const whole = (text: string | null, fallback: number) =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : fallback;
const printSort = (sort: readonly SortKey[]) =>
  sort.map(({ field, dir }) => (dir === 'desc' ? `-${field}` : field)).join(',');

function readSort(entity: AnyEntity, text: string | null): readonly SortKey[] {
  const keys = (text ?? '').split(',').flatMap((part): SortKey[] => {
    const field = part.replace(/^-/, '');
    return columnNamed(entity, field)?.sortable ? [{ field, dir: part.startsWith('-') ? 'desc' : 'asc' }] : [];
  });
  return keys.length > 0 ? keys.slice(0, 4) : defaultSort(entity);
}

/** Reads the address; what it does not understand it leaves out. */
export function readState(entity: AnyEntity, params: URLSearchParams): ListState {
  const filters = [...params].flatMap(([key, value]) => {
    const field = fieldOf(key);
    const column = RESERVED.has(key) ? undefined : columnNamed(entity, field);
    return column && condOf(column, value) ? [[field, value] as const] : [];
  });
  const limit = whole(params.get('limit'), DEFAULT_SIZE);
  const columns = params
    .get('cols')
    ?.split(',')
    .filter((name) => columnNamed(entity, name) !== undefined);
  return {
    page: whole(params.get('page'), 1),
    limit: PAGE_SIZES.find((size) => size === limit) ?? DEFAULT_SIZE,
    sort: readSort(entity, params.get('sort')),
    q: params.get('q') ?? '',
    filters: Object.fromEntries(filters),
    columns: columns && columns.length > 0 ? columns : null,
    record: params.get('record'),
  };
}

/** The shortest address of a state: what is as usual is not written. Keys of others are kept. */
export function printState(entity: AnyEntity, state: ListState, before: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams();
  for (const [key, value] of before) {
    if (!RESERVED.has(key) && columnNamed(entity, fieldOf(key)) === undefined) params.append(key, value);
  }
  const put = (key: string, value: string, usual: string) => {
    if (value !== usual) params.set(key, value);
  };
  put('page', String(state.page), '1');
  put('limit', String(state.limit), String(DEFAULT_SIZE));
  put('sort', printSort(state.sort), printSort(defaultSort(entity)));
  put('q', state.q, '');
  put('cols', state.columns?.join(',') ?? '', '');
  put('record', state.record ?? '', '');
  for (const [field, text] of Object.entries(state.filters)) put(keyOf(field), text, '');
  return params;
}

const filterOf = (entity: AnyEntity, filters: ListState['filters'], readable: ReadonlySet<string>): Filter => ({
  all: Object.entries(filters).flatMap(([field, text]) => {
    const column = columnNamed(entity, field);
    const cond = column && readable.has(field) ? condOf(column, text) : undefined;
    return cond ? [cond] : [];
  }),
});

/** Whether the list is drawn as a tree: only while nothing narrows it, or parents would be missing. */
export const isTree = (entity: AnyEntity, state: ListState): boolean =>
  entity.spec.tree !== undefined && state.q === '' && Object.keys(state.filters).length === 0;

/** What to ask the server for. */
export function queryOf(entity: AnyEntity, state: ListState, readable: ReadonlySet<string>): ListQuery {
  const tree = isTree(entity, state);
  const sort = state.sort.filter(({ field }) => readable.has(field));
  return {
    page: tree ? 1 : state.page,
    limit: tree ? TREE_SIZE : state.limit,
    sort: sort.length > 0 ? sort : [{ field: 'id', dir: 'desc' }],
    where: filterOf(entity, state.filters, readable),
    ...(state.q === '' ? {} : { q: state.q }),
  };
}

/** The live topic of the same rows. */
export const topicOf = (entity: AnyEntity, query: ListQuery): TopicSpec => ({
  k: 'list',
  e: entity.name,
  where: query.where,
  sort: query.sort,
  ...(query.q === undefined ? {} : { q: query.q }),
});

/** Columns of the list that the definition names, or the reader chose, in order. */
export function shownColumns(entity: AnyEntity, state: ListState): readonly Column[] {
  const names = state.columns ?? entity.spec.list.columns;
  return names.flatMap((name) => columnNamed(entity, name) ?? []);
}

/** An end that is open travels as an empty text: our transport leaves out nulls. */
const sendable = (value: unknown): Param =>
  Array.isArray(value) ? value.map((one: unknown) => sendable(one)) : ((value ?? '') as Param); // parsed JSON
const itemOf = (text: string): Param =>
  Object.fromEntries(Object.entries(asRecord(JSON.parse(text)) ?? {}).map(([key, value]) => [key, sendable(value)]));

/** The query as parameters of the transport, which spells nested values as `search[0][field]`. */
export function paramsOf(columns: readonly Column[], query: ListQuery): Readonly<Record<string, Param>> {
  const { 'search[]': search, 'initValue[]': initial, ...plain } = printQuery(columns, query);
  return {
    ...plain,
    ...(Array.isArray(search) ? { search: search.map(itemOf) } : {}),
    ...(Array.isArray(initial) ? { initValue: initial.join(',') } : {}),
  };
}
