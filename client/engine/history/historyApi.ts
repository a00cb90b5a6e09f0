/** The endpoints of a record's past. Loaded with the panel. */
import type { HistoryAnswer, HistoryLine } from '../../../common/protocol/history';
import { titlesArrived, rowsArrived } from '../../shared/entities';
import { api } from '../../shared/api';
import type { Written } from '../rowsApi';

export interface PastArgs {
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
  readonly line: HistoryLine;
  /** Absent: every field of the save. */
  readonly fields?: readonly string[];
  /** Of the act: whoever repeats it after a lost answer repeats this too. */
  readonly mid: string;
}

export const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    past: build.query<HistoryAnswer, PastArgs>({
      query: ({ e, ...params }) => ({ url: `/admin/${e}/history`, params, quiet: true, repeatable: true }),
      keepUnusedDataFor: 0,
      onQueryStarted: async (_args, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined); // whoever asked shows the refusal
        if (answer) dispatch(titlesArrived(answer.data.refs));
      },
    }),
    revert: build.mutation<Written, RevertArgs>({
      query: ({ e, id, line, fields, mid }) => ({
        url: `/admin/${e}/revert`,
        method: 'POST',
        body: { id, seq: line.seq, ...(fields ? { fields } : {}), _mid: mid },
        quiet: true,
      }),
      onQueryStarted: async ({ e }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined); // whoever asked shows the refusal
        if (answer) dispatch(rowsArrived({ e, rows: [answer.data.row] }));
      },
    }),
  }),
});
