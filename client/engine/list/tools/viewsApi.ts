/** Endpoints of saved views. */
import type { SavedView } from '../../../../common/protocol/savedView';
import { api } from '../../../shared/api/api';

/** With an id, the own view with this id is changed. */
interface ViewInput {
  readonly id?: string;
  readonly ent: string;
  readonly title: string;
  readonly query: string;
  readonly shared: boolean;
}

export const viewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    views: build.query<readonly SavedView[], string>({
      query: (ent) => ({ url: '/admin/view/index', params: { ent }, isSilent: true, allowsParallel: true }),
      transformResponse: (data) => (data as { readonly list: readonly SavedView[] }).list, // the server's contract
      providesTags: (_list, _error, ent) => [{ type: 'Rows', id: `${ent}/views` }],
    }),
    saveView: build.mutation<{ readonly id: string }, ViewInput>({
      query: (body) => ({ url: '/admin/view/keep', method: 'POST', body, announce: true }),
      transformResponse: (data) => data as { readonly id: string }, // the server's contract
      invalidatesTags: (_done, _error, { ent }) => [{ type: 'Rows', id: `${ent}/views` }],
    }),
    deleteView: build.mutation<unknown, { readonly ent: string; readonly id: string }>({
      query: ({ id }) => ({ url: '/admin/view/drop', method: 'POST', body: { id } }),
      invalidatesTags: (_done, _error, { ent }) => [{ type: 'Rows', id: `${ent}/views` }],
    }),
  }),
});
