/** Thumbnails of stored images: generated on the first request, upright and without metadata, cached on disk beside the storage. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { IMAGE_LIMITS } from '../../../common/imageLimits';
import { thumbnailPath } from '../../hooks/files/thumbnailPath';
import { createBoundedSet } from './images/boundedSet';
import { createImageRetryBackoff } from './images/imageRetryBackoff';
import { ImageError, imageProcess } from './images/imageProcess';

const THUMBNAIL_EDGE_PIXELS = 320;

const THUMBNAIL_SOURCE = /\.(?:png|jpe?g|webp|gif|avif)$/i;

interface Thumbnails {
  /** The path of the thumbnail of `/storage/…`; undefined when none can be generated. */
  readonly get: (path: string) => Promise<string | undefined>;
}
async function generateThumbnail(from: string, to: string): Promise<void> {
  const next = `${to}.${randomUUID()}`;
  try {
    await mkdir(dirname(to), { recursive: true });
    await imageProcess.generateThumbnail(from, next, THUMBNAIL_EDGE_PIXELS);
    await rename(next, to);
  } finally {
    await rm(next, { force: true }).catch(() => undefined);
  }
}

export function createThumbnails(
  dataDir: string,
  maxFailures: number = IMAGE_LIMITS.thumbnailFailuresKept,
): Thumbnails {
  const inProgress = new Map<string, Promise<string | undefined>>();
  // A stored file never changes under its path, so an image that could not be read never can.
  const unreadablePaths = createBoundedSet(maxFailures);
  const retryBackoff = createImageRetryBackoff(IMAGE_LIMITS.imageRetryMs, { capacity: maxFailures, now: Date.now });
  const tryGenerateThumbnail = async (path: string, to: string): Promise<string | undefined> => {
    try {
      await generateThumbnail(join(dataDir, path), to);
      return to;
    } catch (error) {
      if (error instanceof ImageError) (error.reason === 'limit' ? retryBackoff : unreadablePaths).add(path);
      return undefined;
    }
  };
  return {
    get(path) {
      if (!THUMBNAIL_SOURCE.test(path) || unreadablePaths.has(path)) return Promise.resolve(undefined);
      const to = thumbnailPath(dataDir, path);
      if (existsSync(to)) return Promise.resolve(to);
      if (retryBackoff.isPaused(path)) return Promise.resolve(undefined);
      const running = inProgress.get(path);
      if (running) return running;
      const thumbnail = tryGenerateThumbnail(path, to).finally(() => inProgress.delete(path));
      inProgress.set(path, thumbnail);
      return thumbnail;
    },
  };
}
