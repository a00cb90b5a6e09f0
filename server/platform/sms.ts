/** Text messages through an HTTP gateway: one JSON POST, a short patience, and one word for whatever goes wrong. */
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { SmsSettings } from '../context';
import { addressFor } from './outbound';

interface Sms {
  readonly to: string;
  readonly text: string;
  /** The same for a repeated try, so that a gateway that knows it sends once. */
  readonly id: string;
}
interface SmsTrouble {
  readonly trouble: 'forbidden' | 'timeout' | 'connection' | 'login' | 'rejected' | 'later';
  /** Another try would come to the same. */
  readonly final: boolean;
}
/** Sends one message; answers what went wrong, if anything. */
export type SmsDriver = (sms: Sms) => Promise<SmsTrouble | undefined>;

const FORBIDDEN: SmsTrouble = { trouble: 'forbidden', final: false };
const troubleOf = (status: number): SmsTrouble | undefined => {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return { trouble: 'login', final: false };
  if (status === 429 || status >= 500) return { trouble: 'later', final: false };
  // Nobody is followed elsewhere: the key is for this address alone.
  if (status < 400) return { trouble: 'connection', final: false };
  return { trouble: 'rejected', final: true };
};

/** The address that was judged is the one that is called, whatever the name says a moment later. */
const pinned =
  (address: string): LookupFunction =>
  (_host, { all }, done) => {
    const family = isIP(address);
    if (all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };

interface Delivery {
  readonly url: URL;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}
/** The status of the answer. */
const deliver = ({ url, address, headers, body, timeoutMs }: Delivery): Promise<number> =>
  new Promise((done, fail) => {
    const options = { method: 'POST', headers, lookup: pinned(address), signal: AbortSignal.timeout(timeoutMs) };
    const call = (url.protocol === 'https:' ? secure : plain)(url, { ...options, agent: false }, (answer) => {
      answer.destroy();
      done(answer.statusCode ?? 0);
    });
    call.on('error', fail);
    call.end(body);
  });

/** The driver of the configured gateway; undefined when there is none. `listed`: hosts of our own network it may be. */
export function smsDriver(
  { url: text, key, sign, timeoutMs }: SmsSettings,
  listed: readonly string[],
): SmsDriver | undefined {
  if (text === '') return undefined;
  return async ({ to, text: said, id }) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return FORBIDDEN;
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const address = await addressFor({ host: url.hostname, port }, listed);
    if (address === undefined) return FORBIDDEN;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key()}`, 'idempotency-key': id };
    const body = JSON.stringify({ mobile: to, text: said, sign });
    try {
      return troubleOf(await deliver({ url, address, headers, body, timeoutMs }));
    } catch (error) {
      const late = typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';
      return { trouble: late ? 'timeout' : 'connection', final: false };
    }
  };
}
