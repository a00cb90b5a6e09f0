/** Strips EXIF and other camera metadata (GPS, time, owner) from an image without decoding it. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { setImmediate as pause } from 'node:timers/promises';
import { IMAGE_LIMITS } from '../../../../common/imageLimits';
import { walkGif } from './gif';
import { walkHeif } from './heif';
import { walkJpeg } from './jpeg';
import { walkPng } from './png';
import { walkWebp } from './webp';
import type { SegmentWalker } from './fileSegments';

const WALKERS: ReadonlyMap<string, (bytes: Buffer, orientation: number) => SegmentWalker> = new Map([
  ['image/jpeg', walkJpeg],
  ['image/png', walkPng],
  ['image/apng', walkPng],
  ['image/webp', walkWebp],
  ['image/gif', (bytes) => walkGif(bytes)],
  ['image/avif', (bytes) => walkHeif(bytes)],
]);

/** Whether images of this type can hold metadata that this module removes. */
export const canStripMetadata = (mimetype: string): boolean => WALKERS.has(mimetype);

/** Pieces kept of one file, and milliseconds of work before other requests get a turn. */
const MAX_PIECES = 200_000;
const TIME_SLICE_MS = 8;

/** Runs a walk in slices of time and returns the kept segments. */
async function collect(walk: SegmentWalker): Promise<Buffer[]> {
  const segments: Buffer[] = [];
  let [since, steps] = [performance.now(), 0];
  for (const segment of walk) {
    if (segment !== null) segments.push(segment);
    if (segments.length > MAX_PIECES) throw new Error('the image has too many segments');
    steps += 1;
    if (steps % 1_000 !== 0 || performance.now() - since < TIME_SLICE_MS) continue;
    await pause();
    since = performance.now();
  }
  return segments;
}

/**
 * Writes the image at `path` to `to` without metadata; a turned image keeps its orientation and nothing else.
 * @returns false when there was nothing to remove: then nothing is written. Throws when the file is damaged or above `IMAGE_LIMITS.imageBytes`.
 */
export async function stripMetadata(path: string, to: string, mimetype: string, orientation: number): Promise<boolean> {
  const walk = WALKERS.get(mimetype);
  if (!walk) return false;
  if ((await stat(path)).size > IMAGE_LIMITS.imageBytes) throw new Error('the image exceeds IMAGE_LIMITS.imageBytes');
  const bytes = await readFile(path);
  const segments = await collect(walk(bytes, orientation));
  const clean = Buffer.concat(segments);
  if (clean.equals(bytes)) return false;
  await writeFile(to, clean);
  return true;
}
