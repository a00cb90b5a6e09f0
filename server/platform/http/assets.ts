/**
 * Serves the static assets of the built client: compressed files (Brotli, gzip) with immutable names (cache-control), and the HTML page
 * of each entry with the nonce of the response.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileUrl } from '../../../common/text/fileUrl';
import { setBaseHeaders } from './securityHeaders';
import { acquisitionScriptTag } from './builtinPages';
import { escapeHtml } from './escapeHtml';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Data about the site that a page contains. */
interface PageSite {
  readonly siteName: string;
  readonly siteLogo: string;
  readonly cdnUrl: string;
  /** For visitors who chose no language and whose browser prefers none that is supported. */
  readonly defaultLocale: string;
  readonly fallbackLocale: string;
  /** The origin of the API; empty: the page's own. */
  readonly apiUrl: string;
  readonly stylesheets: readonly string[];
}
export interface Assets {
  /** Serves a built file; false when no file has this name. */
  readonly serve: (request: IncomingMessage, response: ServerResponse, path: string) => boolean;
  /** The page of an entry; undefined when it was not built. */
  readonly page: (entry: string, nonce: string, site: PageSite) => string | undefined;
  /** The id of this build; changes with any built file. */
  readonly build: string;
}

/**
 * Reads the build once, a few megabytes. A running server keeps serving the client it was started with while the next one is built into the
 * same folder, and no request reads a name from the disk.
 */
export function openAssets(folder: string): Assets {
  const names = existsSync(folder) ? listFiles(folder) : [];
  const files = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
  const pages = new Map(names.filter(isEntryPage).map((name) => [name, files.get(name)?.toString('utf8')]));
  const buildStamp = join(folder, '.stamp');
  return {
    build: existsSync(buildStamp) ? readFileSync(buildStamp, 'utf8').trim().slice(0, 16) : 'none',
    page: (entry, nonce, site) => {
      const html = withSiteData(withNonce(pages.get(`${entry}.html`), nonce), site);
      return entry === 'member' ? html?.replace('</head>', () => `${acquisitionScriptTag(nonce)}</head>`) : html;
    },
    serve(request, response, path) {
      const name = path.slice(1);
      const type = TYPES[extname(name)];
      if (!files.has(name) || type === undefined || isEntryPage(name)) return false;
      sendAsset(request, response, { name, type, files });
      return true;
    },
  };
}

/** Adds the nonce to scripts and styles of the page; scripts that Vite loads later read it from the `csp-nonce` tag. */
const withNonce = (html: string | undefined, nonce: string): string | undefined =>
  html
    ?.replace(/<(script|style|link)\b/g, `<$1 nonce="${nonce}"`)
    .replace(/<head[^<>]*>/, (head) => `${head}<meta property="csp-nonce" nonce="${nonce}">`);
/** Adds the data about the site, so that the page has them before its first request. */
const withSiteData = (html: string | undefined, site: PageSite): string | undefined => {
  const escapedName = escapeHtml(site.siteName);
  const logo = site.siteLogo === '' ? '' : escapeHtml(fileUrl(site.siteLogo, site.cdnUrl));
  const logoTag = logo === '' ? '' : `<meta name="application-logo" content="${logo}">`;
  const { defaultLocale: locale, fallbackLocale: fallback, apiUrl: api, stylesheets } = site;
  const dataAttributes = Object.entries({ locale, fallback, api, styles: stylesheets.join(' ') })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  return html
    ?.replace(/<title>[^<]*<\/title>/, () => `<title>${escapedName}</title>`)
    .replace('</head>', () => `<meta name="application-name" content="${escapedName}">${logoTag}</head>`)
    .replace('<html', () => `<html${dataAttributes.join('')}`);
};
const isEntryPage = (name: string): boolean => /^[a-z]+\.html$/.test(name);
const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !name.startsWith('.') && statSync(join(folder, name)).isFile());

interface Asset {
  readonly name: string;
  readonly type: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

function sendAsset(request: IncomingMessage, response: ServerResponse, { name, type, files }: Asset): void {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoded = ENCODINGS.find(
    ([word, suffix]) => new RegExp(`\\b${word}\\b`).test(accepted) && files.has(name + suffix),
  );
  const body = files.get(encoded ? name + encoded[1] : name);
  setBaseHeaders(response);
  response.setHeader('Content-Type', type);
  response.setHeader('Vary', 'Accept-Encoding');
  // names below assets/ contain a hash of the content
  const isImmutable = name.startsWith('assets/');
  response.setHeader('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
  if (encoded) response.setHeader('Content-Encoding', encoded[0]);
  response.setHeader('Content-Length', body?.length ?? 0);
  response.end(request.method === 'HEAD' ? undefined : body);
}
