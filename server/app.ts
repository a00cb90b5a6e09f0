/** The Express app: the pipeline of a request, top to bottom. Calls of the gateway do not pass through Express. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import compression from 'compression';
import express, { type Request } from 'express';
import {
  dispatch,
  newRequestId,
  sendFault,
  type DispatcherOptions,
  type ExpressExchange,
  type HttpExchange,
} from './engine/http/dispatch';
import type { RequestAdapter } from './engine/http/requestAdapter';
import type { RouteRegistry } from './engine/http/routeRegistry';
import { GUEST } from '../common/entity/access';
import { Fault } from '../common/protocol/faults';
import type { RequestContext, Services } from './context';
import { listFrameSources, isEmbedded } from './modules/bootstrap/embedPolicy';
import { renderDocsPage } from './modules/apiDocs/docsPage';
import type { PackedApps } from './modules/apps/packedApps';
import type { Gateway } from './modules/gateway/gateway';
import { listPageOrigins } from './modules/upload/objectStore/objectStoreRedirect';
import type { HealthProbes } from './modules/health/healthProbes';
import type { FirstAdminSetup } from './modules/setup/firstAdminSetup';
import type { Site } from './modules/site/site';
import type { StoredFileServer } from './modules/upload/storedFileServer';
import { isForbiddenPath, langOfPath } from '../common/site/sitePaths';
import { PREVIEW_PATH } from '../common/site/preview';
import { GATEWAY_PREFIX } from '../common/protocol/gatewaySignature';
import { acceptsHtml } from './platform/http/acceptsHtml';
import { createClientIpReader, createUntrustedProxyWarning, type ReadClientIp } from './platform/http/clientIp';
import { applyCors } from './platform/http/cors';
import type { Assets } from './platform/http/assets';
import { setPageHeaders, setTransportHeaders, UNFRAMED_POLICY, type PagePolicy } from './platform/http/securityHeaders';
import { negotiateLanguage } from './platform/http/negotiateLanguage';
import { setupPage, notBuiltPage, type PageContext } from './platform/http/builtinPages';
import { parsePageUrl, parseRequestUrl, type RequestUrl } from './platform/http/requestUrl';
import { redactText } from './platform/log';
import { siteTextsIn } from './platform/settings';

export interface AppOptions {
  readonly routes: RouteRegistry;
  readonly assets: Assets;
  readonly site: Site;
  /** The files that pages of the public site load. */
  readonly siteAssets: Pick<Assets, 'serve'>;
  /** Called when a page of an article is shown. */
  readonly onArticleView: (id: number, visitor: Pick<RequestContext, 'actor' | 'ip'>) => void;
  readonly health: HealthProbes;
  readonly setup: FirstAdminSetup;
  readonly files: StoredFileServer;
  readonly gateway: Pick<Gateway, 'owns' | 'handle'>;
  readonly packedApps: PackedApps;
  readonly onDenied: NonNullable<DispatcherOptions['onDenied']>;
  readonly guards: DispatcherOptions['guards'];
  /** Translates requests of older clients. */
  readonly adapter: RequestAdapter;
  /** Called for every page that was served. */
  readonly onVisit: (side: 'site' | 'member', ip: string, request: IncomingMessage) => void;
}

export function createApp(services: Services, options: AppOptions): RequestListener {
  const clientIpOf = createClientIpReader(services.env.trustedProxies, createUntrustedProxyWarning(services));
  const app = createExpressApp(services, options, clientIpOf);
  return (request, response) => {
    const target = findGatewayTarget(options, request);
    if (target === undefined) app(request, response);
    else void handleGatewayCall(services, options, { target, request, response, ip: clientIpOf(request) });
  };
}

function createExpressApp(services: Services, options: AppOptions, clientIpOf: ReadClientIp): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const compress = compression({ threshold: 1024 });
  app.use(async (request, response) => {
    const incoming: AppRequest = {
      request,
      response,
      requestId: newRequestId(),
      ip: clientIpOf(request),
      lang: negotiateLanguage(request, undefined, services.settings.defaultLocale),
      compress: () => {
        // Without `Accept-Encoding` the compression middleware would only wrap the response.
        if (request.headers['accept-encoding'] !== undefined) compress(request, response, () => undefined);
      },
    };
    response.setHeader('X-Request-Id', incoming.requestId);
    setTransportHeaders(response, services.env.publicUrl);
    logRequestOnClose(services, incoming);
    if (applyCors(services, request, response)) return;
    await handle(services, options, incoming);
  });
  return app;
}

/** The address of a call of the gateway; undefined for every other request, and for an address that is not canonical. */
function findGatewayTarget({ gateway }: AppOptions, { url = '' }: IncomingMessage): RequestUrl | undefined {
  if (!gateway.owns(url.slice(0, GATEWAY_PREFIX.length).toLowerCase())) return undefined;
  try {
    return parseRequestUrl(url);
  } catch {
    return undefined;
  }
}

