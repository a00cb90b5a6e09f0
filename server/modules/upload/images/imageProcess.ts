/** Decodes and resizes images in one child process, one at a time: away from the event loop and from libuv's shared thread pool. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { IMAGE_LIMITS } from '../../../../common/imageLimits';
import { fault } from '../../../../common/protocol/faults';
import type { ImageVariant } from '../../../../common/site/imageVariants';
import { createFairQueue } from '../../../platform/fairQueue';

/** Metadata of an image header. `pages` counts the frames of an animation. */
export interface ImageMetadata {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly pages: number;
  readonly pageHeight: number;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
  /** Width and height after the orientation is applied. */
  readonly uprightWidth: number;
  readonly uprightHeight: number;
}
type Job =
  | { readonly kind: 'metadata'; readonly from: string }
  | { readonly kind: 'orient'; readonly from: string; readonly to: string }
  | { readonly kind: 'thumbnail'; readonly from: string; readonly to: string; readonly edge: number }
  | ({ readonly kind: 'variant'; readonly from: string; readonly to: string } & ImageVariant);
/** Uploads go first; thumbnails and variants take turns. */
type JobGroup = 'uploads' | 'thumbnails' | 'variants';

/** The child failed: the image is broken, or the job exceeded its time or memory. */
export class ImageError extends Error {
  constructor(readonly reason: 'unreadable' | 'limit') {
    super(`image: ${reason}`);
    this.name = 'ImageError';
  }
}

export interface ImageProcess {
  readonly readMetadata: (from: string) => Promise<ImageMetadata>;
  /** Rotates and mirrors a JPEG as its orientation tag says and writes it without metadata. */
  readonly autoOrient: (from: string, to: string) => Promise<void>;
  /** Writes a WebP of at most `edge` × `edge` pixels. Uploads go first. */
  readonly generateThumbnail: (from: string, to: string, edge: number) => Promise<void>;
  /**
   * Writes an image of at most the variant's width in its format, upright and without metadata. Uploads go first.
   * @returns false when the image has no such variant: it is animated, or its variant would have too many pixels.
   */
  readonly generateVariant: (from: string, to: string, variant: ImageVariant) => Promise<boolean>;
  /** The process id of the child; undefined while no child runs. */
  readonly pid: () => number | undefined;
  readonly close: () => void;
}

/** The longest edge that WebP allows. */
const WEBP_MAX_EDGE_PIXELS = 16_383;

/** The program of the child. It is inline, so the build needs no second entry file. */
const CHILD_PROGRAM = `
const [sharpPath, maxInputPixels, maxDecodedPixels, maxOutputPixels] = process.argv.slice(1);
const sharp = require(sharpPath);
sharp.concurrency(1);
sharp.cache(false);
process.on('disconnect', () => process.exit(0));
const limit = { limitInputPixels: Number(maxInputPixels) };
const readMetadata = async (from) => {
  const meta = await sharp(from, { limitInputPixels: false, animated: true }).metadata();
  const { format, width, height, pages = 1, pageHeight = height, orientation = 1, autoOrient } = meta;
  const upright = { uprightWidth: autoOrient.width, uprightHeight: autoOrient.height };
  return { format, width, height, pages, pageHeight, orientation, ...upright };
};
const jobs = {
  metadata: ({ from }) => readMetadata(from),
  orient: async ({ from, to }) => void (await sharp(from, limit).autoOrient().keepIccProfile().jpeg({ quality: 90 }).toFile(to)),
  thumbnail: async ({ from, to, edge }) => {
    const { format, width, pageHeight } = await readMetadata(from);
    if (format !== 'jpeg' && width * pageHeight > Number(maxDecodedPixels)) throw new Error('too many pixels');
    const size = { fit: 'inside', withoutEnlargement: true };
    await sharp(from, limit).autoOrient().resize(edge, edge, size).webp({ quality: 78 }).toFile(to);
  },
  variant: async ({ from, to, width, format }) => {
    const metadata = await readMetadata(from);
    const isTooLarge = metadata.format !== 'jpeg' && metadata.width * metadata.pageHeight > Number(maxDecodedPixels);
    const w = Math.min(width, metadata.uprightWidth);
    const h = (metadata.uprightHeight * w) / metadata.uprightWidth;
    if (metadata.pages > 1 || isTooLarge || w * h > Number(maxOutputPixels) || h > ${WEBP_MAX_EDGE_PIXELS}) return false;
    const picture = sharp(from, limit).autoOrient().resize({ width, withoutEnlargement: true });
    await (format === 'avif' ? picture.avif({ quality: 52, effort: 2 }) : picture.webp({ quality: 80 })).toFile(to);
    return true;
  },
};
process.on('message', (job) =>
  jobs[job.kind](job).then(
    (value) => process.send({ isDone: true, value }),
    () => process.send({ isDone: false }),
  ),
);`;

