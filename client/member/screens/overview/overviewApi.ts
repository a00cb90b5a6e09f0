/** Requests the last seven days and the daily check-in; the server computes both. */
import { parseCents } from '../../../../common/text/cents';
import { api } from '../../../shared/api/api';
import { useAppSelector } from '../../../shared/app/createStore';
import { asRecord, asString, asInteger } from '../../../../common/json';
import type { BalanceKind } from '../../balance/amounts';
import { useDayChange } from './useDayChange';

export interface CheckInState {
  readonly isOpen: boolean;
  readonly isDoneToday: boolean;
  readonly streak: number;
  readonly nextPoints: number;
  /** Whether consecutive days give more points. */
  readonly hasStreakBonus: boolean;
  /** The first second of the next day in the time zone of the site, unix. */
  readonly dayEndsAt: number;
}
/** The sign-in before the current one. */
export interface PreviousLogin {
  /** Unix seconds; 0 if there was none. */
  readonly time: number;
  readonly ip: string;
}
export interface OverviewData extends Readonly<Record<BalanceKind, readonly number[]>> {
  readonly days: readonly string[];
  readonly checkIn: CheckInState;
  readonly previousLogin: PreviousLogin;
}
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function parseCheckIn(value: unknown): CheckInState {
  const raw = asRecord(value);
  return {
    isOpen: raw?.['open'] === true,
    isDoneToday: raw?.['today'] === true,
    streak: asInteger(raw?.['streak']),
    nextPoints: asInteger(raw?.['next']),
    hasStreakBonus: raw?.['grows'] === true,
    dayEndsAt: asInteger(raw?.['until']),
  };
}

const overviewApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** `cacheKey`: revision of the own row, which every entry increments, and the check-in rewards of the site settings. */
    overview: build.query<OverviewData, string>({
      query: () => ({ url: '/api/account/overview', isSilent: true, allowsParallel: true }),
      transformResponse: (data) => {
        const raw = asRecord(data);
        return {
          days: toList(raw?.['days']).map((day) => asString(day, 10)),
          money: toList(raw?.['money']).map((sum) => parseCents(asString(sum, 30)) ?? 0),
          score: toList(raw?.['score']).map((sum) => (typeof sum === 'number' ? sum : 0)),
          checkIn: parseCheckIn(raw?.['checkIn']),
          previousLogin: {
            time: asInteger(raw?.['previous_login_time']),
            ip: asString(raw?.['previous_login_ip'], 45),
          },
        };
      },
      keepUnusedDataFor: 5,
      providesTags: ['Rows'],
    }),
  }),
});

interface OverviewResult {
  /** The last response stays until a newer one arrives. */
  readonly data: OverviewData | undefined;
  readonly isFailed: boolean;
  readonly refresh: () => void;
}
export function useOverview(revision: string): OverviewResult {
  const points = useAppSelector(({ site }) => JSON.stringify(site.config?.['checkInPoints'] ?? ''));
  const cacheKey = `${revision} ${points}`;
  const { data, isError, refetch } = overviewApi.useOverviewQuery(cacheKey, { refetchOnMountOrArgChange: true });
  const refresh = () => void refetch();
  useDayChange(data?.checkIn.dayEndsAt ?? 0, refresh);
  return { data, isFailed: isError, refresh };
}
