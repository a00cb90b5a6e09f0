/** Server-side rendering: renders pages of the site, and caches each until a row that it shows changes. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { fault } from '../../../common/protocol/faults';
import type { RefusedForm, SitePageData } from '../../../common/site/pageData';
import type { PageFrame } from '../../../common/site/siteEvents';
import { sitePath, type SiteLang } from '../../../common/site/sitePaths';
import { SITE_LIMITS } from '../../../common/siteLimits';
import { getIpPrefix } from '../../access/limits/rateLimits';
import type { RequestContext, Services } from '../../context';
import { createReadLimiter } from '../../engine/read/publicReads';
import type { Reader } from '../../engine/read/reader';
import { publicOrigin } from '../../platform/http/origin';
import { loadPage, type LoadedPage, type PageRequest } from './pages/loadPage';
import { findMatches, NO_MATCHES } from './pages/loadSearch';
import { createLayoutRowsCache, type LayoutRowsCache } from './layoutRows';
import type { RenderQueue } from './renderQueue';
import { createSiteCache, type CachedPage, type SiteCacheLimits } from './siteCache';
import type { SiteBundle } from './siteBundle';
import { createDocument, setFollowedPath, type DocumentOptions, type SiteDocument } from './siteDocument';
import type { PreviewPage } from './previewPages';

export interface SitePageResponse extends CachedPage, SiteDocument {
  readonly status: LoadedPage['status'];
  /** Whether the page is missing because a row is not shown, so that it appears with the row. */
  readonly canAppear: boolean;
  /** The document as it is sent. */
  readonly raw: Buffer;
  readonly gzipped: Buffer;
  /** Changes with every byte of the document, unlike `version`, which follows what a reader sees. */
  readonly etag: string;
}
/** One request for a page: its visitor, and whether the page is shown in a frame. */
interface PageVisit {
  readonly visitor: RequestContext;
  readonly isFramed: boolean;
}

export interface PageRenderer {
  /** A page, from memory or rendered; undefined when the site was not built. Error: `too_many` when one visitor needs too many new pages. */
  readonly getPage: (
    request: Pick<PageRequest, 'lang' | 'route'>,
    visit: PageVisit,
  ) => Promise<SitePageResponse | undefined>;
  /** Renders the page of a form that a visitor sent, with its errors; it is not kept. Error: `too_many` as for any new page. */
  readonly renderRefusedForm: (
    request: Pick<PageRequest, 'lang' | 'route'>,
    visitor: Pick<RequestContext, 'ip'>,
    refused: RefusedForm,
  ) => Promise<Rendered | undefined>;
  /** Renders a page with unsaved rows; undefined when it does not exist. Error: `server.busy` when the site was not built. */
  readonly renderPreview: (page: PreviewPage, lang: SiteLang) => Promise<PageFrame | undefined>;
  readonly invalidate: (entities?: ReadonlySet<string>) => void;
}

export interface PageRendererDeps {
  readonly services: Services;
  readonly reader: Reader;
  readonly bundle: Promise<SiteBundle | undefined>;
  /** Called with the HTML of each page that was rendered for visitors. */
  readonly onRendered: (body: string) => void;
}

const getKey = ({ lang }: Pick<PageRequest, 'lang'>, { isFramed }: PageVisit, path: string): string =>
  `${lang} ${isFramed ? 'framed' : ''} ${path}`;

type ErrorRequest = PageRequest & { readonly route: string };
/** What `toBytes` makes of a document. */
type Rendered = Omit<SitePageResponse, 'status' | 'dependencies' | 'canAppear'>;

const PAGE_LIMITS = { maxPages: 2_000, maxBytes: 96 * 1024 * 1024 } as const;
/** Visitors can request any number of missing rows: they have little memory of their own. */
const MISSING_ROW_LIMITS = { maxPages: SITE_LIMITS.siteMissingRows, maxBytes: 32 * 1024 * 1024 } as const;
const ERROR_PAGE_LIMITS = { maxPages: 16, maxBytes: PAGE_LIMITS.maxBytes } as const;

/** The group of the cache that keeps a page. */
const cacheLimitsOf = ({ status, canAppear }: SitePageResponse): SiteCacheLimits | undefined =>
  canAppear ? MISSING_ROW_LIMITS : status === 200 ? PAGE_LIMITS : undefined;

/** The address of a row that readers can wait for; empty for every other route. */
function missingRowPath({ settings }: Services, { lang, route }: PageRequest): string {
  if (typeof route === 'string') return '';
  if (route.page !== 'detail' && route.page !== 'page') return '';
  const path = sitePath(lang, route, settings.defaultLocale);
  return path.length > SITE_LIMITS.followedPathLength ? '' : path;
}

const documentOptions = ({ settings }: Services, isFramed = false): DocumentOptions => ({
  stylesheets: settings.stylesheets,
  isFramed,
});

/** The bytes of a document, as it is sent, with its size in memory. */
function toBytes(document: SiteDocument): Rendered {
  const raw = Buffer.from(document.html);
  const gzipped = gzipSync(raw);
  const etag = createHash('sha256').update(raw).digest('base64url').slice(0, 22);
  return { ...document, raw, gzipped, etag, bytes: 3 * raw.length + gzipped.length };
}

