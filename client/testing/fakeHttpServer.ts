/** A small real HTTP server for tests of the request layer: it sends prepared responses and records the requests. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { Envelope } from '../../common/protocol/envelope';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}
export interface FakeResponse {
  readonly status?: number;
  readonly envelope?: Partial<Envelope>;
  /** Sent as it is instead of an envelope. */
  readonly text?: string;
  /** The connection closes instead of a response. */
  readonly isDropped?: true;
  readonly afterMs?: number;
  /** The response waits for this promise. */
  readonly after?: Promise<unknown>;
}
export interface FakeHttpServer {
  readonly origin: string;
  readonly requests: RecordedRequest[];
  readonly server: Server;
  readonly close: () => Promise<void>;
}

const listen = (server: ReturnType<typeof createServer>) =>
  new Promise<string>((resolve) => {
    server.unref(); // a test that fails before it closes its world must not keep the run from ending
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
    });
  });

/** The bytes of an uploaded file stay a text. */
function parse(text: string, type = ''): unknown {
  if (text === '') return undefined;
  return type === 'application/octet-stream' ? text : JSON.parse(text);
}
const getBody = ({ text, envelope }: FakeResponse) =>
  text ?? JSON.stringify({ code: 1, msg: '', data: null, time: 1_700_000_000, ...envelope });

export async function startFakeHttpServer(answer: (request: RecordedRequest) => FakeResponse): Promise<FakeHttpServer> {
  const requests: RecordedRequest[] = [];
  const server = createServer((incoming, response) => {
    let text = '';
    incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
    incoming.on('end', () => {
      const url = new URL(incoming.url ?? '/', 'http://any');
      const { method = 'GET', headers } = incoming;
      const request: RecordedRequest = {
        method,
        path: url.pathname,
        query: url.searchParams,
        headers,
        body: parse(text, headers['content-type']),
      };
      requests.push(request);
      const fakeResponse = answer(request);
      const respond = () => {
        if (fakeResponse.isDropped) {
          incoming.socket.destroy();
          return;
        }
        response.writeHead(fakeResponse.status ?? 200, { 'content-type': 'application/json' });
        response.end(getBody(fakeResponse));
      };
      void (fakeResponse.after ?? Promise.resolve()).then(() => setTimeout(respond, fakeResponse.afterMs ?? 0));
    });
  });
  const origin = await listen(server);
  return {
    origin,
    requests,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
