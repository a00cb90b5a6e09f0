/** Entries of a history as the member's screens read them, one stable page after the other. */
import type { Json } from '../../../common/entity/field';
import type { Cond } from '../../../common/entity/filter';
import { api } from '../../shared/api';
import { isDay as isRealDay } from '../../../common/text/dates';
import { moneyOf } from '../../../common/text/moneys';
import { zoneOf } from '../../../common/text/zone';
import { asOneOf, asRecord, asText, asWhole } from '../../shared/persist';
import { wholeOf, type WealthKind } from './amounts';

export const ENTRY_TYPES = ['top_up', 'payment', 'refund', 'fee', 'adjust', 'reversal', 'sign_in', 'opening'] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];
export interface Entry {
  readonly kind: WealthKind;
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
  readonly asked: EntryQuery;
}
/** What is asked for; `top` is the newest entry the pages begin with, so that later ones move none of them. */
export interface EntryQuery {
  readonly kind: WealthKind;
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
export const LOG: Readonly<Record<WealthKind, string>> = { money: 'user_money_log', score: 'user_score_log' };
const URLS: Readonly<Record<WealthKind, string>> = { money: '/api/account/balance', score: '/api/account/integral' };

function entryOf(kind: WealthKind, value: unknown): Entry {
  const raw = asRecord(value) ?? {};
  const counterpart = asText(raw['counterpart_receipt'], 40);
  const whole = (name: string) => wholeOf(kind, raw[name] as Json) ?? 0; // a value of JSON
  return {
    kind,
    id: asWhole(raw['id']),
    n: asWhole(raw['n']),
    at: asWhole(raw['create_time']),
    type: asOneOf(raw['type'], ENTRY_TYPES, 'adjust'),
    amount: whole(kind),
    before: whole('before'),
    after: whole('after'),
    memo: asText(raw['memo'], 300),
    receipt: asText(raw['receipt'], 40),
    reference: asText(raw['reference'], 80),
    ...(counterpart === '' ? {} : { counterpart }),
  };
}

const isDay = (day: string | undefined): day is string => day !== undefined && isRealDay(day);

/** What narrows a history, in the stored form topics are followed by; the list and those who listen for more of it mean the same. */
export type EntryFilter = Pick<EntryQuery, 'kind' | 'sign' | 'type' | 'from' | 'to' | 'zone'>;
export function condsOf({ kind, sign, type, from, to, zone = 'UTC' }: EntryFilter): readonly Cond[] {
  const { startOfDay } = zoneOf(zone);
  return [
    ...(sign === undefined ? [] : [{ field: kind, op: sign === 'in' ? '>' : '<', value: 0 } as const]),
    ...(type === undefined ? [] : [{ field: 'type', op: '=', value: type } as const]),
    ...(isDay(from) ? [{ field: 'create_time', op: '>=', value: startOfDay(from) } as const] : []),
    ...(isDay(to) ? [{ field: 'create_time', op: '<', value: startOfDay(to, 1) } as const] : []),
  ];
}
/** Whether two questions say the same of what is wanted; which of its pages, and how new they are, aside. */
export const isSameFilter = (one: EntryQuery, other: EntryQuery): boolean =>
  (['kind', 'sign', 'type', 'from', 'to', 'zone'] as const).every((name) => one[name] === other[name]);

const searchOf = (asked: EntryQuery) => [
  ...(asked.top === undefined ? [] : [{ field: 'id', operator: '<=', val: asked.top }]),
  ...condsOf(asked).map(({ field, op, value }) => ({
    field,
    operator: op,
    val: field === 'money' ? moneyOf(Number(value)) : value,
  })),
];

export const entriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    entries: build.query<EntryPage, EntryQuery>({
      query: (asked) => ({
        url: URLS[asked.kind],
        params: { page: asked.page, limit: asked.limit, order: 'id,desc', search: searchOf(asked) },
        quiet: true,
        repeatable: true,
      }),
      transformResponse: (data, _meta, asked) => {
        const raw = asRecord(data);
        const list = Array.isArray(raw?.['list']) ? raw['list'].map((row: unknown) => entryOf(asked.kind, row)) : [];
        return { list, total: asWhole(raw?.['total']), seq: asText(raw?.['seq'], 128), asked };
      },
      keepUnusedDataFor: 30,
      providesTags: ['Rows'],
    }),
  }),
});
export const { useEntriesQuery } = entriesApi;
