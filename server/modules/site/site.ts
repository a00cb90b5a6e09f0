/** The public site of one node: loads, renders and caches pages, and answers their requests. */
import type { Request, Response } from 'express';
import { GUEST } from '../../../common/entity/access';
import { parseSitePath, SITE_QUERY_NAMES, type SiteAddress, type SiteLang } from '../../../common/site/sitePaths';
import type { RefusedForm, SiteForm } from '../../../common/site/pageData';
import type { RequestContext, Services } from '../../context';
import { negotiateLanguage } from '../../platform/http/negotiateLanguage';
import type { RequestUrl } from '../../platform/http/requestUrl';
import { isUrlEncoded } from '../../platform/http/readForm';
import { setCachedPageHeaders, type PagePolicy } from '../../platform/http/securityHeaders';
import type { PageRequest } from './pages/loadPage';
import { createPageRenderer, type PageRendererDeps, type SitePageResponse } from './pageRenderer';
import { createRenderQueue } from './renderQueue';
import type { SiteBundle } from './siteBundle';
import type { PageFrame } from '../../../common/site/siteEvents';
import type { PreviewPage } from './previewPages';
import { createPreviewDocument } from './siteDocument';
import { createSiteFileServer, type SiteFileServer } from './files/siteFileServer';

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

/** A form submitted without JavaScript (native form POST) to its page. */
export interface NoScriptFormCall {
  /** The call of the API that it stands for. */
  readonly target: RequestUrl;
  readonly lang: SiteLang;
}
export interface RefusedFormRequest {
  readonly response: Response;
  readonly ctx: Pick<RequestContext, 'ip' | 'lang'>;
  readonly form: SiteForm['name'];
  readonly refused: RefusedForm;
  readonly status: number;
}

export interface Site {
  /** The address of a path, in the language that the request chose; undefined when the path is not a page of the site. */
  readonly getAddress: (target: RequestUrl, preferred: SiteLang) => SiteAddress | undefined;
  /** Responds with a page; false when the site was not built. */
  readonly sendPage: (request: SiteRequest, route: PageRequest['route'], lang: SiteLang) => Promise<boolean>;
  /** The call of a form submitted without JavaScript, and its language; undefined for every other request. */
  readonly findNoScriptForm: (request: Request, target: RequestUrl) => NoScriptFormCall | undefined;
  /** Responds with the page of a submitted form and its errors; false when the site was not built. */
  readonly sendFormErrors: (request: RefusedFormRequest) => Promise<boolean>;
  /** Serves the empty page into which the console puts previews; false when the site was not built. */
  readonly sendPreviewPage: (response: Response, policy: PagePolicy) => Promise<boolean>;
  /** Serves `robots.txt`, the sitemap and the feeds; false for every other path. */
  readonly sendSiteFile: SiteFileServer['send'];
  /** The current page of an address without a search, for live updates; undefined when the site was not built. `ip`: of the visitor who caused it. */
  readonly getPage: (address: SiteAddress, ip?: string) => Promise<SitePageResponse | undefined>;
  /** Renders a page with unsaved rows, for staff, without caching it; undefined when the page does not exist. Error: `server.busy` when the site was not built. */
  readonly renderPreview: (page: PreviewPage, lang: SiteLang) => Promise<PageFrame | undefined>;
  /** Drops the pages that show rows of these entities; all pages without an argument. */
  readonly invalidate: (entities?: ReadonlySet<string>) => void;
}

interface SiteDeps extends PageRendererDeps {
  /** The policy of a response that is no page. */
  readonly pagePolicy: () => PagePolicy;
}

export function createSite(deps: SiteDeps): Site {
  const { services, bundle } = deps;
  const queue = createRenderQueue();
  const renderer = createPageRenderer(deps, queue);
  const siteFiles = createSiteFileServer(services, queue);
  return {
    getAddress: (target, preferred) => addressOf(services, target, preferred),
    getPage: (address, ip = '') =>
      renderer.getPage(address, { visitor: { ...guestContext(services), ip }, isFramed: false }),
    renderPreview: (page, lang) => renderer.renderPreview(page, lang),
    sendPage: async (siteRequest, route, lang) => {
      const { ctx, policy } = siteRequest;
      const visitor = { ...guestContext(services), ...ctx, lang };
      const page = await renderer.getPage({ lang, route }, { visitor, isFramed: policy.isFrameable });
      if (page !== undefined) sendPageResponse(siteRequest, page);
      return page !== undefined;
    },
    findNoScriptForm: (request, target) => {
      const address = isNoScriptForm(request)
        ? addressOf(services, target, services.settings.defaultLocale)
        : undefined;
      const form = FORM_NAMES.find((name) => FORM_PAGES[name] === address?.route.page);
      const path = `/api/${form}/add`;
      return address && form && { target: { path, rawPath: path, query: {} }, lang: address.lang };
    },
    sendFormErrors: async ({ response, ctx, form, refused, status }) => {
      const page = await renderer.renderRefusedForm(
        { lang: ctx.lang, route: { page: FORM_PAGES[form] } },
        ctx,
        refused,
      );
      if (page !== undefined) {
        setCachedPageHeaders(response, page.inlineSources, deps.pagePolicy());
        response.setHeader('Cache-Control', 'no-store');
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.writeHead(status).end(page.raw);
      }
      return page !== undefined;
    },
    sendPreviewPage: async (response, policy) => {
      const built = await bundle;
      if (built !== undefined) sendPreviewDocument(response, built, policy);
      return built !== undefined;
    },
    sendSiteFile: siteFiles.send,
    invalidate: (entities) => {
      renderer.invalidate(entities);
      siteFiles.invalidate(entities);
    },
  };
}

/** The page of each form. */
const FORM_PAGES = { lead: 'contact', trial_request: 'trial' } as const;
const FORM_NAMES = ['lead', 'trial_request'] as const;
const isNoScriptForm = ({ method, headers }: Request): boolean => method === 'POST' && isUrlEncoded(headers);

function sendPreviewDocument(response: Response, bundle: SiteBundle, policy: PagePolicy): void {
  const { html, inlineSources } = createPreviewDocument(bundle);
  setCachedPageHeaders(response, inlineSources, { ...policy, isFrameable: true });
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(html);
}

/**
 * The language is that of the prefix, else of `?lang=`, else the site's default; `/` alone is shown in the language that the browser
 * prefers.
 */
function addressOf({ settings }: Services, { path, query }: RequestUrl, preferred: SiteLang): SiteAddress | undefined {
  const values = Object.fromEntries(
    SITE_QUERY_NAMES.map((name) => [name, typeof query[name] === 'string' ? query[name] : undefined]),
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

function sendPageResponse({ request, response, target, policy }: SiteRequest, page: SitePageResponse): void {
  setCachedPageHeaders(response, page.inlineSources, policy);
  const isGzipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const etag = `"${page.etag}${isGzipped ? '-gzip' : ''}"`;
  response.statusCode = page.status;
  // A missing page may exist tomorrow.
  if (page.status !== 200) response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('ETag', etag);
  response.setHeader('Vary', target.path === '/' ? 'Accept-Encoding, Accept-Language' : 'Accept-Encoding');
  if (page.status === 200 && request.headers['if-none-match'] === etag) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const body = isGzipped ? page.gzipped : page.raw;
  if (isGzipped) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}
