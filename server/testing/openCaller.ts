/** An outside program for tests: it sends signed calls to the gateway. */
import { sendRequest, type ApiResponse } from './callers';
import { signedHeaders, type OpenCredentials, type OpenRequest } from './signedHeaders';

/** Sends a signed call. */
export function callOpen(origin: string, credentials: OpenCredentials, call: OpenRequest): Promise<ApiResponse> {
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
