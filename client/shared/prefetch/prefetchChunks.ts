/** Fetches the code of later screens once, while the browser is idle, so that they open without a connection too. */
import { asStringList } from '../../../common/json';

interface PrefetchEnvironment {
  readonly fetch: (url: string) => Promise<Response>;
  /** Resolves when the browser is idle. */
  readonly idle: () => Promise<void>;
  readonly onDone: () => void;
}
interface ChunkPrefetcher {
  /** Starts or continues the prefetch. It ends when all files are fetched, a request fails, or the returned function is called. */
  readonly start: () => () => void;
}

/** Performance mark set when all files are fetched, for measurements. */
const DONE_PERFORMANCE_MARK = 'chunks-prefetched';
const browserEnvironment: PrefetchEnvironment = {
  fetch: (url) => window.fetch(url, { priority: 'low' }),
  idle: () =>
    new Promise((done) => {
      // Safari lacks this callback.
      if ('requestIdleCallback' in window) window.requestIdleCallback(() => done());
      else setTimeout(done, 50);
    }),
  onDone: () => void performance.mark(DONE_PERFORMANCE_MARK),
};

/** The server has a newer build and none of the files of this one: the prefetch gives up. */
class BuildReplacedError extends Error {}

/**
 * Creates a prefetcher that fetches one file at a time, so that a request of the page waits for one file at most.
 * @param manifestUrl URL of the JSON list of the files of this build.
 */
export function createChunkPrefetcher(
  manifestUrl: string,
  { fetch, idle, onDone }: PrefetchEnvironment = browserEnvironment,
): ChunkPrefetcher {
  let remaining: readonly string[] | undefined;
  const fetchFile = async (url: string) => {
    const response = await fetch(url);
    if (!response.ok) throw new BuildReplacedError(url);
    return response;
  };
  const fetchRemaining = async (isStopped: () => boolean) => {
    await idle();
    if (isStopped()) return;
    remaining ??= parseNames(await (await fetchFile(manifestUrl)).json());
    for (let [name] = remaining; name !== undefined && !isStopped(); [name] = remaining) {
      await (await fetchFile(name)).arrayBuffer();
      const fetched = name;
      remaining = remaining.filter((chunk) => chunk !== fetched);
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

const parseNames = (response: unknown): readonly string[] => asStringList(response);
