/**
 * Dispatches an API request: finds the route, authenticates by session token, checks permission and guards, parses query and body, calls the
 * handler and sends the envelope. `sendFault` sends every refusal.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { GUEST, hasPermission, type Actor } from '../../../common/entity/access';
import { LIMITS } from '../../../common/limits';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import type { Envelope } from '../../../common/protocol/envelope';
import { Fault, fault, faultSpec } from '../../../common/protocol/faults';
import { translate, translateFault, translateIssue } from '../../../common/locales/translate';
import { truncate } from '../../../common/text/normalize';
import { actorForMethod, authenticateAny, type Authenticated } from '../../access/sessions/authenticate';
import { loginRoute, TOKEN_HEADER } from '../../access/tokens/sessionTokens';
import type { Lang } from '../../../common/lang';
import type { RequestContext, Services } from '../../context';
import { classifyDbError } from '../../platform/database/dbErrors';
import { isAllowedOrigin } from '../../platform/http/cors';
import { isUrlEncoded, readForm } from '../../platform/http/readForm';
import { readBody, type RequestBody } from '../../platform/http/readBody';
import { setDataHeaders } from '../../platform/http/securityHeaders';
import type { QueryParams, RequestUrl } from '../../platform/http/requestUrl';
import { redactText } from '../../platform/log';
import type { RequestAdapter, RequestTranslation } from './requestAdapter';
import type { GuardedRequest, MatchedRequest, RequestGuard } from './requestGuard';
import type { HandlerResult, RouteCall, RouteRegistry, Method, Route } from './routeRegistry';

/** Query keys that every route accepts. */
const COMMON_QUERY = new Set(['server', 'uuid', 'batoken', 'lang', 'istree', 'absoluteauth', '_']);
const IDEMPOTENCY_KEY_PATTERN = /^[0-9A-Za-z_-]{1,64}$/;

/** A request of Node's HTTP server with its response, request id, client IP and language. */
export interface HttpExchange {
  readonly request: IncomingMessage & { readonly url: string; readonly method: string };
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly ip: string;
  readonly lang: Lang;
}
/** The same with the request and response of Express. */
export interface ExpressExchange extends HttpExchange {
  readonly request: Request;
  readonly response: Response;
}
/** Whether the request has exceeded its time limit. */
interface Deadline {
  hasPassed: boolean;
}
/** An exchange that the dispatcher is handling. */
interface PendingExchange extends ExpressExchange {
  readonly deadline: Deadline;
  /** The route and session as soon as they are known, for the log of denied requests. */
  readonly progress: { route?: Route; session?: Authenticated };
}
export interface DispatcherOptions {
  readonly services: Services;
  readonly routes: RouteRegistry;
  /** The guards, in the order in which they run at each stage. */
  readonly guards: readonly RequestGuard[];
  /** Translates requests of older clients. */
  readonly adapter?: RequestAdapter;
  /** Called for every refusal of a request with a session. */
  readonly onDenied?: (denied: { readonly ctx: RequestContext; readonly route: Route; readonly fault: Fault }) => void;
}
export const newRequestId = (): string => randomUUID().replaceAll('-', '');

/** Handles one API request; never rejects. */
export async function dispatch(
  options: DispatcherOptions,
  exchange: ExpressExchange,
  target: RequestUrl | undefined,
): Promise<void> {
  const { services } = options;
  const pending: PendingExchange = { ...exchange, deadline: { hasPassed: false }, progress: {} };
  setDataHeaders(exchange.response);
  try {
    if (!target) throw fault('route.missing', { url: redactedUrl(exchange.request) });
    const result = await withinDeadline(pending, handleRequest(options, pending, target));
    if (!result.sent) {
      const msg = result.msg ?? translate(exchange.lang, 'success.fallback');
      sendEnvelope(services, exchange, 200, { code: 1, msg, data: result.data ?? null });
    }
  } catch (error) {
    const refusal = error instanceof Fault ? options.adapter?.toSentFault(exchange.request, error) : undefined;
    sendFault(services, exchange, refusal ?? error);
    reportDenied(options, pending, error);
  }
}

function reportDenied({ services, onDenied }: DispatcherOptions, pending: PendingExchange, error: unknown): void {
  const { route, session } = pending.progress;
  if (!onDenied || !(error instanceof Fault) || !route || !session) return;
  onDenied({
    ctx: createContext(services, pending, { actor: session.actor, session, idempotencyKey: undefined }),
    route,
    fault: error,
  });
}

