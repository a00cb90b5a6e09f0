/** The pictures of a list of plugins as data URLs: these clients load pictures without a session, and should ask no other server. */
import { setTimeout as sleep } from 'node:timers/promises';

const MAX_IMAGES = 60;
const MAX_CHARS = 6 * 1024 * 1024;
const CONCURRENCY = 6;
const MAX_MS = 3_000;

interface ImageLimits {
  readonly maxImages?: number;
  readonly maxChars?: number;
  readonly maxMs?: number;
}

/** The pictures by path. A picture that fails, comes too late or is too much for one response is missing. */
export async function loadStoreImages(
  paths: readonly string[],
  load: (path: string) => Promise<string | undefined>,
  { maxImages = MAX_IMAGES, maxChars = MAX_CHARS, maxMs = MAX_MS }: ImageLimits = {},
): Promise<ReadonlyMap<string, string>> {
  const images = new Map<string, string>();
  const waiting = [...new Set(paths)].filter((path) => path !== '').slice(0, maxImages);
  const timer = new AbortController();
  let remainingChars = maxChars;
  const work = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined && !timer.signal.aborted; path = waiting.shift()) {
      const image = await load(path);
      if (image === undefined || image.length > remainingChars) continue;
      remainingChars -= image.length;
      images.set(path, image);
    }
  };
  const { signal } = timer;
  try {
    const all = Promise.all(Array.from({ length: CONCURRENCY }, work));
    await Promise.race([all, sleep(maxMs, undefined, { signal }).catch(() => undefined)]);
  } finally {
    timer.abort();
  }
  // A copy: later pictures do not change the response.
  return new Map(images);
}
