/**
 * The built-in gateway: serves calls below `/open/<app>/…`. `<app>` is the id of an app; the rest is the path of one of its online
 * interfaces, or the hash of its definition. Atrium has no routes of its own under this prefix.
 */
import { LIMITS } from '../../../common/limits';
import { Fault, fault, faultSpec } from '../../../common/protocol/faults';
import { GATEWAY_PREFIX } from '../../../common/protocol/gatewaySignature';
import { sendFault, type HttpExchange } from '../../engine/http/dispatch';
import type { CommittedChange, Services } from '../../context';
import { endWithBytes } from '../../platform/http/endWithBytes';
import { readBytes } from '../../platform/http/readBody';
import type { RequestUrl } from '../../platform/http/requestUrl';
import { setDataHeaders, setTransportHeaders } from '../../platform/http/securityHeaders';
import { authorizeCall, needsSignature } from './authorizeCall';
import { createCallLog, type CallLog } from './callLog';
import { createNonceStore, type NonceStore } from './nonceStore';
import { createGatewayAppCache, type GatewayApp, type GatewayAppCache, type GatewayRoute } from './gatewayApp';
import {
  allowedMethods,
  assertEnvironment,
  assertParameters,
  exampleResponse,
  findRoute,
  isTestCall,
  parseGatewayPath,
  getQuery,
  toUpstreamRequest,
  type GatewayResponse,
  type GatewayRequest,
} from './gatewayRequest';
import { filterResponseHeaders } from './forwardedHeaders';
import { createRateLimiter, type RateLimiter } from './rateLimiter';
import { createUpstreamPool, type UpstreamPool } from './upstreamPool';
import { assertKey, assertSignature, readSignature } from './verifyCall';

export interface Gateway {
  /** Whether a lower-case path belongs to the gateway. */
  readonly owns: (path: string) => boolean;
  /** Handles a request; never rejects. */
  readonly handle: (incoming: HttpExchange, target: RequestUrl) => Promise<void>;
  /** Handles a call that did not come over HTTP; throws the fault of a refused one. */
  readonly call: (call: GatewayRequest) => Promise<GatewayResponse>;
  readonly apps: GatewayAppCache;
  readonly upstreams: UpstreamPool;
  readonly onCommittedChanges: (changes: readonly Pick<CommittedChange, 'entityName'>[] | undefined) => void;
  /** Writes the call log. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}
interface GatewayParts {
  readonly services: Services;
  readonly apps: GatewayAppCache;
  readonly nonces: NonceStore;
  readonly limiter: RateLimiter;
  readonly upstreams: UpstreamPool;
  readonly log: CallLog;
  /** Names and values of the headers that every response has. */
  readonly fixedHeaders: readonly string[];
}
/** The data of a call known so far, for its log entry. */
interface CallTrace {
  app?: GatewayApp;
  route?: GatewayRoute;
  upstreamMs: number;
}

export function createGateway(services: Services): Gateway {
  const parts: GatewayParts = {
    services,
    apps: createGatewayAppCache(services),
    nonces: createNonceStore(services),
    limiter: createRateLimiter(services.clock),
    upstreams: createUpstreamPool(services),
    log: createCallLog(services),
    fixedHeaders: listFixedHeaders(services),
  };
  const { apps, upstreams, log, nonces } = parts;
  return {
    owns: (path) => path.startsWith(GATEWAY_PREFIX),
    handle: (incoming, target) => handleRequest(parts, incoming, target),
    call: (call) => forwardAndLog(parts, call, { upstreamMs: 0 }),
    apps,
    upstreams,
    onCommittedChanges: apps.onCommittedChanges,
    flush: log.flush,
    close: async () => {
      upstreams.close();
      await Promise.all([log.close(), nonces.close()]);
    },
  };
}

function listFixedHeaders({ env }: Services): readonly string[] {
  const headers: string[] = [];
  const target = { setHeader: (name: string, value: string) => headers.push(name, value) };
  setDataHeaders(target);
  setTransportHeaders(target, env.publicUrl);
  return headers;
}

/** One list for `writeHead`: it costs less than a call of `setHeader` for each. */
function listHeaders(
  fixed: readonly string[],
  requestId: string,
  { status, headers, body }: GatewayResponse,
): string[] {
  const list = [...fixed, 'X-Request-Id', requestId];
  for (const [name, value] of Object.entries(headers)) list.push(name, value);
  if (status !== 304) list.push('Content-Length', String(body.length));
  return list;
}

