/** REST endpoint of jobs. */
import { api } from '../../shared/api/api';

const jobApi = api.injectEndpoints({
  endpoints: (build) => ({
    cancelJob: build.mutation<unknown, number>({
      query: (id) => ({ url: '/admin/job/cancel', method: 'POST', body: { id } }),
    }),
  }),
});
export const { useCancelJobMutation } = jobApi;
