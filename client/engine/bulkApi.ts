/** Endpoints over many rows: one change to all of them, and what their numbers come to. */
import type { Json } from '../../common/entity/field';
import type { SummaryAnswer } from '../../common/protocol/summary';
import { api } from '../shared/api';
import { newMid, path, type BulkDone, type ListArgs } from './rowsApi';

export interface BulkEdited extends BulkDone {
  /** Rows that were as asked already. */
  readonly same: readonly number[];
  readonly failed: readonly { readonly id: number; readonly msg: string }[];
}
export interface BulkEdit {
  readonly e: string;
  readonly ids: readonly number[];
  readonly set: Readonly<Record<string, Json>>;
  /** Fields to empty in every row. */
  readonly clear: readonly string[];
  readonly revisions: Readonly<Record<number, number>>;
}

export const bulkApi = api.injectEndpoints({
  endpoints: (build) => ({
    updateMany: build.mutation<BulkEdited, BulkEdit>({
      query: ({ e, ...body }) => ({ url: path(e, 'batchEdit'), method: 'POST', body: { ...body, _mid: newMid() } }),
    }),
    summary: build.query<SummaryAnswer, ListArgs>({
      query: ({ e, params }) => ({ url: path(e, 'summary'), params, quiet: true, repeatable: true }),
      keepUnusedDataFor: 0,
    }),
  }),
});
