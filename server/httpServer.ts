/** The door of the house: a server of HTTP, where it listens, and how it ends. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Env } from '../config/env';
import { readyUrl } from './platform/http/origin';

const CLOSE_TIMEOUT_MS = 8000;

export function createHttpServer(app: Parameters<typeof createServer>[1]): Server {
  const server = createServer(
    { maxHeaderSize: 16 * 1024, requestTimeout: 60_000, headersTimeout: 15_000, keepAliveTimeout: 15_000 },
    app,
  );
  server.maxHeadersCount = 100;
  return server;
}

/** Answers the address it is reached at. */
export const listen = (server: Server, { host, port }: Env): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      const address = server.address() as AddressInfo; // listening on a port, not on a pipe
      resolve(readyUrl({ host }, address.port));
    });
  });

/** Lets running requests finish, then cuts what is still open. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const closeTimer = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    server.close(() => {
      clearTimeout(closeTimer);
      resolve();
    });
    server.closeIdleConnections();
  });
