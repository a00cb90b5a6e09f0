/** What a list shows, as it stands in the address: so a list can be sent to a colleague, reloaded and gone back to. */
import type { AnyEntity } from '../../common/entity/entity';
import { EVERYTHING, type Filter } from '../../common/entity/filter';
import { defaultSort, exactness } from '../../common/entity/match';
import { columnNamed, softDeletes, type Column } from '../../common/entity/meta';
import { printQuery, type ListQuery } from '../../common/entity/query';
import { LIMITS } from '../../common/limits';
import type { SortKey, TopicSpec } from '../../common/protocol/live';
import { asRecord } from '../shared/persist';
import type { Param } from '../shared/transport';
import { condOf, filterForm } from './filterText';

export const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_SIZE = 20;
/** A tree is fetched whole, as far as one answer goes. */
const TREE_SIZE = 200;

export interface ListState {
  readonly page: number;
  readonly limit: number;
  readonly sort: readonly SortKey[];
  readonly q: string;
  /** Quick search looks through the whole table. */
  readonly all: boolean;
  /** Filter texts by field. */
  readonly filters: Readonly<Record<string, string>>;
  /** The recycle bin instead of the living rows. */
  readonly deleted: boolean;
  /** Columns to show; null: as the definition says. */
  readonly columns: readonly string[] | null;
  /** The record open beside the list: an id, or `new`. */
  readonly record: string | null;
}

const RESERVED = new Set(['page', 'limit', 'sort', 'q', 'all', 'cols', 'record', 'deleted']);
const keyOf = (field: string) => (RESERVED.has(field) ? `f.${field}` : field);
const fieldOf = (key: string) => (key.startsWith('f.') ? key.slice(2) : key);

const whole = (text: string | null, fallback: number) =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : fallback;
const printSort = (sort: readonly SortKey[]) =>
  sort.map(({ field, dir }) => (dir === 'desc' ? `-${field}` : field)).join(',');

/** What was deleted last stands first in the recycle bin. */
export const usualSort = (entity: AnyEntity, deleted: boolean): readonly SortKey[] =>
  deleted ? [{ field: 'delete_time', dir: 'desc' }] : defaultSort(entity);

function readSort(entity: AnyEntity, text: string | null, deleted: boolean): readonly SortKey[] {
  const keys = (text ?? '').split(',').flatMap((part): SortKey[] => {
    const field = part.replace(/^-/, '');
    return columnNamed(entity, field)?.sortable ? [{ field, dir: part.startsWith('-') ? 'desc' : 'asc' }] : [];
  });
  return keys.length > 0 ? keys.slice(0, 4) : usualSort(entity, deleted);
}

/** Reads the address; what it does not understand it leaves out. */
export function readState(entity: AnyEntity, params: URLSearchParams): ListState {
  const filters = [...params].flatMap(([key, value]) => {
    const field = fieldOf(key);
    const column = RESERVED.has(key) ? undefined : columnNamed(entity, field);
    // One the column does not understand asks for nothing, and is shown as such.
    return column && filterForm(column) !== undefined && value.trim() !== '' ? [[field, value] as const] : [];
  });
  const deleted = params.get('deleted') === '1' && softDeletes(entity);
  const limit = whole(params.get('limit'), DEFAULT_SIZE);
  const columns = params
    .get('cols')
    ?.split(',')
    .filter((name) => columnNamed(entity, name) !== undefined);
  return {
    page: whole(params.get('page'), 1),
    limit: PAGE_SIZES.find((size) => size === limit) ?? DEFAULT_SIZE,
    sort: readSort(entity, params.get('sort'), deleted),
    q: params.get('q') ?? '',
    all: params.get('all') === '1' && (params.get('q') ?? '') !== '',
    filters: Object.fromEntries(filters),
    deleted,
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
  put('sort', printSort(state.sort), printSort(usualSort(entity, state.deleted)));
  put('q', state.q, '');
  put('all', state.all && state.q !== '' ? '1' : '', '');
  put('cols', state.columns?.join(',') ?? '', '');
  put('deleted', state.deleted ? '1' : '', '');
  put('record', state.record ?? '', '');
  for (const [field, text] of Object.entries(state.filters)) put(keyOf(field), text, '');
  return params;
}

const DELETED = { field: 'delete_time', op: 'NOT NULL', value: null } as const;
const filterOf = (entity: AnyEntity, { filters, deleted }: ListState, readable: ReadonlySet<string>): Filter => ({
  all: [
    ...Object.entries(filters).flatMap(([field, text]) => {
      const column = columnNamed(entity, field);
      const cond = column && readable.has(field) ? condOf(column, text) : undefined;
      return cond ? [cond] : [];
    }),
    ...(deleted && readable.has('delete_time') ? [DELETED] : []),
  ],
});

/** Whether the list is drawn as a tree: only while nothing narrows it, or parents would be missing. */
export const isTree = (entity: AnyEntity, state: ListState): boolean =>
  entity.spec.tree !== undefined && !state.deleted && state.q === '' && Object.keys(state.filters).length === 0;

/** What to ask the server for. */
export function queryOf(entity: AnyEntity, state: ListState, readable: ReadonlySet<string>): ListQuery {
  const tree = isTree(entity, state);
  const sort = state.sort.filter(({ field }) => readable.has(field));
  return {
    page: tree ? 1 : state.page,
    limit: tree ? TREE_SIZE : state.limit,
    sort: sort.length > 0 ? sort : [{ field: 'id', dir: 'desc' }],
    where: filterOf(entity, state, readable),
    ...(state.q === '' ? {} : { q: state.q }),
    ...(state.all ? { searchAll: true } : {}),
  };
}

/** The live topic of the same rows; a search that looked at the newest ones only is told of these only. */
export const topicOf = (entity: AnyEntity, query: ListQuery, from?: number): TopicSpec => ({
  k: 'list',
  e: entity.name,
  where: from === undefined ? query.where : { all: [query.where, { field: 'id', op: '>=', value: from }] },
  sort: query.sort,
  ...(query.q === undefined ? {} : { q: query.q }),
});

/** The live topic of all rows, for a list whose own question cannot be followed. */
export const everythingOf = (entity: AnyEntity): TopicSpec => ({
  k: 'list',
  e: entity.name,
  where: EVERYTHING,
  sort: [{ field: 'id', dir: 'desc' }],
});

/** Whether the live channel can decide the question by itself; what is too long for it, it refuses. */
export const isFollowable = (entity: AnyEntity, { where, q = '' }: ListQuery): boolean =>
  exactness(entity, where) !== 'opaque' &&
  q.length <= LIMITS.topicSearch &&
  JSON.stringify(where).length <= LIMITS.topicFilterBytes;

/** Columns by their names, in order; those the entity does not have are left out. */
export const shownColumns = (entity: AnyEntity, names: readonly string[]): readonly Column[] =>
  names.flatMap((name) => columnNamed(entity, name) ?? []);

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
