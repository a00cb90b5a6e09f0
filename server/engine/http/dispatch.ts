/** The life of an API request: route, token, rights, query, body, handler, envelope; every refusal leaves by one door. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { GUEST, hasNode, type Actor } from '../../../common/entity/access';
import { LIMITS } from '../../../common/limits';
import type { Envelope } from '../../../common/protocol/envelope';
import { Fault, fault, faultSpec } from '../../../common/protocol/faults';
import { translate, translateFault, translateIssue } from '../../../common/locales/translate';
import { truncate } from '../../../common/text/normalize';
import { authenticateAny, type Authenticated } from '../../access/sessions/authenticate';
import { limitToMethod } from '../../access/rbac/methodLimits';
import { requireStepUp } from '../../access/factors/stepUp';
import { loginRoute, TOKEN_HEADER } from '../../access/tokens/sessionTokens';
import { coversQuery, kioskScopeOf } from '../../access/kiosk/kioskTokens';
import type { RequestContext, Services, Lang } from '../../context';
import { isOwnOrigin } from '../../platform/http/cors';
import { readBody, type RequestBody } from '../../platform/http/readBody';
import { setDataHeaders } from '../../platform/http/securityHeaders';
import type { QueryParams, RequestUrl } from '../../platform/http/requestUrl';
import { redactText } from '../../platform/log';
import type { HandlerResult, RouteRegistry, Method, Route } from './routeRegistry';

/** Known on every route (decisions 17). */
const COMMON_QUERY = new Set(['server', 'uuid', 'batoken', 'lang', 'istree', 'absoluteauth', '_']);
const MUTATION_ID = /^[0-9A-Za-z_-]{1,64}$/;

/** What is known of a request before its route is. */
export interface IncomingRequest {
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  readonly ip: string;
  readonly lang: Lang;
}
interface Deadline {
  passed: boolean;
}
interface PendingRequest extends IncomingRequest {
  readonly deadline: Deadline;
  /** How far it came before it was refused. */
  readonly progress: { route?: Route; session?: Authenticated };
}
/** What requests are answered from. */
export interface DispatcherOptions {
  readonly services: Services;
  readonly routes: RouteRegistry;
  /** Hears of every use of an API token. */
  readonly onTokenUsed?: (tokenId: number, ip: string) => void;
  /** Hears of every use of a wall's link. */
  readonly onKioskUsed?: (wallId: number, ip: string) => void;
  /** Hears of every request under a session. */
  readonly onSessionUsed?: (session: { readonly sessionId: string; readonly seenAt: number }) => void;
  /** Hears of every request of a person of staff. */
  readonly onAdminRequest?: (adminId: number) => void;
  /** Hears of every refusal of somebody who is signed in. */
  readonly onDenied?: (denied: { readonly ctx: RequestContext; readonly route: Route; readonly fault: Fault }) => void;
}
export const newRequestId = (): string => randomUUID().replaceAll('-', '');

/** Answers one API request, whatever happens. */
export async function dispatch(
  options: DispatcherOptions,
  incoming: IncomingRequest,
  target: RequestUrl | undefined,
): Promise<void> {
  const { services } = options;
  const pending: PendingRequest = { ...incoming, deadline: { passed: false }, progress: {} };
  setDataHeaders(incoming.response);
  try {
    if (!target) throw fault('route.missing', { url: redactedUrl(incoming.request) });
    const done = await withinDeadline(pending, handleRequest(options, pending, target));
    if (!done.sent) {
      const msg = done.msg ?? translate(incoming.lang, 'done.fallback');
      sendEnvelope(services, incoming, 200, { code: 1, msg, data: done.data ?? null });
    }
  } catch (error) {
    sendFault(services, incoming, error);
    reportDenied(options, pending, error);
  }
}

function reportDenied({ services, onDenied }: DispatcherOptions, pending: PendingRequest, error: unknown): void {
  const { route, session } = pending.progress;
  if (!onDenied || !(error instanceof Fault) || !route || !session) return;
  onDenied({
    ctx: createContext(services, pending, { actor: session.actor, session, mid: undefined }),
    route,
    fault: error,
  });
}

