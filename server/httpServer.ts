/** The HTTP server: its limits, listening, and graceful shutdown. */
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

/** Starts to listen; returns the URL of the server. */
export const listen = (server: Server, { host, port }: Env): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      const address = server.address() as AddressInfo; // listening on a port, not on a pipe
      resolve(readyUrl({ host }, address.port));
    });
  });

/** Waits for running requests, then closes remaining connections after a timeout. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const closeTimer = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    server.close(() => {
      clearTimeout(closeTimer);
      resolve();
    });
    server.closeIdleConnections();
  });
