/** Endpoints of the recycle bin; what they refuse is told by whoever asked, with its single cases. */
import { api, withSaid } from '../../shared/api';
import { newMid, path, type BulkDone } from '../rowsApi';

interface Rows {
  readonly e: string;
  readonly ids: readonly number[];
}
export const binApi = api.injectEndpoints({
  endpoints: (build) => ({
    fromBin: build.mutation<BulkDone, Rows & { readonly verb: 'restore' | 'purge' }>({
      query: ({ e, ids, verb }) => ({
        url: path(e, verb),
        method: 'POST',
        body: { ids, _mid: newMid() },
        quiet: true,
      }),
      transformResponse: withSaid<BulkDone>,
      invalidatesTags: (done, _error, { e }) => (done ? [{ type: 'Rows', id: e }] : []),
    }),
  }),
});
