/** REST endpoints of the catalog that this installation publishes, for a signed-in member. */
import type { MarketAccount, MarketCatalog, MarketDetail } from '../../../../../common/modules/market';
import { api } from '../../../../shared/api/api';
import type { PluginOrder } from '../../../../shared/market/BuyPluginDialog';

export const PAGE_SIZE = 24;

interface CatalogueRequest {
  readonly page: number;
  readonly search: string;
  /** 0: all. */
  readonly category: number;
  readonly onlyRecommended: boolean;
}
interface BuyRequest extends PluginOrder {
  /** The uid of the plugin. */
  readonly plugin: string;
  /** Idempotency key: a repeated request buys once. */
  readonly _mid: string;
}

const SILENT = { isSilent: true, allowsParallel: true } as const;
export const catalogueApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownCatalogue: build.query<MarketCatalog, CatalogueRequest>({
      query: ({ page, search, category, onlyRecommended }) => ({
        url: '/api/market/catalogue',
        params: {
          page,
          limit: PAGE_SIZE,
          search,
          ...(category > 0 ? { category } : {}),
          ...(onlyRecommended ? { recommended: 1 } : {}),
        },
        ...SILENT,
      }),
      keepUnusedDataFor: 30,
      providesTags: ['Rows'],
    }),
    ownCataloguePlugin: build.query<MarketDetail, string>({
      query: (id) => ({ url: '/api/market/plugin', params: { id }, ...SILENT }),
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
    }),
    ownMarketAccount: build.query<MarketAccount, undefined>({
      query: () => ({ url: '/api/market/account', ...SILENT }),
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
    }),
    buyOwnPlugin: build.mutation<unknown, BuyRequest>({
      query: (body) => ({ url: '/api/market/buy', method: 'POST', body, isSilent: true, announce: true }),
      // A refused price may have changed.
      invalidatesTags: ['Rows'],
    }),
  }),
});
