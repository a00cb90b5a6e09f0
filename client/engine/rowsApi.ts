/** The few endpoints every entity is read and written through. Rows go to the entities; a list keeps only ids and its place in the log. */
import { nanoid } from '@reduxjs/toolkit';
import type { Json } from '../../common/entity/field';
import type { Wire } from '../../common/entity/project';
import type { FieldChange, ListAnswer } from '../../common/protocol/live';
import { api, withSaid, type Request } from '../shared/api';
import { rowsArrived, rowsReleased } from '../shared/entities';
import { overlayDropped } from '../shared/overlay';
import type { CallFault } from '../shared/faults';
import { edgeOf, parentsOf, type ListPage, type Searched } from './liveList';

type Params = NonNullable<Request['params']>;
export interface ListArgs {
  readonly e: string;
  /** As `printQuery` prints them. */
  readonly params: Params;
  /** The column that says what a row hangs under, where the rows are drawn as a tree. */
  readonly tree?: string;
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
  /** The server's message. */
  readonly said?: string;
  /** The change-set, for the undo. */
  readonly cid?: string;
  readonly id: number;
  readonly revision: number;
  readonly row: Wire;
  readonly ignored: readonly string[];
  readonly merged: readonly string[];
  readonly changes?: readonly FieldChange[];
}
export interface BulkDone {
  /** The server's message. */
  readonly said?: string;
  readonly cid?: string;
  readonly ids: readonly number[];
  /** Left alone; `gone`: no longer there. */
  readonly skipped: readonly { readonly id: number; readonly revision: number; readonly gone?: true }[];
}
/** Columns a picker shows beside the title; `to`: what the hint refers to. */
export interface Face {
  readonly picture?: string;
  readonly hint?: string;
  readonly to?: string;
}
export interface Pick {
  readonly id: number;
  readonly title: string;
  /** Address of a picture, and what tells namesakes apart, where the noun has them. */
  readonly picture?: string;
  readonly hint?: string;
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

export const path = (e: string, action: string) => `/admin/${e}/${action}`;
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
        const { list, total, total_capped, searched, seq, epoch, refs } = answer.data as ListAnswer; // the server's contract
        dispatch(rowsArrived({ e: args.e, rows: list, refs }));
        const ids = list.flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
        const capped = total_capped === true;
        const edge = edgeOf(list, {
          total,
          capped,
          page: Number(args.params['page']),
          limit: Number(args.params['limit']),
        });
        const bounds = searched === undefined ? {} : { searched };
        const hung = args.tree === undefined ? {} : { under: parentsOf(list, args.tree) };
        return { data: { ids, total, capped, ...bounds, seq, epoch, key: nanoid(8), edge, ...hung } };
      },
      providesTags: (_page, _error, { e }) => ['Rows', { type: 'Rows', id: e }],
    }),
    get: build.query<RowMark, RowArgs>({
      queryFn: async ({ e, id }, { dispatch }, _extra, base) => {
        const answer = await asking(base)({ url: path(e, 'edit'), params: { id }, quiet: true, repeatable: true });
        if ('error' in answer) {
          // What may no longer be read is not kept either.
          if (answer.error.status === 404) dispatch(rowsReleased([[e, [id]]]));
          return { error: answer.error };
        }
        const { row, refs, seq, epoch } = answer.data as RowAnswer; // the server's contract
        dispatch(rowsArrived({ e, rows: [row], refs }));
        return { data: { id, seq, epoch, key: nanoid(8) } };
      },
      keepUnusedDataFor: 0,
      // Read again whenever rights change.
      providesTags: ['Rows'],
    }),
    select: build.query<
      { readonly picks: readonly Pick[]; readonly total: number; readonly searched?: Searched },
      ListArgs & { readonly title: string; readonly face?: Face }
    >({
      queryFn: async (args, { dispatch }, _extra, base) => {
        const answer = await readList(args, asking(base), 'select');
        if ('error' in answer) return { error: answer.error };
        const { list, total, searched, refs } = answer.data as ListAnswer; // the server's contract
        const picks = list.flatMap((row) => {
          const { id } = row;
          return typeof id === 'number'
            ? [{ id, title: textOf(row[args.title], id), ...faceOf(row, args.face, refs) }]
            : [];
        });
        dispatch(rowsArrived({ e: args.e, rows: [], refs: { [args.e]: titlesOf(picks) } }));
        return { data: { picks, total, ...(searched === undefined ? {} : { searched }) } };
      },
      keepUnusedDataFor: 20,
      providesTags: (_page, _error, { e }) => [{ type: 'Rows', id: `${e}/select` }],
    }),
  }),
});

