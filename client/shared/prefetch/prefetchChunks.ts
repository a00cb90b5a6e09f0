/** Fetches the code of later screens once, when nothing else is to be done, so that it is at hand when the line is down. */
import { asStringList } from '../../../common/json';

interface PrefetchEnvironment {
  readonly fetch: (url: string) => Promise<Response>;
  /** Until the page has nothing better to do. */
  readonly idle: () => Promise<void>;
  readonly onDone: () => void;
}
interface ChunkPrefetcher {
  /** Begins, or goes on where it stopped; runs until it is done, the line fails, or what this gives is called. */
  readonly start: () => () => void;
}

/** Set when everything is here, for whoever measures. */
const DONE_PERFORMANCE_MARK = 'later-parts';
const browserEnvironment: PrefetchEnvironment = {
  fetch: (url) => window.fetch(url, { priority: 'low' }),
  idle: () =>
    new Promise((done) => {
      // Safari has no such callback.
      if ('requestIdleCallback' in window) window.requestIdleCallback(() => done());
      else setTimeout(done, 50);
    }),
  onDone: () => void performance.mark(DONE_PERFORMANCE_MARK),
};

/** A build that is over answers none of its files: nothing is asked of another one. */
class BuildReplacedError extends Error {}

/**
 * One file after the other: what the page asks for itself is never behind more than one of them.
 * @param list Where the list of this build lies.
 */
export function createChunkPrefetcher(
  manifestUrl: string,
  { fetch, idle, onDone }: PrefetchEnvironment = browserEnvironment,
): ChunkPrefetcher {
  let remaining: readonly string[] | undefined;
  const fetchFile = async (url: string) => {
    const answer = await fetch(url);
    if (!answer.ok) throw new BuildReplacedError(url);
    return answer;
  };
  const fetchRemaining = async (isStopped: () => boolean) => {
    await idle();
    if (isStopped()) return;
    remaining ??= parseNames(await (await fetchFile(manifestUrl)).json());
    for (let [name] = remaining; name !== undefined && !isStopped(); [name] = remaining) {
      await (await fetchFile(name)).arrayBuffer();
      const fetched = name;
      remaining = remaining.filter((one) => one !== fetched);
      if (remaining.length === 0) onDone();
      await idle();
    }
  };
  return {
    start: () => {
      let isStopped = false;
      fetchRemaining(() => isStopped).catch((error: unknown) => {
        if (error instanceof BuildReplacedError) remaining = [];
      });
      return () => {
        isStopped = true;
      };
    },
  };
}

const parseNames = (answer: unknown): readonly string[] => asStringList(answer);
