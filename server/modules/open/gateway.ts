/**
 * The built-in gateway: answers calls below `/open/<app>/…`. `<app>` is the id of an app; the rest is the path of one of its online
 * interfaces, or the hash of the definition of one. No address below the prefix is a route of the product.
 */
import { LIMITS } from '../../../common/limits';
import { Fault, fault, faultSpec } from '../../../common/protocol/faults';
import { OPEN_PREFIX } from '../../../common/protocol/openCall';
import { sendFault, type IncomingRequest } from '../../engine/http/dispatch';
import type { CommittedChange, Services } from '../../context';
import { readBytes } from '../../platform/http/readBody';
import type { RequestUrl } from '../../platform/http/requestUrl';
import { setDataHeaders } from '../../platform/http/securityHeaders';
import { authorizeCall, needsSignature } from './authorizeCall';
import { createCallLog, type CallLog } from './callLog';
import { createNonceStore, type NonceStore } from './nonceStore';
import { createOpenAppTable, type OpenApp, type OpenAppTable, type OpenRoute } from './openApp';
import {
  allowedMethods,
  assertEnvironment,
  assertParameters,
  exampleAnswer,
  findRoute,
  isTestCall,
  parseOpenPath,
  queryOf,
  toUpstreamRequest,
  type OpenAnswer,
  type OpenCall,
} from './openCall';
import { answerHeaders } from './openHeaders';
import { createRateLimiter, type RateLimiter } from './rateLimiter';
import { createUpstreamPool, type UpstreamPool } from './upstreamPool';
import { assertKey, assertSignature, readSignature } from './verifyCall';

export interface Gateway {
  /** Whether a lower-case path belongs to the gateway. */
  readonly owns: (path: string) => boolean;
  /** Answers a request; never rejects. */
  readonly handle: (incoming: IncomingRequest, target: RequestUrl) => Promise<void>;
  /** Answers a call that did not come over HTTP; throws the fault of a refused one. */
  readonly call: (call: OpenCall) => Promise<OpenAnswer>;
  readonly apps: OpenAppTable;
  readonly upstreams: UpstreamPool;
  readonly applyChanges: (changes: readonly Pick<CommittedChange, 'ent'>[] | undefined) => void;
  /** Writes the call log. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}
interface GatewayParts {
  readonly services: Services;
  readonly apps: OpenAppTable;
  readonly nonces: NonceStore;
  readonly limiter: RateLimiter;
  readonly upstreams: UpstreamPool;
  readonly log: CallLog;
}
/** The data of a call known so far, for its log entry. */
interface CallTrace {
  app?: OpenApp;
  route?: OpenRoute;
  upstreamMs: number;
}

export function createGateway(services: Services): Gateway {
  const parts: GatewayParts = {
    services,
    apps: createOpenAppTable(services),
    nonces: createNonceStore(services),
    limiter: createRateLimiter(services.clock),
    upstreams: createUpstreamPool(services),
    log: createCallLog(services),
  };
  const { apps, upstreams, log, nonces } = parts;
  return {
    owns: (path) => path.startsWith(OPEN_PREFIX),
    handle: (incoming, target) => handleRequest(parts, incoming, target),
    call: (call) => answerLogged(parts, call, { upstreamMs: 0 }),
    ...{ apps, upstreams },
    applyChanges: apps.applyChanges,
    flush: log.flush,
    close: async () => {
      upstreams.close();
      await Promise.all([log.close(), nonces.close()]);
    },
  };
}

async function handleRequest(parts: GatewayParts, incoming: IncomingRequest, target: RequestUrl): Promise<void> {
  const { request, response, ip, requestId } = incoming;
  const trace: CallTrace = { upstreamMs: 0 };
  setDataHeaders(response);
  try {
    const answer = await answerLogged(
      parts,
      {
        ...{
          method: request.method,
          path: target.rawPath,
          query: target.query,
          headers: request.headers,
          ip,
          requestId,
        },
        readBody: () => readBytes(request, LIMITS.openBodyBytes),
      },
      trace,
    );
    response.statusCode = answer.status;
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    if (answer.status !== 304) response.setHeader('Content-Length', answer.body.length);
    response.end(request.method === 'HEAD' ? undefined : answer.body);
  } catch (error) {
    if (error instanceof Fault && error.code === 'method.wrong' && trace.route)
      response.setHeader('Allow', allowedMethods(trace.route).join(', '));
    sendFault(parts.services, incoming, error);
  }
  if (!request.complete) request.resume();
}

/** Logs every call whose app proved its key. */
async function answerLogged(parts: GatewayParts, call: OpenCall, trace: CallTrace): Promise<OpenAnswer> {
  const startedAt = performance.now();
  const record = (status: number, faultCode: string | null, bytes: number): void => {
    const { app, route, upstreamMs } = trace;
    if (app === undefined) return;
    parts.log.record({
      ...{
        app_id: app.id,
        route_id: route?.routeId ?? null,
        method: call.method.slice(0, 10),
        path: call.path,
        status,
      },
      ...{
        fault: faultCode,
        bytes,
        is_test: isTestCall(call.headers) ? 1 : 0,
        request_id: call.requestId,
        ip: call.ip,
      },
      ms: Math.round(performance.now() - startedAt),
      upstream_ms: Math.round(upstreamMs),
    });
  };
  try {
    const answer = await answerCall(parts, call, trace);
    record(answer.status, null, answer.body.length);
    return answer;
  } catch (error) {
    const code = error instanceof Fault ? error.code : 'server.internal';
    record(faultSpec(code).http, code, 0);
    throw error;
  }
}

async function answerCall(parts: GatewayParts, call: OpenCall, trace: CallTrace): Promise<OpenAnswer> {
  const { services, apps, limiter } = parts;
  const address = parseOpenPath(call.path);
  const app = address && (await apps.load(address.appId));
  assertKey(app, call.headers);
  trace.app = app;
  const route = findRoute(app, address?.rest ?? '');
  trace.route = route;
  if (!allowedMethods(route).includes(call.method)) throw fault('method.wrong');
  assertEnvironment(route, isTestCall(call.headers));
  const query = queryOf(call.query);
  const body = await readProvenBody(parts, { app, route, call, query });
  limiter.consume(app.id, app.callsPerMinute);
  const actor = await authorizeCall(services, app, route, call);
  assertParameters(route, call, body);
  return exampleAnswer(route) ?? (await forward(parts, { app, route, call, query, body, actor }, trace));
}

interface ProvenCall {
  readonly app: OpenApp;
  readonly route: OpenRoute;
  readonly call: OpenCall;
  readonly query: string;
}
/** Reads the body, and checks the signature where the interface asks for one. */
async function readProvenBody(parts: GatewayParts, { app, route, call, query }: ProvenCall): Promise<Buffer> {
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
): Promise<OpenAnswer> {
  const startedAt = performance.now();
  try {
    const { status, headers, body } = await upstreams.get(forwarded.app).send(toUpstreamRequest(forwarded));
    return { status, headers: answerHeaders(headers), body };
  } finally {
    trace.upstreamMs = performance.now() - startedAt;
  }
}
