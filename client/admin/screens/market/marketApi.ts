/** REST endpoints of the marketplace. */
import { asInteger, asRecord, stringOrEmpty } from '../../../../common/json';
import type {
  MarketAccount,
  MarketCatalog,
  MarketPayment,
  ShownMarketDetail,
  ShownMarketItem,
} from '../../../../common/modules/market';
import { api } from '../../../shared/api/api';

export interface MarketSource {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  readonly isLinked: boolean;
}
export type ShownCatalog = Omit<MarketCatalog, 'items'> & {
  readonly items: readonly ShownMarketItem[];
  readonly account: MarketAccount | null;
  readonly problem: string;
};
export interface CatalogueRequest {
  readonly source: number;
  readonly page: number;
  readonly search: string;
  /** 0: all. */
  readonly category: number;
  readonly onlyRecommended: boolean;
}
interface OrderRequest {
  readonly source: number;
  readonly id: string;
  readonly payment: MarketPayment;
  readonly price: string;
  readonly code: string;
  /** Idempotency key. */
  readonly key: string;
}
export const PAGE_SIZE = 24;

const SILENT = { isSilent: true, allowsParallel: true } as const;
export const marketApi = api.injectEndpoints({
  endpoints: (build) => ({
    marketSources: build.query<readonly MarketSource[], undefined>({
      query: () => ({ url: '/admin/market/sources', ...SILENT }),
      transformResponse: (data) => (asRecord(data)?.['list'] ?? []) as readonly MarketSource[], // of our server
      keepUnusedDataFor: 0,
    }),
    marketCatalogue: build.query<ShownCatalog, CatalogueRequest>({
      query: ({ source, page, search, category, onlyRecommended }) => ({
        url: '/admin/market/catalogue',
        params: {
          source,
          page,
          limit: PAGE_SIZE,
          search,
          ...(category > 0 ? { category } : {}),
          ...(onlyRecommended ? { recommended: 1 } : {}),
        },
        ...SILENT,
      }),
      keepUnusedDataFor: 30,
    }),
    marketPlugin: build.query<ShownMarketDetail, { readonly source: number; readonly id: string }>({
      query: (params) => ({ url: '/admin/market/plugin', params, ...SILENT }),
      keepUnusedDataFor: 0,
    }),
    marketImage: build.query<string, { readonly source: number; readonly path: string }>({
      query: (params) => ({ url: '/admin/market/picture', params, ...SILENT }),
      transformResponse: (data) => stringOrEmpty(asRecord(data)?.['src']),
      keepUnusedDataFor: 300,
    }),
    linkMarketAccount: build.mutation<unknown, { readonly source: number; readonly key: string }>({
      query: (body) => ({ url: '/admin/market/link', method: 'POST', body, isSilent: true, announce: true }),
    }),
    unlinkMarketAccount: build.mutation<unknown, { readonly source: number }>({
      query: (body) => ({ url: '/admin/market/unlink', method: 'POST', body, announce: true }),
    }),
    buyPlugin: build.mutation<unknown, OrderRequest>({
      query: (body) => ({ url: '/admin/market/buy', method: 'POST', body, isSilent: true, announce: true }),
    }),
    requestPluginRefund: build.mutation<
      unknown,
      { readonly source: number; readonly id: string; readonly reason: string }
    >({
      query: (body) => ({ url: '/admin/market/requestRefund', method: 'POST', body, isSilent: true, announce: true }),
    }),
    ratePlugin: build.mutation<unknown, { readonly source: number; readonly id: string; readonly rating: number }>({
      query: (body) => ({ url: '/admin/market/rate', method: 'POST', body, announce: true }),
    }),
    /** Returns the id of the module that waits to be installed. */
    downloadPlugin: build.mutation<number, { readonly source: number; readonly id: string; readonly version: string }>({
      query: (body) => ({ url: '/admin/market/download', method: 'POST', body }),
      transformResponse: (data) => asInteger(asRecord(data)?.['id']),
    }),
    /** Returns the number of new offers. */
    checkForUpdates: build.mutation<number, undefined>({
      query: () => ({ url: '/admin/market/check', method: 'POST', body: {} }),
      transformResponse: (data) => asInteger(asRecord(data)?.['offers']),
    }),
  }),
});
