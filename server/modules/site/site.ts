/** The public site of one node: loads, renders and caches pages, and answers their requests. */
import type { Request, Response } from 'express';
import { gzipSync } from 'node:zlib';
import { GUEST } from '../../../common/entity/access';
import { parseSitePath, sitePath, type SiteAddress, type SiteLang } from '../../../common/site/sitePaths';
import type { RequestContext, Services } from '../../context';
import type { Reader } from '../../engine/read/reader';
import { publicOrigin } from '../../platform/http/origin';
import { negotiateLanguage } from '../../platform/http/negotiateLanguage';
import type { RequestUrl } from '../../platform/http/requestUrl';
import {
  setBaseHeaders,
  setCachedPageHeaders,
  UNFRAMED_POLICY,
  type PagePolicy,
} from '../../platform/http/securityHeaders';
import { loadPage, type LoadedPage, type PageRequest } from './loadPage';
import { createSiteCache, type CachedPage } from './siteCache';
import type { SiteBundle } from './siteBundle';
import type { PageFrame } from '../../../common/site/siteEvents';
import type { RowOverlay } from './siteReader';
import { createDocument, createPreviewDocument, type SiteDocument } from './siteDocument';
import { buildFeed, isFeedPath } from './siteFeeds';

export interface SitePageAnswer extends CachedPage, SiteDocument {
  readonly status: LoadedPage['status'];
  /** The document as it is sent. */
  readonly raw: Buffer;
  readonly gzipped: Buffer;
}
interface FeedAnswer extends CachedPage {
  readonly type: string;
  readonly raw: Buffer;
}

/** A request as the site needs it. */
export interface SiteRequest {
  readonly request: Request;
  readonly response: Response;
  readonly target: RequestUrl;
  /** The language that the visitor prefers. */
  readonly lang: SiteLang;
  readonly policy: PagePolicy;
  readonly ctx: Pick<RequestContext, 'ip' | 'requestId' | 'userAgent' | 'url'>;
}

export interface Site {
  /** The address of a path, in the language that the request chose; undefined when the path is no page of the site. */
  readonly addressOf: (target: RequestUrl, preferred: SiteLang) => SiteAddress | undefined;
  /** Answers with a page; false when the site was not built. */
  readonly sendPage: (request: SiteRequest, route: PageRequest['route'], lang: SiteLang) => Promise<boolean>;
  /** Answers the empty page into which the console puts previews; false when the site was not built. */
  readonly sendPreviewPage: (response: Response) => Promise<boolean>;
  /** Answers `robots.txt`, the sitemap and the feeds; false for every other path. */
  readonly sendFeed: (request: Pick<SiteRequest, 'request' | 'response' | 'target'>) => Promise<boolean>;
  /** The current page of an address without a search, for live updates; undefined when the site was not built. */
  readonly page: (address: SiteAddress) => Promise<SitePageAnswer | undefined>;
  /** Renders a page with an unsaved row, for staff; nothing of it is kept. */
  readonly preview: (
    address: Pick<SiteAddress, 'lang' | 'route'>,
    overlay: RowOverlay,
  ) => Promise<PageFrame | undefined>;
  /** Drops the pages that show rows of these entities; all pages without an argument. */
  readonly drop: (entities?: ReadonlySet<string>) => void;
}

export interface SiteDeps {
  readonly services: Services;
  readonly reader: Reader;
  /** The built site; undefined while it was not built. */
  readonly bundle: Promise<SiteBundle | undefined>;
}

const PAGE_LIMITS = { maxPages: 2_000, maxBytes: 96 * 1024 * 1024 } as const;
const FEED_LIMITS = { maxPages: 8, maxBytes: 32 * 1024 * 1024 } as const;

