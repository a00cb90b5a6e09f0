/** Signs calls of the gateway by code of its own, for tests and benchmarks. */
import { createHash, createHmac, randomUUID } from 'node:crypto';

export interface GatewayCredentials {
  readonly appId: number;
  readonly key: string;
  readonly secret: string;
}
export interface GatewayCallRequest {
  readonly method?: string;
  /** Below `/open/<app>`. */
  readonly path: string;
  /** As it stands in the address; signed as it is sent when `signedQuery` is absent. */
  readonly query?: string;
  readonly signedQuery?: string;
  readonly body?: string;
  readonly signedBody?: string;
  readonly signedPath?: string;
  readonly signedMethod?: string;
  /** Unix seconds. */
  readonly time?: number;
  readonly nonce?: string;
  readonly isTest?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The headers of a signed call. */
export function signedHeaders(
  { appId, key, secret }: GatewayCredentials,
  call: GatewayCallRequest,
): Record<string, string> {
  const { method = 'GET', path, query = '', body = '', isTest = false } = call;
  const time = String(call.time ?? Math.floor(Date.now() / 1000));
  const nonce = call.nonce ?? randomUUID();
  const text = [
    'ATRIUM-HMAC-SHA256',
    call.signedMethod ?? method,
    call.signedPath ?? `/open/${appId}${path}`,
    call.signedQuery ?? query,
    createHash('sha256')
      .update(call.signedBody ?? body)
      .digest('hex'),
    time,
    nonce,
    isTest ? 'test' : 'production',
  ].join('\n');
  return {
    'x-open-key': key,
    'x-open-time': time,
    'x-open-nonce': nonce,
    'x-open-signature': createHmac('sha256', secret).update(text).digest('hex'),
    ...(isTest ? { 'x-open-test': '1' } : {}),
  };
}
