/** `createApp`: the pipeline from a request's first byte to its handler, top to bottom. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';
import express, { type Express } from 'express';
import { dispatch, newRequestId, refuse, type Answering, type Incoming } from './engine/dispatch';
import type { Inventory } from './engine/inventory';
import type { Kit } from './kit';
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

export interface AppParts {
  readonly inventory: Inventory;
  readonly assets: Assets;
  readonly health: Health;
  readonly setup: Setup;
  readonly files: StoredFiles;
  readonly onRefused: NonNullable<Answering['onRefused']>;
  readonly onTokenUsed: NonNullable<Answering['onTokenUsed']>;
  readonly onWallUsed: NonNullable<Answering['onWallUsed']>;
  readonly onSessionUsed: NonNullable<Answering['onSessionUsed']>;
  readonly onStaff: NonNullable<Answering['onStaff']>;
  /** Hears of every page somebody was shown. */
  readonly onVisit: (side: 'site' | 'member', ip: string, request: IncomingMessage) => void;
}

export function createApp(kit: Kit, parts: AppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const addressOf = createAddressOf(kit.env.trustedProxies, createUntrustedReport(kit));
  const compress = compression({ threshold: 1024 });
  app.use(async (request, response) => {
    // Who accepts no encoding is spared the machinery, which only wraps the answer and goes on at once.
    if (request.headers['accept-encoding'] !== undefined) compress(request, response, () => undefined);
    const incoming: Incoming = {
      request,
      response,
      requestId: newRequestId(),
      ip: addressOf(request),
      lang: languageOf(request, undefined, kit.settings.defaultLocale),
    };
    response.setHeader('X-Request-Id', incoming.requestId);
    guardTransport(response, kit.env.publicUrl);
    logWhenDone(kit, incoming);
    if (answerPreflight(kit, request, response)) return;
    await handle(kit, parts, incoming);
  });
  return app;
}

async function handle(kit: Kit, parts: AppParts, plain: Incoming): Promise<void> {
  const { request, response } = plain;
  let incoming = plain;
  try {
    const target = readTarget(request.url);
    const lang = target?.query['lang'];
    if (typeof lang === 'string') incoming = { ...plain, lang: languageOf(request, lang, kit.settings.defaultLocale) };
    if (target && isRead(request) && (await answerFile(parts, incoming, target))) return;
    if (isNavigation(request, target) && (await answerPage(kit, parts, incoming, target))) return;
    await dispatch({ kit, ...parts }, incoming, target);
  } catch (error) {
    refuse(kit, incoming, error);
  }
  if (!request.complete) request.resume();
  if (!response.writableEnded && !response.headersSent) response.end();
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Probes, built assets and stored files: what is named on a list or a disk, for everybody alike. */
async function answerFile(
  { assets, files, health }: AppParts,
  { request, response }: Incoming,
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
const FILE_LIKE =
  /\.(?:css|m?js|map|json|png|jpe?g|gif|svg|ico|webp|avif|woff2?|ttf|txt|xml|html?|pdf|php\d?|aspx?|jsp|cgi|env|sql|db|zip|gz|tar|bak|old|ya?ml|md|log|ini|conf|lock)$/i;

/** Answers a navigation; false when the path belongs to the API, which looks the same to browsers and programs. */
async function answerPage(
  kit: Kit,
  parts: AppParts,
  { request, response, lang, ip }: Incoming,
  target: Target | undefined,
): Promise<boolean> {
  const { assets, inventory, setup } = parts;
  const { siteName, stylesheets } = kit.settings;
  const nonce = randomBytes(16).toString('base64');
  const words = { lang, nonce, siteName, stylesheets };
  const path = target?.path;
  // A HEAD shows nobody a page.
  const count = (side: 'site' | 'member') => {
    if (request.method === 'GET') parts.onVisit(side, ip, request);
  };
  const entry = /^\/(admin|user)(?=\/|$)/.exec(path ?? '')?.[1];
  const origins = pageOrigins(kit);
  const framing = { ...(await framingOf(kit, entry, request)), ...origins };
  const unframed = { ...UNFRAMED, styles: origins.styles };
  if (entry !== undefined && (EMBEDDED.test(path ?? '') || !FILE_LIKE.test(path ?? ''))) {
    const html = assets.page(entry === 'admin' ? 'admin' : 'member', nonce, kit.settings) ?? unbuiltPage(words);
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
  } else if (path !== undefined && (inventory.find(path) !== undefined || path.startsWith('/api/'))) return false;
  else sendPage(response, nonce, 404, missingPage(words), framing);
  return true;
}

/** Only the console and the member centre hold pages, and of ours the public ones alone. Without a database the page still comes, and says itself what is wrong. */
async function framingOf(kit: Kit, entry: string | undefined, request: IncomingMessage): Promise<Framing> {
  try {
    if (entry === undefined) return { holds: [], held: await isEmbedded(kit, request) };
    return { holds: await frameSources(kit, entry === 'admin' ? 'menu_rule' : 'user_rule'), held: false };
  } catch (error) {
    kit.log.warn({ err: error }, 'the menu rules could not be read: no page may be embedded');
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

const TALKATIVE = new Set(['debug', 'trace']);
/** One line a request: probes and assets only when somebody is looking for trouble. */
function logWhenDone(kit: Kit, { request, response, requestId, ip }: Incoming): void {
  const started = performance.now();
  response.once('close', () => {
    const quiet = isRead(request) && response.statusCode < 400;
    if (quiet && !TALKATIVE.has(kit.env.logLevel)) return;
    const fields = {
      requestId,
      method: request.method,
      url: redactText(request.url, 300),
      status: response.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
      ip,
    };
    if (quiet) kit.log.debug(fields, 'request');
    else kit.log.info(fields, 'request');
  });
}
