/** REST endpoints of modules. */
import { asInteger, asRecord } from '../../../../common/json';
import type { ConflictChoices, LocalizedText, ModuleReview } from '../../../../common/modules/review';
import { api } from '../../../shared/api/api';

type ModuleChangeRequest =
  | { readonly action: 'install' | 'update'; readonly id: number; readonly choices: ConflictChoices }
  | { readonly action: 'uninstall'; readonly id: number; readonly rows: 'archive' | 'delete' }
  | { readonly action: 'changeState'; readonly id: number; readonly state: 0 | 1 };

/** A module that comes with the product. */
export interface IncludedModule {
  readonly uid: string;
  readonly version: string;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  /** Empty when it is not installed. */
  readonly installedVersion: string;
}

const moduleApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** `version` changes with the row of the module. */
    moduleReview: build.query<ModuleReview, { readonly id: number; readonly version: number }>({
      query: ({ id }) => ({ url: '/admin/module/review', params: { id }, isSilent: true, allowsParallel: true }),
      keepUnusedDataFor: 0,
    }),
    /** The modules to install; the argument changes with the list of modules. */
    includedModules: build.query<readonly IncludedModule[], string>({
      query: () => ({ url: '/admin/module/included', isSilent: true }),
      transformResponse: (data: { readonly list: readonly IncludedModule[] }) => data.list,
      keepUnusedDataFor: 0,
    }),
    /** Returns the id of the module, whose package waits then. */
    includeModule: build.mutation<number, string>({
      query: (uid) => ({ url: '/admin/module/include', method: 'POST', body: { uid }, isSilent: true }),
      transformResponse: (data) => asInteger(asRecord(data)?.['id']),
    }),
    uploadModule: build.mutation<number, Blob>({
      query: (body) => ({ url: '/admin/module/upload', method: 'POST', body, isSilent: true }),
      transformResponse: (data) => asInteger(asRecord(data)?.['id']),
    }),
    /** Returns the id of the job. */
    changeModule: build.mutation<number, ModuleChangeRequest>({
      query: ({ action, ...body }) => ({ url: `/admin/module/${action}`, method: 'POST', body, isSilent: true }),
      transformResponse: (data) => asInteger(asRecord(data)?.['job']),
    }),
    discardPackage: build.mutation<unknown, number>({
      query: (id) => ({ url: '/admin/module/discard', method: 'POST', body: { id }, announce: true }),
    }),
  }),
});
export const {
  useModuleReviewQuery,
  useIncludedModulesQuery,
  useIncludeModuleMutation,
  useUploadModuleMutation,
  useChangeModuleMutation,
  useDiscardPackageMutation,
} = moduleApi;
