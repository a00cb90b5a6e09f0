/** Requests for variants that are not generated yet: they share one job, wait a bounded time, and a flood of images fills no queue. */
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImageVariant } from '../../../../common/site/imageVariants';
import { fault } from '../../../../common/protocol/faults';
import { IMAGE_LIMITS } from '../../../../common/imageLimits';
import { VARIANT_DIR, variantPath } from '../../../hooks/files/variantPath';
import { ImageError } from '../images/imageProcess';
import { createImageVariants, type ImageVariantOptions } from './imageVariants';

const dataDir = mkdtempSync(join(tmpdir(), 'variants-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const AVIF = { width: 640, format: 'avif' } as const;

interface PendingVariant {
  readonly from: string;
  readonly variant: ImageVariant;
  readonly finish: (outcome?: boolean | Error) => void;
}
let pendingVariants: PendingVariant[] = [];
beforeEach(() => {
  pendingVariants = [];
});
const create = (options: ImageVariantOptions = {}) =>
  createImageVariants(dataDir, {
    waitMs: 5_000,
    process: {
      generateVariant: (from, to, variant) =>
        new Promise((resolve, reject) => {
          const finish = (outcome: boolean | Error = true) => {
            if (outcome instanceof Error) {
              reject(outcome);
              return;
            }
            mkdirSync(join(dataDir, 'tmp'), { recursive: true });
            if (outcome) writeFileSync(to, 'drawn');
            resolve(outcome);
          };
          pendingVariants.push({ from, variant, finish });
        }),
    },
    ...options,
  });
let count = 0;
const picture = (): string => {
  const path = `/storage/picture-${(count += 1)}.jpg`;
  mkdirSync(join(dataDir, 'storage'), { recursive: true });
  writeFileSync(join(dataDir, path), 'picture');
  return path;
};
/** Until the condition holds: the free disk space is read before a job starts. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}

describe('requests for one variant', () => {
  it('share one job and one file', async () => {
    const [variants, path] = [create(), picture()];
    const all = Array.from({ length: 50 }, () => variants.get(path, AVIF));
    await until(() => pendingVariants.length > 0);
    pendingVariants[0]?.finish();
    const file = variantPath(dataDir, path, AVIF);
    expect(await Promise.all(all)).toEqual(all.map(() => ({ file })));
    expect(await variants.get(path, AVIF)).toEqual({ file });
    expect([pendingVariants.length, readdirSync(join(dataDir, 'tmp'))]).toEqual([1, []]);
  });

  it('wait no longer than allowed, while the job continues', async () => {
    const [variants, path] = [create({ waitMs: 30 }), picture()];
    expect(await variants.get(path, AVIF)).toBe('pending');
    expect(await variants.get(path, AVIF)).toBe('pending');
    expect(pendingVariants).toHaveLength(1);
    pendingVariants[0]?.finish();
    const file = variantPath(dataDir, path, AVIF);
    await until(() => existsSync(file));
    expect(await variants.get(path, AVIF)).toEqual({ file });
  });

  it('a broken image is not retried; a busy process is retried', async () => {
    const [variants, path, crowded] = [create(), picture(), picture()];
    const first = variants.get(path, AVIF);
    await until(() => pendingVariants.length === 1);
    pendingVariants[0]?.finish(new ImageError('unreadable'));
    expect(await first).toBe('none');
    expect(await variants.get(path, { width: 320, format: 'webp' })).toBe('none');
    const second = variants.get(crowded, AVIF);
    await until(() => pendingVariants.length === 2);
    pendingVariants[1]?.finish(fault('too_many'));
    expect(await second).toBe('pending');
    void variants.get(crowded, AVIF);
    await until(() => pendingVariants.length === 3);
  });

  it('generate an image that exceeded its time again after a pause, which doubles', async () => {
    let now = 0;
    const [variants, path] = [create({ now: () => now }), picture()];
    for (const [tries, pauseMs] of [IMAGE_LIMITS.imageRetryMs, 2 * IMAGE_LIMITS.imageRetryMs].entries()) {
      const asked = variants.get(path, AVIF);
      await until(() => pendingVariants.length === tries + 1);
      pendingVariants[tries]?.finish(new ImageError('limit'));
      expect(await asked).toBe('pending');
      now += pauseMs - 1;
      expect(await variants.get(path, { width: 320, format: 'webp' })).toBe('pending');
      expect(pendingVariants).toHaveLength(tries + 1);
      now += 1;
    }
    const last = variants.get(path, AVIF);
    await until(() => pendingVariants.length === 3);
    pendingVariants[2]?.finish();
    expect(await last).toEqual({ file: variantPath(dataDir, path, AVIF) });
  });

  it('keep all variants within their budget: the oldest are deleted and generated again on request', async () => {
    rmSync(join(dataDir, VARIANT_DIR), { recursive: true, force: true });
    // A generated file has five bytes.
    const variants = create({ maxBytes: 50 });
    const paths = Array.from({ length: 11 }, picture);
    for (const [at, path] of paths.entries()) {
      const asked = variants.get(path, AVIF);
      await until(() => pendingVariants.length === at + 1);
      pendingVariants[at]?.finish();
      const file = variantPath(dataDir, path, AVIF);
      expect(await asked).toEqual({ file });
      if (existsSync(file)) utimesSync(file, at + 1, at + 1);
    }
    const isStored = paths.map((path) => existsSync(variantPath(dataDir, path, AVIF)));
    expect(isStored).toEqual([...Array<boolean>(3).fill(false), ...Array<boolean>(8).fill(true)]);
    void variants.get(paths[0] ?? '', AVIF);
    await until(() => pendingVariants.length === 12);
  });

  it('remember a variant that cannot be generated, and still generate the narrower one', async () => {
    const [variants, path] = [create(), picture()];
    const wide = variants.get(path, { width: 1920, format: 'avif' });
    await until(() => pendingVariants.length === 1);
    pendingVariants[0]?.finish(false);
    expect(await wide).toBe('none');
    expect(await variants.get(path, { width: 1920, format: 'avif' })).toBe('none');
    const narrow = variants.get(path, AVIF);
    await until(() => pendingVariants.length === 2);
    pendingVariants[1]?.finish();
    expect(await narrow).toEqual({ file: variantPath(dataDir, path, AVIF) });
  });

  it('leave no file when the image is deleted while it is generated', async () => {
    const [variants, path] = [create(), picture()];
    const asked = variants.get(path, AVIF);
    await until(() => pendingVariants.length === 1);
    rmSync(join(dataDir, path));
    pendingVariants[0]?.finish();
    await asked;
    expect(existsSync(variantPath(dataDir, path, AVIF))).toBe(false);
  });
});

describe('a flood of different images', () => {
  it('holds at most the allowed number of jobs and responds at once beyond that', async () => {
    const variants = create({ maxWaiting: 4, waitMs: 60_000 });
    const paths = Array.from({ length: 40 }, picture);
    const asked = paths.map((path) => variants.get(path, AVIF));
    expect(await Promise.all(asked.slice(4))).toEqual(Array.from({ length: 36 }, () => 'pending'));
    await until(() => pendingVariants.length === 4);
    for (const { finish } of pendingVariants) finish();
    await Promise.all(asked.slice(0, 4));
    void variants.get(paths[20] ?? '', AVIF);
    await until(() => pendingVariants.length === 5);
  });
});

describe('pre-generation', () => {
  it('makes the widths of an image one after the other and skips images without variants', async () => {
    const [variants, path] = [create(), picture()];
    variants.warm([{ url: 'https://example.org/a.jpg' }, { url: '/storage/missing.jpg' }, { url: path, width: 600 }]);
    variants.warm([{ url: path, width: 600 }]);
    for (const [index, width] of [320, 480, 640].entries()) {
      await until(() => pendingVariants.length === index + 1);
      expect(pendingVariants[index]).toMatchObject({ from: join(dataDir, path), variant: { width, format: 'avif' } });
      pendingVariants[index]?.finish();
    }
    const next = picture();
    await until(() => existsSync(variantPath(dataDir, path, AVIF)));
    variants.warm([{ url: next, width: 100 }]);
    await until(() => pendingVariants.length === 4);
    expect(pendingVariants[3]?.from).toBe(join(dataDir, next));
  });
});
