/** Requests of notices and notice preferences, the same for staff and members. */
import { parseNoticePreferences, type NoticePreferences } from '../../../common/notices';
import type { ListResponse } from '../../../common/protocol/liveEvents';
import { api } from '../api/api';
import { rowsReceived } from '../store/entities';
import { asRecord, asString, asInteger } from '../../../common/json';
import type { Realm } from '../../../common/realm';

export const NOTICE_ENTITY = 'notice';
/** A list response with the total and its cursor in the change log. */
export interface NoticeListInfo {
  readonly total: number;
  readonly seq: string;
}
/** The prefix of the routes of a realm. */
export const basePath = (realm: Realm): string => (realm === 'admin' ? '/admin' : '/api');
export const SILENT = { isSilent: true, allowsParallel: true } as const;
export const UNREAD_SEARCH = [{ field: 'read_time', operator: 'NULL' }];

export const parseListInfo = (data: unknown): NoticeListInfo => {
  const response = asRecord(data);
  return { total: asInteger(response?.['total']), seq: asString(response?.['seq'], 128) };
};
/** The server's response of `index`. */
export const parseListRows = (data: unknown) => (asRecord(data)?.['list'] ?? []) as ListResponse['list'];

export const noticesApi = api.injectEndpoints({
  endpoints: (build) => ({
    unreadNotices: build.query<NoticeListInfo, Realm>({
      query: (realm) => ({
        url: `${basePath(realm)}/notice/index`,
        params: { limit: 1, search: UNREAD_SEARCH },
        ...SILENT,
      }),
      transformResponse: parseListInfo,
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
    }),
    notices: build.query<NoticeListInfo, { readonly realm: Realm; readonly limit: number }>({
      queryFn: async ({ realm, limit }, { dispatch }, _extra, baseQuery) => {
        const params = { limit, order: 'told_time,desc' };
        const response = await baseQuery({ url: `${basePath(realm)}/notice/index`, params, ...SILENT });
        if (response.error) return { error: response.error };
        dispatch(rowsReceived({ e: NOTICE_ENTITY, rows: parseListRows(response.data) }));
        return { data: parseListInfo(response.data) };
      },
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
    }),
    readNotices: build.mutation<unknown, { readonly realm: Realm; readonly ids: readonly number[] }>({
      query: ({ realm, ids }) => ({ url: `${basePath(realm)}/notice/read`, method: 'POST', body: { ids } }),
    }),
    readAllNotices: build.mutation<unknown, Realm>({
      query: (realm) => ({ url: `${basePath(realm)}/notice/readAll`, method: 'POST', body: {} }),
    }),
    noticePreferences: build.query<NoticePreferences, Realm>({
      query: (realm) => ({
        url: `${basePath(realm)}/preference/index`,
        params: { limit: 1, search: [{ field: 'name', operator: '=', val: 'notices' }] },
        ...SILENT,
      }),
      transformResponse: (data: unknown) => parseNoticePreferences(parseListRows(data)[0]?.['value']),
      keepUnusedDataFor: 3600,
    }),
    saveNoticePreferences: build.mutation<unknown, { readonly realm: Realm; readonly preferences: NoticePreferences }>({
      query: ({ realm, preferences }) => ({
        url: `${basePath(realm)}/preference/set`,
        method: 'POST',
        body: { name: 'notices', value: preferences },
        allowsParallel: true,
      }),
      // An optimistic update, undone if the server refuses it.
      onQueryStarted: async ({ realm, preferences }, { dispatch, queryFulfilled }) => {
        const patch = dispatch(noticesApi.util.updateQueryData('noticePreferences', realm, () => preferences));
        await queryFulfilled.catch(() => patch.undo());
      },
    }),
  }),
});
export const {
  useUnreadNoticesQuery,
  useNoticesQuery,
  useReadNoticesMutation,
  useReadAllNoticesMutation,
  useNoticePreferencesQuery,
  useSaveNoticePreferencesMutation,
} = noticesApi;
