/** Has the later parts of this build fetched once somebody is signed in, the first screen stands and the line is up. */
import { useEffect, useState } from 'react';
import { useApp } from '../app/appContext';
import { useAppSelector } from '../app/createStore';
import { selectSession } from '../store/session';

/** The first screen and what it asks for come first. */
const START_DELAY_MS = 3_000;

/** Who pays for every byte is asked for none in advance. */
function isDataSaverOn(): boolean {
  // Not every browser has it, and the types of the DOM do not know it.
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

/** Fetches what the list names once the page is calm; begins at once when it is asked again. */
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
