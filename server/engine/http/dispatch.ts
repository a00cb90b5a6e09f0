/** The life of an API request: route, token, rights, query, body, handler, envelope; every refusal leaves by one door. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { GUEST, holds, type Actor } from '../../../common/entity/access';
import { LIMITS } from '../../../common/limits';
import type { Envelope } from '../../../common/protocol/envelope';
import { Fault, fault, faultFacts } from '../../../common/protocol/faults';
import { say, sayFault, sayIssue } from '../../../common/locales/words';
import { beginning } from '../../../common/text/clean';
import { authenticateAny, type Authenticated } from '../../access/actor';
import { limitedTo } from '../../access/methods';
import { requireStepUp } from '../../access/stepUp';
import { loginRoute, TOKEN_HEADER } from '../../access/tokens';
import { asksAlike, sightOf } from '../../access/walls';
import type { RequestContext, Services, Lang } from '../../context';
import { isOwnPage } from '../../platform/http/cors';
import { readBody, type Body } from '../../platform/http/body';
import { guardData } from '../../platform/http/headers';
import type { Query, Target } from '../../platform/http/target';
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
  readonly reached: { route?: Route; session?: Authenticated };
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
  readonly onStaff?: (adminId: number) => void;
  /** Hears of every refusal of somebody who is signed in. */
  readonly onDenied?: (refused: { readonly ctx: RequestContext; readonly route: Route; readonly fault: Fault }) => void;
}
export const newRequestId = (): string => randomUUID().replaceAll('-', '');

/** Answers one API request, whatever happens. */
export async function dispatch(
  options: DispatcherOptions,
  incoming: IncomingRequest,
  target: Target | undefined,
): Promise<void> {
  const { services } = options;
  const pending: PendingRequest = { ...incoming, deadline: { passed: false }, reached: {} };
  guardData(incoming.response);
  try {
    if (!target) throw fault('route.missing', { url: redactedUrl(incoming.request) });
    const done = await withinDeadline(pending, handleRequest(options, pending, target));
    if (!done.sent) {
      const msg = done.msg ?? say(incoming.lang, 'done.fallback');
      send(services, incoming, 200, { code: 1, msg, data: done.data ?? null });
    }
  } catch (error) {
    sendFault(services, incoming, error);
    reportDenied(options, pending, error);
  }
}

function reportDenied({ services, onDenied }: DispatcherOptions, pending: PendingRequest, error: unknown): void {
  const { route, session } = pending.reached;
  if (!onDenied || !(error instanceof Fault) || !route || !session) return;
  onDenied({
    ctx: contextOf(services, pending, { actor: session.actor, session, mid: undefined }),
    route,
    fault: error,
  });
}

async function handleRequest(
  options: DispatcherOptions,
  incoming: PendingRequest,
  target: Target,
): Promise<HandlerResult> {
  const { services, routes } = options;
  const { request, response, reached } = incoming;
  const methods = routes.find(target.path);
  if (!methods) throw fault('route.missing', { url: redactedUrl(request) });
  const route = methods.get((request.method === 'HEAD' ? 'GET' : request.method) as Method);
  if (!route) {
    response.setHeader('Allow', [...methods.keys()].join(', '));
    throw fault('method.wrong');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') checkOrigin(services, request);
  const isClosed = route.realm === 'member' && !services.settings.memberCentre;
  if (isClosed && (route.isMemberCentre || route.access === 'member')) throw fault('member.disabled');
  // A closed centre knows no members: what guests may see, everybody may see as a guest.
  const session = route.withoutToken || isClosed ? undefined : await sessionOf(services, route, request);
  Object.assign(reached, { route, session });
  if (session?.seenAt !== undefined) options.onSessionUsed?.({ sessionId: session.sessionId, seenAt: session.seenAt });
  if (session?.mustEnrol && !route.beforeEnrolment)
    throw fault('access.second_factor', undefined, { data: { enrol: true } });
  const actor =
    session && session.wallId === undefined ? limitedTo(session.actor, route.method) : (session?.actor ?? GUEST);
  if (session?.tokenId === undefined && session?.wallId === undefined && actor.realm === 'staff')
    options.onStaff?.(actor.id);
  assertAccess(route, actor);
  if (session?.supportUntil !== undefined) assertSupportMode(route);
  if (session?.wallId !== undefined) assertKiosk(options, incoming, { route, target, session });
  if (session?.tokenId !== undefined) assertTokenAllowed(options, incoming, route, { actor, tokenId: session.tokenId });
  if (route.stepUp) await requireStepUp(services, session?.sessionId);
  checkQuery(route, target.query);
  // The mutation id belongs to the act, however it was sent; a repeated body must look the same without it.
  const { _mid: mid, ...body } = await bodyOf(route, request);
  const key = request.headers['idempotency-key'];
  if (mid !== undefined && key !== undefined && mid !== key) throw fault('request.malformed');
  const ctx = contextOf(services, incoming, { actor, session, mid: mid ?? key });
  return route.handler({ ctx, query: target.query, body, session, request, response });
}

/** The token of the route's realm; a guest's route is content without one. */
async function sessionOf(
  services: Services,
  route: Route,
  request: IncomingMessage,
): Promise<Authenticated | undefined> {
  const token = request.headers[TOKEN_HEADER[route.realm]] ?? bearerOf(route, request);
  const found =
    typeof token === 'string' && token !== '' ? await authenticateAny(services, route.realm, token) : 'unknown';
  if (found === 'expired') throw fault('auth.expired');
  if (found !== 'unknown') return found;
  if (route.access === 'guest') return undefined;
  throw fault('auth.needed', undefined, { data: loginRoute(route.realm) });
}

/** Programs say it in the standard way. */
const bearerOf = ({ realm }: Route, { headers }: IncomingMessage): string | undefined =>
  realm === 'admin' ? /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] : undefined;

