/** Serves `robots.txt`, the sitemap and the feeds: built once, kept compressed, and dropped when a row that they list changes. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { gzipSync } from 'node:zlib';
import { getIpPrefix } from '../../../access/limits/rateLimits';
import type { Services } from '../../../context';
import { createReadLimiter } from '../../../engine/read/publicReads';
import { publicOrigin } from '../../../platform/http/origin';
import { setBaseHeaders } from '../../../platform/http/securityHeaders';
import type { RenderQueue } from '../renderQueue';
import { createSiteCache, type CachedPage } from '../siteCache';
import { buildSiteFile, isSiteFilePath } from '../files/buildSiteFile';

interface SiteFileResponse extends CachedPage {
  readonly type: string;
  readonly raw: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
  /** The address names no file. */
  readonly isMissing: boolean;
}

export interface SiteFileRequest {
  readonly request: Request;
  readonly response: Response;
  readonly path: string;
  readonly ip: string;
}

export interface SiteFileServer {
  /** Serves a request; false for the path of no such file. Error: `too_many` when one visitor needs too many new files. */
  readonly send: (request: SiteFileRequest) => Promise<boolean>;
  /** Drops the files that list rows of these entities; all files without an argument. */
  readonly invalidate: (entities?: ReadonlySet<string>) => void;
}

const CACHE_LIMITS = { maxPages: 32, maxBytes: 48 * 1024 * 1024 } as const;

export function createSiteFileServer(services: Services, queue: RenderQueue): SiteFileServer {
  const files = createSiteCache<SiteFileResponse>(({ isMissing }) => (isMissing ? undefined : CACHE_LIMITS));
  const limitVisitor = createReadLimiter(services.clock);
  const build = async (path: string): Promise<SiteFileResponse> => {
    const file = await buildSiteFile(services, path, publicOrigin(services.env));
    const { type = '', text = '', dependencies = new Set<string>() } = file ?? {};
    const raw = Buffer.from(text);
    const gzipped = gzipSync(raw);
    const etag = createHash('sha256').update(raw).digest('base64url').slice(0, 22);
    const bytes = raw.length + gzipped.length;
    return { type, raw, gzipped, etag, dependencies, bytes, isMissing: file === undefined };
  };
  return {
    send: async ({ request, response, path, ip }) => {
      if (!isSiteFilePath(path)) return false;
      const get = () => files.get(path, () => queue(ip, () => build(path)));
      const file = files.has(path) ? await get() : await limitVisitor(getIpPrefix(ip), get);
      if (!file.isMissing) sendSiteFileResponse(request, response, file);
      return !file.isMissing;
    },
    invalidate: files.invalidate,
  };
}

function sendSiteFileResponse({ method, headers }: Request, response: Response, file: SiteFileResponse): void {
  const isGzipped = /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
  const etag = `"${file.etag}${isGzipped ? '-gzip' : ''}"`;
  setBaseHeaders(response);
  response.setHeader('Content-Type', file.type);
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
  response.setHeader('Cache-Control', 'public, no-cache');
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('ETag', etag);
  if (headers['if-none-match'] === etag) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const body = isGzipped ? file.gzipped : file.raw;
  if (isGzipped) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', body.length);
  response.end(method === 'HEAD' ? undefined : body);
}
