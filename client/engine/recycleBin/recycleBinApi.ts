/** Endpoints of the recycle bin. The caller shows rejections with their details. */
import { api, withMessage } from '../../shared/api/api';
import { newIdempotencyKey, entityUrl, type BulkResult } from '../data/rowsApi';

interface RowsRef {
  readonly e: string;
  readonly ids: readonly number[];
}
export const recycleBinApi = api.injectEndpoints({
  endpoints: (build) => ({
    fromBin: build.mutation<BulkResult, RowsRef & { readonly verb: 'restore' | 'purge' }>({
      query: ({ e, ids, verb }) => ({
        url: entityUrl(e, verb),
        method: 'POST',
        body: { ids, _mid: newIdempotencyKey() },
        isSilent: true,
      }),
      transformResponse: withMessage<BulkResult>,
      invalidatesTags: (result, _error, { e }) => (result ? [{ type: 'Rows', id: e }] : []),
    }),
  }),
});
