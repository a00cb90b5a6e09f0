/**
 * HTTP requests (fetch) of hooks to the hosts that the manifest names: TLS to the checked address (SSRF guard), no redirects, bounded size.
 */
import { hookFailure } from '../../../common/modules/hookFailures';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { z } from 'zod';
import { pinLookup } from '../../platform/pinLookup';
import { resolveAllowedAddress } from '../../platform/ssrfGuard';

const TIMEOUT_MS = 8_000;
const MAX_BODY = 256 * 1024;
const MAX_ANSWER = 512 * 1024;
const PORTS = [443] as const;

const optionsSchema = z
  .strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
    headers: z.record(z.string().regex(/^[a-z0-9-]{1,60}$/), z.string().max(4_000)).default({}),
    body: z.string().max(MAX_BODY).default(''),
  })
  .prefault({});

export interface HookResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
interface FetchScope {
  /** The hosts of the manifest. */
  readonly hosts: readonly string[];
  /** Hosts of the private network that the operator lists; they can also be reached without TLS. */
  readonly privateHosts: readonly string[];
}

/** Throws an error whose text the hook can read. */
export async function fetchForHook(
  { hosts, privateHosts }: FetchScope,
  address: unknown,
  options: unknown,
): Promise<HookResponse> {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !hosts.includes(url.hostname)) throw new Error(hookFailure('host'));
  const isPrivate = privateHosts.includes(url.hostname) || privateHosts.includes(url.host);
  if (url.protocol !== 'https:' && !(isPrivate && url.protocol === 'http:')) throw new Error('the URL must use https');
  if (url.username !== '' || url.password !== '') throw new Error('the URL must not contain credentials');
  const parsed = optionsSchema.safeParse(options ?? {});
  if (!parsed.success) throw new Error('the options of the request are invalid');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const target = await resolveAllowedAddress({ host: url.hostname, port }, privateHosts, PORTS);
  if (target === undefined) throw new Error('the host does not resolve to an allowed address');
  return exchange(url, target, parsed.data);
}

function exchange(url: URL, address: string, options: z.infer<typeof optionsSchema>): Promise<HookResponse> {
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(
      url,
      { method: options.method, headers: options.headers, lookup: pinLookup(address), agent: false },
      (response) => {
        readResponse(response).then(resolve, reject);
      },
    );
    const timer = setTimeout(() => outgoing.destroy(new Error('the request timed out')), TIMEOUT_MS);
    outgoing.on('error', ({ message }) => reject(new Error(message)));
    outgoing.on('close', () => clearTimeout(timer));
    outgoing.end(options.body);
  });
}

async function readResponse(response: IncomingMessage): Promise<HookResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = chunk as Buffer; // a stream without an encoding yields Buffers
    size += bytes.length;
    if (size > MAX_ANSWER) {
      response.destroy();
      throw new Error('the response is too large');
    }
    chunks.push(bytes);
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}