function assertAccess(route: Route, actor: Actor): void {
  if (route.access === 'super' && !actor.super) throw fault('access.denied');
  if (route.node !== undefined && !holds(actor, route.node)) throw fault('access.denied');
}

/** Support sees what the member sees, and changes nothing of it. */
function assertSupportMode({ method, support }: Route): void {
  if (method !== 'GET' && !support) throw fault('access.support_looks');
}

/** A program does what its token says, but never what asks for the person itself. */
function assertTokenAllowed(
  { onTokenUsed }: DispatcherOptions,
  { ip }: IncomingRequest,
  { inPerson, stepUp, tokens: programs = 'any' }: Route,
  { actor, tokenId }: { readonly actor: Actor; readonly tokenId: number },
): void {
  if (inPerson || stepUp) throw fault('access.denied');
  if (programs !== 'any' && !holds(actor, programs)) throw fault('access.denied');
  onTokenUsed?.(tokenId, ip);
}

interface KioskRequest {
  readonly route: Route;
  readonly target: Target;
  readonly session: Authenticated;
}
/** A screen on a wall asks what its cards ask, word for word. */
function assertKiosk(
  { onKioskUsed }: DispatcherOptions,
  { ip }: IncomingRequest,
  { route, target, session }: KioskRequest,
): void {
  const sight = sightOf(session.actor);
  const { entity, method, path } = route;
  const asksList =
    sight !== undefined &&
    entity !== undefined &&
    method === 'GET' &&
    path.toLowerCase() === `/admin/${entity.name}/index` &&
    asksAlike(sight, session.actor, entity, target.query);
  if (!asksList && route.kiosk !== true) throw fault('access.denied');
  if (session.wallId !== undefined) onKioskUsed?.(session.wallId, ip);
}

function checkQuery(route: Route, query: Query): void {
  for (const name of Object.keys(query)) {
    const root = name.split('[')[0] ?? name;
    if (!COMMON_QUERY.has(root.toLowerCase()) && !route.query.includes(root))
      throw fault('request.unknown_key', { key: beginning(root, 60) });
  }
}

async function bodyOf(route: Route, request: IncomingMessage): Promise<Body> {
  if (route.body !== 'json') return {};
  const body = await readBody(request, route.bodyLimit ?? LIMITS.body);
  const judged = route.input?.safeParse(body);
  if (judged && !judged.success) throw fault('request.malformed');
  return judged ? (judged.data as Body) : body; // every input schema describes an object
}

/** No page of another site may change anything here, even if it got hold of a way to send our headers. */
function checkOrigin(services: Services, request: IncomingMessage): void {
  if (isOwnPage(services, request)) return;
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
function contextOf(
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
    userAgent: beginning(String(request.headers['user-agent'] ?? ''), LIMITS.logUserAgent),
    url: redactText(request.url, LIMITS.logUrl),
    channel: request.headers['server'] === undefined ? 'api' : 'ui',
    ...(session === undefined ? {} : { sessionId: session.sessionId }),
    ...(mid === undefined ? {} : { mid }),
  };
}

/** Every request passes here, so no promise is made that is not needed. */
const withinDeadline = <T>({ deadline, reached }: PendingRequest, work: Promise<T>): Promise<T> =>
  new Promise((done, fail) => {
    const timer = setTimeout(() => {
      if (reached.route?.hasLongTimeout) return;
      deadline.passed = true;
      fail(fault('server.deadline'));
    }, LIMITS.requestDeadline);
    work.then(done, fail).finally(() => {
      clearTimeout(timer);
    });
  });

const redactedUrl = (request: Request): string => redactText(request.url, 200);

/** The one place where an error becomes an answer; what is no fault is a bug, and tells only its request id. */
export function sendFault(services: Services, incoming: IncomingRequest, error: unknown): void {
  const { response, requestId, lang } = incoming;
  const known = error instanceof Fault ? error : undefined;
  if (!known) services.log.error({ error, requestId }, 'a request failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const refusal = known ?? fault('server.internal');
  const { http, code } = faultFacts(refusal.code);
  if (http === 429 || http === 503)
    response.setHeader('Retry-After', Number(refusal.params['seconds'] ?? refusal.data?.['seconds'] ?? 1));
  if (http === 413 || http === 415) response.setHeader('Connection', 'close');
  send(services, incoming, http, { code, msg: sayFault(lang, refusal), data: dataOf(refusal, lang, requestId) });
}

function dataOf(refusal: Fault, lang: Lang, requestId: string): unknown {
  const fields =
    refusal.fields && Object.fromEntries(refusal.fields.map((issue) => [issue.path, sayIssue(lang, issue)]));
  if (refusal.code === 'server.internal') return { requestId };
  return fields || refusal.data ? { ...refusal.data, ...(fields ? { fields } : {}) } : null;
}

function send(
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
