/** REST endpoints of the pages that modules add to the member center. */
import { asInteger, asRecord, asString } from '../../../../common/json';
import type { Lang } from '../../../../common/lang';
import { api } from '../../../shared/api/api';

export interface PageFormField {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly max: number;
  readonly lines: number;
  readonly isRequired: boolean;
}
/** The response of our server: what the screen needs to know of the page and its entity. */
export interface ModulePageInfo {
  /** The path of the public page. */
  readonly path: string;
  readonly entity: string;
  readonly title: string;
  readonly text: string;
  readonly heading: string;
  readonly body: string;
  readonly note: { readonly name: string; readonly label: string } | null;
  readonly one: string;
  readonly fields: readonly PageFormField[];
  readonly state: { readonly name: string; readonly titles: Readonly<Record<string, string>> } | null;
  readonly canAdd: boolean;
  /** The values of rows that the member may remove; null: none. */
  readonly removeIf: Readonly<Record<string, unknown>> | null;
}
export type OwnRow = Readonly<Record<string, unknown>> & { readonly id: number };
interface OwnRows {
  readonly list: readonly OwnRow[];
  readonly total: number;
  /** Cursor of the live topic. */
  readonly seq: string;
}

export const modulePageApi = api.injectEndpoints({
  endpoints: (build) => ({
    modulePage: build.query<ModulePageInfo, { readonly path: string; readonly lang: Lang }>({
      query: ({ path }) => ({ url: '/api/module/page', params: { path }, isSilent: true, allowsParallel: true }),
      transformResponse: (data) => data as ModulePageInfo, // of our server
      providesTags: ['Bootstrap'],
    }),
    ownRows: build.query<OwnRows, { readonly entity: string; readonly limit: number }>({
      query: ({ entity, limit }) => ({
        url: `/api/${entity}/index`,
        params: { page: 1, limit, order: 'id,desc' },
        isSilent: true,
        allowsParallel: true,
      }),
      transformResponse: (data) => {
        const { list, total, seq } = asRecord(data) ?? {};
        return {
          list: (Array.isArray(list) ? list : []).map((one: unknown) => {
            const row = asRecord(one) ?? {};
            return { ...row, id: asInteger(row['id']) };
          }),
          total: asInteger(total),
          seq: asString(seq, 128),
        };
      },
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
    }),
    removeOwnRow: build.mutation<unknown, { readonly entity: string; readonly id: number }>({
      query: ({ entity, id }) => ({ url: `/api/${entity}/del`, method: 'POST', body: { ids: [id] }, announce: true }),
    }),
  }),
});