async function handleRequest(
  options: DispatcherOptions,
  exchange: PendingExchange,
  sentTarget: RequestUrl,
): Promise<HandlerResult> {
  const { services, routes, guards, adapter } = options;
  const { request, progress } = exchange;
  const translation = adapter?.translate(request, sentTarget);
  const target = translation ? { ...sentTarget, path: translation.path } : sentTarget;
  const methods = routes.find(target.path);
  if (!methods) throw fault('route.missing', { url: redactedUrl(request) });
  const route = methods.get((request.method === 'HEAD' ? 'GET' : request.method) as Method);
  if (!route) {
    exchange.response.setHeader('Allow', [...methods.keys()].join(', '));
    throw fault('method.wrong');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') assertSameOrigin(services, request);
  const matched: MatchedRequest = { services, route, target, ip: exchange.ip };
  const isGuest = guards.some((guard) => guard.beforeSession?.(matched) === 'guest');
  const session = route.ignoresToken || isGuest ? undefined : await authenticateRequest(services, route, request);
  Object.assign(progress, { route, session });
  const actor = session ? actorForMethod(session, route.method) : GUEST;
  await runGuards(guards, { ...matched, session, actor });
  const call = await createCall(services, { exchange, route, target, actor, session }, translation);
  try {
    const result = await route.handler(call);
    return translation?.result ? await translation.result(call, result) : result;
  } catch (error) {
    if (await isDefinitionReplaced(services, route, error)) throw fault('server.busy');
    throw error instanceof Fault ? (translation?.fault?.(error) ?? error) : error;
  }
}

/** A request that passed authentication, permission check and guards. */
interface AuthorizedRequest {
  readonly exchange: PendingExchange;
  readonly route: Route;
  readonly target: RequestUrl;
  readonly actor: Actor;
  readonly session: Authenticated | undefined;
}

/** Reads query and body of an authorized request, and translates those of older clients. */
async function createCall(
  services: Services,
  { exchange, route, target, actor, session }: AuthorizedRequest,
  translation: RequestTranslation | undefined,
): Promise<RouteCall> {
  const { request, response } = exchange;
  const translationContext =
    translation && createContext(services, exchange, { actor, session, idempotencyKey: undefined });
  const query = (translationContext && (await translation.query?.(translationContext, target.query))) ?? target.query;
  assertKnownQuery(route, query);
  const sentBody = await readSentBody(route, request);
  const routeBody =
    (translationContext && (await translation.body?.(translationContext, sentBody, session))) ?? sentBody;
  // Clients send the idempotency key as header `idempotency-key` or as `_mid` in the body. The stored request does not contain it.
  const { _mid: bodyKey, ...body } = validateInput(route, routeBody);
  const headerKey = request.headers['idempotency-key'];
  if (bodyKey !== undefined && headerKey !== undefined && bodyKey !== headerKey) throw fault('request.malformed');
  const ctx = createContext(services, exchange, { actor, session, idempotencyKey: bodyKey ?? headerKey });
  return { ctx, query, body, session, request, response };
}

/** The longest time from the change of a table until this node has the new definition. */
const DEFINITION_DELAY_MS = 1000;
const DEFINITION_POLL_MS = 50;

/** Whether a statement failed because the designed entity of the route got another definition meanwhile. */
async function isDefinitionReplaced({ registry }: Services, { entity }: Route, error: unknown): Promise<boolean> {
  if (entity === undefined || classifyDbError(error).kind !== 'schema') return false;
  for (let waitedMs = 0; waitedMs < DEFINITION_DELAY_MS; waitedMs += DEFINITION_POLL_MS) {
    if (registry.get(entity.name) !== entity) return true;
    await sleep(DEFINITION_POLL_MS);
  }
  return false;
}

async function runGuards(guards: readonly RequestGuard[], request: GuardedRequest): Promise<void> {
  for (const guard of guards) guard.beforeAccess?.(request);
  assertAccess(request.route, request.actor);
  for (const guard of guards) {
    // Most guards are synchronous; awaiting them would cost a microtask each.
    const pending = guard.afterAccess?.(request);
    if (pending) await pending;
  }
}

/**
 * Reads the session token from the header `batoken` (admins) or `ba-user-token` (members) and authenticates it; undefined where a guest may
 * call without one. Throws `auth.expired` and `auth.needed`.
 */
async function authenticateRequest(
  services: Services,
  route: Route,
  request: IncomingMessage,
): Promise<Authenticated | undefined> {
  const token = request.headers[TOKEN_HEADER[route.realm]] ?? bearerToken(route, request);
  const authenticated =
    typeof token === 'string' && token !== '' ? await authenticateAny(services, route.realm, token) : 'unknown';
  if (authenticated === 'expired') throw fault('auth.expired');
  if (authenticated !== 'unknown') return authenticated;
  if (route.access === 'guest') return undefined;
  throw fault('auth.needed', undefined, { data: loginRoute(route.realm) });
}

/** Programs send the token as `Authorization: Bearer`. */
const bearerToken = ({ realm }: Route, { headers }: IncomingMessage): string | undefined =>
  realm === 'admin' ? /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] : undefined;

function assertAccess(route: Route, actor: Actor): void {
  if (route.access === 'super' && !actor.isSuper) throw fault('access.denied');
  if (route.permission !== undefined && !hasPermission(actor, route.permission)) throw fault('access.denied');
}

function assertKnownQuery(route: Route, query: QueryParams): void {
  for (const name of Object.keys(query)) {
    const baseName = name.split('[')[0] ?? name;
    if (!COMMON_QUERY.has(baseName.toLowerCase()) && !route.query.includes(baseName))
      throw fault('request.unknown_key', { key: truncate(baseName, 60) });
  }
}

