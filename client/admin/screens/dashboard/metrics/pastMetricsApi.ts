/** Metrics as of a past point in time. They are requested once and change no more. */
import type { DashboardAsOf, DashboardAsOfRequest } from '../../../../../common/protocol/dashboardAsOf';
import { api } from '../../../../shared/api/api';

export const pastMetricsApi = api.injectEndpoints({
  endpoints: (build) => ({
    pastMetrics: build.query<DashboardAsOf, DashboardAsOfRequest>({
      query: (request) => ({
        url: '/admin/Dashboard/asOf',
        method: 'POST',
        body: { ...request },
        isSilent: true,
        allowsParallel: true,
      }),
      keepUnusedDataFor: 0,
      // Refetched when permissions change.
      providesTags: ['Rows'],
    }),
  }),
});
