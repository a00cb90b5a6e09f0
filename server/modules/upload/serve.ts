/** Stored files: sent with the type they were stored as, shown only when that is safe, and never able to run anything. */
import { createReadStream, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { guard } from '../../platform/http/headers';

export interface StoredFiles {
  /** Answers `/storage/…`; false when there is no such file. */
  readonly serve: (request: IncomingMessage, response: ServerResponse, path: string) => boolean;
}

/** Shown in the page; everything else is a download. */
const SHOWN: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
  '.mp4': 'video/mp4',
  '.mp3': 'audio/mpeg',
};

export function openStoredFiles(dataDir: string): StoredFiles {
  return {
    serve(request, response, path) {
      // A canonical path has no dots that climb; what it names lies below the data folder.
      const file = join(dataDir, path);
      const facts = statSync(file, { throwIfNoEntry: false });
      if (!facts?.isFile()) return false;
      const type = SHOWN[extname(path).toLowerCase()];
      guard(response);
      response.setHeader(
        'Content-Security-Policy',
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'",
      );
      response.setHeader('Content-Type', type ?? 'application/octet-stream');
      response.setHeader('Content-Disposition', type === undefined ? 'attachment' : 'inline');
      response.setHeader('Content-Length', facts.size);
      response.setHeader('Cache-Control', 'public, max-age=86400');
      if (request.method === 'HEAD') response.end();
      else
        createReadStream(file)
          .on('error', () => response.destroy())
          .pipe(response);
      return true;
    },
  };
}
