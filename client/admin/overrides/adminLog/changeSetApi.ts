/** Loads the change set of a log entry. */
import type { ChangeSetResponse } from '../../../../common/protocol/history';
import { titlesReceived } from '../../../shared/store/entities';
import { api } from '../../../shared/api/api';

export const changeSetApi = api.injectEndpoints({
  endpoints: (build) => ({
    changeSet: build.query<ChangeSetResponse, string>({
      query: (cid) => ({ url: '/admin/history/set', params: { cid }, isSilent: true, allowsParallel: true }),
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
      onQueryStarted: async (_cid, { dispatch, queryFulfilled }) => {
        const result = await queryFulfilled.catch(() => undefined); // the component shows the error
        if (result) dispatch(titlesReceived(result.data.refs));
      },
    }),
  }),
});