interface GatewayCall {
  readonly target: RequestUrl;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly ip: string;
}
/** The same pipeline for calls of the gateway. Express would give each a prototype and a router of its own, which costs as much as the call. */
async function handleGatewayCall(services: Services, { gateway }: AppOptions, call: GatewayCall): Promise<void> {
  const { target, response, ip } = call;
  const { url = '', method = 'GET' } = call.request;
  const request = Object.assign(call.request, { url, method });
  const { lang } = target.query;
  const incoming: HttpExchange = {
    request,
    response,
    ip,
    requestId: newRequestId(),
    lang: negotiateLanguage(request, typeof lang === 'string' ? lang : undefined, services.settings.defaultLocale),
  };
  logRequestOnClose(services, incoming);
  if (request.headers.origin !== undefined) {
    response.setHeader('X-Request-Id', incoming.requestId);
    setTransportHeaders(response, services.env.publicUrl);
    if (applyCors(services, request, response)) return;
  }
  await gateway.handle(incoming, target);
}

/** A request before its handler is known. */
interface AppRequest extends ExpressExchange {
  /** Compresses the response; files and pages of the public site are stored compressed. */
  readonly compress: () => void;
}

async function handle(services: Services, options: AppOptions, received: AppRequest): Promise<void> {
  const { request, response } = received;
  let incoming = received;
  try {
    const target = readTarget(options, request);
    const lang = target?.query['lang'];
    if (typeof lang === 'string')
      incoming = { ...received, lang: negotiateLanguage(request, lang, services.settings.defaultLocale) };
    if (options.packedApps.owns(request.url)) {
      await options.packedApps.handle(incoming);
      return;
    }
    if (target && isRead(request) && (await serveFile(options, incoming, target))) return;
    if (isNavigation(request, target) && (await servePage(services, options, incoming, target))) return;
    incoming.compress();
    const form = target && options.site.findNoScriptForm(request, target);
    if (form) await dispatch({ services, ...options }, { ...incoming, lang: form.lang }, form.target);
    else await dispatch({ services, ...options }, incoming, target);
  } catch (error) {
    sendFault(services, incoming, error);
  }
  if (!request.complete) request.resume();
  if (!response.writableEnded && !response.headersSent) response.end();
}

/** Parses the URL of a request. Pages ignore errors in the query, such as a repeated name; the API refuses them. */
function readTarget({ routes }: AppOptions, request: Request): RequestUrl | undefined {
  try {
    return parseRequestUrl(request.url);
  } catch (error) {
    const page = error instanceof Fault && error.code === 'request.malformed' ? parsePageUrl(request.url) : undefined;
    if (page === undefined || !isNavigation(request, page) || isApiPath(routes, page.path)) throw error;
    return page;
  }
}

const isApiPath = (routes: RouteRegistry, path: string): boolean =>
  routes.find(path) !== undefined || path.startsWith('/api/');

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Serves health probes, built assets and stored files; false when the path is none of these. */
async function serveFile(
  { assets, siteAssets, site, files, health }: AppOptions,
  { request, response, ip }: ExpressExchange,
  target: RequestUrl,
): Promise<boolean> {
  if (await health.handle(target.path, response)) return true;
  if (assets.serve(request, response, target.rawPath)) return true;
  if (siteAssets.serve(request, response, target.rawPath)) return true;
  if (await site.sendSiteFile({ request, response, path: target.path, ip })) return true;
  return target.path.startsWith('/storage/') && (await files.serve(request, response, target.rawPath, target.query));
}

/** Whether a browser requests a page, not an API call. */
function isNavigation(request: IncomingMessage, target: RequestUrl | undefined): boolean {
  if (!isRead(request)) return false;
  const { headers } = request;
  if (headers['sec-fetch-mode'] === 'navigate') return true;
  if (headers['server'] !== undefined || target?.query['server'] !== undefined) return false;
  // Probes and command-line clients send `*/*` or no Accept header at all.
  return acceptsHtml(request, target?.path === '/');
}

/** Paths that look like files are not screens, so that caches which decide by extension never store a page. Embedded paths may have any ending. */
const EMBEDDED = /^\/(?:admin|user)\/iframe\//i;
const FILE_PATH =
  /\.(?:css|m?js|map|json|png|jpe?g|gif|svg|ico|webp|avif|woff2?|ttf|txt|xml|html?|pdf|php\d?|aspx?|jsp|cgi|env|sql|db|zip|gz|tar|bak|old|ya?ml|md|log|ini|conf|lock)$/i;

