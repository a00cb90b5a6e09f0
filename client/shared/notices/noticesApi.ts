/** Requests of notices and notice preferences, the same for staff and members. */
import { parseNoticePreferences, type NoticePreferences } from '../../../common/notices';
import type { ListResponse } from '../../../common/protocol/liveEvents';
import { api } from '../api/api';
import { rowsReceived } from '../store/entities';
import { asRecord, asString, asInteger } from '../../../common/json';
import type { Realm } from '../../../common/realm';

export const NOTICE_ENTITY = 'notice';
/** A list answer with the total and its cursor in the change log. */
export interface NoticeListInfo {
  readonly total: number;
  readonly seq: string;
}
const basePath = (realm: Realm): string => (realm === 'admin' ? '/admin' : '/api');
const SILENT = { isSilent: true, allowsParallel: true } as const;
const UNREAD_SEARCH = [{ field: 'read_time', operator: 'NULL' }];

const parseListInfo = (data: unknown): NoticeListInfo => {
  const answer = asRecord(data);
  return { total: asInteger(answer?.['total']), seq: asString(answer?.['seq'], 128) };
};
/** The server's answer of `index`. */
const parseList = (data: unknown) => (asRecord(data)?.['list'] ?? []) as ListResponse['list'];

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
      queryFn: async ({ realm, limit }, { dispatch }, _extra, ask) => {
        const params = { limit, order: 'told_time,desc' };
        const answer = await ask({ url: `${basePath(realm)}/notice/index`, params, ...SILENT });
        if (answer.error) return { error: answer.error };
        dispatch(rowsReceived({ e: NOTICE_ENTITY, rows: parseList(answer.data) }));
        return { data: parseListInfo(answer.data) };
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
    noticeChoice: build.query<NoticePreferences, Realm>({
      query: (realm) => ({
        url: `${basePath(realm)}/preference/index`,
        params: { limit: 1, search: [{ field: 'name', operator: '=', val: 'notices' }] },
        ...SILENT,
      }),
      transformResponse: (data: unknown) => parseNoticePreferences(parseList(data)[0]?.['value']),
      keepUnusedDataFor: 3600,
    }),
    keepNoticeChoice: build.mutation<unknown, { readonly realm: Realm; readonly choice: NoticePreferences }>({
      query: ({ realm, choice }) => ({
        url: `${basePath(realm)}/preference/set`,
        method: 'POST',
        body: { name: 'notices', value: choice },
        allowsParallel: true,
      }),
      // An optimistic update, undone if the server refuses it.
      onQueryStarted: async ({ realm, choice }, { dispatch, queryFulfilled }) => {
        const patch = dispatch(noticesApi.util.updateQueryData('noticeChoice', realm, () => choice));
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
  useNoticeChoiceQuery,
  useKeepNoticeChoiceMutation,
} = noticesApi;
