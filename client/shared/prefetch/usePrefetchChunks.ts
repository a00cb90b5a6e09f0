/** Prefetches the lazily loaded chunks of this build once somebody is signed in, the first screen is shown and the server is reachable. */
import { useEffect, useState } from 'react';
import { useApp } from '../app/appContext';
import { useAppSelector } from '../app/createStore';
import { selectSession } from '../store/session';

/** Leaves the first seconds to the first screen and its requests. */
const START_DELAY_MS = 3_000;

/** With the browser's data saver on, nothing is prefetched. */
function isDataSaverOn(): boolean {
  // Not every browser has this property, and the DOM types lack it.
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

/** Prefetches the chunks of the manifest after a delay; a later start begins at once. */
function createPagePrefetch() {
  const manifestUrl = document.querySelector<HTMLMetaElement>('meta[name="later-parts"]')?.content;
  if (manifestUrl === undefined || isDataSaverOn()) return undefined;
  const prefetcher = new Promise<void>((done) => setTimeout(done, START_DELAY_MS)).then(async () =>
    (await import('./prefetchChunks')).createChunkPrefetcher(manifestUrl),
  );
  return () => {
    let stop: (() => void) | undefined;
    let isStopped = false;
    void prefetcher.then(
      ({ start }) => {
        if (!isStopped) stop = start();
      },
      () => undefined,
    );
    return () => {
      isStopped = true;
      stop?.();
    };
  };
}

export function usePrefetchChunks(isOnline: boolean): void {
  const { realm } = useApp();
  const isSignedIn = useAppSelector(selectSession(realm)) !== null;
  const [prefetch] = useState(createPagePrefetch);
  useEffect(() => (isSignedIn && isOnline ? prefetch?.() : undefined), [prefetch, isSignedIn, isOnline]);
}
