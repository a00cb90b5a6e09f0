/** Requests about activation codes: make a series, redeem a code for a member. */
import { activationCode } from '../../../../common/entities/activationCode';
import { entityUrl } from '../../../engine/data/rowsApi';
import { api } from '../../../shared/api/api';

interface SeriesDraft {
  readonly series: string;
  readonly count: number;
  readonly num: number;
  readonly money?: string;
  readonly score?: number;
  readonly plugin_version_id?: number;
  readonly app_id?: number;
  readonly app_days?: number;
  /** Unix seconds, or the typed text that is no time, which the server refuses. */
  readonly expire_time?: number | string;
}

export const codesApi = api.injectEndpoints({
  endpoints: (build) => ({
    makeSeries: build.mutation<unknown, SeriesDraft>({
      query: (body) => ({ url: entityUrl(activationCode.name, 'series'), method: 'POST', body, announce: true }),
    }),
    redeemForMember: build.mutation<unknown, { readonly code: string; readonly user_id: number }>({
      query: (body) => ({ url: entityUrl(activationCode.name, 'redeem'), method: 'POST', body, announce: true }),
    }),
  }),
});
