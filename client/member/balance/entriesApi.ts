/** Entries of a history as the member's screens read them, one stable page after the other. */
import type { Json } from '../../../common/entity/field';
import type { Condition } from '../../../common/entity/filter';
import { api } from '../../shared/api/api';
import { isCalendarDate as isRealDay } from '../../../common/text/time/dates';
import { formatCents } from '../../../common/text/cents';
import { getTimeZone } from '../../../common/text/time/timeZone';
import { asOneOf, asRecord, asString, asInteger } from '../../../common/json';
import { parseAmount, type BalanceKind } from './amounts';

export const ENTRY_TYPES = ['top_up', 'payment', 'refund', 'fee', 'adjust', 'reversal', 'sign_in', 'opening'] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];
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
  /** The opaque number people quote when they ask about the entry. */
  readonly receipt: string;
  /** An order or till number; empty where staff typed none. */
  readonly reference: string;
  /** Receipt number of the entry it takes back, or of the one that took it back. */
  readonly counterpart?: string;
}
export interface EntryPage {
  readonly list: readonly Entry[];
  readonly total: number;
  readonly seq: string;
  /** What it answers. */
  readonly query: EntryQuery;
}
/** What is asked for; `top` is the newest entry the pages begin with, so that later ones move none of them. */
export interface EntryQuery {
  readonly kind: BalanceKind;
  readonly page: number;
  readonly limit: number;
  readonly top?: number | undefined;
  readonly sign?: 'in' | 'out' | undefined;
  readonly type?: EntryType | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** IANA name of the zone whose days `from` and `to` are. */
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
  const amountOf = (name: string) => parseAmount(kind, raw[name] as Json) ?? 0; // a value of JSON
  return {
    kind,
    id: asInteger(raw['id']),
    n: asInteger(raw['n']),
    at: asInteger(raw['create_time']),
    type: asOneOf(raw['type'], ENTRY_TYPES, 'adjust'),
    amount: amountOf(kind),
    before: amountOf('before'),
    after: amountOf('after'),
    memo: asString(raw['memo'], 300),
    receipt: asString(raw['receipt'], 40),
    reference: asString(raw['reference'], 80),
    ...(counterpart === '' ? {} : { counterpart }),
  };
}

const isDay = (day: string | undefined): day is string => day !== undefined && isRealDay(day);

/** What narrows a history, in the stored form topics are followed by; the list and those who listen for more of it mean the same. */
export type EntryFilter = Pick<EntryQuery, 'kind' | 'sign' | 'type' | 'from' | 'to' | 'zone'>;
export function toConditions({ kind, sign, type, from, to, zone = 'UTC' }: EntryFilter): readonly Condition[] {
  const { startOfDay } = getTimeZone(zone);
  return [
    ...(sign === undefined ? [] : [{ field: kind, op: sign === 'in' ? '>' : '<', value: 0 } as const]),
    ...(type === undefined ? [] : [{ field: 'type', op: '=', value: type } as const]),
    ...(isDay(from) ? [{ field: 'create_time', op: '>=', value: startOfDay(from) } as const] : []),
    ...(isDay(to) ? [{ field: 'create_time', op: '<', value: startOfDay(to, 1) } as const] : []),
  ];
}
/** Whether two questions say the same of what is wanted; which of its pages, and how new they are, aside. */
export const hasSameFilter = (one: EntryQuery, other: EntryQuery): boolean =>
  (['kind', 'sign', 'type', 'from', 'to', 'zone'] as const).every((name) => one[name] === other[name]);

const toSearch = (query: EntryQuery) => [
  ...(query.top === undefined ? [] : [{ field: 'id', operator: '<=', val: query.top }]),
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
        params: { page: query.page, limit: query.limit, order: 'id,desc', search: toSearch(query) },
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
