/** Requests of monthly statements. */
import { asInteger, asOneOf, asRecord, asString } from '../../../../../common/json';
import type { Json } from '../../../../../common/entity/field';
import { api } from '../../../../shared/api/api';
import { parseAmount, type BalanceKind } from '../../../balance/amounts';
import { ENTRY_TYPE_NAMES, type EntryType } from '../../../balance/entriesApi';

/** Cents or points. */
export interface TypeSum {
  readonly type: EntryType;
  readonly count: number;
  readonly added: number;
  readonly deducted: number;
}
export interface Statement {
  readonly month: string;
  /** Unix seconds; `until` is the first second after the month. */
  readonly from: number;
  readonly until: number;
  /** IANA name of the time zone of the month. */
  readonly zone: string;
  readonly opening: number;
  readonly closing: number;
  readonly types: readonly TypeSum[];
  /** The newest entry in the statement; 0 if there is none. */
  readonly top: number;
  /** Unix seconds of the first entry of the account; 0 without entries. */
  readonly first: number;
}
interface StatementQuery {
  readonly kind: BalanceKind;
  /** `yyyy-mm`. */
  readonly month: string;
}

function parseStatement(kind: BalanceKind, data: unknown): Statement {
  const raw = asRecord(data) ?? {};
  const getAmount = (value: unknown) => parseAmount(kind, value as Json) ?? 0; // a value of JSON
  const types: readonly unknown[] = Array.isArray(raw['types']) ? raw['types'] : [];
  return {
    month: asString(raw['month'], 7),
    from: asInteger(raw['from']),
    until: asInteger(raw['until']),
    zone: asString(raw['zone'], 60) || 'UTC',
    opening: getAmount(raw['opening']),
    closing: getAmount(raw['closing']),
    types: types.map((value) => {
      const sum = asRecord(value) ?? {};
      return {
        type: asOneOf(sum['type'], ENTRY_TYPE_NAMES, 'adjust'),
        count: asInteger(sum['count']),
        added: getAmount(sum['added']),
        deducted: getAmount(sum['deducted']),
      };
    }),
    top: asInteger(raw['top']),
    first: asInteger(raw['first']),
  };
}

const statementApi = api.injectEndpoints({
  endpoints: (build) => ({
    statement: build.query<Statement, StatementQuery>({
      query: ({ kind, month }) => ({
        url: '/api/account/statement',
        params: { kind, month },
        isSilent: true,
        allowsParallel: true,
      }),
      transformResponse: (data, _meta, { kind }) => parseStatement(kind, data),
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useLazyStatementQuery } = statementApi;
