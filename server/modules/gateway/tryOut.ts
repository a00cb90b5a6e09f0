/** Tries out an interface of an app: the server signs a call with the secret of the app and sends it through its own gateway. */
import { randomBytes } from 'node:crypto';
import { translateFault, translateIssue } from '../../../common/locales/translate';
import { Fault, fault, faultSpec } from '../../../common/protocol/faults';
import { GATEWAY_HEADERS, GATEWAY_PREFIX } from '../../../common/protocol/gatewaySignature';
import { truncate } from '../../../common/text/normalize';
import { TOKEN_HEADER } from '../../access/tokens/sessionTokens';
import type { RouteCall } from '../../engine/http/routeRegistry';
import type { RequestContext } from '../../context';
import { parseQueryString } from '../../platform/http/requestUrl';
import { needsSignature } from './authorizeCall';
import type { Gateway } from './gateway';
import { routeAddress, type GatewayApp, type GatewayRoute } from './gatewayApp';
import { getQuery, type GatewayResponse } from './gatewayRequest';
import { signText, textToSign } from './verifyCall';

/** Characters of a response that the panel shows. */
const SHOWN_CHARS = 64 * 1024;

export interface TryOutInput {
  readonly method: string;
  /** The raw query string, without the question mark. */
  readonly query: string;
  readonly body: string;
  readonly isTest: boolean;
  /** The access token of a member, for interfaces that members call. */
  readonly memberToken: string;
}
export interface TryOutResult {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** The text that the signature covers; empty where the interface asks for none. */
  readonly canonical: string;
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly ms: number;
  };
}

/** The address of an interface below the app. */
export const getAddress = (app: Pick<GatewayApp, 'id'>, route: GatewayRoute): string =>
  `${GATEWAY_PREFIX}${app.id}${routeAddress(route)}`;

/** Sends one signed call. Throws `open.key` for a disabled app and `open.missing` for an interface that is not online. */
export async function tryOut(
  gateway: Gateway,
  { ctx, request }: Pick<RouteCall, 'ctx' | 'request'>,
  target: { readonly appId: number; readonly interfaceId: number },
  input: TryOutInput,
): Promise<TryOutResult> {
  const app = await gateway.apps.load(target.appId);
  if (app === undefined) throw fault('open.key');
  const route = app.routes.find(({ id }) => id === target.interfaceId);
  if (route === undefined) throw fault('open.missing');
  const { method, isTest } = input;
  const path = getAddress(app, route);
  const query = parseQueryString(input.query);
  const body = Buffer.from(input.body);
  const signed = getSignature(ctx, app, { method, path, query: getQuery(query), isTest }, body);
  const headers = {
    [GATEWAY_HEADERS.key]: app.key,
    ...(needsSignature(route) ? signed.headers : {}),
    ...(isTest ? { [GATEWAY_HEADERS.test]: '1' } : {}),
    ...(body.length > 0 ? { 'content-type': 'application/json' } : {}),
  };
  const startedAt = performance.now();
  const response = await gateway
    .call({
      method,
      path,
      query,
      ip: ctx.ip,
      requestId: ctx.requestId,
      readBody: async () => body,
      headers: { ...headers, ...personHeaders(route, request.headers[TOKEN_HEADER.admin], input.memberToken) },
    })
    .catch((error: unknown) => faultResponse(ctx, error));
  return {
    request: { method, path, query: getQuery(query), headers, body: input.body },
    canonical: needsSignature(route) ? signed.text : '',
    answer: {
      status: response.status,
      headers: response.headers,
      body: truncate(response.body.toString('utf8'), SHOWN_CHARS),
      ms: Math.round(performance.now() - startedAt),
    },
  };
}

function getSignature(
  { services }: RequestContext,
  app: GatewayApp,
  call: Parameters<typeof textToSign>[0],
  body: Buffer,
) {
  const time = String(Math.floor(services.clock.now() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const text = textToSign(call, { time, nonce }, body);
  const [current] = app.secrets;
  const headers = {
    [GATEWAY_HEADERS.time]: time,
    [GATEWAY_HEADERS.nonce]: nonce,
    [GATEWAY_HEADERS.signature]: signText(current?.secret ?? '', text),
  };
  return { text, headers };
}

/** An interface of the console is called as the admin who tries it out. */
function personHeaders({ item }: GatewayRoute, adminToken: unknown, memberToken: string): Record<string, string> {
  if (item === 'admin' && typeof adminToken === 'string') return { [TOKEN_HEADER.admin]: adminToken };
  return item === 'api' && memberToken !== '' ? { [TOKEN_HEADER.member]: memberToken } : {};
}

/** The envelope that a caller over HTTP would get. Rethrows what is no fault. */
function faultResponse({ lang, services }: RequestContext, error: unknown): GatewayResponse {
  if (!(error instanceof Fault)) throw error;
  const { http, code } = faultSpec(error.code);
  const fields = error.fields?.map((issue) => [issue.path, translateIssue(lang, issue)] as const);
  const envelope = {
    code,
    msg: translateFault(lang, error),
    data: fields ? { fields: Object.fromEntries(fields) } : null,
    time: Math.floor(services.clock.now() / 1000),
  };
  return {
    status: http,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(envelope)),
  };
}