const writesApi = readsApi.injectEndpoints({
  endpoints: (build) => ({
    create: build.mutation<Written, { readonly e: string; readonly body: Readonly<Record<string, unknown>> }>({
      query: ({ e, body }) => ({ url: path(e, 'add'), method: 'POST', body, quiet: true }),
      transformResponse: withSaid<Written>,
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
      transformResponse: withSaid<Written>,
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
      transformResponse: withSaid<BulkDone>,
      invalidatesTags: (done, _error, { e }) =>
        done
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
    restore: build.mutation<BulkDone, { readonly e: string; readonly ids: readonly number[] }>({
      query: ({ e, ids }) => ({
        url: path(e, 'restore'),
        method: 'POST',
        body: { ids, _mid: newMid() },
        quiet: true,
      }),
      invalidatesTags: (done, _error, { e }) => (done ? [{ type: 'Rows', id: e }] : []),
    }),
    act: build.mutation<
      unknown,
      {
        readonly e: string;
        readonly id: number;
        readonly action: string;
        readonly input?: Readonly<Record<string, Json>>;
        /** Shows what the server says of the success. */
        readonly announce?: boolean;
      }
    >({
      query: ({ e, id, action, input, announce = false }) => ({
        url: path(e, action),
        method: 'POST',
        body: { ...input, id, _mid: newMid() },
        announce,
      }),
    }),
    sort: build.mutation<
      BulkDone,
      {
        readonly e: string;
        readonly id: number;
        readonly targetId: number;
        readonly revision?: number;
        /** Of a tree: the parent to hang under first. */
        readonly parent?: number | null;
      }
    >({
      query: ({ e, ...move }) => ({
        url: path(e, 'sortable'),
        method: 'POST',
        body: { ...move, _mid: newMid() },
        quiet: true,
      }),
      invalidatesTags: (_done, _error, { e }) => [{ type: 'Rows', id: e }],
    }),
  }),
});

const textOf = (value: Json | undefined, id: number): string =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : `#${id}`;
const faceOf = (row: Wire, face: Face | undefined, refs: ListAnswer['refs']): Partial<Pick> => {
  const [picture, said] = [row[face?.picture ?? ''], row[face?.hint ?? '']];
  const hint = typeof said === 'number' ? refs[face?.to ?? '']?.[String(said)] : said;
  return {
    ...(typeof picture === 'string' ? { picture } : {}),
    ...(typeof hint === 'string' ? { hint } : {}),
  };
};
const titlesOf = (picks: readonly Pick[]) => Object.fromEntries(picks.map(({ id, title }) => [String(id), title]));

interface Lifecycle {
  readonly dispatch: (action: ReturnType<typeof rowsArrived> | ReturnType<typeof overlayDropped>) => unknown;
  readonly queryFulfilled: Promise<{ readonly data: Written }>;
}
interface Sent {
  readonly e: string;
  readonly body: Readonly<Record<string, unknown>>;
}
/** The answer of a write shows at once, also where the live channel is slower or down, and takes the place of what was asked for. */
async function keepRow({ e, body }: Sent, { dispatch, queryFulfilled }: Lifecycle): Promise<void> {
  const { _mid: mid } = body;
  const own = typeof mid === 'string' ? mid : undefined;
  try {
    const { data } = await queryFulfilled;
    dispatch(rowsArrived({ e, rows: [data.row], mid: own }));
  } catch {
    // Whoever asked shows the refusal.
    if (own !== undefined) dispatch(overlayDropped(own));
  }
}
