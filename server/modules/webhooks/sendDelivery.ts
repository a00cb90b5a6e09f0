/** Sends one delivery: to the checked address only, without redirects, and reads no more of the response than it stores. */
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Services } from '../../context';
import { pinLookup } from '../../platform/pinLookup';
import { resolveAllowedAddress } from '../../platform/ssrfGuard';

const TIMEOUT_MS = 10_000;
const MAX_EXCERPT_BYTES = 2_000;
const MAX_EXCERPT_CHARS = 500;

type DeliveryError = 'address' | 'timeout' | 'connection' | 'redirect' | 'answer';
export interface DeliveryResult {
  readonly httpStatus: number | null;
  readonly excerpt: string;
  readonly ms: number;
  /** Absent when the receiver accepted the event. */
  readonly error?: DeliveryError;
}
interface DeliveryRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Never rejects. */
export async function sendDelivery({ env }: Pick<Services, 'env'>, request: DeliveryRequest): Promise<DeliveryResult> {
  const startedAt = performance.now();
  const outcome = await attempt(env.privateHosts, request);
  return { httpStatus: null, excerpt: '', ...outcome, ms: Math.round(performance.now() - startedAt) };
}

type Outcome = Partial<Omit<DeliveryResult, 'ms'>>;
async function attempt(privateHosts: readonly string[], request: DeliveryRequest): Promise<Outcome> {
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  if ((url?.protocol !== 'http:' && url?.protocol !== 'https:') || url.username !== '') return { error: 'address' };
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const address = await resolveAllowedAddress({ host: url.hostname, port }, privateHosts);
  return address === undefined ? { error: 'address' } : exchange(url, address, request);
}

function exchange(url: URL, address: string, { headers, body }: DeliveryRequest): Promise<Outcome> {
  return new Promise((resolve) => {
    let isLate = false;
    const outgoing = (url.protocol === 'https:' ? secureRequest : plainRequest)(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: pinLookup(address),
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const finish = (): void => {
          clearTimeout(timer);
          outgoing.destroy();
          resolve(toOutcome(response.statusCode ?? 0, Buffer.concat(chunks)));
        };
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size >= MAX_EXCERPT_BYTES) finish();
        });
        response.on('end', finish);
        response.on('error', () => resolve({ error: isLate ? 'timeout' : 'connection' }));
      },
    );
    const timer = setTimeout(() => {
      isLate = true;
      outgoing.destroy();
    }, TIMEOUT_MS);
    outgoing.on('error', () => {
      clearTimeout(timer);
      resolve({ error: isLate ? 'timeout' : 'connection' });
    });
    outgoing.end(body);
  });
}

function toOutcome(httpStatus: number, bytes: Buffer): Outcome {
  const printable = bytes.toString('utf8').replaceAll(/[^\P{C}\n\t]/gu, '');
  const excerpt = printable.slice(0, MAX_EXCERPT_CHARS);
  if (httpStatus >= 200 && httpStatus < 300) return { httpStatus, excerpt };
  return { httpStatus, excerpt, error: httpStatus >= 300 && httpStatus < 400 ? 'redirect' : 'answer' };
}
