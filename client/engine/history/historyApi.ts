/** Endpoints of the history of a record, loaded with the panel. */
import type { HistoryResponse, HistoryEntry } from '../../../common/protocol/history';
import { titlesReceived, rowsReceived } from '../../shared/store/entities';
import { api } from '../../shared/api/api';
import type { SaveResult } from '../data/rowsApi';

export interface HistoryArgs {
  readonly e: string;
  readonly id: number;
  /** Only entries before this one. */
  readonly before?: string;
  /** Only this entry, with its long values. */
  readonly seq?: string;
}
export interface RevertArgs {
  readonly e: string;
  readonly id: number;
  readonly entry: HistoryEntry;
  /** Absent: all fields of the save. */
  readonly fields?: readonly string[];
  /** Idempotency key; a retry after a lost response sends it again. */
  readonly idempotencyKey: string;
}

export const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    past: build.query<HistoryResponse, HistoryArgs>({
      query: ({ e, ...params }) => ({ url: `/admin/${e}/history`, params, isSilent: true, allowsParallel: true }),
      keepUnusedDataFor: 0,
      onQueryStarted: async (_args, { dispatch, queryFulfilled }) => {
        const response = await queryFulfilled.catch(() => undefined); // the caller shows the rejection
        if (response) dispatch(titlesReceived(response.data.refs));
      },
    }),
    revert: build.mutation<SaveResult, RevertArgs>({
      query: ({ e, id, entry, fields, idempotencyKey }) => ({
        url: `/admin/${e}/revert`,
        method: 'POST',
        body: { id, seq: entry.seq, ...(fields ? { fields } : {}), _mid: idempotencyKey },
        isSilent: true,
      }),
      onQueryStarted: async ({ e }, { dispatch, queryFulfilled }) => {
        const response = await queryFulfilled.catch(() => undefined); // the caller shows the rejection
        if (response) dispatch(rowsReceived({ e, rows: [response.data.row] }));
      },
    }),
  }),
});
