/** The figures in the store: one entry, filled by the live channel while some card shows them. */
import { api } from '../../../../shared/api/api';
import type { App } from '../../../../shared/app/appContext';
import { deskOf } from './desk';
import { NOTHING_KNOWN, told, type Known } from './known';

export const figuresApi = api.injectEndpoints({
  endpoints: (build) => ({
    figures: build.query<Known, null>({
      queryFn: () => ({ data: NOTHING_KNOWN }),
      keepUnusedDataFor: 0,
      onCacheEntryAdded: async (_arg, lifecycle) => {
        await lifecycle.cacheDataLoaded.catch(() => undefined);
        const stop = deskOf(lifecycle.extra as App).listen((frame, zone) => {
          lifecycle.updateCachedData((known) => told(known, frame, Date.now(), zone));
        });
        await lifecycle.cacheEntryRemoved;
        stop();
      },
    }),
  }),
});