async function handleRequest(parts: GatewayParts, incoming: HttpExchange, target: RequestUrl): Promise<void> {
  const { request, response, ip, requestId } = incoming;
  const trace: CallTrace = { upstreamMs: 0 };
  try {
    const gatewayResponse = await forwardAndLog(
      parts,
      {
        method: request.method,
        path: target.rawPath,
        query: target.query,
        headers: request.headers,
        ip,
        requestId,
        readBody: () => readBytes(request, LIMITS.gatewayBodyBytes),
      },
      trace,
    );
    response.writeHead(gatewayResponse.status, listHeaders(parts.fixedHeaders, requestId, gatewayResponse));
    if (request.method === 'HEAD') response.end();
    else endWithBytes(response, gatewayResponse.body);
  } catch (error) {
    if (!response.headersSent) {
      setDataHeaders(response);
      setTransportHeaders(response, parts.services.env.publicUrl);
      response.setHeader('X-Request-Id', requestId);
    }
    if (error instanceof Fault && error.code === 'method.wrong' && trace.route)
      response.setHeader('Allow', allowedMethods(trace.route).join(', '));
    sendFault(parts.services, incoming, error);
  }
  if (!request.complete) request.resume();
}

/** Logs every call whose app proved its key. */
async function forwardAndLog(parts: GatewayParts, call: GatewayRequest, trace: CallTrace): Promise<GatewayResponse> {
  const startedAt = performance.now();
  const record = (status: number, faultCode: string | null, bytes: number): void => {
    const { app, route, upstreamMs } = trace;
    if (app === undefined) return;
    parts.log.record({
      app_id: app.id,
      route_id: route?.routeId ?? null,
      method: call.method.slice(0, 10),
      path: call.path,
      status,
      fault: faultCode,
      bytes,
      is_test: isTestCall(call.headers) ? 1 : 0,
      request_id: call.requestId,
      ip: call.ip,
      ms: Math.round(performance.now() - startedAt),
      upstream_ms: Math.round(upstreamMs),
    });
  };
  try {
    const response = await handleCall(parts, call, trace);
    record(response.status, null, response.body.length);
    return response;
  } catch (error) {
    const code = error instanceof Fault ? error.code : 'server.internal';
    record(faultSpec(code).http, code, 0);
    throw error;
  }
}

async function handleCall(parts: GatewayParts, call: GatewayRequest, trace: CallTrace): Promise<GatewayResponse> {
  const { services, apps, limiter } = parts;
  const address = parseGatewayPath(call.path);
  const app = address && (await apps.load(address.appId));
  assertKey(app, call.headers);
  trace.app = app;
  const route = findRoute(app, address?.rest ?? '');
  trace.route = route;
  if (!allowedMethods(route).includes(call.method)) throw fault('method.wrong');
  const query = getQuery(call.query);
  const body = await readVerifiedBody(parts, { app, route, call, query });
  // After the signature: callers without the secret do not learn the environment.
  assertEnvironment(route, isTestCall(call.headers));
  limiter.consume(app.id, app.callsPerMinute);
  const actor = await authorizeCall(services, app, route, call);
  assertParameters(route, call, body);
  return exampleResponse(route) ?? (await forward(parts, { app, route, call, query, body, actor }, trace));
}

interface VerifiedCall {
  readonly app: GatewayApp;
  readonly route: GatewayRoute;
  readonly call: GatewayRequest;
  readonly query: string;
}
/** Reads the body, and checks the signature where the interface asks for one. */
async function readVerifiedBody(parts: GatewayParts, { app, route, call, query }: VerifiedCall): Promise<Buffer> {
  const { services, nonces } = parts;
  if (!needsSignature(route)) return call.readBody();
  const signed = readSignature(call.headers, services.clock.now());
  const body = await call.readBody();
  const { method, path, headers } = call;
  const now = services.clock.now();
  const signable = { method, path, query, headers, isTest: isTestCall(headers) };
  await assertSignature({ app, call: signable, signed, body, now }, nonces);
  return body;
}

async function forward(
  { upstreams }: GatewayParts,
  forwarded: Parameters<typeof toUpstreamRequest>[0],
  trace: CallTrace,
): Promise<GatewayResponse> {
  const startedAt = performance.now();
  try {
    const { status, headers, body } = await upstreams.get(forwarded.app).send(toUpstreamRequest(forwarded));
    return { status, headers: filterResponseHeaders(headers), body };
  } finally {
    trace.upstreamMs = performance.now() - startedAt;
  }
}