/** The page for missing rows with the address of one of them; the page itself where readers cannot wait for the row. */
const withFollowedPath = (shown: SitePageResponse, path: string): SitePageResponse =>
  path === ''
    ? shown
    : { ...shown, ...toBytes({ ...shown, html: setFollowedPath(shown.html, path) }), canAppear: true };

function previewFrame(built: SiteBundle, data: SitePageData): PageFrame {
  const { version, title, body, blockStyles } = createDocument(built, data, { stylesheets: [] });
  return { path: data.path, version, title, html: body, styles: blockStyles };
}

interface UncachedPagesDeps extends Pick<PageRendererDeps, 'services' | 'bundle'> {
  readonly layoutRows: LayoutRowsCache;
  readonly limitVisitor: ReturnType<typeof createReadLimiter>;
  readonly queue: RenderQueue;
}
/** Pages that belong to one person are never cached. */
function createUncachedPages({
  services,
  bundle,
  layoutRows,
  limitVisitor,
  queue,
}: UncachedPagesDeps): Pick<PageRenderer, 'renderRefusedForm' | 'renderPreview'> {
  const origin = publicOrigin(services.env);
  return {
    renderRefusedForm: async (request, { ip }, refused) => {
      const built = await bundle;
      const load = () => queue(ip, () => loadPage(services, { ...request, origin }, { layoutRows, refused }));
      const { data } = await limitVisitor(getIpPrefix(ip), load);
      return built && data && toBytes(createDocument(built, data, documentOptions(services)));
    },
    renderPreview: async ({ route, overlays }, lang) => {
      const built = await bundle;
      if (built === undefined) throw fault('server.busy');
      const { data } = await queue('', () => loadPage(services, { lang, route, origin }, { layoutRows, overlays }));
      return data && previewFrame(built, data);
    },
  };
}

export function createPageRenderer(
  { services, reader, bundle, onRendered }: PageRendererDeps,
  queue: RenderQueue,
): PageRenderer {
  const pages = createSiteCache<SitePageResponse>(cacheLimitsOf);
  const errorPages = createSiteCache<SitePageResponse>(() => ERROR_PAGE_LIMITS);
  const layoutRows = createLayoutRowsCache();
  const limitVisitor = createReadLimiter(services.clock);
  const origin = publicOrigin(services.env);
  const render = async (built: SiteBundle, request: PageRequest, visit: PageVisit): Promise<SitePageResponse> => {
    const { route } = request;
    const isSearch = typeof route !== 'string' && route.page === 'search';
    const matches = isSearch ? await findMatches(reader, visit.visitor, route) : NO_MATCHES;
    const rendered = await queue(visit.visitor.ip, async () => {
      const { data, ...loaded } = await loadPage(services, request, { layoutRows, matches });
      return {
        ...loaded,
        document: data && toBytes(createDocument(built, data, documentOptions(services, visit.isFramed))),
      };
    });
    const { status, dependencies, document } = rendered;
    if (document === undefined) return missingPage(built, request, { visit, dependencies });
    onRendered(document.body);
    return { ...document, status, dependencies, canAppear: false };
  };
  const errorPage = (built: SiteBundle, request: ErrorRequest, visit: PageVisit): Promise<SitePageResponse> =>
    errorPages.get(getKey(request, visit, request.route), () => render(built, request, visit));
  /** The one page for all missing rows, with the address that its readers follow; it changes as well when the row appears. */
  const missingPage = async (
    built: SiteBundle,
    request: PageRequest,
    { visit, dependencies }: { readonly visit: PageVisit; readonly dependencies: ReadonlySet<string> },
  ): Promise<SitePageResponse> => {
    const path = missingRowPath(services, request);
    const shown = await errorPage(built, { ...request, route: path === '' ? 'notFound' : 'missingRow' }, visit);
    return { ...withFollowedPath(shown, path), dependencies: new Set([...shown.dependencies, ...dependencies]) };
  };
  return {
    getPage: async ({ lang, route }, page) => {
      const built = await bundle;
      if (built === undefined) return undefined;
      const request = { lang, route, origin };
      if (typeof route === 'string') return errorPage(built, { ...request, route }, page);
      const renderNow = () => render(built, request, page);
      const { ip } = page.visitor;
      // Nobody waits for the limit of another visitor: it applies before the shared rendering.
      const limited = <T>(work: () => Promise<T>) => (ip === '' ? work() : limitVisitor(getIpPrefix(ip), work));
      // Searches are not cached: visitors can type any number of them.
      if (route.page === 'search' && route.q !== '') return limited(renderNow);
      const key = getKey(request, page, sitePath(lang, route, lang));
      return pages.has(key) ? pages.get(key, renderNow) : limited(() => pages.get(key, renderNow));
    },
    ...createUncachedPages({ services, bundle, layoutRows, limitVisitor, queue }),
    invalidate: (entities) => {
      layoutRows.invalidate(entities);
      pages.invalidate(entities);
      errorPages.invalidate(entities);
    },
  };
}
