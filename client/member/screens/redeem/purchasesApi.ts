/** REST endpoints of the member's purchases and market keys. */
import { asInteger, asRecord, asString } from '../../../../common/json';
import { PAYMENTS, PURCHASE_STATUS } from '../../../../common/entities/pluginPurchase';
import { api } from '../../../shared/api/api';

export interface OwnPurchase {
  readonly id: number;
  readonly number: string;
  readonly title: string;
  readonly paidBy: string;
  /** Decimal text. */
  readonly money: string;
  readonly score: number;
  readonly isRefunded: boolean;
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
  /** Whether this installation publishes its catalogue. */
  readonly isOpen: boolean;
  readonly list: readonly OwnKey[];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function parsePurchases(data: unknown): readonly OwnPurchase[] {
  const { list, refs } = asRecord(data) ?? {};
  const titles = asRecord(asRecord(refs)?.['plugin']) ?? {};
  return listOf(list).map((one) => {
    const row = asRecord(one) ?? {};
    return {
      id: asInteger(row['id']),
      number: asString(row['number']),
      title: asString(titles[String(asInteger(row['plugin_id']))]),
      paidBy: asString(row['paid_by']) || PAYMENTS.money,
      money: asString(row['money']),
      score: asInteger(row['score']),
      isRefunded: row['status'] === PURCHASE_STATUS.refunded,
      time: asInteger(row['create_time']),
    };
  });
}

export const purchasesApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownPurchases: build.query<readonly OwnPurchase[], undefined>({
      query: () => ({ url: '/api/plugin_purchase/index', params: { limit: 50 }, isSilent: true, allowsParallel: true }),
      transformResponse: parsePurchases,
      keepUnusedDataFor: 0,
    }),
    ownKeys: build.query<OwnKeys, undefined>({
      query: () => ({ url: '/api/market/keys', isSilent: true, allowsParallel: true }),
      transformResponse: (data) => ({
        isOpen: asRecord(data)?.['isOpen'] === true,
        list: listOf(asRecord(data)?.['list']).map((one) => {
          const row = asRecord(one) ?? {};
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
