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
/** A tree is fetched in one response, up to its limit. */
const TREE_PAGE_SIZE = 200;

/** Filter texts by field. */
export type FilterTexts = Readonly<Record<string, string>>;

export interface ListState {
  readonly page: number;
  readonly limit: number;
  readonly sort: readonly SortKey[];
  readonly quickSearch: string;
  /** Quick search covers the whole table. */
  readonly searchesAll: boolean;
  /** Filter texts by field; all of them hold. */
  readonly filters: FilterTexts;
  /** Filter groups: at least one filter of each group must match. */
  readonly anyOf: readonly FilterTexts[];
  /** Id of the saved view that the list shows; null: none. */
  readonly view: string | null;
  /** The job that changes all records of a list, while its progress is shown. */
  readonly bulkJob: number | null;
  /** Shows the recycle bin. */
  readonly showsDeleted: boolean;
  /** Shown columns; null: the default of the definition. */
  readonly columns: readonly string[] | null;
  /** The open record: an id, `new`, or `copy-` with the id of the record to duplicate. */
  readonly record: string | null;
}

const COPY_PARAM = /^copy-([1-9]\d{0,14})$/;
/** The parameter of a new record with the values of another. */
export const copyRecordParam = (id: number): string => `copy-${id}`;
/** The record whose values a new one gets; undefined for any other parameter. */
export function copiedRecordId(record: string | null): number | undefined {
  const id = COPY_PARAM.exec(record ?? '')?.[1];
  return id === undefined ? undefined : Number(id);
}

const RESERVED_PARAMS = new Set(['page', 'limit', 'sort', 'q', 'all', 'cols', 'record', 'deleted', 'view', 'job']);
/** Groups of filters, as in `any0.status=1&any0.title=spring`. */
export const MAX_GROUPS = 5;
const GROUP_PARAM = /^any([0-4])\.(.+)$/;
const getParam = (field: string) => (RESERVED_PARAMS.has(field) ? `f.${field}` : field);
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

/** Whether the column has filters and the text is not blank. An invalid filter is kept, so that its error is shown. */
function isFilter(entity: AnyEntity, field: string, text: string): boolean {
  const column = findColumn(entity, field);
  return column !== undefined && findFilterType(column) !== undefined && text.trim() !== '';
}
function parseGroups(entity: AnyEntity, params: URLSearchParams): readonly FilterTexts[] {
  const groups = new Map<string, Record<string, string>>();
  for (const [key, text] of params) {
    const [, index = '', field = ''] = GROUP_PARAM.exec(key) ?? [];
    if (isFilter(entity, field, text)) groups.set(index, { ...groups.get(index), [field]: text });
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b)).map(([, group]) => group);
}

/** Reads the state from the URL; unknown parameters are ignored. */
export function parseListState(entity: AnyEntity, params: URLSearchParams): ListState {
  const filters = [...params].flatMap(([key, value]) => {
    const field = fieldOfParam(key);
    return !RESERVED_PARAMS.has(key) && isFilter(entity, field, value) ? [[field, value] as const] : [];
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
    anyOf: parseGroups(entity, params),
    view: params.get('view'),
    bulkJob: parsePositiveInt(params.get('job'), 0) || null,
    showsDeleted: isDeleted,
    columns: columns && columns.length > 0 ? columns : null,
    record: params.get('record'),
  };
}

/** Writes the state to the URL without default values; foreign parameters are kept. */
export function formatListState(entity: AnyEntity, state: ListState, before: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams();
  for (const [key, value] of before) {
    const isOwn =
      RESERVED_PARAMS.has(key) || GROUP_PARAM.test(key) || findColumn(entity, fieldOfParam(key)) !== undefined;
    if (!isOwn) params.append(key, value);
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
  setUnlessDefault('view', state.view ?? '', '');
  setUnlessDefault('job', String(state.bulkJob ?? ''), '');
  for (const [field, text] of Object.entries(state.filters)) setUnlessDefault(getParam(field), text, '');
  const groups = state.anyOf.filter((group) => Object.keys(group).length > 0);
  for (const [index, group] of groups.slice(0, MAX_GROUPS).entries())
    for (const [field, text] of Object.entries(group)) setUnlessDefault(`any${index}.${field}`, text, '');
  return params;
}

const DELETED_ONLY = { field: 'delete_time', op: 'NOT NULL', value: null } as const;
function buildFilter(
  entity: AnyEntity,
  { filters, anyOf, showsDeleted }: ListState,
  readable: ReadonlySet<string>,
): Filter {
  const getConditions = (texts: FilterTexts) =>
    Object.entries(texts).flatMap(([field, text]) => {
      const column = findColumn(entity, field);
      const cond = column && readable.has(field) ? parseFilter(column, text) : undefined;
      return cond ? [cond] : [];
    });
  const groups = anyOf.map(getConditions).filter((group) => group.length > 0);
  return {
    all: [
      ...getConditions(filters),
      ...groups.map((some) => ({ some })),
      ...(showsDeleted && readable.has('delete_time') ? [DELETED_ONLY] : []),
    ],
  };
}
/** Whether the list shows only some of the records. */
export const isFiltered = ({ quickSearch, filters, anyOf }: ListState): boolean =>
  quickSearch !== '' || Object.keys(filters).length > 0 || anyOf.length > 0;
/** The state without search and filters. */
export const NO_FILTERS = { quickSearch: '', filters: {}, anyOf: [] } as const;

/** Whether the list is drawn as a tree: only unfiltered, because parents would be missing. */
export const isTreeView = (entity: AnyEntity, state: ListState): boolean =>
  entity.spec.tree !== undefined && !state.showsDeleted && !isFiltered(state);

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
