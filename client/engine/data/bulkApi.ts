/** Endpoints over many rows: bulk edit and column summaries. */
import type { Json } from '../../../common/entity/field';
import type { SummaryResponse } from '../../../common/protocol/summary';
import { api } from '../../shared/api/api';
import { newIdempotencyKey, entityUrl, type BulkResult, type ListArgs } from './rowsApi';

export interface BulkEditResult extends BulkResult {
  /** Rows that already had the values. */
  readonly same: readonly number[];
  readonly failed: readonly { readonly id: number; readonly msg: string }[];
}
export interface BulkEditRequest {
  readonly e: string;
  readonly ids: readonly number[];
  readonly set: Readonly<Record<string, Json>>;
  /** Fields to empty in every row. */
  readonly clear: readonly string[];
  readonly revisions: Readonly<Record<number, number>>;
}

export const bulkApi = api.injectEndpoints({
  endpoints: (build) => ({
    updateMany: build.mutation<BulkEditResult, BulkEditRequest>({
      query: ({ e, ...body }) => ({ url: entityUrl(e, 'batchEdit'), method: 'POST', body: { ...body, _mid: newIdempotencyKey() } }),
    }),
    summary: build.query<SummaryResponse, ListArgs>({
      query: ({ e, params }) => ({ url: entityUrl(e, 'summary'), params, isSilent: true, allowsParallel: true }),
      keepUnusedDataFor: 0,
    }),
  }),
});