async function readSentBody(route: Route, request: IncomingMessage): Promise<RequestBody> {
  if (route.body !== 'json' && route.body !== 'form') return {};
  const limit = route.bodyLimit ?? LIMITS.jsonBodyBytes;
  const isForm = route.body === 'form' && isUrlEncoded(request.headers);
  return isForm ? readForm(request, limit) : readBody(request, limit);
}

function validateInput(route: Route, body: RequestBody): RequestBody {
  if (route.body !== 'json' && route.body !== 'form') return {};
  const parsed = route.input?.safeParse(body);
  if (parsed && !parsed.success) throw fault('request.malformed');
  return parsed ? (parsed.data as RequestBody) : body; // every input schema describes an object
}

/** CSRF protection: checks the Origin header. Throws `access.denied` for a write from a page of another origin. */
function assertSameOrigin(services: Services, request: IncomingMessage): void {
  if (isAllowedOrigin(services, request)) return;
  const { origin, host, 'sec-fetch-site': fetchSite } = request.headers;
  if (fetchSite === 'cross-site') throw fault('access.denied');
  // A page that sends no referrer sends its forms with this origin (Fetch standard); the browser still names the relation.
  if (origin === 'null' && fetchSite === 'same-origin') return;
  if (origin === undefined || origin === services.env.publicUrl) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw fault('access.denied');
}

interface AuthenticatedCaller {
  readonly actor: Actor;
  readonly session: Authenticated | undefined;
  readonly idempotencyKey: unknown;
}
function createContext(
  services: Services,
  exchange: PendingExchange,
  { actor, session, idempotencyKey }: AuthenticatedCaller,
): RequestContext {
  const { request, requestId, ip, lang, deadline } = exchange;
  if (
    idempotencyKey !== undefined &&
    (typeof idempotencyKey !== 'string' || !IDEMPOTENCY_KEY_PATTERN.test(idempotencyKey))
  )
    throw fault('request.malformed');
  return {
    services,
    actor,
    lang,
    deadline,
    requestId,
    ip,
    userAgent: truncate(String(request.headers['user-agent'] ?? ''), SERVER_LIMITS.logUserAgentChars),
    url: redactText(request.url, SERVER_LIMITS.logUrlChars),
    channel: request.headers['server'] === undefined ? 'api' : 'ui',
    ...(request.headers.host === undefined ? {} : { host: request.headers.host }),
    ...(session === undefined ? {} : { sessionId: session.sessionId }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}

/** Rejects with `server.deadline` after `LIMITS.requestDeadlineMs`. Creates no further promises, because every request runs through it. */
const withinDeadline = <T>({ deadline, progress }: PendingExchange, work: Promise<T>): Promise<T> =>
  new Promise((done, reject) => {
    const timer = setTimeout(() => {
      if (progress.route?.hasLongTimeout) return;
      deadline.hasPassed = true;
      reject(fault('server.deadline'));
    }, LIMITS.requestDeadlineMs);
    work.then(done, reject).finally(() => {
      clearTimeout(timer);
    });
  });

const redactedUrl = (request: Request): string => redactText(request.url, 200);

/** Error handler: turns an error into a response. An error that is not a fault is a bug: it is logged, and the response contains only the request id. */
export function sendFault(services: Services, exchange: HttpExchange, error: unknown): void {
  const { response, requestId, lang } = exchange;
  const domainFault = error instanceof Fault ? error : undefined;
  if (!domainFault)
    services.log.error(
      { err: error, requestId, method: exchange.request.method, path: exchange.request.url.split('?', 1)[0] },
      'a request failed',
    );
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const responseFault = domainFault ?? fault('server.internal');
  const { http, code } = faultSpec(responseFault.code);
  if (http === 429 || http === 503)
    response.setHeader('Retry-After', Number(responseFault.params['seconds'] ?? responseFault.data?.['seconds'] ?? 1));
  if (http === 413 || http === 415) response.setHeader('Connection', 'close');
  sendEnvelope(services, exchange, http, {
    code,
    msg: translateFault(lang, responseFault),
    data: faultData(responseFault, lang, requestId),
  });
}

function faultData(responseFault: Fault, lang: Lang, requestId: string): unknown {
  const fields =
    responseFault.fields &&
    Object.fromEntries(responseFault.fields.map((issue) => [issue.path, translateIssue(lang, issue)]));
  if (responseFault.code === 'server.internal') return { requestId };
  return fields || responseFault.data ? { ...responseFault.data, ...(fields ? { fields } : {}) } : null;
}

function sendEnvelope(
  services: Services,
  { request, response }: HttpExchange,
  status: number,
  body: Omit<Envelope, 'time'>,
): void {
  if (response.headersSent || response.destroyed) return;
  const { code, msg, data } = body;
  const bytes = Buffer.from(JSON.stringify({ code, msg, data, time: Math.floor(services.clock.now() / 1000) }));
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
