/** A service behind the gateway, for tests: echoes the request, or responds with the result of `respond`. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
export interface UpstreamServer {
  readonly url: string;
  readonly host: string;
  readonly received: ReceivedCall[];
  /** Responds to the next calls instead of the usual response. */
  respond: ((call: ReceivedCall, response: ServerResponse) => void) | undefined;
  readonly close: () => Promise<void>;
}

export async function startUpstreamServer(): Promise<UpstreamServer> {
  const received: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const call = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(call);
      if (upstream.respond) {
        upstream.respond(call, response);
        return;
      }
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ code: 1, data: { method, url, body: call.body } }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const upstream: UpstreamServer = {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    received,
    respond: undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return upstream;
}
