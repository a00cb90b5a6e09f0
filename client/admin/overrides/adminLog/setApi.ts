/** The change-set behind an entry of the log. */
import type { ChangeSetResponse } from '../../../../common/protocol/history';
import { titlesReceived } from '../../../shared/store/entities';
import { api } from '../../../shared/api/api';

export const setApi = api.injectEndpoints({
  endpoints: (build) => ({
    changeSet: build.query<ChangeSetResponse, string>({
      query: (cid) => ({ url: '/admin/history/set', params: { cid }, isSilent: true, allowsParallel: true }),
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
      onQueryStarted: async (_cid, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined); // whoever asked shows the refusal
        if (answer) dispatch(titlesReceived(answer.data.refs));
      },
    }),
  }),
});
