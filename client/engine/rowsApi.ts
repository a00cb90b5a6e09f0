/** The few endpoints every entity is read and written through. Rows go to the entities; a list keeps only ids and its place in the log. */
import { nanoid } from '@reduxjs/toolkit';
import type { Json } from '../../common/entity/field';
import type { Wire } from '../../common/entity/project';
import type { ListAnswer } from '../../common/protocol/live';
import { api, type Request } from '../shared/api';
import { rowsArrived } from '../shared/entities';
import type { CallFault } from '../shared/faults';
import type { ListPage } from './liveList';

type Params = NonNullable<Request['params']>;
export interface ListArgs {
  readonly e: string;
  /** As `printQuery` prints them. */
  readonly params: Params;
}
export interface RowArgs {
  readonly e: string;
  readonly id: number;
}
/** Where in the log an answered row stands. */
export interface RowMark {
  readonly id: number;
  readonly seq: string;
  readonly epoch: string;
  /** Says which answer this is. */
  readonly key: string;
}
/** What the write path answers for one row. */
export interface Written {
  readonly id: number;
  readonly revision: number;
  readonly row: Wire;
  readonly ignored: readonly string[];
  readonly merged: readonly string[];
}
export interface BulkDone {
  readonly ids: readonly number[];
  readonly skipped: readonly { readonly id: number; readonly revision: number }[];
}
export interface Pick {
  readonly id: number;
  readonly title: string;
}
interface RowAnswer {
  readonly row: Wire;
  readonly refs: ListAnswer['refs'];
  readonly seq: string;
  readonly epoch: string;
}

/** What the base query gives back, before its shape is known. */
type Asked = { readonly data: unknown } | { readonly error: CallFault };
type Ask = (request: Request) => Asked | PromiseLike<Asked>;
/** RTK Query types the base's answer as optional pairs; one of them is always there. */
const asking = (base: (request: Request) => unknown): Ask => base as Ask;

const path = (e: string, action: string) => `/admin/${e}/${action}`;
/** A new mutation id. */
export const newMid = (): string => nanoid(21);

const readList = async (args: ListArgs, ask: Ask, action: 'index' | 'select') =>
  ask({ url: path(args.e, action), params: args.params, quiet: true, repeatable: true });

const readsApi = api.injectEndpoints({
  endpoints: (build) => ({
    list: build.query<ListPage, ListArgs>({
      queryFn: async (args, { dispatch }, _extra, base) => {
        const answer = await readList(args, asking(base), 'index');
        if ('error' in answer) return { error: answer.error };
        const { list, total, total_capped, seq, epoch, refs } = answer.data as ListAnswer; // the server's contract
        dispatch(rowsArrived({ e: args.e, rows: list, refs }));
        const ids = list.flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
        return { data: { ids, total, capped: total_capped === true, seq, epoch, key: nanoid(8) } };
      },
      providesTags: (_page, _error, { e }) => ['Rows', { type: 'Rows', id: e }],
    }),
    get: build.query<RowMark, RowArgs>({
      queryFn: async ({ e, id }, { dispatch }, _extra, base) => {
        const answer = await asking(base)({ url: path(e, 'edit'), params: { id }, quiet: true, repeatable: true });
        if ('error' in answer) return { error: answer.error };
        const { row, refs, seq, epoch } = answer.data as RowAnswer; // the server's contract
        dispatch(rowsArrived({ e, rows: [row], refs }));
        return { data: { id, seq, epoch, key: nanoid(8) } };
      },
      keepUnusedDataFor: 0,
    }),
    select: build.query<
      { readonly picks: readonly Pick[]; readonly total: number },
      ListArgs & { readonly title: string }
    >({
      queryFn: async (args, { dispatch }, _extra, base) => {
        const answer = await readList(args, asking(base), 'select');
        if ('error' in answer) return { error: answer.error };
        const { list, total } = answer.data as ListAnswer; // the server's contract
        const picks = list.flatMap((row) => {
          const { id } = row;
          return typeof id === 'number' ? [{ id, title: textOf(row[args.title], id) }] : [];
        });
        dispatch(rowsArrived({ e: args.e, rows: [], refs: { [args.e]: titlesOf(picks) } }));
        return { data: { picks, total } };
      },
      keepUnusedDataFor: 20,
      providesTags: (_page, _error, { e }) => [{ type: 'Rows', id: `${e}/select` }],
    }),
  }),
});

export const rowsApi = readsApi.injectEndpoints({
  endpoints: (build) => ({
    create: build.mutation<Written, { readonly e: string; readonly body: Readonly<Record<string, unknown>> }>({
      query: ({ e, body }) => ({ url: path(e, 'add'), method: 'POST', body, quiet: true }),
      onQueryStarted: keepRow,
      invalidatesTags: (done, _error, { e }) =>
        done
          ? [
              { type: 'Rows', id: e },
              { type: 'Rows', id: `${e}/select` },
            ]
          : [],
    }),
    update: build.mutation<
      Written,
      { readonly e: string; readonly body: Readonly<Record<string, unknown>>; readonly quiet?: boolean }
    >({
      query: ({ e, body, quiet = true }) => ({ url: path(e, 'edit'), method: 'POST', body, quiet }),
      onQueryStarted: keepRow,
    }),
    remove: build.mutation<
      BulkDone,
      { readonly e: string; readonly ids: readonly number[]; readonly revisions: Readonly<Record<number, number>> }
    >({
      query: ({ e, ids, revisions }) => ({
        url: path(e, 'del'),
        method: 'POST',
        body: { ids, revisions, _mid: newMid() },
      }),
      invalidatesTags: (done, _error, { e }) =>
        done
          ? [
              { type: 'Rows', id: e },
              { type: 'Rows', id: `${e}/select` },
            ]
          : [],
    }),
    act: build.mutation<
      unknown,
      {
        readonly e: string;
        readonly id: number;
        readonly action: string;
        readonly input?: Readonly<Record<string, Json>>;
      }
    >({
      query: ({ e, id, action, input }) => ({
        url: path(e, action),
        method: 'POST',
        body: { ...input, id, _mid: newMid() },
      }),
    }),
    sort: build.mutation<unknown, { readonly e: string; readonly id: number; readonly targetId: number }>({
      query: ({ e, id, targetId }) => ({
        url: path(e, 'sortable'),
        method: 'POST',
        body: { id, targetId, _mid: newMid() },
      }),
      invalidatesTags: (_done, _error, { e }) => [{ type: 'Rows', id: e }],
    }),
  }),
});

const textOf = (value: Json | undefined, id: number): string =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : `#${id}`;
const titlesOf = (picks: readonly Pick[]) => Object.fromEntries(picks.map(({ id, title }) => [String(id), title]));

interface Lifecycle {
  readonly dispatch: (action: ReturnType<typeof rowsArrived>) => unknown;
  readonly queryFulfilled: Promise<{ readonly data: Written }>;
}
/** The answer of a write shows at once, also where the live channel is slower or down. */
async function keepRow({ e }: { readonly e: string }, { dispatch, queryFulfilled }: Lifecycle): Promise<void> {
  try {
    const { data } = await queryFulfilled;
    dispatch(rowsArrived({ e, rows: [data.row] }));
  } catch {
    return; // whoever asked shows the refusal
  }
}
