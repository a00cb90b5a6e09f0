/** REST endpoint of what codes and purchases gave the member. */
import { asRecord } from '../../../../common/json';
import type { OwnGrant } from '../../../../common/modules/ownGrant';
import { api } from '../../../shared/api/api';

export const grantsApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownGrants: build.query<readonly OwnGrant[], undefined>({
      query: () => ({ url: '/api/entitlement/granted', isSilent: true, allowsParallel: true }),
      transformResponse: (data) => (asRecord(data)?.['list'] ?? []) as readonly OwnGrant[], // of our server
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
    }),
  }),
});
