/** Requests of the pages of all notices, which load with their screen. */
import type { Realm } from '../../../common/realm';
import { api } from '../api/api';
import { rowsReceived } from '../store/entities';
import {
  NOTICE_ENTITY,
  SILENT,
  UNREAD_SEARCH,
  basePath,
  parseListRows,
  parseListInfo,
  type NoticeListInfo,
} from './noticesApi';

/** One page of the reader's notices, newest first; their rows are in the store. */
interface NoticePage extends NoticeListInfo {
  readonly ids: readonly number[];
}
interface NoticePageQuery {
  readonly realm: Realm;
  readonly page: number;
  readonly limit: number;
  readonly isUnreadOnly: boolean;
}
const noticePageApi = api.injectEndpoints({
  endpoints: (build) => ({
    noticePage: build.query<NoticePage, NoticePageQuery>({
      queryFn: async ({ realm, page, limit, isUnreadOnly }, { dispatch }, _extra, baseQuery) => {
        const search = isUnreadOnly ? UNREAD_SEARCH : [];
        const params = { page, limit, search, order: 'told_time,desc' };
        const response = await baseQuery({ url: `${basePath(realm)}/notice/index`, params, ...SILENT });
        if (response.error) return { error: response.error };
        const rows = parseListRows(response.data);
        dispatch(rowsReceived({ e: NOTICE_ENTITY, rows }));
        return { data: { ...parseListInfo(response.data), ids: rows.map(({ id }) => Number(id)) } };
      },
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
    }),
  }),
});
export const { useNoticePageQuery } = noticePageApi;
