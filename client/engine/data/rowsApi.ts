/** REST endpoints shared by all entities. Rows go to the entity store; a list keeps only ids and its cursor. */
import { nanoid } from '@reduxjs/toolkit';
import type { Json } from '../../../common/entity/field';
import type { WireRow } from '../../../common/entity/projectRow';
import type { RemoteFieldChange, ListResponse } from '../../../common/protocol/liveEvents';
import { api, withMessage, type ApiRequest } from '../../shared/api/api';
import { rowsReceived, rowsEvicted } from '../../shared/store/entities';
import { optimisticUpdateRemoved } from '../../shared/store/optimistic';
import type { CallFault } from '../../shared/api/faults';
import { findLastRow, readParents, type ListPage, type PartialSearch } from './liveList';

type Params = NonNullable<ApiRequest['params']>;
export interface ListArgs {
  readonly e: string;
  /** Parameters as `printQuery` returns them. */
  readonly params: Params;
  /** The parent column, when the rows are drawn as a tree. */
  readonly tree?: string;
}
export interface RowArgs {
  readonly e: string;
  readonly id: number;
}
/** Position in the change log of a returned row. */
export interface RowVersion {
  readonly id: number;
  readonly seq: string;
  readonly epoch: string;
  /** Unique per response. */
  readonly key: string;
}
/** Response to a write of one row. */
export interface SaveResult {
  /** The server's message. */
  readonly message?: string;
  /** Change-set id, for the undo. */
  readonly cid?: string;
  readonly id: number;
  readonly revision: number;
  readonly row: WireRow;
  readonly ignored: readonly string[];
  readonly merged: readonly string[];
  readonly changes?: readonly RemoteFieldChange[];
}
export interface BulkResult {
  /** The server's message. */
  readonly message?: string;
  readonly cid?: string;
  readonly ids: readonly number[];
  /** Rows left unchanged; `gone`: no longer there. */
  readonly skipped: readonly { readonly id: number; readonly revision: number; readonly gone?: true }[];
}
/** Columns a picker shows beside the title. `to`: the entity the hint refers to. */
export interface PickerColumns {
  readonly picture?: string;
  readonly hint?: string;
  readonly to?: string;
}
export interface PickerOption {
  readonly id: number;
  readonly title: string;
  /** Image URL, and a text that tells equal titles apart, if the entity defines them. */
  readonly picture?: string;
  readonly hint?: string;
}
interface RowResponse {
  readonly row: WireRow;
  readonly refs: ListResponse['refs'];
  readonly seq: string;
  readonly epoch: string;
}

/** Result of the base query before its shape is known. */
type BaseResult = { readonly data: unknown } | { readonly error: CallFault };
type BaseQuery = (request: ApiRequest) => BaseResult | PromiseLike<BaseResult>;
/** RTK Query types the result as optional pairs; one of them is always present. */
const asBaseQuery = (baseQuery: (request: ApiRequest) => unknown): BaseQuery => baseQuery as BaseQuery;

export const entityUrl = (e: string, action: string) => `/admin/${e}/${action}`;
/** A new idempotency key. */
export const newIdempotencyKey = (): string => nanoid(21);

const readList = async (args: ListArgs, baseQuery: BaseQuery, action: 'index' | 'select') =>
  baseQuery({ url: entityUrl(args.e, action), params: args.params, isSilent: true, allowsParallel: true });

const readsApi = api.injectEndpoints({
  endpoints: (build) => ({
    list: build.query<ListPage, ListArgs>({
      queryFn: async (args, { dispatch }, _extra, baseQuery) => {
        const response = await readList(args, asBaseQuery(baseQuery), 'index');
        if ('error' in response) return { error: response.error };
        const { list, total, total_capped, searched, seq, epoch, refs } = response.data as ListResponse; // the server's contract
        dispatch(rowsReceived({ e: args.e, rows: list, refs }));
        const ids = list.flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
        const capped = total_capped === true;
        const edge = findLastRow(list, {
          total,
          isTotalCapped: capped,
          page: Number(args.params['page']),
          limit: Number(args.params['limit']),
        });
        const partialSearch = searched === undefined ? {} : { partialSearch: searched };
        const parents = args.tree === undefined ? {} : { parents: readParents(list, args.tree) };
        return { data: { ids, total, isTotalCapped: capped, ...partialSearch, seq, epoch, key: nanoid(8), lastRow: edge, ...parents } };
      },
      providesTags: (_page, _error, { e }) => ['Rows', { type: 'Rows', id: e }],
    }),
    get: build.query<RowVersion, RowArgs>({
      queryFn: async ({ e, id }, { dispatch }, _extra, baseQuery) => {
        const response = await asBaseQuery(baseQuery)({ url: entityUrl(e, 'edit'), params: { id }, isSilent: true, allowsParallel: true });
        if ('error' in response) {
          // Drop a row the user may no longer read.
          if (response.error.status === 404) dispatch(rowsEvicted([[e, [id]]]));
          return { error: response.error };
        }
        const { row, refs, seq, epoch } = response.data as RowResponse; // the server's contract
        dispatch(rowsReceived({ e, rows: [row], refs }));
        return { data: { id, seq, epoch, key: nanoid(8) } };
      },
      keepUnusedDataFor: 0,
      // Refetched when permissions change.
      providesTags: ['Rows'],
    }),
    select: build.query<
      { readonly options: readonly PickerOption[]; readonly total: number; readonly searched?: PartialSearch },
      ListArgs & { readonly title: string; readonly pickerColumns?: PickerColumns }
    >({
      queryFn: async (args, { dispatch }, _extra, baseQuery) => {
        const response = await readList(args, asBaseQuery(baseQuery), 'select');
        if ('error' in response) return { error: response.error };
        const { list, total, searched, refs } = response.data as ListResponse; // the server's contract
        const options = list.flatMap((row) => {
          const { id } = row;
          return typeof id === 'number'
            ? [{ id, title: titleText(row[args.title], id), ...pickerColumnValues(row, args.pickerColumns, refs) }]
            : [];
        });
        dispatch(rowsReceived({ e: args.e, rows: [], refs: { [args.e]: titlesById(options) } }));
        return { data: { options, total, ...(searched === undefined ? {} : { searched }) } };
      },
      keepUnusedDataFor: 20,
      providesTags: (_page, _error, { e }) => [{ type: 'Rows', id: `${e}/select` }],
    }),
  }),
});

