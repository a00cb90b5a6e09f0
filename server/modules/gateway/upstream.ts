/**
 * An upstream of the built-in gateway, which receives the calls of an app. Connections are kept alive and go only to the checked address (SSRF guard).
 * Redirects are not followed. GET and HEAD requests are retried after a failure.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { LIMITS } from '../../../common/limits';
import { Fault, fault } from '../../../common/protocol/faults';
import type { Services } from '../../context';
import { endWithBytes } from '../../platform/http/endWithBytes';
import { pinLookup } from '../../platform/pinLookup';
import { resolveAllowedAddress } from '../../platform/ssrfGuard';
import { createCircuitBreaker, type CircuitBreaker } from './circuitBreaker';

/** Milliseconds for which a resolved address is used. */
const ADDRESS_MS = 30_000;
const SOCKETS_PER_UPSTREAM = 64;
const IDEMPOTENT = new Set(['GET', 'HEAD']);
/** Status codes of an unavailable upstream or proxy. */
const RETRIED_STATUS = new Set([502, 503, 504]);
/** A redirect could lead to a private address; 304 is the response to a conditional request. */
const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304;

export interface UpstreamRequest {
  readonly method: string;
  /** Path and query below the URL of the upstream. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly timeoutMs: number;
  readonly retries: number;
}
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
export interface Upstream {
  /**
   * Errors: `open.forbidden_upstream`, `open.upstream_broken`, `open.upstream_timeout`, `open.upstream_failed`, `open.redirected`,
   * `open.answer_too_large`.
   */
  readonly send: (request: UpstreamRequest) => Promise<UpstreamResponse>;
  readonly state: CircuitBreaker['state'];
  readonly close: () => void;
}
interface Connection {
  readonly address: string;
  readonly agent: HttpAgent;
  readonly until: number;
}

/** Throws `open.forbidden_upstream` when the gateway may not call the URL. */
export function createUpstream({ clock, env }: Pick<Services, 'clock' | 'env'>, text: string): Upstream {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if ((url?.protocol !== 'http:' && url?.protocol !== 'https:') || url.username !== '' || url.password !== '')
    throw fault('open.forbidden_upstream');
  const isSecure = url.protocol === 'https:';
  const base = toBaseUrl(url);
  const breaker = createCircuitBreaker(clock);
  let connection: Connection | undefined;

  const connect = async (): Promise<Connection> => {
    const port = Number(url.port) || (isSecure ? 443 : 80);
    const address = await resolveAllowedAddress({ host: url.hostname, port }, env.privateHosts);
    if (address === undefined) throw fault('open.forbidden_upstream');
    const agent = connection?.address === address ? connection.agent : createAgent(isSecure, address);
    if (connection !== undefined && connection.agent !== agent) connection.agent.destroy();
    connection = { address, agent, until: clock.now() + ADDRESS_MS };
    return connection;
  };
  const attempt = async (request: UpstreamRequest, deadline: number): Promise<UpstreamResponse> => {
    const { agent } = connection !== undefined && connection.until > clock.now() ? connection : await connect();
    const timeoutMs = Math.min(request.timeoutMs, deadline - performance.now());
    if (timeoutMs <= 0) throw fault('open.upstream_timeout');
    const response = await exchange(base, agent, request, timeoutMs);
    if (isRedirect(response.status)) throw fault('open.redirected');
    return response;
  };
  return {
    send: (request) => sendWithRetries(breaker, request, attempt),
    state: breaker.state,
    close: () => connection?.agent.destroy(),
  };
}

const createAgent = (isSecure: boolean, address: string): HttpAgent => {
  const options = { keepAlive: true, maxSockets: SOCKETS_PER_UPSTREAM, lookup: pinLookup(address) };
  return isSecure ? new HttpsAgent(options) : new HttpAgent(options);
};

type Attempt = (request: UpstreamRequest, deadline: number) => Promise<UpstreamResponse>;
/** Repeats calls that change nothing, within the time of one call. Counts every attempt in the circuit breaker. */
async function sendWithRetries(breaker: CircuitBreaker, request: UpstreamRequest, attempt: Attempt) {
  const deadline = performance.now() + LIMITS.gatewayCallMs;
  const maxAttempts = IDEMPOTENT.has(request.method) ? request.retries + 1 : 1;
  for (let attempts = 1; ; attempts += 1) {
    const waitMs = breaker.waitMs();
    if (waitMs > 0) throw fault('open.upstream_broken', { seconds: Math.ceil(waitMs / 1000) });
    const isLast = attempts >= maxAttempts || performance.now() >= deadline;
    try {
      const response = await attempt(request, deadline);
      const isRetried = RETRIED_STATUS.has(response.status);
      breaker.record(!isRetried);
      if (!isRetried || isLast) return response;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const isFailure = error.code === 'open.upstream_failed' || error.code === 'open.upstream_timeout';
      breaker.record(!isFailure);
      if (!isFailure || isLast) throw error;
    }
  }
}

/** The parts of the URL of an upstream, as Node's HTTP client takes them. */
interface BaseUrl {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  /** Without a slash at the end. */
  readonly path: string;
}
const toBaseUrl = ({ protocol, hostname, port, pathname }: URL): BaseUrl => ({
  protocol,
  hostname: hostname.replace(/^\[|\]$/g, ''),
  port,
  path: pathname.replace(/\/$/, ''),
});

/** Sends one request and reads the whole response within the time. */
function exchange(
  base: BaseUrl,
  agent: HttpAgent,
  { method, target, headers, body }: UpstreamRequest,
  timeoutMs: number,
): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const onFailure = (error: unknown): void =>
      reject(error instanceof Fault ? error : fault(isLate ? 'open.upstream_timeout' : 'open.upstream_failed'));
    const outgoing = (base.protocol === 'https:' ? httpsRequest : httpRequest)(
      {
        protocol: base.protocol,
        hostname: base.hostname,
        port: base.port,
        agent,
        method,
        path: base.path + target,
        headers: body.length > 0 ? { ...headers, 'content-length': String(body.length) } : headers,
      },
      (response) => {
        readResponse(response)
          .then(resolve, onFailure)
          .finally(() => clearTimeout(timer));
      },
    );
    const timer = setTimeout(() => {
      isLate = true;
      outgoing.destroy();
    }, timeoutMs);
    outgoing.on('error', (error) => {
      clearTimeout(timer);
      onFailure(error);
    });
    endWithBytes(outgoing, body);
  });
}

/** Reads the whole body. Listeners cost less than an async iterator, which every call would create. */
function readResponse(response: IncomingMessage): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.once('error', reject);
    const rejectTooLarge = (): void => {
      reject(fault('open.answer_too_large', { max: LIMITS.gatewayResponseBytes }));
      response.destroy();
    };
    if (Number(response.headers['content-length'] ?? 0) > LIMITS.gatewayResponseBytes) {
      rejectTooLarge();
      return;
    }
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > LIMITS.gatewayResponseBytes) rejectTooLarge();
      else chunks.push(chunk);
    });
    response.once('end', () => {
      const [first] = chunks;
      const body = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
      resolve({ status: response.statusCode ?? 502, headers: response.headers, body });
    });
    response.once('close', () => {
      if (!response.complete) reject(fault('open.upstream_failed'));
    });
  });
}
