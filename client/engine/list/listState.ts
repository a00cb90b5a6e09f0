/** The state of a list in the URL, so that it can be shared, reloaded and navigated. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Filter } from '../../../common/entity/filter';
import { defaultSort } from '../../../common/query/compileFilter';
import { findColumn, hasSoftDelete, type Column } from '../../../common/entity/columns';
import type { ListQuery } from '../../../common/query/listQuery';
import type { SortKey } from '../../../common/protocol/liveEvents';
import { parseFilter, findFilterType } from '../fieldTypes/filterText';

export const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;
/** A tree is fetched in one answer, up to its limit. */
const TREE_PAGE_SIZE = 200;

export interface ListState {
  readonly page: number;
  readonly limit: number;
  readonly sort: readonly SortKey[];
  readonly quickSearch: string;
  /** Quick search covers the whole table. */
  readonly searchesAll: boolean;
  /** Filter texts by field. */
  readonly filters: Readonly<Record<string, string>>;
  /** Shows the recycle bin. */
  readonly showsDeleted: boolean;
  /** Shown columns; null: the default of the definition. */
  readonly columns: readonly string[] | null;
  /** The open record: an id or `new`. */
  readonly record: string | null;
}

const RESERVED_PARAMS = new Set(['page', 'limit', 'sort', 'q', 'all', 'cols', 'record', 'deleted']);
const paramOf = (field: string) => (RESERVED_PARAMS.has(field) ? `f.${field}` : field);
const fieldOfParam = (key: string) => (key.startsWith('f.') ? key.slice(2) : key);

const parsePositiveInt = (text: string | null, fallback: number) =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : fallback;
const formatSort = (sort: readonly SortKey[]) =>
  sort.map(({ field, dir }) => (dir === 'desc' ? `-${field}` : field)).join(',');

/** The recycle bin shows the latest deletion first. */
export const defaultListSort = (entity: AnyEntity, isDeleted: boolean): readonly SortKey[] =>
  isDeleted ? [{ field: 'delete_time', dir: 'desc' }] : defaultSort(entity);

function parseSort(entity: AnyEntity, text: string | null, isDeleted: boolean): readonly SortKey[] {
  const keys = (text ?? '').split(',').flatMap((part): SortKey[] => {
    const field = part.replace(/^-/, '');
    return findColumn(entity, field)?.sortable ? [{ field, dir: part.startsWith('-') ? 'desc' : 'asc' }] : [];
  });
  return keys.length > 0 ? keys.slice(0, 4) : defaultListSort(entity, isDeleted);
}

/** Reads the state from the URL; unknown parameters are ignored. */
export function parseListState(entity: AnyEntity, params: URLSearchParams): ListState {
  const filters = [...params].flatMap(([key, value]) => {
    const field = fieldOfParam(key);
    const column = RESERVED_PARAMS.has(key) ? undefined : findColumn(entity, field);
    // An invalid filter is kept, so that its error is shown.
    return column && findFilterType(column) !== undefined && value.trim() !== '' ? [[field, value] as const] : [];
  });
  const isDeleted = params.get('deleted') === '1' && hasSoftDelete(entity);
  const limit = parsePositiveInt(params.get('limit'), DEFAULT_PAGE_SIZE);
  const columns = params
    .get('cols')
    ?.split(',')
    .filter((name) => findColumn(entity, name) !== undefined);
  return {
    page: parsePositiveInt(params.get('page'), 1),
    limit: PAGE_SIZES.find((size) => size === limit) ?? DEFAULT_PAGE_SIZE,
    sort: parseSort(entity, params.get('sort'), isDeleted),
    quickSearch: params.get('q') ?? '',
    searchesAll: params.get('all') === '1' && (params.get('q') ?? '') !== '',
    filters: Object.fromEntries(filters),
    showsDeleted: isDeleted,
    columns: columns && columns.length > 0 ? columns : null,
    record: params.get('record'),
  };
}

/** Writes the state to the URL without default values; foreign parameters are kept. */
export function formatListState(entity: AnyEntity, state: ListState, before: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams();
  for (const [key, value] of before) {
    if (!RESERVED_PARAMS.has(key) && findColumn(entity, fieldOfParam(key)) === undefined) params.append(key, value);
  }
  const setUnlessDefault = (key: string, value: string, defaultValue: string) => {
    if (value !== defaultValue) params.set(key, value);
  };
  setUnlessDefault('page', String(state.page), '1');
  setUnlessDefault('limit', String(state.limit), String(DEFAULT_PAGE_SIZE));
  setUnlessDefault('sort', formatSort(state.sort), formatSort(defaultListSort(entity, state.showsDeleted)));
  setUnlessDefault('q', state.quickSearch, '');
  setUnlessDefault('all', state.searchesAll && state.quickSearch !== '' ? '1' : '', '');
  setUnlessDefault('cols', state.columns?.join(',') ?? '', '');
  setUnlessDefault('deleted', state.showsDeleted ? '1' : '', '');
  setUnlessDefault('record', state.record ?? '', '');
  for (const [field, text] of Object.entries(state.filters)) setUnlessDefault(paramOf(field), text, '');
  return params;
}

const DELETED_ONLY = { field: 'delete_time', op: 'NOT NULL', value: null } as const;
const buildFilter = (
  entity: AnyEntity,
  { filters, showsDeleted }: ListState,
  readable: ReadonlySet<string>,
): Filter => ({
  all: [
    ...Object.entries(filters).flatMap(([field, text]) => {
      const column = findColumn(entity, field);
      const cond = column && readable.has(field) ? parseFilter(column, text) : undefined;
      return cond ? [cond] : [];
    }),
    ...(showsDeleted && readable.has('delete_time') ? [DELETED_ONLY] : []),
  ],
});

/** Whether the list is drawn as a tree: only unfiltered, because parents would be missing. */
export const isTreeView = (entity: AnyEntity, state: ListState): boolean =>
  entity.spec.tree !== undefined &&
  !state.showsDeleted &&
  state.quickSearch === '' &&
  Object.keys(state.filters).length === 0;

/** The query of a list state. */
export function buildQuery(entity: AnyEntity, state: ListState, readable: ReadonlySet<string>): ListQuery {
  const tree = isTreeView(entity, state);
  const sort = state.sort.filter(({ field }) => readable.has(field));
  return {
    page: tree ? 1 : state.page,
    limit: tree ? TREE_PAGE_SIZE : state.limit,
    sort: sort.length > 0 ? sort : [{ field: 'id', dir: 'desc' }],
    where: buildFilter(entity, state, readable),
    ...(state.quickSearch === '' ? {} : { q: state.quickSearch }),
    ...(state.searchesAll ? { searchAll: true } : {}),
  };
}

/** Columns by name, in order; unknown names are left out. */
export const columnsByName = (entity: AnyEntity, names: readonly string[]): readonly Column[] =>
  names.flatMap((name) => findColumn(entity, name) ?? []);
