/** REST endpoints of the member's purchases and market keys. */
import { asInteger, asRecord, asString } from '../../../../common/json';
import { localizedValue } from '../../../../common/entity/translations/localizedValue';
import type { Lang } from '../../../../common/lang';
import { PAYMENTS, PURCHASE_STATUS } from '../../../../common/entities/pluginPurchase';
import { api } from '../../../shared/api/api';

export interface OwnPurchase {
  readonly id: number;
  readonly number: string;
  readonly pluginId: number;
  readonly paidBy: string;
  /** Decimal text. */
  readonly money: string;
  readonly score: number;
  readonly status: 'paid' | 'refunded' | 'requested' | 'declined';
  /** Unix seconds. */
  readonly time: number;
}
export interface OwnKey {
  readonly id: number;
  readonly name: string;
  readonly expireTime: number;
  readonly lastUsedTime: number;
}
interface OwnKeys {
  /** Whether this installation publishes its catalog. */
  readonly isOpen: boolean;
  readonly list: readonly OwnKey[];
}

interface OwnPurchases {
  readonly list: readonly OwnPurchase[];
  /** Cursor of the live topic. */
  readonly seq: string;
}
export interface PluginName {
  /** The uid of the module. */
  readonly uid: string;
  /** In one language. */
  readonly title: string;
}
/** By the id of the plugin. */
type PluginNames = Readonly<Record<number, PluginName>>;

function parseStatus(status: unknown, memo: unknown): OwnPurchase['status'] {
  if (status === PURCHASE_STATUS.refunded) return 'refunded';
  if (status === PURCHASE_STATUS.refund_requested) return 'requested';
  return asString(memo) === '' ? 'paid' : 'declined';
}

const getList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function parsePurchase(value: unknown): OwnPurchase {
  const row = asRecord(value) ?? {};
  return {
    id: asInteger(row['id']),
    number: asString(row['number']),
    pluginId: asInteger(row['plugin_id']),
    paidBy: asString(row['paid_by']) || PAYMENTS.money,
    money: asString(row['money']),
    score: asInteger(row['score']),
    status: parseStatus(row['status'], row['refund_memo']),
    time: asInteger(row['create_time']),
  };
}

export const purchasesApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownPurchases: build.query<OwnPurchases, undefined>({
      query: () => ({ url: '/api/plugin_purchase/index', params: { limit: 50 }, isSilent: true, allowsParallel: true }),
      transformResponse: (data) => ({
        list: getList(asRecord(data)?.['list']).map(parsePurchase),
        seq: asString(asRecord(data)?.['seq'], 128),
      }),
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
    }),
    pluginNames: build.query<PluginNames, { readonly ids: readonly number[]; readonly lang: Lang }>({
      query: ({ ids }) => ({
        url: '/api/plugin/index',
        params: { limit: ids.length, search: [{ field: 'id', operator: 'IN', val: ids.join(',') }] },
        isSilent: true,
        allowsParallel: true,
      }),
      transformResponse: (data, _meta, { lang }) =>
        Object.fromEntries(
          getList(asRecord(data)?.['list']).map((item) => {
            const row = asRecord(item) ?? {};
            return [
              asInteger(row['id']),
              { uid: asString(row['name']), title: asString(localizedValue(row, 'title', lang)) },
            ];
          }),
        ),
    }),
    requestOwnRefund: build.mutation<unknown, { readonly plugin: string; readonly reason: string }>({
      query: (body) => ({ url: '/api/market/requestRefund', method: 'POST', body, isSilent: true, announce: true }),
      invalidatesTags: ['Rows'],
    }),
    ownKeys: build.query<OwnKeys, undefined>({
      query: () => ({ url: '/api/market/keys', isSilent: true, allowsParallel: true }),
      transformResponse: (data) => ({
        isOpen: asRecord(data)?.['isOpen'] === true,
        list: getList(asRecord(data)?.['list']).map((item) => {
          const row = asRecord(item) ?? {};
          return {
            id: asInteger(row['id']),
            name: asString(row['name']),
            expireTime: asInteger(row['expireTime']),
            lastUsedTime: asInteger(row['lastUsedTime']),
          };
        }),
      }),
      keepUnusedDataFor: 0,
    }),
    addKey: build.mutation<string, { readonly name: string }>({
      query: (body) => ({ url: '/api/market/addKey', method: 'POST', body }),
      transformResponse: (data) => asString(asRecord(data)?.['key']),
    }),
    revokeKey: build.mutation<unknown, { readonly id: number }>({
      query: (body) => ({ url: '/api/market/revokeKey', method: 'POST', body, announce: true }),
    }),
  }),
});
