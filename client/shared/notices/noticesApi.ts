/** One's own notices and how one wants to hear of them, over REST; the same calls for staff and for members. */
import { noticeChoiceOf, type NoticeChoice } from '../../../common/notices';
import type { ListAnswer } from '../../../common/protocol/live';
import { api } from '../api';
import { rowsArrived } from '../entities';
import { asRecord, asText, asWhole } from '../persist';
import type { Realm } from '../session';

export const NOTICE = 'notice';
/** An answer as the bell needs it: how many, and where in the stream of changes it stands. */
export interface NoticeMark {
  readonly total: number;
  readonly seq: string;
}
const base = (realm: Realm): string => (realm === 'admin' ? '/admin' : '/api');
const quiet = { quiet: true, repeatable: true } as const;
const UNREAD = [{ field: 'read_time', operator: 'NULL' }];

const markOf = (data: unknown): NoticeMark => {
  const answer = asRecord(data);
  return { total: asWhole(answer?.['total']), seq: asText(answer?.['seq'], 128) };
};
/** The server's answer of `index`, by contract. */
const listIn = (data: unknown) => (asRecord(data)?.['list'] ?? []) as ListAnswer['list'];

export const noticesApi = api.injectEndpoints({
  endpoints: (build) => ({
    unreadNotices: build.query<NoticeMark, Realm>({
      query: (realm) => ({ url: `${base(realm)}/notice/index`, params: { limit: 1, search: UNREAD }, ...quiet }),
      transformResponse: markOf,
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
    }),
    notices: build.query<NoticeMark, { readonly realm: Realm; readonly limit: number }>({
      queryFn: async ({ realm, limit }, { dispatch }, _extra, ask) => {
        const params = { limit, order: 'told_time,desc' };
        const answer = await ask({ url: `${base(realm)}/notice/index`, params, ...quiet });
        if (answer.error) return { error: answer.error };
        dispatch(rowsArrived({ e: NOTICE, rows: listIn(answer.data) }));
        return { data: markOf(answer.data) };
      },
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
    }),
    readNotices: build.mutation<unknown, { readonly realm: Realm; readonly ids: readonly number[] }>({
      query: ({ realm, ids }) => ({ url: `${base(realm)}/notice/read`, method: 'POST', body: { ids } }),
    }),
    readAllNotices: build.mutation<unknown, Realm>({
      query: (realm) => ({ url: `${base(realm)}/notice/readAll`, method: 'POST', body: {} }),
    }),
    noticeChoice: build.query<NoticeChoice, Realm>({
      query: (realm) => ({
        url: `${base(realm)}/preference/index`,
        params: { limit: 1, search: [{ field: 'name', operator: '=', val: 'notices' }] },
        ...quiet,
      }),
      transformResponse: (data: unknown) => noticeChoiceOf(listIn(data)[0]?.['value']),
      keepUnusedDataFor: 3600,
    }),
    keepNoticeChoice: build.mutation<unknown, { readonly realm: Realm; readonly choice: NoticeChoice }>({
      query: ({ realm, choice }) => ({
        url: `${base(realm)}/preference/set`,
        method: 'POST',
        body: { name: 'notices', value: choice },
        repeatable: true,
      }),
      // Shown at once; what the server refused is taken back.
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
