/** Settings of the booking form: the amounts that need a confirmation, and the reasons it offers. */
import { userMoneyLog } from '../../../../../common/entities/userMoneyLog';
import { asRecord, asString } from '../../../../../common/json';
import type { Lang } from '../../../../../common/lang';
import type { LedgerKind } from '../../../../../common/ledgerKind';
import { entityUrl } from '../../../../engine/data/rowsApi';
import { usePermissions } from '../../../../engine/usePermissions';
import { api } from '../../../../shared/api/api';

/** Amounts in cents and points from which on the form asks once more; null: never. */
export type ConfirmLimits = Readonly<Record<LedgerKind, number | null>>;
export interface BookingOptions {
  readonly confirm: ConfirmLimits;
  readonly reasons: readonly Readonly<Record<Lang, string>>[];
}
/** Until the response arrives, and for those who may book only points. */
const DEFAULT_OPTIONS: BookingOptions = { confirm: { money: 1_000_000, score: 100_000 }, reasons: [] };

function parseOptions(data: unknown): BookingOptions {
  const raw = asRecord(data);
  const confirm = asRecord(raw?.['confirm']);
  const findLimit = (kind: LedgerKind) => {
    const limit = confirm?.[kind];
    return typeof limit === 'number' || limit === null ? limit : DEFAULT_OPTIONS.confirm[kind];
  };
  const reasons: readonly unknown[] = Array.isArray(raw?.['reasons']) ? raw['reasons'] : [];
  return {
    confirm: { money: findLimit('money'), score: findLimit('score') },
    reasons: reasons.map((reason) => {
      const texts = asRecord(reason);
      return { en: asString(texts?.['en'], 255), 'zh-cn': asString(texts?.['zh-cn'], 255) };
    }),
  };
}

const bookingOptionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    bookingOptions: build.query<BookingOptions, undefined>({
      query: () => ({ url: entityUrl(userMoneyLog.name, 'bookingOptions'), isSilent: true, allowsParallel: true }),
      transformResponse: parseOptions,
      keepUnusedDataFor: 60,
      providesTags: ['Bootstrap'],
    }),
  }),
});

export function useBookingOptions(): BookingOptions {
  const skip = !usePermissions(userMoneyLog).can('create');
  const { data } = bookingOptionsApi.useBookingOptionsQuery(undefined, { skip, refetchOnMountOrArgChange: true });
  return data ?? DEFAULT_OPTIONS;
}
