/** Requests of the monthly statement of a member. */
import { LEDGERS, type LedgerKind } from '../../../../../common/ledgerKind';
import type { Json } from '../../../../../common/entity/field';
import { asInteger, asRecord, asString } from '../../../../../common/json';
import { entityUrl } from '../../../../engine/data/rowsApi';
import { api } from '../../../../shared/api/api';
import { parseMinorUnits } from '../amounts';

interface StatementSum {
  readonly type: string;
  readonly count: number;
  readonly added: number;
  readonly deducted: number;
}
export interface StatementEntry {
  readonly n: number;
  /** Unix seconds. */
  readonly at: number;
  readonly type: string;
  readonly memo: string;
  readonly receipt: string;
  readonly amount: number;
  readonly after: number;
}
/** Amounts in cents or points. */
export interface MemberStatement {
  readonly zone: string;
  readonly opening: number;
  readonly closing: number;
  readonly types: readonly StatementSum[];
  readonly entries: readonly StatementEntry[];
}
interface MemberStatementQuery {
  readonly kind: LedgerKind;
  readonly userId: number;
  /** `yyyy-mm`. */
  readonly month: string;
}

function parseMemberStatement(kind: LedgerKind, data: unknown): MemberStatement {
  const raw = asRecord(data) ?? {};
  const getAmount = (value: unknown) => parseMinorUnits(kind, value as Json) ?? 0; // a value of JSON
  const listOf = (value: unknown) =>
    (Array.isArray(value) ? (value as readonly unknown[]) : []).map((item) => asRecord(item) ?? {});
  return {
    zone: asString(raw['zone'], 60) || 'UTC',
    opening: getAmount(raw['opening']),
    closing: getAmount(raw['closing']),
    types: listOf(raw['types']).map(({ type, count, added, deducted }) => ({
      type: asString(type),
      count: asInteger(count),
      added: getAmount(added),
      deducted: getAmount(deducted),
    })),
    entries: listOf(raw['entries']).map(({ n, at, type, memo, receipt, amount, after }) => ({
      n: asInteger(n),
      at: asInteger(at),
      type: asString(type),
      memo: asString(memo),
      receipt: asString(receipt),
      amount: getAmount(amount),
      after: getAmount(after),
    })),
  };
}

const memberStatementApi = api.injectEndpoints({
  endpoints: (build) => ({
    memberStatement: build.query<MemberStatement, MemberStatementQuery>({
      query: ({ kind, userId, month }) => ({
        url: entityUrl(LEDGERS[kind], 'statement'),
        params: { user_id: String(userId), month },
        isSilent: true,
        allowsParallel: true,
      }),
      transformResponse: (data, _meta, { kind }) => parseMemberStatement(kind, data),
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useMemberStatementQuery } = memberStatementApi;
