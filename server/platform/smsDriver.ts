/** Sends text messages through an HTTP gateway: one JSON POST with a short timeout; errors are reported by kind. */
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { pinLookup } from './pinLookup';
import type { SmsSettings } from './settings';
import { resolveAllowedAddress } from './ssrfGuard';

interface SmsMessage {
  readonly to: string;
  readonly text: string;
  /** The same for a repeated attempt, so that a gateway that knows it sends the message once. */
  readonly id: string;
}
interface SmsFailure {
  readonly reason: 'forbidden' | 'timeout' | 'connection' | 'login' | 'rejected' | 'later';
  /** Another attempt would have the same result. */
  readonly isFinal: boolean;
}
/** Sends one message; resolves with the error, if there is one. */
export type SmsDriver = (sms: SmsMessage) => Promise<SmsFailure | undefined>;

const FORBIDDEN_TARGET: SmsFailure = { reason: 'forbidden', isFinal: false };
const failureForStatus = (status: number): SmsFailure | undefined => {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return { reason: 'login', isFinal: false };
  if (status === 429 || status >= 500) return { reason: 'later', isFinal: false };
  // a redirect is not followed: the key is for this URL alone
  if (status < 400) return { reason: 'connection', isFinal: false };
  return { reason: 'rejected', isFinal: true };
};

interface PostRequest {
  readonly url: URL;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}
/** Resolves with the status of the response. */
const postRequest = ({ url, address, headers, body, timeoutMs }: PostRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, lookup: pinLookup(address), signal: AbortSignal.timeout(timeoutMs) };
    const outgoing = (url.protocol === 'https:' ? secure : plain)(url, { ...options, agent: false }, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** The driver of the configured gateway; undefined when there is none. `allowedHosts`: hosts of the private network that it may be. */
export function createSmsDriver(
  { url: text, key, sign, timeoutMs }: SmsSettings,
  allowedHosts: readonly string[],
): SmsDriver | undefined {
  if (text === '') return undefined;
  return async ({ to, text: messageText, id }) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return FORBIDDEN_TARGET;
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const address = await resolveAllowedAddress({ host: url.hostname, port }, allowedHosts);
    if (address === undefined) return FORBIDDEN_TARGET;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key()}`, 'idempotency-key': id };
    const body = JSON.stringify({ mobile: to, text: messageText, sign });
    try {
      return failureForStatus(await postRequest({ url, address, headers, body, timeoutMs }));
    } catch (error) {
      const isTimeout = typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';
      return { reason: isTimeout ? 'timeout' : 'connection', isFinal: false };
    }
  };
}
