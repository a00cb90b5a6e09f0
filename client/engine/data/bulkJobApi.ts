/** Endpoints of bulk changes that a job makes to all records of a list. */
import type { BulkJobRequest, BulkJobState } from '../../../common/protocol/bulkJob';
import { api } from '../../shared/api/api';
import { newIdempotencyKey } from './rowsApi';

interface StartedJob {
  readonly job: number;
  readonly total: number;
}

export const bulkJobApi = api.injectEndpoints({
  endpoints: (build) => ({
    startBulk: build.mutation<StartedJob, BulkJobRequest>({
      query: (body) => ({ url: '/admin/bulk/start', method: 'POST', body: { ...body, _mid: newIdempotencyKey() } }),
      transformResponse: (data) => data as StartedJob, // the server's contract
    }),
    bulkState: build.query<BulkJobState, number>({
      query: (job) => ({ url: '/admin/bulk/state', params: { job }, isSilent: true, allowsParallel: true }),
      transformResponse: (data) => data as BulkJobState, // the server's contract
      keepUnusedDataFor: 0,
    }),
    /** The job returns to the state before it. */
    cancelBulk: build.mutation<unknown, number>({
      query: (id) => ({ url: '/admin/job/cancel', method: 'POST', body: { id } }),
    }),
    undoBulk: build.mutation<StartedJob, number>({
      query: (job) => ({ url: '/admin/bulk/undo', method: 'POST', body: { job, _mid: newIdempotencyKey() } }),
      transformResponse: (data) => data as StartedJob, // the server's contract
    }),
  }),
});
