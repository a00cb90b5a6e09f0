/** Small pictures of stored ones: drawn when first asked for, upright and without notes, kept beside the storage. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { LIMITS } from '../../../common/limits';
import { PictureError, pictures } from './pictures/pictureProcess';

/** No canonical address begins a segment with a dot: they are only told by the address of the picture itself. */
const ROOT = 'storage/.thumbs';
const EDGE = 320;

const DRAWN = /\.(?:png|jpe?g|webp|gif|avif)$/i;

interface Thumbs {
  /** Where the small picture of `/storage/…` lies; undefined when there is none to be had. */
  readonly of: (path: string) => Promise<string | undefined>;
}
const placeOf = (dataDir: string, path: string): string =>
  join(dataDir, ROOT, `${path.replace(/^\/storage\//, '')}.webp`);

async function draw(from: string, to: string): Promise<void> {
  const next = `${to}.${randomUUID()}`;
  try {
    await mkdir(dirname(to), { recursive: true });
    await pictures.thumb(from, next, EDGE);
    await rename(next, to);
  } finally {
    await rm(next, { force: true }).catch(() => undefined);
  }
}

/** Remembers a bounded number of paths; the oldest go first. */
function createMemory(most: number) {
  const paths = new Set<string>();
  return {
    has: (path: string) => paths.has(path),
    add: (path: string) => {
      paths.add(path);
      const [oldest] = paths;
      if (paths.size > most && oldest !== undefined) paths.delete(oldest);
    },
  };
}

export function openThumbs(dataDir: string, remembered: number = LIMITS.thumbFailures): Thumbs {
  const underway = new Map<string, Promise<string | undefined>>();
  // A stored file never changes under its path, so a picture that failed once fails again.
  const failed = createMemory(remembered);
  const drawOnce = async (path: string, to: string): Promise<string | undefined> => {
    try {
      await draw(join(dataDir, path), to);
      return to;
    } catch (error) {
      if (error instanceof PictureError) failed.add(path);
      return undefined;
    }
  };
  return {
    of(path) {
      if (!DRAWN.test(path) || failed.has(path)) return Promise.resolve(undefined);
      const to = placeOf(dataDir, path);
      if (existsSync(to)) return Promise.resolve(to);
      const known = underway.get(path);
      if (known) return known;
      const drawn = drawOnce(path, to).finally(() => underway.delete(path));
      underway.set(path, drawn);
      return drawn;
    },
  };
}

/** Goes with its picture. */
export const dropThumb = (dataDir: string, path: string): Promise<void> => rm(placeOf(dataDir, path), { force: true });
