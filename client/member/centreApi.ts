/** What the member centre asks for: who one is and one's menu, read again whenever rights change. */
import { api } from '../shared/api';
import { asRecord, asWhole } from '../shared/persist';
import { siteShown, siteUnitsOf, type SiteUnits } from '../shared/site';
import { centreMenu, type CentreMenu } from './centre';

interface Centre extends CentreMenu {
  /** Until when support looks at the account, unix seconds; 0: nobody does. */
  readonly support: number;
  /** What amounts and days of the site follow. */
  readonly site: SiteUnits;
}

const centreApi = api.injectEndpoints({
  endpoints: (build) => ({
    centre: build.query<Centre, undefined>({
      query: () => ({ url: '/api/user/index', quiet: true, repeatable: true }),
      transformResponse: (data) => ({
        ...centreMenu(asRecord(data)?.['menus']),
        support: asWhole(asRecord(data)?.['support']),
        site: siteUnitsOf(asRecord(data)?.['siteConfig']),
      }),
      onQueryStarted: (_none, { dispatch, queryFulfilled }) => {
        queryFulfilled.then(({ data }) => dispatch(siteShown({ ...data.site }))).catch(() => undefined);
      },
      providesTags: ['Bootstrap'],
      keepUnusedDataFor: 3600,
    }),
  }),
});
export const { useCentreQuery } = centreApi;
