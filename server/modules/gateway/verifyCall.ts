/** Verifies a gateway call: the API key always, the HMAC signature and nonce where the interface requires them. */
import { createHmac, hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  canonicalRequest,
  GATEWAY_CLOCK_SKEW_SECONDS,
  GATEWAY_HEADERS,
} from '../../../common/protocol/gatewaySignature';
import { fault } from '../../../common/protocol/faults';
import { isTimingSafeEqual } from '../../access/crypto/crypto';
import type { NonceStore } from './nonceStore';
import type { GatewayApp } from './gatewayApp';

const TIME = /^\d{10}$/;
const NONCE = /^[A-Za-z0-9_-]{8,64}$/;
const EMPTY_DIGEST = hash('sha256', '', 'hex');
const SIGNATURE = /^[0-9a-f]{64}$/;

export interface SignableCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly isTest: boolean;
}

/** The text of a header that occurs once. Node joins repeated headers with a comma, which no value of these headers contains. */
const getHeader = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** Throws `open.key` for an unknown app and for the key of another one. */
export function assertKey(app: GatewayApp | undefined, headers: IncomingHttpHeaders): asserts app is GatewayApp {
  if (app === undefined || !isTimingSafeEqual(getHeader(headers, GATEWAY_HEADERS.key), app.key))
    throw fault('open.key');
}

export interface SignatureHeaders {
  readonly time: string;
  readonly nonce: string;
  readonly signature: string;
}

/** Reads the headers of a signature before the body is read. Throws `open.signature` and `open.time`. */
export function readSignature(headers: IncomingHttpHeaders, now: number): SignatureHeaders {
  const time = getHeader(headers, GATEWAY_HEADERS.time);
  const nonce = getHeader(headers, GATEWAY_HEADERS.nonce);
  const signature = getHeader(headers, GATEWAY_HEADERS.signature);
  if (!TIME.test(time) || !NONCE.test(nonce) || !SIGNATURE.test(signature)) throw fault('open.signature');
  if (Math.abs(now / 1000 - Number(time)) > GATEWAY_CLOCK_SKEW_SECONDS)
    throw fault('open.time', { seconds: GATEWAY_CLOCK_SKEW_SECONDS });
  return { time, nonce, signature };
}

/** The text that the signature of this call covers. */
export const textToSign = (
  { method, path, query, isTest }: Omit<SignableCall, 'headers'>,
  { time, nonce }: Pick<SignatureHeaders, 'time' | 'nonce'>,
  body: Buffer,
): string =>
  canonicalRequest({
    method,
    path,
    query,
    time,
    nonce,
    isTest,
    bodyDigest: body.length === 0 ? EMPTY_DIGEST : hash('sha256', body, 'hex'),
  });

/** The signature of a text with the secret of an app. */
export const signText = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

interface SignedCall {
  readonly app: GatewayApp;
  readonly call: SignableCall;
  readonly signed: SignatureHeaders;
  readonly body: Buffer;
  readonly now: number;
}
/** Checks the signature against the valid secrets of the app, then claims the nonce. Throws `open.signature` and `open.replayed`. */
export async function assertSignature(
  { app, call, signed, body, now }: SignedCall,
  nonces: Pick<NonceStore, 'claim'>,
): Promise<void> {
  const text = textToSign(call, signed, body);
  const isGenuine = app.secrets.some(
    ({ secret, until }) => until > now && isTimingSafeEqual(signText(secret, text), signed.signature),
  );
  if (!isGenuine) throw fault('open.signature');
  await nonces.claim(app.id, signed.nonce, (Number(signed.time) + GATEWAY_CLOCK_SKEW_SECONDS + 1) * 1000);
}
