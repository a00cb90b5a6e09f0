/** Cross-origin calls (Fetch standard, CORS): only when the site names an API address, and only from the site's own pages. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Services } from '../../context';

const HEADERS = 'content-type, batoken, ba-user-token, think-lang, server, idempotency-key';
const MAX_AGE_SECONDS = 600;

/** Whether the calling page has an origin of `PUBLIC_URL` and the site sends its API calls to another origin. */
export const isAllowedOrigin = (
  { env, settings }: Pick<Services, 'env' | 'settings'>,
  { headers }: IncomingMessage,
): boolean => settings.apiUrl !== '' && env.publicUrl !== null && headers.origin === env.publicUrl;

/** Lets the site's own pages read the response. Responds to a preflight request and returns true for it. */
export function applyCors(services: Services, request: IncomingMessage, response: ServerResponse): boolean {
  if (!isAllowedOrigin(services, request)) return false;
  response.setHeader('Access-Control-Allow-Origin', services.env.publicUrl ?? '');
  response.setHeader('Access-Control-Expose-Headers', 'x-request-id, retry-after, content-disposition');
  response.appendHeader('Vary', 'Origin');
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false;
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE');
  response.setHeader('Access-Control-Allow-Headers', HEADERS);
  response.setHeader('Access-Control-Max-Age', MAX_AGE_SECONDS);
  response.writeHead(204).end();
  return true;
}
