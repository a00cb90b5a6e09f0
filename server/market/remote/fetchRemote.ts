/**
 * Requests to other installations. The address is resolved and checked once, and the connection goes there only; redirects are refused; time
 * and bytes are bounded, and the response must be of the expected type, without a compression.
 */
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { Fault, fault } from '../../../common/protocol/faults';
import type { Services } from '../../context';
import { pinLookup } from '../../platform/pinLookup';
import { isListedHost, resolveAllowedAddress } from '../../platform/ssrfGuard';

export interface RemoteRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** MIME types without parameters. */
  readonly types: readonly string[];
}
export interface RemoteResponse {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/** The address to connect to. Plain http is only for hosts that the operator lists. Error: `market.forbidden_url`. */
async function checkAddress({ env }: Pick<Services, 'env'>, url: URL): Promise<string> {
  const isSecure = url.protocol === 'https:';
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const isAllowed = isSecure || (url.protocol === 'http:' && isListedHost(url, env));
  if (!isAllowed || url.username !== '' || url.password !== '') throw fault('market.forbidden_url');
  const address = await resolveAllowedAddress({ host: url.hostname, port }, env.privateHosts);
  if (address === undefined) throw fault('market.forbidden_url');
  return address;
}

/** Errors: `market.forbidden_url`, `market.unreachable`, `market.invalid` for a redirect, another type, or too many bytes. */
export async function fetchRemote(services: Pick<Services, 'env'>, request: RemoteRequest): Promise<RemoteResponse> {
  const address = await checkAddress(services, request.url);
  return sendRequest(address, request);
}

function sendRequest(address: string, request: RemoteRequest): Promise<RemoteResponse> {
  const { method, url, headers = {}, body = '', timeoutMs } = request;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(error instanceof Fault ? error : fault('market.unreachable'));
    const outgoing = (url.protocol === 'https:' ? secureRequest : plainRequest)(
      {
        protocol: url.protocol,
        hostname: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port,
        method,
        path: url.pathname + url.search,
        lookup: pinLookup(address),
        agent: false,
        headers: {
          'accept-encoding': 'identity',
          ...headers,
          ...(body === ''
            ? {}
            : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
        },
      },
      (response) => {
        readResponse(response, request)
          .then(resolve, fail)
          .finally(() => {
            clearTimeout(timer);
            response.destroy();
          });
      },
    );
    const timer = setTimeout(() => outgoing.destroy(), timeoutMs);
    outgoing.on('error', (error) => {
      clearTimeout(timer);
      fail(error);
    });
    outgoing.end(body);
  });
}

async function readResponse(response: IncomingMessage, { maxBytes, types }: RemoteRequest): Promise<RemoteResponse> {
  const { statusCode: status = 502, headers } = response;
  if (status >= 300 && status < 400) throw fault('market.invalid');
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  if (!types.includes(type) || !isPlain) throw fault('market.invalid');
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw fault('market.invalid');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = chunk as Buffer; // a stream without an encoding yields Buffers
    size += bytes.length;
    if (size > maxBytes) throw fault('market.invalid');
    chunks.push(bytes);
  }
  if (!response.complete) throw fault('market.unreachable');
  return { status, type, body: Buffer.concat(chunks) };
}
