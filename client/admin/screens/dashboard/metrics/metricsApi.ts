/** Metrics in the store: one cache entry, updated over the socket while a component uses it. */
import { api } from '../../../../shared/api/api';
import type { App } from '../../../../shared/app/appContext';
import { getMetricsClient } from './metricsClient';
import { EMPTY_METRICS, applyMetricsFrame, type MetricsState } from './metricsState';

export const metricsApi = api.injectEndpoints({
  endpoints: (build) => ({
    metrics: build.query<MetricsState, null>({
      queryFn: () => ({ data: EMPTY_METRICS }),
      keepUnusedDataFor: 0,
      onCacheEntryAdded: async (_arg, lifecycle) => {
        await lifecycle.cacheDataLoaded.catch(() => undefined);
        const stop = getMetricsClient(lifecycle.extra as App).listen((frame, zone) => {
          lifecycle.updateCachedData((known) => applyMetricsFrame(known, frame, Date.now(), zone));
        });
        await lifecycle.cacheEntryRemoved;
        stop();
      },
    }),
  }),
});
