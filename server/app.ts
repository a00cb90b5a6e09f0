/** `createApp`: the pipeline from a request's first byte to its handler, top to bottom. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';
import express, { type Express } from 'express';
import {
  dispatch,
  newRequestId,
  sendFault,
  type DispatcherOptions,
  type IncomingRequest,
} from './engine/http/dispatch';
import type { RouteRegistry } from './engine/http/routeRegistry';
import type { Services } from './context';
import { frameSources, isEmbedded } from './modules/bootstrap/frames';
import { docsPage } from './modules/docs/page';
import { pageOrigins } from './modules/upload/objects/redirect';
import type { Health } from './modules/health/routes';
import type { Setup } from './modules/setup/setup';
import type { StoredFiles } from './modules/upload/serve';
import { acceptsPage } from './platform/http/accept';
import { createAddressOf, createUntrustedReport } from './platform/http/address';
import { answerPreflight } from './platform/http/cors';
import type { Assets } from './platform/http/assets';
import { guardPage, guardTransport, UNFRAMED, type Framing } from './platform/http/headers';
import { languageOf } from './platform/http/language';
import { homePage, missingPage, refusedPage, setupPage, unbuiltPage } from './platform/http/pages';
import { readTarget, type Target } from './platform/http/target';
import { redactText } from './platform/log';

export interface AppOptions {
  readonly routes: RouteRegistry;
  readonly assets: Assets;
  readonly health: Health;
  readonly setup: Setup;
  readonly files: StoredFiles;
  readonly onDenied: NonNullable<DispatcherOptions['onDenied']>;
  readonly onTokenUsed: NonNullable<DispatcherOptions['onTokenUsed']>;
  readonly onKioskUsed: NonNullable<DispatcherOptions['onKioskUsed']>;
  readonly onSessionUsed: NonNullable<DispatcherOptions['onSessionUsed']>;
  readonly onStaff: NonNullable<DispatcherOptions['onStaff']>;
  /** Hears of every page somebody was shown. */
  readonly onVisit: (side: 'site' | 'member', ip: string, request: IncomingMessage) => void;
}

export function createApp(services: Services, options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const addressOf = createAddressOf(services.env.trustedProxies, createUntrustedReport(services));
  const compress = compression({ threshold: 1024 });
  app.use(async (request, response) => {
    // Who accepts no encoding is spared the machinery, which only wraps the answer and goes on at once.
    if (request.headers['accept-encoding'] !== undefined) compress(request, response, () => undefined);
    const incoming: IncomingRequest = {
      request,
      response,
      requestId: newRequestId(),
      ip: addressOf(request),
      lang: languageOf(request, undefined, services.settings.defaultLocale),
    };
    response.setHeader('X-Request-Id', incoming.requestId);
    guardTransport(response, services.env.publicUrl);
    logWhenDone(services, incoming);
    if (answerPreflight(services, request, response)) return;
    await handle(services, options, incoming);
  });
  return app;
}

