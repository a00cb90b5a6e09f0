/** Serves stored files as a static file server does, with their stored MIME type; inline only for safe types, so that no script in them runs. */
import { createReadStream, statSync, type Stats } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { QueryParams } from '../../platform/http/requestUrl';
import type { Services } from '../../context';
import { setBaseHeaders, setFilePolicy } from '../../platform/http/securityHeaders';
import { createImageVariants, parseImageVariant, type ImageVariants } from './variants/imageVariants';
import { createThumbnails } from './thumbnails';

export interface StoredFileServer {
  /**
   * Serves `/storage/…`; false when there is no such file. The query `thumb` asks for a thumbnail, `w` and `f` for a variant; the response
   * is the original for any other query, and while there is no such file.
   */
  readonly serve: (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: QueryParams,
  ) => boolean | Promise<boolean>;
  /** Generates variants of images in the background, before a visitor asks for them. */
  readonly warmVariants: ImageVariants['warm'];
}

/** Types shown inline; all others are downloads. */
const INLINE_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
};

/** Whether a file with this suffix is shown inline. */
export const isInlineType = (extension: string): boolean => INLINE_TYPES[extension.toLowerCase()] !== undefined;

const CACHE_CONTROL = {
  // Unmodified: compression would remove the length and break range requests.
  original: 'public, max-age=86400, no-transform',
  // A stored file never changes under its path.
  variant: 'public, max-age=31536000, immutable',
  // The next request may get the variant.
  pending: 'no-store',
} as const;

interface ChosenFile {
  readonly file: string;
  readonly cacheControl: string;
}

export function createStoredFileServer(services: Pick<Services, 'env' | 'settings'>): StoredFileServer {
  const { dataDir } = services.env;
  const thumbnails = createThumbnails(dataDir);
  const variants = createImageVariants(dataDir);
  const chooseFile = async (path: string, query: QueryParams): Promise<ChosenFile> => {
    const original = join(dataDir, path);
    if ('thumb' in query)
      return { file: (await thumbnails.get(path)) ?? original, cacheControl: CACHE_CONTROL.original };
    const wanted = parseImageVariant(query);
    const variant = wanted ? await variants.get(path, wanted) : 'none';
    if (variant === 'none') return { file: original, cacheControl: CACHE_CONTROL.original };
    if (variant === 'pending') return { file: original, cacheControl: CACHE_CONTROL.pending };
    return { file: variant.file, cacheControl: CACHE_CONTROL.variant };
  };
  return {
    async serve(request, response, path, query) {
      // A canonical path has no `..`, so the file is below the data folder.
      if (!statSync(join(dataDir, path), { throwIfNoEntry: false })?.isFile()) return false;
      const { file, cacheControl } = await chooseFile(path, query);
      const stats = statSync(file, { throwIfNoEntry: false });
      if (!stats) return false;
      setBaseHeaders(response);
      setFilePolicy(response, services.settings);
      if (isScreenProgram(path)) setFileHeaders(response, stats, 'text/javascript', 'no-cache');
      else setFileHeaders(response, stats, INLINE_TYPES[extname(file).toLowerCase()], cacheControl);
      if (isNotModified(request, response)) response.writeHead(304).end();
      else sendFile(request, response, file, stats.size);
      return true;
    },
    warmVariants: variants.warm,
  };
}

/** The program of a module's screen, which the installer stored: the only kind of file that can run. */
const isScreenProgram = (path: string): boolean =>
  /^\/?storage\/modules\/[a-z0-9-]+\/[0-9][0-9A-Za-z.-]*\/[a-z0-9_]+\.mjs$/.test(path);

function setFileHeaders(response: ServerResponse, stats: Stats, type: string | undefined, cacheControl: string): void {
  response.setHeader(
    'Content-Security-Policy',
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'",
  );
  response.setHeader('Content-Type', type ?? 'application/octet-stream');
  response.setHeader('Content-Disposition', type === undefined ? 'attachment' : 'inline');
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Last-Modified', stats.mtime.toUTCString());
  response.setHeader('ETag', `"${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}"`);
}

/** Whether the client already has this file (RFC 9110, 13.1). */
function isNotModified({ headers }: IncomingMessage, response: ServerResponse): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined)
    return tags.split(',').some((tag) => ['*', response.getHeader('ETag')].includes(tag.trim().replace(/^W\//, '')));
  const modified = Date.parse(String(response.getHeader('Last-Modified')));
  return modified <= Date.parse(headers['if-modified-since'] ?? '');
}

interface ByteRange {
  readonly start: number;
  readonly end: number;
}
/** The requested byte range within the file; undefined: the whole file, `none`: not satisfiable. */
function parseRange({ headers }: IncomingMessage, size: number): ByteRange | 'none' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? 'none' : { start, end };
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: string, size: number): void {
  const since = request.headers['if-range'];
  const isUnchanged =
    since === undefined || [response.getHeader('Last-Modified'), response.getHeader('ETag')].includes(since);
  const range = isUnchanged ? parseRange(request, size) : undefined;
  if (range === 'none') {
    response.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end();
    return;
  }
  if (range) {
    response.statusCode = 206;
    response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  }
  response.setHeader('Content-Length', range ? range.end - range.start + 1 : size);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const stream = createReadStream(file, { highWaterMark: 256 * 1024, ...range });
  // Closes the file when the client disconnects.
  response.on('close', () => stream.destroy());
  stream.on('error', () => response.destroy()).pipe(response);
}
