/** Requests of the history entries, in stable pages. */
import type { Json } from '../../../common/entity/field';
import type { Condition } from '../../../common/entity/filter';
import { api } from '../../shared/api/api';
import { isCalendarDate as isRealDay } from '../../../common/text/time/dates';
import { formatCents } from '../../../common/text/cents';
import { getTimeZone } from '../../../common/text/time/timeZone';
import { asOneOf, asRecord, asString, asInteger } from '../../../common/json';
import { parseAmount, type BalanceKind } from './amounts';

export const ENTRY_TYPE_NAMES = [
  'top_up',
  'payment',
  'refund',
  'fee',
  'adjust',
  'reversal',
  'sign_in',
  'activation',
  'opening',
] as const;
export type EntryType = (typeof ENTRY_TYPE_NAMES)[number];
export interface Entry {
  readonly kind: BalanceKind;
  readonly id: number;
  readonly n: number;
  /** Unix seconds. */
  readonly at: number;
  readonly type: EntryType;
  readonly amount: number;
  readonly before: number;
  readonly after: number;
  readonly memo: string;
  /** The opaque receipt number of the entry. */
  readonly receipt: string;
  /** An order or till number; empty if staff typed none. */
  readonly reference: string;
  /** Receipt number of the entry that it reverses, or of the one that reversed it. */
  readonly counterpart?: string;
}
export interface EntryPage {
  readonly list: readonly Entry[];
  readonly total: number;
  readonly seq: string;
  /** The query of this response. */
  readonly query: EntryQuery;
}
/** A history query; `newestId` is the newest entry of the first page, so that later entries do not shift the pages. */
export interface EntryQuery {
  readonly kind: BalanceKind;
  readonly page: number;
  readonly limit: number;
  readonly newestId?: number | undefined;
  readonly sign?: 'in' | 'out' | undefined;
  readonly type?: EntryType | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Words of the reason, the reference or the receipt number. */
  readonly text?: string | undefined;
  /** IANA name of the time zone of `from` and `to`. */
  readonly zone?: string | undefined;
}
export const LOG_ENTITIES: Readonly<Record<BalanceKind, string>> = { money: 'user_money_log', score: 'user_score_log' };
const ENTRY_URLS: Readonly<Record<BalanceKind, string>> = {
  money: '/api/account/balance',
  score: '/api/account/integral',
};

function parseEntry(kind: BalanceKind, value: unknown): Entry {
  const raw = asRecord(value) ?? {};
  const counterpart = asString(raw['counterpart_receipt'], 40);
  const getAmount = (name: string) => parseAmount(kind, raw[name] as Json) ?? 0; // a value of JSON
  return {
    kind,
    id: asInteger(raw['id']),
    n: asInteger(raw['n']),
    at: asInteger(raw['create_time']),
    type: asOneOf(raw['type'], ENTRY_TYPE_NAMES, 'adjust'),
    amount: getAmount(kind),
    before: getAmount('before'),
    after: getAmount('after'),
    memo: asString(raw['memo'], 300),
    receipt: asString(raw['receipt'], 40),
    reference: asString(raw['reference'], 80),
    ...(counterpart === '' ? {} : { counterpart }),
  };
}

const isDay = (day: string | undefined): day is string => day !== undefined && isRealDay(day);

/** The filter of a history in the form of a topic, so that the list and its subscription match. */
export type EntryFilter = Pick<EntryQuery, 'kind' | 'sign' | 'type' | 'from' | 'to' | 'text' | 'zone'>;
export function toConditions({ kind, sign, type, from, to, zone = 'UTC' }: EntryFilter): readonly Condition[] {
  const { startOfDay } = getTimeZone(zone);
  return [
    ...(sign === undefined ? [] : [{ field: kind, op: sign === 'in' ? '>' : '<', value: 0 } as const]),
    ...(type === undefined ? [] : [{ field: 'type', op: '=', value: type } as const]),
    ...(isDay(from) ? [{ field: 'create_time', op: '>=', value: startOfDay(from) } as const] : []),
    ...(isDay(to) ? [{ field: 'create_time', op: '<', value: startOfDay(to, 1) } as const] : []),
  ];
}
/** Whether two queries have the same filter, regardless of page and `newestId`. */
export const hasSameFilter = (one: EntryQuery, other: EntryQuery): boolean =>
  (['kind', 'sign', 'type', 'from', 'to', 'text', 'zone'] as const).every((name) => one[name] === other[name]);

const toSearch = (query: EntryQuery) => [
  ...(query.newestId === undefined ? [] : [{ field: 'id', operator: '<=', val: query.newestId }]),
  ...toConditions(query).map(({ field, op, value }) => ({
    field,
    operator: op,
    val: field === 'money' ? formatCents(Number(value)) : value,
  })),
];

export const entriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    entries: build.query<EntryPage, EntryQuery>({
      query: (query) => ({
        url: ENTRY_URLS[query.kind],
        params: {
          page: query.page,
          limit: query.limit,
          order: 'id,desc',
          search: toSearch(query),
          ...(query.text === undefined ? {} : { quick_search: query.text }),
        },
        isSilent: true,
        allowsParallel: true,
      }),
      transformResponse: (data, _meta, query) => {
        const raw = asRecord(data);
        const list = Array.isArray(raw?.['list']) ? raw['list'].map((row: unknown) => parseEntry(query.kind, row)) : [];
        return { list, total: asInteger(raw?.['total']), seq: asString(raw?.['seq'], 128), query };
      },
      keepUnusedDataFor: 30,
      providesTags: ['Rows'],
    }),
  }),
});
export const { useEntriesQuery } = entriesApi;
