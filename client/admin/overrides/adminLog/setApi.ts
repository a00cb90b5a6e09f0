/** The change-set behind an entry of the log. */
import type { ChangeSetAnswer } from '../../../../common/protocol/history';
import { titlesArrived } from '../../../shared/entities';
import { api } from '../../../shared/api';

export const setApi = api.injectEndpoints({
  endpoints: (build) => ({
    changeSet: build.query<ChangeSetAnswer, string>({
      query: (cid) => ({ url: '/admin/history/set', params: { cid }, quiet: true, repeatable: true }),
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
      onQueryStarted: async (_cid, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined); // whoever asked shows the refusal
        if (answer) dispatch(titlesArrived(answer.data.refs));
      },
    }),
  }),
});