async function handleRequest(
  options: DispatcherOptions,
  incoming: PendingRequest,
  target: RequestUrl,
): Promise<HandlerResult> {
  const { services, routes } = options;
  const { request, response, progress } = incoming;
  const methods = routes.find(target.path);
  if (!methods) throw fault('route.missing', { url: redactedUrl(request) });
  const route = methods.get((request.method === 'HEAD' ? 'GET' : request.method) as Method);
  if (!route) {
    response.setHeader('Allow', [...methods.keys()].join(', '));
    throw fault('method.wrong');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') assertSameOrigin(services, request);
  const isClosed = route.realm === 'member' && !services.settings.memberCentre;
  if (isClosed && (route.isMemberCentre || route.access === 'member')) throw fault('member.disabled');
  // A closed centre knows no members: what guests may see, everybody may see as a guest.
  const session = route.withoutToken || isClosed ? undefined : await authenticate(services, route, request);
  Object.assign(progress, { route, session });
  if (session?.seenAt !== undefined) options.onSessionUsed?.({ sessionId: session.sessionId, seenAt: session.seenAt });
  if (session?.mustEnrol && !route.beforeEnrolment)
    throw fault('access.second_factor', undefined, { data: { enrol: true } });
  const actor =
    session && session.kioskId === undefined ? limitToMethod(session.actor, route.method) : (session?.actor ?? GUEST);
  if (session?.tokenId === undefined && session?.kioskId === undefined && actor.realm === 'staff')
    options.onAdminRequest?.(actor.id);
  assertAccess(route, actor);
  if (session?.supportUntil !== undefined) assertSupportMode(route);
  if (session?.kioskId !== undefined) assertKiosk(options, incoming, { route, target, session });
  if (session?.tokenId !== undefined) assertTokenAllowed(options, incoming, route, { actor, tokenId: session.tokenId });
  if (route.stepUp) await requireStepUp(services, session?.sessionId);
  assertKnownQuery(route, target.query);
  // The mutation id belongs to the act, however it was sent; a repeated body must look the same without it.
  const { _mid: mid, ...body } = await parseBody(route, request);
  const idempotencyKey = request.headers['idempotency-key'];
  if (mid !== undefined && idempotencyKey !== undefined && mid !== idempotencyKey) throw fault('request.malformed');
  const ctx = createContext(services, incoming, { actor, session, mid: mid ?? idempotencyKey });
  return route.handler({ ctx, query: target.query, body, session, request, response });
}

/** The token of the route's realm; a guest's route is content without one. */
async function authenticate(
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

/** Programs say it in the standard way. */
const bearerToken = ({ realm }: Route, { headers }: IncomingMessage): string | undefined =>
  realm === 'admin' ? /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] : undefined;

function assertAccess(route: Route, actor: Actor): void {
  if (route.access === 'super' && !actor.super) throw fault('access.denied');
  if (route.node !== undefined && !hasNode(actor, route.node)) throw fault('access.denied');
}

/** Support sees what the member sees, and changes nothing of it. */
function assertSupportMode({ method, support }: Route): void {
  if (method !== 'GET' && !support) throw fault('access.support_looks');
}

/** A program does what its token says, but never what asks for the person itself. */
function assertTokenAllowed(
  { onTokenUsed }: DispatcherOptions,
  { ip }: IncomingRequest,
  { inPerson, stepUp, tokens: tokenScope = 'any' }: Route,
  { actor, tokenId }: { readonly actor: Actor; readonly tokenId: number },
): void {
  if (inPerson || stepUp) throw fault('access.denied');
  if (tokenScope !== 'any' && !hasNode(actor, tokenScope)) throw fault('access.denied');
  onTokenUsed?.(tokenId, ip);
}

interface KioskRequest {
  readonly route: Route;
  readonly target: RequestUrl;
  readonly session: Authenticated;
}
/** A screen on a wall asks what its cards ask, word for word. */
function assertKiosk(
  { onKioskUsed }: DispatcherOptions,
  { ip }: IncomingRequest,
  { route, target, session }: KioskRequest,
): void {
  const kioskScope = kioskScopeOf(session.actor);
  const { entity, method, path } = route;
  const isOwnList =
    kioskScope !== undefined &&
    entity !== undefined &&
    method === 'GET' &&
    path.toLowerCase() === `/admin/${entity.name}/index` &&
    coversQuery(kioskScope, session.actor, entity, target.query);
  if (!isOwnList && route.kiosk !== true) throw fault('access.denied');
  if (session.kioskId !== undefined) onKioskUsed?.(session.kioskId, ip);
}

function assertKnownQuery(route: Route, query: QueryParams): void {
  for (const name of Object.keys(query)) {
    const baseName = name.split('[')[0] ?? name;
    if (!COMMON_QUERY.has(baseName.toLowerCase()) && !route.query.includes(baseName))
      throw fault('request.unknown_key', { key: truncate(baseName, 60) });
  }
}

async function parseBody(route: Route, request: IncomingMessage): Promise<RequestBody> {
  if (route.body !== 'json') return {};
  const body = await readBody(request, route.bodyLimit ?? LIMITS.body);
  const parsed = route.input?.safeParse(body);
  if (parsed && !parsed.success) throw fault('request.malformed');
  return parsed ? (parsed.data as RequestBody) : body; // every input schema describes an object
}

/** No page of another site may change anything here, even if it got hold of a way to send our headers. */
function assertSameOrigin(services: Services, request: IncomingMessage): void {
  if (isOwnOrigin(services, request)) return;
  if (request.headers['sec-fetch-site'] === 'cross-site') throw fault('access.denied');
  const { origin, host } = request.headers;
  if (origin === undefined || origin === services.env.publicUrl) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw fault('access.denied');
}

interface AuthenticatedCaller {
  readonly actor: Actor;
  readonly session: Authenticated | undefined;
  readonly mid: unknown;
}
function createContext(
  services: Services,
  incoming: PendingRequest,
  { actor, session, mid }: AuthenticatedCaller,
): RequestContext {
  const { request, requestId, ip, lang, deadline } = incoming;
  if (mid !== undefined && (typeof mid !== 'string' || !MUTATION_ID.test(mid))) throw fault('request.malformed');
  return {
    services,
    actor,
    lang,
    deadline,
    requestId,
    ip,
    userAgent: truncate(String(request.headers['user-agent'] ?? ''), LIMITS.logUserAgent),
    url: redactText(request.url, LIMITS.logUrl),
    channel: request.headers['server'] === undefined ? 'api' : 'ui',
    ...(session === undefined ? {} : { sessionId: session.sessionId }),
    ...(mid === undefined ? {} : { mid }),
  };
}

/** Every request passes here, so no promise is made that is not needed. */
const withinDeadline = <T>({ deadline, progress }: PendingRequest, work: Promise<T>): Promise<T> =>
  new Promise((done, reject) => {
    const timer = setTimeout(() => {
      if (progress.route?.hasLongTimeout) return;
      deadline.passed = true;
      reject(fault('server.deadline'));
    }, LIMITS.requestDeadline);
    work.then(done, reject).finally(() => {
      clearTimeout(timer);
    });
  });

const redactedUrl = (request: Request): string => redactText(request.url, 200);

/** The one place where an error becomes an answer; what is no fault is a bug, and tells only its request id. */
export function sendFault(services: Services, incoming: IncomingRequest, error: unknown): void {
  const { response, requestId, lang } = incoming;
  const domainFault = error instanceof Fault ? error : undefined;
  if (!domainFault) services.log.error({ error, requestId }, 'a request failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const responseFault = domainFault ?? fault('server.internal');
  const { http, code } = faultSpec(responseFault.code);
  if (http === 429 || http === 503)
    response.setHeader('Retry-After', Number(responseFault.params['seconds'] ?? responseFault.data?.['seconds'] ?? 1));
  if (http === 413 || http === 415) response.setHeader('Connection', 'close');
  sendEnvelope(services, incoming, http, {
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
  { request, response }: IncomingRequest,
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
