/** The last seven days and the daily check-in, as the server counts them. */
import { centsOf } from '../../../../common/text/moneys';
import { api } from '../../../shared/api';
import { useAppSelector } from '../../../shared/createStore';
import { asRecord, asText, asWhole } from '../../../shared/persist';
import type { WealthKind } from '../../wealth/amounts';
import { useDayTurn } from './useDayTurn';

export interface CheckInState {
  readonly open: boolean;
  readonly today: boolean;
  readonly streak: number;
  readonly next: number;
  /** Whether days in a row bring more. */
  readonly grows: boolean;
  /** The first second of the next day as the house counts days. */
  readonly until: number;
}
/** The sign-in before the present one. */
export interface PreviousLogin {
  /** Unix seconds; 0: there was none. */
  readonly time: number;
  readonly ip: string;
}
export interface OverviewData extends Readonly<Record<WealthKind, readonly number[]>> {
  readonly days: readonly string[];
  readonly checkIn: CheckInState;
  readonly previousLogin: PreviousLogin;
}
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function checkInOf(value: unknown): CheckInState {
  const raw = asRecord(value);
  return {
    open: raw?.['open'] === true,
    today: raw?.['today'] === true,
    streak: asWhole(raw?.['streak']),
    next: asWhole(raw?.['next']),
    grows: raw?.['grows'] === true,
    until: asWhole(raw?.['until']),
  };
}

const overviewApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** `stamp`: the revision of one's own row, which every entry raises, and what checking in brings by now. */
    overview: build.query<OverviewData, string>({
      query: () => ({ url: '/api/account/overview', quiet: true, repeatable: true }),
      transformResponse: (data) => {
        const raw = asRecord(data);
        return {
          days: listIn(raw?.['days']).map((day) => asText(day, 10)),
          money: listIn(raw?.['money']).map((sum) => centsOf(asText(sum, 30)) ?? 0),
          score: listIn(raw?.['score']).map((sum) => (typeof sum === 'number' ? sum : 0)),
          checkIn: checkInOf(raw?.['checkIn']),
          previousLogin: {
            time: asWhole(raw?.['previous_login_time']),
            ip: asText(raw?.['previous_login_ip'], 45),
          },
        };
      },
      keepUnusedDataFor: 5,
      providesTags: ['Rows'],
    }),
  }),
});

interface Overviewed {
  /** The last answer stays while a newer one is on its way. */
  readonly data: OverviewData | undefined;
  readonly failed: boolean;
  readonly renew: () => void;
}
export function useOverview(revision: string): Overviewed {
  const points = useAppSelector(({ site }) => JSON.stringify(site.config?.['checkInPoints'] ?? ''));
  const stamp = `${revision} ${points}`;
  const { data, isError, refetch } = overviewApi.useOverviewQuery(stamp, { refetchOnMountOrArgChange: true });
  const renew = () => void refetch();
  useDayTurn(data?.checkIn.until ?? 0, renew);
  return { data, failed: isError, renew };
}
