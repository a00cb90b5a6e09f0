/** The endpoints of a record's past. Loaded with the panel. */
import type { HistoryResponse, HistoryEntry } from '../../../common/protocol/history';
import { titlesReceived, rowsReceived } from '../../shared/store/entities';
import { api } from '../../shared/api/api';
import type { SaveResult } from '../data/rowsApi';

export interface HistoryArgs {
  readonly e: string;
  readonly id: number;
  /** Only lines before this one. */
  readonly before?: string;
  /** This line alone, with its long values. */
  readonly seq?: string;
}
export interface RevertArgs {
  readonly e: string;
  readonly id: number;
  readonly entry: HistoryEntry;
  /** Absent: every field of the save. */
  readonly fields?: readonly string[];
  /** Of the act: whoever repeats it after a lost answer repeats this too. */
  readonly mid: string;
}

export const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    past: build.query<HistoryResponse, HistoryArgs>({
      query: ({ e, ...params }) => ({ url: `/admin/${e}/history`, params, isSilent: true, allowsParallel: true }),
      keepUnusedDataFor: 0,
      onQueryStarted: async (_args, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined); // whoever asked shows the refusal
        if (answer) dispatch(titlesReceived(answer.data.refs));
      },
    }),
    revert: build.mutation<SaveResult, RevertArgs>({
      query: ({ e, id, entry: line, fields, mid }) => ({
        url: `/admin/${e}/revert`,
        method: 'POST',
        body: { id, seq: line.seq, ...(fields ? { fields } : {}), _mid: mid },
        isSilent: true,
      }),
      onQueryStarted: async ({ e }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined); // whoever asked shows the refusal
        if (answer) dispatch(rowsReceived({ e, rows: [answer.data.row] }));
      },
    }),
  }),
});
