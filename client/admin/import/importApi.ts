/** Endpoints of imports. */
import type { ImportErrors, ImportPreview } from '../../../common/protocol/dataImport';
import { api } from '../../shared/api/api';

export interface CheckArgs {
  readonly id: number;
  readonly mapping: readonly (string | null)[];
  readonly mode: ImportPreview['mode'];
  readonly key: string;
  readonly options: { readonly clearEmpty: boolean; readonly dayFirst: boolean };
}
const post = (action: string, body: object) => ({ url: `/admin/data_import/${action}`, method: 'POST' as const, body });

export const importApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkImport: build.mutation<unknown, CheckArgs>({ query: (args) => post('check', args) }),
    startImport: build.mutation<unknown, number>({ query: (id) => post('start', { id }) }),
    cancelImport: build.mutation<unknown, number>({ query: (id) => post('cancel', { id }) }),
    undoImport: build.mutation<unknown, number>({ query: (id) => post('undo', { id }) }),
    importErrors: build.query<ImportErrors, { readonly id: number; readonly status: string }>({
      query: ({ id }) => ({ url: '/admin/data_import/errors', params: { id }, isSilent: true }),
      keepUnusedDataFor: 0,
    }),
  }),
});
