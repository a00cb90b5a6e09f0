/**
 * Responsive image variants (resized, AVIF or WebP) for the public site: generated on the first request, upright and without metadata, cached
 * beside the storage.
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { IMAGE_LIMITS } from '../../../../common/imageLimits';
import {
  hasImageVariants,
  IMAGE_FORMATS,
  IMAGE_WIDTHS,
  imageWidths,
  type ImageSize,
  type ImageVariant,
} from '../../../../common/site/imageVariants';
import { removeVariants, variantPath } from '../../../hooks/files/variantPath';
import type { QueryParams } from '../../../platform/http/requestUrl';
import { hasDiskSpace } from '../hasDiskSpace';
import { createBoundedSet } from '../images/boundedSet';
import { createImageRetryBackoff } from '../images/imageRetryBackoff';
import { createVariantBudget } from './variantBudget';
import { ImageError, imageProcess, type ImageProcess } from '../images/imageProcess';

/** `pending`: the variant may exist later. `none`: the image has no such variant. */
export type VariantResult = { readonly file: string } | 'pending' | 'none';

/** A stored image with its size, if known. */
export interface SizedImage extends ImageSize {
  readonly url: string;
}

export interface ImageVariants {
  /** The file of a variant of `/storage/…`. It resolves within `variantWaitMs`; the generation continues afterwards. */
  readonly get: (path: string, variant: ImageVariant) => Promise<VariantResult>;
  /** Generates the AVIF variants of images one after the other in the background. Addresses without variants are skipped. */
  readonly warm: (images: readonly SizedImage[]) => void;
}

export interface ImageVariantOptions {
  readonly process?: Pick<ImageProcess, 'generateVariant'>;
  readonly maxWaiting?: number;
  readonly waitMs?: number;
  /** Bytes of all variants together. */
  readonly maxBytes?: number;
  /** Unix milliseconds. */
  readonly now?: () => number;
}

/** The variant that a query asks for; undefined when the query names anything else. */
export function parseImageVariant(query: QueryParams): ImageVariant | undefined {
  const { w, f } = query;
  const width = IMAGE_WIDTHS.find((known) => String(known) === w);
  const format = IMAGE_FORMATS.find((known) => known === f);
  const hasOtherNames = Object.keys(query).length !== 2;
  return width === undefined || format === undefined || hasOtherNames ? undefined : { width, format };
}

/** Resolves with `late` when the work takes longer. */
async function waitAtMost<T>(work: Promise<T>, waitMs: number, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), waitMs).unref();
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** Free bytes without which the server generates no variant. */
const MIN_FREE_BYTES = 1024 * 1024;

type GenerateVariant = ImageProcess['generateVariant'];
/** Generates one variant; false when the image has none. A crash leaves at most a file in `tmp`, which the cleanup deletes. */
async function storeVariant(
  dataDir: string,
  path: string,
  variant: ImageVariant,
  generate: GenerateVariant,
): Promise<boolean> {
  const [from, to] = [join(dataDir, path), variantPath(dataDir, path, variant)];
  const next = join(dataDir, 'tmp', `${randomUUID()}.${variant.format}`);
  try {
    if (!(await generate(from, next, variant))) return false;
    await mkdir(dirname(to), { recursive: true });
    await rename(next, to);
    // The image may have been deleted meanwhile.
    if (!existsSync(from)) await removeVariants(dataDir, path);
    return true;
  } finally {
    await rm(next, { force: true }).catch(() => undefined);
  }
}

export function createImageVariants(dataDir: string, options: ImageVariantOptions = {}): ImageVariants {
  const {
    process = imageProcess,
    maxWaiting = IMAGE_LIMITS.waitingVariants,
    waitMs = IMAGE_LIMITS.variantWaitMs,
  } = options;
  const { maxBytes = IMAGE_LIMITS.variantBytes, now = Date.now } = options;
  const inProgress = new Map<string, Promise<VariantResult>>();
  const budget = createVariantBudget(dataDir, maxBytes);
  // A stored file never changes under its path, so an image that could not be read never can.
  const unreadablePaths = createBoundedSet(IMAGE_LIMITS.thumbnailFailuresKept);
  // Time and memory may suffice when the machine is less busy.
  const retryBackoff = createImageRetryBackoff(IMAGE_LIMITS.imageRetryMs, {
    capacity: IMAGE_LIMITS.thumbnailFailuresKept,
    now,
  });
  const missingVariants = createBoundedSet(IMAGE_LIMITS.thumbnailFailuresKept);

  const tryStore = async (path: string, variant: ImageVariant, file: string): Promise<VariantResult> => {
    try {
      if (!(await hasDiskSpace(dataDir, MIN_FREE_BYTES))) return 'pending';
      if (await storeVariant(dataDir, path, variant, process.generateVariant)) {
        await budget.add(file);
        return { file };
      }
      missingVariants.add(file);
      return 'none';
    } catch (error) {
      // A full queue or disk is temporary.
      if (!(error instanceof ImageError)) return 'pending';
      if (error.reason === 'limit') {
        retryBackoff.add(path);
        return 'pending';
      }
      unreadablePaths.add(path);
      return 'none';
    }
  };
  /** The stored variant, the running job or a new one. */
  const start = (path: string, variant: ImageVariant): Promise<VariantResult> => {
    const file = variantPath(dataDir, path, variant);
    if (!hasImageVariants(path) || unreadablePaths.has(path) || missingVariants.has(file))
      return Promise.resolve('none');
    if (existsSync(file)) return Promise.resolve({ file });
    if (retryBackoff.isPaused(path)) return Promise.resolve('pending');
    const running = inProgress.get(file);
    if (running) return running;
    if (inProgress.size >= maxWaiting) return Promise.resolve('pending');
    const job = tryStore(path, variant, file).finally(() => inProgress.delete(file));
    inProgress.set(file, job);
    return job;
  };
  return {
    get: (path, variant) => waitAtMost(start(path, variant), waitMs, 'pending'),
    warm: createWarmer(dataDir, start),
  };
}

/** Generates one variant at a time, so that visitors wait for at most one of them. */
function createWarmer(
  dataDir: string,
  start: (path: string, variant: ImageVariant) => Promise<VariantResult>,
): ImageVariants['warm'] {
  const waiting = new Map<string, ImageSize>();
  let isRunning = false;
  const generateAll = async () => {
    for (const [url, size] of waiting) {
      for (const [width] of imageWidths(size))
        if (existsSync(join(dataDir, url))) await start(url, { width, format: 'avif' });
      waiting.delete(url);
    }
    isRunning = false;
  };
  return (wanted) => {
    for (const { url, ...size } of wanted)
      if (hasImageVariants(url) && waiting.size < IMAGE_LIMITS.warmedImages) waiting.set(url, size);
    if (isRunning) return;
    isRunning = true;
    void generateAll();
  };
}
