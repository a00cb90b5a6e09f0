/** The bootstrap request of the member center: person and menu, refetched whenever permissions change. */
import { api } from '../shared/api/api';
import { asRecord, asInteger } from '../../common/json';
import { siteUpdated, parseSiteLocale, type SiteLocale } from '../shared/store/siteSettings';
import { parseMemberMenu, type MemberMenu } from './memberMenu';

interface MemberCenter extends MemberMenu {
  /** End of the support session, unix seconds; 0 without one. */
  readonly supportUntil: number;
  /** Currency and time zone of the site. */
  readonly siteLocale: SiteLocale;
}

const memberCenterApi = api.injectEndpoints({
  endpoints: (build) => ({
    center: build.query<MemberCenter, undefined>({
      query: () => ({ url: '/api/user/index', isSilent: true, allowsParallel: true }),
      transformResponse: (data) => ({
        ...parseMemberMenu(asRecord(data)?.['menus']),
        supportUntil: asInteger(asRecord(data)?.['support']),
        siteLocale: parseSiteLocale(asRecord(data)?.['siteConfig']),
      }),
      onQueryStarted: (_none, { dispatch, queryFulfilled }) => {
        queryFulfilled.then(({ data }) => dispatch(siteUpdated({ ...data.siteLocale }))).catch(() => undefined);
      },
      providesTags: ['Bootstrap'],
      keepUnusedDataFor: 3600,
    }),
  }),
});
export const { useCenterQuery } = memberCenterApi;
