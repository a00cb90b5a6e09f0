/** Origin check of the WebSocket handshake, against cross-site WebSocket hijacking: the `Origin` header must name this site. */
import type { IncomingMessage } from 'node:http';

/** Whether a request comes from a page of this site; programs send no `Origin`. Pages of other origins must not open a socket for a visitor. */
export function isAllowedSocketOrigin(request: Pick<IncomingMessage, 'headers'>, publicUrl: string | null): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || (publicUrl !== null && origin === new URL(publicUrl).origin);
}
