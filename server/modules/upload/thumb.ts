/** Small pictures of stored ones: drawn when first asked for, upright and without notes, kept beside the storage. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { LIMITS } from '../../../common/limits';

/** No canonical address begins a segment with a dot: they are only told by the address of the picture itself. */
const ROOT = 'storage/.thumbs';
const EDGE = 320;
/** Pictures drawn at once; whoever comes later waits. */
const AT_ONCE = 2;

const DRAWN = /\.(?:png|jpe?g|webp|gif|avif)$/i;

interface Thumbs {
  /** Where the small picture of `/storage/…` lies; undefined when there is none to be had. */
  readonly of: (path: string) => Promise<string | undefined>;
}
const placeOf = (dataDir: string, path: string): string =>
  join(dataDir, ROOT, `${path.replace(/^\/storage\//, '')}.webp`);

async function draw(from: string, to: string): Promise<string | undefined> {
  const next = `${to}.${randomUUID()}`;
  try {
    await mkdir(dirname(to), { recursive: true });
    await sharp(from, { limitInputPixels: LIMITS.imagePixels })
      .autoOrient()
      .resize(EDGE, EDGE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toFile(next);
    await rename(next, to);
    return to;
  } catch {
    await rm(next, { force: true }).catch(() => undefined);
    return undefined;
  }
}

export function openThumbs(dataDir: string): Thumbs {
  const underway = new Map<string, Promise<string | undefined>>();
  const waiting: (() => void)[] = [];
  let drawing = 0;
  const turn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (drawing >= AT_ONCE) await new Promise<void>((go) => waiting.push(go));
    else drawing += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else drawing -= 1;
    }
  };
  return {
    of(path) {
      if (!DRAWN.test(path)) return Promise.resolve(undefined);
      const to = placeOf(dataDir, path);
      if (existsSync(to)) return Promise.resolve(to);
      const known = underway.get(path);
      if (known) return known;
      const drawn = turn(() => draw(join(dataDir, path), to)).finally(() => underway.delete(path));
      underway.set(path, drawn);
      return drawn;
    },
  };
}

/** Goes with its picture. */
export const dropThumb = (dataDir: string, path: string): Promise<void> => rm(placeOf(dataDir, path), { force: true });
