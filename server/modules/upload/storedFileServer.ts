/** Serves stored files with their stored type, inline only for safe types, so that nothing in them can run. */
import { createReadStream, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { setBaseHeaders } from '../../platform/http/securityHeaders';
import { createThumbnails } from './thumbnails';

export interface StoredFileServer {
  /** Answers `/storage/…`, as a thumbnail on request; false when there is no such file. */
  readonly serve: (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    asThumbnail: boolean,
  ) => boolean | Promise<boolean>;
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

export function createStoredFileServer(dataDir: string): StoredFileServer {
  const thumbnails = createThumbnails(dataDir);
  return {
    async serve(request, response, path, asThumbnail) {
      // A canonical path has no `..`, so the file lies below the data folder.
      const fullPath = join(dataDir, path);
      if (!statSync(fullPath, { throwIfNoEntry: false })?.isFile()) return false;
      const file = (asThumbnail ? await thumbnails.get(path) : undefined) ?? fullPath;
      const stats = statSync(file, { throwIfNoEntry: false });
      if (!stats) return false;
      const type = INLINE_TYPES[extname(file).toLowerCase()];
      setBaseHeaders(response);
      response.setHeader(
        'Content-Security-Policy',
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'",
      );
      response.setHeader('Content-Type', type ?? 'application/octet-stream');
      response.setHeader('Content-Disposition', type === undefined ? 'attachment' : 'inline');
      // Unmodified: compression would remove the length and break range requests.
      response.setHeader('Cache-Control', 'public, max-age=86400, no-transform');
      response.setHeader('Accept-Ranges', 'bytes');
      response.setHeader('Last-Modified', stats.mtime.toUTCString());
      sendFile(request, response, file, stats.size);
      return true;
    },
  };
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
  const isUnchanged = since === undefined || since === response.getHeader('Last-Modified');
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