/** Responds to a navigation; false when the path belongs to the API. */
async function servePage(
  services: Services,
  options: AppOptions,
  incoming: AppRequest,
  target: RequestUrl | undefined,
): Promise<boolean> {
  const { assets, routes, setup, onVisit } = options;
  const { request, response, lang, ip } = incoming;
  const { stylesheets } = services.settings;
  const { siteName } = siteTextsIn(services.settings, lang);
  // Random UUIDs come from a pool: bytes for each call would cost each page a call of the system.
  const nonce = randomUUID().replaceAll('-', '');
  const pageContext = { lang, nonce, siteName, stylesheets };
  const path = target?.path;
  const entry = /^\/(admin|user)(?=\/|$)/.exec(path ?? '')?.[1];
  const origins = listPageOrigins(services);
  const unframed = { ...UNFRAMED_POLICY, styleSources: origins.styleSources };
  if (entry !== undefined && (EMBEDDED.test(path ?? '') || !FILE_PATH.test(path ?? ''))) {
    const html =
      assets.page(entry === 'admin' ? 'admin' : 'member', nonce, services.settings) ?? notBuiltPage(pageContext);
    sendPage(incoming, nonce, 200, html, { ...(await framingFor(services, entry, request)), ...origins });
    // A HEAD request is not a visit.
    if (entry === 'user' && request.method === 'GET') onVisit('member', ip, request);
  } else if (path === '/setup' && setup.isOpen()) sendPage(incoming, nonce, 200, setupPage(pageContext), unframed);
  else if (path === PREVIEW_PATH && (await options.site.sendPreviewPage(response, { ...UNFRAMED_POLICY, ...origins })))
    return true;
  else if (path === '/docs/api') sendPage(incoming, nonce, 200, renderDocsPage(pageContext), unframed);
  else if (target === undefined && /^\/(admin|user)\/$/i.test(request.url)) {
    response.writeHead(308, { Location: request.url.toLowerCase().replace(/\/$/, '') }).end();
  } else if (path !== undefined && isApiPath(routes, path)) return false;
  else await serveSitePage(services, options, { incoming, target, pageContext });
  return true;
}

interface SitePageRequest {
  readonly incoming: AppRequest;
  readonly target: RequestUrl | undefined;
  readonly pageContext: PageContext;
}

/** Responds with a page of the public site: the page of the address, else the page for a missing one. */
async function serveSitePage(services: Services, options: AppOptions, page: SitePageRequest): Promise<void> {
  const { incoming, target = NO_PAGE, pageContext } = page;
  const { request, response, lang, ip, requestId } = incoming;
  const { site, onVisit, onArticleView } = options;
  const address = site.getAddress(target, lang);
  const policy = { ...(await framingFor(services, undefined, request)), ...listPageOrigins(services) };
  const ctx = { ip, requestId, userAgent: String(request.headers['user-agent'] ?? ''), url: target.path };
  const route = address?.route ?? (isForbiddenPath(target.path) ? 'forbidden' : 'notFound');
  if (
    !(await site.sendPage(
      { request, response, target, lang, policy, ctx },
      route,
      address?.lang ?? langOfPath(target.path) ?? lang,
    ))
  ) {
    sendPage(incoming, pageContext.nonce, route === 'notFound' ? 404 : 200, notBuiltPage(pageContext), policy);
    return;
  }
  if (request.method !== 'GET' || address === undefined || response.statusCode >= 400) return;
  onVisit('site', ip, request);
  if (address.route.page === 'detail' && address.route.section === 'articles')
    onArticleView(Number(address.route.key), { actor: GUEST, ip });
}

/** Stands for an address that is not canonical. */
const NO_PAGE: RequestUrl = { path: '/404', rawPath: '/404', query: {} };

/**
 * The framing policy of a page: console and member center may embed other sites, public pages may be embedded. Without a database the
 * page is served unframed.
 */
async function framingFor(
  services: Services,
  entry: string | undefined,
  request: IncomingMessage,
): Promise<PagePolicy> {
  try {
    if (entry === undefined) return { frameSources: [], isFrameable: await isEmbedded(services, request) };
    const embedded = await listFrameSources(services, entry === 'admin' ? 'menu_rule' : 'user_rule');
    // The console shows previews of the site in a frame. Pages of this site that nobody may frame refuse it themselves.
    const frameSources = entry === 'admin' ? [...new Set(["'self'", ...embedded])] : embedded;
    return { frameSources, isFrameable: false };
  } catch (error) {
    services.log.warn({ err: error }, 'reading the menu rules failed: no page may be embedded');
    return UNFRAMED_POLICY;
  }
}

interface PageTarget {
  readonly response: ServerResponse;
  readonly compress: () => void;
}
function sendPage(
  { response, compress }: PageTarget,
  nonce: string,
  status: number,
  html: string,
  framing: PagePolicy,
): void {
  compress();
  setPageHeaders(response, nonce, framing);
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Vary', 'Accept-Language, think-lang');
  response.end(html);
}

const VERBOSE_LEVELS = new Set(['debug', 'trace']);
/** Logs one line per request; successful reads only at level `debug`. */
function logRequestOnClose(services: Services, { request, response, requestId, ip }: HttpExchange): void {
  const started = performance.now();
  response.once('close', () => {
    const isRoutine = isRead(request) && response.statusCode < 400;
    if (isRoutine && !VERBOSE_LEVELS.has(services.env.logLevel)) return;
    const fields = {
      requestId,
      method: request.method,
      url: redactText(request.url, 300),
      status: response.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
      ip,
    };
    if (isRoutine) services.log.debug(fields, 'request');
    else services.log.info(fields, 'request');
  });
}
