/** REST endpoints of modules. */
import { asInteger, asRecord } from '../../../../common/json';
import type { ConflictChoices, ModuleReview } from '../../../../common/modules/review';
import { api } from '../../../shared/api/api';

type ModuleChangeRequest =
  | { readonly action: 'install' | 'update'; readonly id: number; readonly choices: ConflictChoices }
  | { readonly action: 'uninstall'; readonly id: number; readonly rows: 'archive' | 'delete' }
  | { readonly action: 'changeState'; readonly id: number; readonly state: 0 | 1 };

const moduleApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** `version` changes with the row of the module. */
    moduleReview: build.query<ModuleReview, { readonly id: number; readonly version: number }>({
      query: ({ id }) => ({ url: '/admin/module/review', params: { id }, isSilent: true, allowsParallel: true }),
      keepUnusedDataFor: 0,
    }),
    uploadModule: build.mutation<number, Blob>({
      query: (body) => ({ url: '/admin/module/upload', method: 'POST', body, isSilent: true }),
      transformResponse: (data) => asInteger(asRecord(data)?.['id']),
    }),
    /** Answers the id of the job. */
    changeModule: build.mutation<number, ModuleChangeRequest>({
      query: ({ action, ...body }) => ({ url: `/admin/module/${action}`, method: 'POST', body, isSilent: true }),
      transformResponse: (data) => asInteger(asRecord(data)?.['job']),
    }),
    discardPackage: build.mutation<unknown, number>({
      query: (id) => ({ url: '/admin/module/discard', method: 'POST', body: { id }, announce: true }),
    }),
  }),
});
export const { useModuleReviewQuery, useUploadModuleMutation, useChangeModuleMutation, useDiscardPackageMutation } =
  moduleApi;
