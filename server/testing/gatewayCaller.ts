/** An outside program for tests: it sends signed calls to the gateway. */
import { sendRequest, type ApiResponse } from './callers';
import { signedHeaders, type GatewayCredentials, type GatewayCallRequest } from './signedHeaders';

/** Sends a signed call. */
export function callGateway(
  origin: string,
  credentials: GatewayCredentials,
  call: GatewayCallRequest,
): Promise<ApiResponse> {
  const { method = 'GET', path, query = '', body } = call;
  return sendRequest(`${origin}/open/${credentials.appId}${path}${query === '' ? '' : `?${query}`}`, {
    method,
    headers: {
      ...signedHeaders(credentials, call),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
}
