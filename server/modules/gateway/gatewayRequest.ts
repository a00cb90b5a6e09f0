/** One call through the gateway, from its address to the request that the upstream gets. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Actor } from '../../../common/entity/access';
import { isObject } from '../../../common/json';
import { checkApiValues } from '../../../common/protocol/apiParameters';
import { fault } from '../../../common/protocol/faults';
import {
  canonicalQuery,
  GATEWAY_HEADERS,
  GATEWAY_PREFIX,
  type QueryPair,
} from '../../../common/protocol/gatewaySignature';
import { parseBody } from '../../platform/http/readBody';
import type { QueryParams } from '../../platform/http/requestUrl';
import { findRouteAt, type GatewayApp, type GatewayRoute } from './gatewayApp';
import { filterRequestHeaders } from './forwardedHeaders';
import type { UpstreamRequest } from './upstream';

export interface GatewayRequest {
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  readonly query: QueryParams;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  readonly requestId: string;
  readonly readBody: () => Promise<Buffer>;
}
export interface GatewayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const APP_ID = /^[1-9]\d{0,14}$/;
const READS = new Set(['GET', 'HEAD']);
const ALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ALLOWED_METHODS = { ANY: ALL_METHODS, POST: ['POST'], GET: ['GET', 'HEAD'] } as const;

/** The app and the rest of the address; undefined when the address names no app. */
export function parseGatewayPath(path: string): { readonly appId: number; readonly rest: string } | undefined {
  const below = path.slice(GATEWAY_PREFIX.length);
  const slash = below.indexOf('/');
  const id = slash < 0 ? below : below.slice(0, slash);
  return APP_ID.test(id) && slash > 0 ? { appId: Number(id), rest: below.slice(slash) } : undefined;
}

/** Finds the interface by its path, or by the hash of its definition. Throws `open.missing`. */
export function findRoute(app: GatewayApp, rest: string): GatewayRoute {
  const route = findRouteAt(app, rest);
  if (route === undefined) throw fault('open.missing');
  return route;
}

/** The methods that an interface accepts. */
export const allowedMethods = ({ definition }: GatewayRoute): readonly string[] =>
  ALLOWED_METHODS[definition?.method ?? 'ANY'];

export const isTestCall = (headers: IncomingHttpHeaders): boolean => headers[GATEWAY_HEADERS.test] === '1';

/** Test interfaces serve test calls, all others serve none. */
export function assertEnvironment({ definition }: GatewayRoute, isTest: boolean): void {
  const isTestRoute = definition?.isTest === true;
  if (isTestRoute && !isTest) throw fault('open.test_only');
  if (!isTestRoute && isTest) throw fault('open.production_only');
}

/** The query as it is signed and forwarded. */
export const getQuery = (query: QueryParams): string =>
  canonicalQuery(
    Object.entries(query).flatMap(([name, value]): readonly QueryPair[] =>
      typeof value === 'string' ? [[name, value]] : value.map((text) => [name, text] as const),
    ),
  );

/** Checks the query of a GET call, or the JSON body of any other, against the parameters of the definition. Throws `open.parameters`. */
export function assertParameters({ definition }: GatewayRoute, call: GatewayRequest, body: Buffer): void {
  if (definition === undefined || definition.parameters.length === 0) return;
  const isQuery = READS.has(call.method);
  if (!isQuery && body.length > 0 && !/^application\/json\b/i.test(call.headers['content-type'] ?? ''))
    throw fault('body.type');
  const values = isQuery ? call.query : body.length === 0 ? {} : parseBody(body.toString('utf8'));
  const fields = checkApiValues(definition.parameters, values, isQuery);
  if (fields.length > 0) throw fault('open.parameters', undefined, { fields });
}

/** The example of a test interface: inert text, or JSON when it is JSON. */
export function exampleResponse({ definition }: GatewayRoute): GatewayResponse | undefined {
  if (definition === undefined || !definition.isTest || definition.example === '') return undefined;
  const type = isJsonText(definition.example) ? 'application/json' : 'text/plain';
  return {
    status: 200,
    headers: { 'content-type': `${type}; charset=utf-8` },
    body: Buffer.from(definition.example),
  };
}
function isJsonText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) || Array.isArray(value);
  } catch {
    return false;
  }
}

/** The path at the upstream: the class of the definition, else the path of the interface. */
function upstreamPath({ definition, path }: GatewayRoute): string {
  if (definition === undefined) return path;
  const segments = definition.apiClass.split('/');
  if (segments.some((segment) => segment === '.' || segment === '..')) throw fault('open.missing');
  return `/${segments.join('/')}`;
}

interface ForwardedCall {
  readonly app: GatewayApp;
  readonly route: GatewayRoute;
  readonly call: GatewayRequest;
  readonly query: string;
  readonly body: Buffer;
  readonly actor: Actor | undefined;
}
/** The request to the upstream, with the app and the signed-in person. */
export function toUpstreamRequest({ app, route, call, query, body, actor }: ForwardedCall): UpstreamRequest {
  const { method, headers, ip, requestId } = call;
  const sent = filterRequestHeaders(headers);
  sent['x-request-id'] = requestId;
  sent['x-forwarded-for'] = ip;
  sent['x-open-app'] = String(app.id);
  sent['x-open-route'] = route.routeId;
  if (actor) sent[actor.kind === 'staff' ? 'x-open-admin' : 'x-open-member'] = String(actor.id);
  if (isTestCall(headers)) sent[GATEWAY_HEADERS.test] = '1';
  return {
    method,
    target: upstreamPath(route) + (query === '' ? '' : `?${query}`),
    headers: sent,
    body,
    timeoutMs: app.timeoutMs,
    retries: app.retries,
  };
}