export interface ImageLimits {
  /** Milliseconds of one job. */
  readonly timeMs: number;
  /** Megabytes of data the child may allocate. Linux enforces it (RLIMIT_DATA). */
  readonly memoryMb: number;
  /** Milliseconds a job waits for the ones ahead of it. */
  readonly waitMs: number;
  /** Milliseconds without a job after which the child ends. */
  readonly idleMs: number;
}
const DEFAULTS: ImageLimits = {
  timeMs: IMAGE_LIMITS.imageMs,
  memoryMb: IMAGE_LIMITS.imageMemoryMb,
  waitMs: IMAGE_LIMITS.imageWaitMs,
  idleMs: 10_000,
};

function startChild({ memoryMb }: ImageLimits): ChildProcess {
  const sharp = createRequire(import.meta.url).resolve('sharp');
  const node = [process.execPath, '--max-old-space-size=64', '-e', CHILD_PROGRAM, sharp];
  const { imagePixels, imagePixelsDecoded, variantPixels } = IMAGE_LIMITS;
  const args = [...node, ...[imagePixels, imagePixelsDecoded, variantPixels].map(String)];
  // `ulimit -d` counts what a process really allocates; Node reserves far more address space than it uses.
  const limited = ['/bin/sh', '-c', `ulimit -d ${memoryMb * 1024} 2>/dev/null; exec "$@"`, 'sh', ...args];
  const [command = '', ...rest] = process.platform === 'linux' ? limited : args;
  // The child gets no secret of the server's environment.
  const env = { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' };
  const child = spawn(command, rest, { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  if (child.pid !== undefined) lowerPriority(child.pid);
  child.unref();
  child.channel?.unref();
  return child;
}

/** Jobs of one group that wait at once. */
const MAX_QUEUED = 64;

/** Lower than the server's priority; a still lower one would generate no image for half a minute on a busy machine. */
const LOW_PRIORITY = 5;
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // A child that ended has no priority.
  }
}

const isImageMessage = (value: unknown): value is { readonly isDone: boolean; readonly value?: unknown } =>
  typeof value === 'object' && value !== null && 'isDone' in value;

/** Sends one job and waits for its reply. The child is killed when the time is over. */
function sendJob(child: ChildProcess, job: Job, timeMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const finishJob = (callback: () => void) => {
      clearTimeout(timer);
      child.removeAllListeners();
      // A child that fails after its reply must not end the server.
      child.on('error', () => undefined);
      child.channel?.unref();
      callback();
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      finishJob(() => reject(new ImageError('limit')));
    }, timeMs);
    child.on('message', (reply) => {
      if (!isImageMessage(reply)) return;
      finishJob(() => (reply.isDone ? resolve(reply.value) : reject(new ImageError('unreadable'))));
    });
    for (const event of ['exit', 'error'] as const)
      child.on(event, () => finishJob(() => reject(new ImageError('limit'))));
    child.channel?.ref();
    child.send(job, (error) => {
      if (error) finishJob(() => reject(new ImageError('limit')));
    });
  });
}

const queueFullFault = () => fault('too_many', undefined, { data: { seconds: 1 } });
const createQueue = (waitMs: number) =>
  createFairQueue({
    concurrency: 1,
    maxPerGroup: 1,
    maxQueued: MAX_QUEUED,
    queueTimeoutMs: waitMs,
    priorityGroup: 'uploads',
    createFullError: queueFullFault,
    createTimeoutError: queueFullFault,
  });

/** Creates the process lazily: the first job starts the child, an idle child ends. Rejects with `too_many` when the queue is full. */
export function createImageProcess(limits: Partial<ImageLimits> = {}): ImageProcess {
  const all = { ...DEFAULTS, ...limits };
  const runExclusive = createQueue(all.waitMs);
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const close = () => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  };
  const run = (job: Job, group: JobGroup): Promise<unknown> =>
    runExclusive(group, async () => {
      clearTimeout(idle);
      if (child?.connected !== true) child = startChild(all);
      try {
        return await sendJob(child, job, all.timeMs);
      } catch (error) {
        if (error instanceof ImageError && error.reason === 'limit') close();
        throw error;
      } finally {
        idle = setTimeout(close, all.idleMs).unref();
      }
    });
  return {
    readMetadata: async (from) => (await run({ kind: 'metadata', from }, 'uploads')) as ImageMetadata, // The child's own program responds.
    autoOrient: async (from, to) => {
      await run({ kind: 'orient', from, to }, 'uploads');
    },
    generateThumbnail: async (from, to, edge) => {
      await run({ kind: 'thumbnail', from, to, edge }, 'thumbnails');
    },
    generateVariant: async (from, to, variant) =>
      (await run({ kind: 'variant', from, to, ...variant }, 'variants')) === true,
    pid: () => child?.pid,
    close,
  };
}

/** The machine has one budget for decoding, however many servers a test starts in one process. */
export const imageProcess: ImageProcess = createImageProcess();
