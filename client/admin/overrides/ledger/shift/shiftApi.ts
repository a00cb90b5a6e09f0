/** Requests of the totals of the own shift. */
import { userMoneyLog } from '../../../../../common/entities/userMoneyLog';
import { ENTRY_TYPES } from '../../../../../common/entities/ledger';
import type { Json } from '../../../../../common/entity/field';
import { asInteger, asRecord, asString } from '../../../../../common/json';
import { LEDGER_KINDS, type LedgerKind } from '../../../../../common/ledgerKind';
import { entityUrl } from '../../../../engine/data/rowsApi';
import { api } from '../../../../shared/api/api';
import { parseMinorUnits } from '../amounts';

/** Cents or points. */
export interface ShiftSum {
  readonly type: keyof typeof ENTRY_TYPES;
  readonly count: number;
  readonly added: number;
  readonly deducted: number;
}
export interface Shift {
  /** Unix seconds. */
  readonly since: number;
  /** The key of the admin in the entries, as in `admin:3`. */
  readonly actor: string;
  /** Only the ledgers whose amounts the admin sees. */
  readonly totals: Readonly<Partial<Record<LedgerKind, readonly ShiftSum[]>>>;
  readonly seq: string;
}

function parseSum(kind: LedgerKind, value: unknown): readonly ShiftSum[] {
  const raw = asRecord(value) ?? {};
  const type = Object.values(ENTRY_TYPES).find((known) => known === raw['type']);
  const getAmount = (name: string) => parseMinorUnits(kind, raw[name] as Json) ?? 0; // a value of JSON
  return type === undefined
    ? []
    : [{ type, count: asInteger(raw['count']), added: getAmount('added'), deducted: getAmount('deducted') }];
}
function parseShift(data: unknown): Shift {
  const raw = asRecord(data);
  const totals = asRecord(raw?.['totals']);
  const getSums = (kind: LedgerKind) => {
    const sums: unknown = totals?.[kind];
    return Array.isArray(sums) ? [[kind, sums.flatMap((sum: unknown) => parseSum(kind, sum))] as const] : [];
  };
  return {
    since: asInteger(raw?.['since']),
    actor: asString(raw?.['actor'], 40),
    totals: Object.fromEntries(LEDGER_KINDS.flatMap(getSums)),
    seq: asString(raw?.['seq'], 128),
  };
}

const shiftApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** `since`: unix seconds; undefined: the start of today in the time zone of the site. */
    shift: build.query<Shift, number | undefined>({
      query: (since) => ({
        url: entityUrl(userMoneyLog.name, 'shift'),
        params: since === undefined ? {} : { since: String(since) },
        isSilent: true,
        allowsParallel: true,
      }),
      transformResponse: parseShift,
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useShiftQuery } = shiftApi;