export function createSite(deps: SiteDeps): Site {
  const { services, reader, bundle } = deps;
  const pages = createSiteCache<SitePageAnswer>(PAGE_LIMITS);
  const feeds = createSiteCache<FeedAnswer>(FEED_LIMITS);
  const origin = publicOrigin(services.env);
  const render = async (
    built: SiteBundle,
    request: PageRequest,
    { visitor, isFramed }: { readonly visitor: RequestContext; readonly isFramed: boolean },
  ): Promise<SitePageAnswer> => {
    const { status, data, dependencies } = await loadPage({ services, reader }, request, { visitor });
    const { stylesheets } = services.settings;
    const document = createDocument(built, data, { stylesheets, isFramed });
    const raw = Buffer.from(document.html);
    const gzipped = gzipSync(raw);
    return { ...document, status, dependencies, raw, gzipped, bytes: 3 * raw.length + gzipped.length };
  };
  const cachedPage = async (
    { lang, route }: Pick<PageRequest, 'lang' | 'route'>,
    { visitor, isFramed }: { readonly visitor: RequestContext; readonly isFramed: boolean },
  ): Promise<SitePageAnswer | undefined> => {
    const built = await bundle;
    if (built === undefined) return undefined;
    const renderNow = () => render(built, { lang, route, origin }, { visitor, isFramed });
    // Searches are as many as visitors can type: none is kept.
    if (typeof route !== 'string' && route.page === 'search' && route.q !== '') return renderNow();
    const path = typeof route === 'string' ? `!${route}` : sitePath(lang, route, lang);
    return pages.get(`${lang} ${isFramed ? 'framed' : ''} ${path}`, renderNow);
  };
  return {
    addressOf: (target, preferred) => addressOf(services, target, preferred),
    page: (address) => cachedPage(address, { visitor: guestContext(services), isFramed: false }),
    sendPage: async (siteRequest, route, lang) => {
      const { ctx, policy } = siteRequest;
      const visitor = { ...guestContext(services), ...ctx, lang };
      const page = await cachedPage({ lang, route }, { visitor, isFramed: policy.isFrameable });
      if (page === undefined) return false;
      sendPageAnswer(siteRequest, page);
      return true;
    },
    sendPreviewPage: async (response) => {
      const built = await bundle;
      if (built === undefined) return false;
      const { html, inlineSources } = createPreviewDocument(built);
      setCachedPageHeaders(response, inlineSources, { ...UNFRAMED_POLICY, isFrameable: true });
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(html);
      return true;
    },
    sendFeed: async ({ request, response, target: { path } }) => {
      if (!isFeedPath(path)) return false;
      const feed = await feeds.get(path, async () => {
        const { type, text, dependencies } = await buildFeed(services, path, origin);
        const raw = Buffer.from(text);
        return { type, raw, dependencies, bytes: raw.length };
      });
      setBaseHeaders(response);
      response.setHeader('Content-Type', feed.type);
      response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
      response.setHeader('Cache-Control', 'public, max-age=60');
      response.end(request.method === 'HEAD' ? undefined : feed.raw);
      return true;
    },
    preview: async ({ lang, route }, overlay) => {
      const built = await bundle;
      if (built === undefined) return undefined;
      const visitor = guestContext(services);
      const { data } = await loadPage({ services, reader }, { lang, route, origin }, { visitor, overlay });
      const { version, title, body, blockStyles } = createDocument(built, data, { stylesheets: [] });
      return { path: data.path, version, title, html: body, styles: blockStyles };
    },
    drop: (entities) => {
      pages.drop(entities);
      feeds.drop(entities);
    },
  };
}

/**
 * The language is that of the prefix, else of `?lang=`, else the site's default; `/` alone is shown in the language that the browser
 * prefers.
 */
function addressOf({ settings }: Services, { path, query }: RequestUrl, preferred: SiteLang): SiteAddress | undefined {
  const values = Object.fromEntries(
    ['page', 'category', 'q'].map((name) => [name, typeof query[name] === 'string' ? query[name] : undefined]),
  );
  const address = parseSitePath(path, values, settings.defaultLocale);
  if (address === undefined || address.hasPrefix) return address;
  const named = typeof query['lang'] === 'string' ? query['lang'] : undefined;
  const chosen = named === undefined ? undefined : negotiateLanguage({ headers: {} }, named, undefined);
  if (chosen !== undefined) return { ...address, lang: chosen };
  return path === '/' ? { ...address, lang: preferred } : address;
}

const guestContext = (services: Services): RequestContext => ({
  services,
  actor: GUEST,
  lang: services.settings.defaultLocale,
  requestId: 'site',
  ip: '',
  userAgent: '',
  url: '',
  channel: 'api',
});

function sendPageAnswer({ request, response, target, policy }: SiteRequest, page: SitePageAnswer): void {
  setCachedPageHeaders(response, page.inlineSources, policy);
  const etag = `"${page.version}${policy.isFrameable ? '-f' : ''}"`;
  response.statusCode = page.status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('ETag', etag);
  response.setHeader('Vary', target.path === '/' ? 'Accept-Encoding, Accept-Language' : 'Accept-Encoding');
  if (page.status === 200 && request.headers['if-none-match'] === etag) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const isGzipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const body = isGzipped ? page.gzipped : page.raw;
  if (isGzipped) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}