async function handle(services: Services, options: AppOptions, next: IncomingRequest): Promise<void> {
  const { request, response } = next;
  let incoming = next;
  try {
    const target = readTarget(request.url);
    const lang = target?.query['lang'];
    if (typeof lang === 'string')
      incoming = { ...next, lang: languageOf(request, lang, services.settings.defaultLocale) };
    if (target && isRead(request) && (await answerFile(options, incoming, target))) return;
    if (isNavigation(request, target) && (await answerPage(services, options, incoming, target))) return;
    await dispatch({ services, ...options }, incoming, target);
  } catch (error) {
    sendFault(services, incoming, error);
  }
  if (!request.complete) request.resume();
  if (!response.writableEnded && !response.headersSent) response.end();
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Probes, built assets and stored files: what is named on a list or a disk, for everybody alike. */
async function answerFile(
  { assets, files, health }: AppOptions,
  { request, response }: IncomingRequest,
  target: Target,
): Promise<boolean> {
  if (await health.answer(target.path, response)) return true;
  if (assets.serve(request, response, target.written)) return true;
  const small = 'thumb' in target.query;
  return target.path.startsWith('/storage/') && (await files.serve(request, response, target.written, small));
}

/** A browser asking for a page (decisions, "Console and sessions"). */
function isNavigation(request: IncomingMessage, target: Target | undefined): boolean {
  if (!isRead(request)) return false;
  const { headers } = request;
  if (headers['sec-fetch-mode'] === 'navigate') return true;
  if (headers['server'] !== undefined || target?.query['server'] !== undefined) return false;
  // Probes and command-line clients send `*/*` or no Accept header at all.
  return acceptsPage(request, target?.path === '/');
}

/** No screen is called like a file: a cache that judges by the ending must never be handed one. Embedded addresses may end as they like. */
const EMBEDDED = /^\/(?:admin|user)\/iframe\//i;
const FILE_PATH =
  /\.(?:css|m?js|map|json|png|jpe?g|gif|svg|ico|webp|avif|woff2?|ttf|txt|xml|html?|pdf|php\d?|aspx?|jsp|cgi|env|sql|db|zip|gz|tar|bak|old|ya?ml|md|log|ini|conf|lock)$/i;

/** Answers a navigation; false when the path belongs to the API, which looks the same to browsers and programs. */
async function answerPage(
  services: Services,
  options: AppOptions,
  { request, response, lang, ip }: IncomingRequest,
  target: Target | undefined,
): Promise<boolean> {
  const { assets, routes, setup } = options;
  const { siteName, stylesheets } = services.settings;
  const nonce = randomBytes(16).toString('base64');
  const words = { lang, nonce, siteName, stylesheets };
  const path = target?.path;
  // A HEAD shows nobody a page.
  const count = (side: 'site' | 'member') => {
    if (request.method === 'GET') options.onVisit(side, ip, request);
  };
  const entry = /^\/(admin|user)(?=\/|$)/.exec(path ?? '')?.[1];
  const origins = pageOrigins(services);
  const framing = { ...(await framingFor(services, entry, request)), ...origins };
  const unframed = { ...UNFRAMED, styles: origins.styles };
  if (entry !== undefined && (EMBEDDED.test(path ?? '') || !FILE_PATH.test(path ?? ''))) {
    const html = assets.page(entry === 'admin' ? 'admin' : 'member', nonce, services.settings) ?? unbuiltPage(words);
    sendPage(response, nonce, 200, html, framing);
    if (entry === 'user') count('member');
  } else if (path === '/') {
    sendPage(response, nonce, 200, homePage({ ...words, framed: framing.held }), framing);
    count('site');
  } else if (path === '/setup' && setup.isOpen()) sendPage(response, nonce, 200, setupPage(words), unframed);
  else if (path === '/401') sendPage(response, nonce, 401, refusedPage(words), unframed);
  else if (path === '/docs/api') sendPage(response, nonce, 200, docsPage(words), unframed);
  else if (target === undefined && /^\/(admin|user)\/$/i.test(request.url)) {
    response.writeHead(308, { Location: request.url.toLowerCase().replace(/\/$/, '') }).end();
  } else if (path !== undefined && (routes.find(path) !== undefined || path.startsWith('/api/'))) return false;
  else sendPage(response, nonce, 404, missingPage(words), framing);
  return true;
}

/** Only the console and the member centre hold pages, and of ours the public ones alone. Without a database the page still comes, and says itself what is wrong. */
async function framingFor(services: Services, entry: string | undefined, request: IncomingMessage): Promise<Framing> {
  try {
    if (entry === undefined) return { holds: [], held: await isEmbedded(services, request) };
    return { holds: await frameSources(services, entry === 'admin' ? 'menu_rule' : 'user_rule'), held: false };
  } catch (error) {
    services.log.warn({ err: error }, 'the menu rules could not be read: no page may be embedded');
    return UNFRAMED;
  }
}

function sendPage(response: ServerResponse, nonce: string, status: number, html: string, framing: Framing): void {
  guardPage(response, nonce, framing);
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Vary', 'Accept-Language, think-lang');
  response.end(html);
}

const FREQUENT_PATHS = new Set(['debug', 'trace']);
/** One line a request: probes and assets only when somebody is looking for trouble. */
function logWhenDone(services: Services, { request, response, requestId, ip }: IncomingRequest): void {
  const started = performance.now();
  response.once('close', () => {
    const quiet = isRead(request) && response.statusCode < 400;
    if (quiet && !FREQUENT_PATHS.has(services.env.logLevel)) return;
    const fields = {
      requestId,
      method: request.method,
      url: redactText(request.url, 300),
      status: response.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
      ip,
    };
    if (quiet) services.log.debug(fields, 'request');
    else services.log.info(fields, 'request');
  });
}