const writesApi = readsApi.injectEndpoints({
  endpoints: (build) => ({
    create: build.mutation<SaveResult, { readonly e: string; readonly body: Readonly<Record<string, unknown>> }>({
      query: ({ e, body }) => ({ url: entityUrl(e, 'add'), method: 'POST', body, isSilent: true }),
      transformResponse: withMessage<SaveResult>,
      onQueryStarted: storeReturnedRow,
      invalidatesTags: (result, _error, { e }) =>
        result
          ? [
              { type: 'Rows', id: e },
              { type: 'Rows', id: `${e}/select` },
            ]
          : [],
    }),
    update: build.mutation<
      SaveResult,
      { readonly e: string; readonly body: Readonly<Record<string, unknown>>; readonly quiet?: boolean }
    >({
      query: ({ e, body, quiet = true }) => ({ url: entityUrl(e, 'edit'), method: 'POST', body, isSilent: quiet }),
      transformResponse: withMessage<SaveResult>,
      onQueryStarted: storeReturnedRow,
    }),
    remove: build.mutation<
      BulkResult,
      { readonly e: string; readonly ids: readonly number[]; readonly revisions: Readonly<Record<number, number>> }
    >({
      query: ({ e, ids, revisions }) => ({
        url: entityUrl(e, 'del'),
        method: 'POST',
        body: { ids, revisions, _mid: newIdempotencyKey() },
      }),
      transformResponse: withMessage<BulkResult>,
      invalidatesTags: (result, _error, { e }) =>
        result
          ? [
              { type: 'Rows', id: e },
              { type: 'Rows', id: `${e}/select` },
            ]
          : [],
    }),
  }),
});

export const rowsApi = writesApi.injectEndpoints({
  endpoints: (build) => ({
    restore: build.mutation<BulkResult, { readonly e: string; readonly ids: readonly number[] }>({
      query: ({ e, ids }) => ({
        url: entityUrl(e, 'restore'),
        method: 'POST',
        body: { ids, _mid: newIdempotencyKey() },
        isSilent: true,
      }),
      invalidatesTags: (result, _error, { e }) => (result ? [{ type: 'Rows', id: e }] : []),
    }),
    act: build.mutation<
      unknown,
      {
        readonly e: string;
        readonly id: number;
        readonly action: string;
        readonly input?: Readonly<Record<string, Json>>;
        /** Shows the server's success message. */
        readonly announce?: boolean;
      }
    >({
      query: ({ e, id, action, input, announce = false }) => ({
        url: entityUrl(e, action),
        method: 'POST',
        body: { ...input, id, _mid: newIdempotencyKey() },
        announce,
      }),
    }),
    sort: build.mutation<
      BulkResult,
      {
        readonly e: string;
        readonly id: number;
        readonly targetId: number;
        readonly revision?: number;
        /** In a tree: the new parent. */
        readonly parent?: number | null;
      }
    >({
      query: ({ e, ...move }) => ({
        url: entityUrl(e, 'sortable'),
        method: 'POST',
        body: { ...move, _mid: newIdempotencyKey() },
        isSilent: true,
      }),
      invalidatesTags: (_done, _error, { e }) => [{ type: 'Rows', id: e }],
    }),
  }),
});

const titleText = (value: Json | undefined, id: number): string =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : `#${id}`;
const pickerColumnValues = (row: WireRow, pickerColumns: PickerColumns | undefined, refs: ListResponse['refs']): Partial<PickerOption> => {
  const [picture, hintValue] = [row[pickerColumns?.picture ?? ''], row[pickerColumns?.hint ?? '']];
  const hint = typeof hintValue === 'number' ? refs[pickerColumns?.to ?? '']?.[String(hintValue)] : hintValue;
  return {
    ...(typeof picture === 'string' ? { picture } : {}),
    ...(typeof hint === 'string' ? { hint } : {}),
  };
};
const titlesById = (options: readonly PickerOption[]) => Object.fromEntries(options.map(({ id, title }) => [String(id), title]));

interface Lifecycle {
  readonly dispatch: (action: ReturnType<typeof rowsReceived> | ReturnType<typeof optimisticUpdateRemoved>) => unknown;
  readonly queryFulfilled: Promise<{ readonly data: SaveResult }>;
}
interface WriteRequest {
  readonly e: string;
  readonly body: Readonly<Record<string, unknown>>;
}
/** Stores the returned row at once, also when the live channel is slow or down, and removes the optimistic value. */
async function storeReturnedRow({ e, body }: WriteRequest, { dispatch, queryFulfilled }: Lifecycle): Promise<void> {
  const { _mid: sentKey } = body;
  const ownKey = typeof sentKey === 'string' ? sentKey : undefined;
  try {
    const { data } = await queryFulfilled;
    dispatch(rowsReceived({ e, rows: [data.row], idempotencyKey: ownKey }));
  } catch {
    // The caller shows the rejection.
    if (ownKey !== undefined) dispatch(optimisticUpdateRemoved(ownKey));
  }
}
