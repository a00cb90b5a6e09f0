/** A small real HTTP server for tests of the request layer: it sends prepared answers and records the requests. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { Envelope } from '../../common/protocol/envelope';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}
export interface Told {
  readonly status?: number;
  readonly envelope?: Partial<Envelope>;
  /** Sent as it is instead of an envelope. */
  readonly text?: string;
  /** The connection closes instead of an answer. */
  readonly breaks?: true;
  readonly afterMs?: number;
  /** The answer waits for this promise. */
  readonly after?: Promise<unknown>;
}
export interface HttpWorld {
  readonly origin: string;
  readonly asked: Asked[];
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

const parse = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));
const bodyOf = ({ text, envelope }: Told) =>
  text ?? JSON.stringify({ code: 1, msg: '', data: null, time: 1_700_000_000, ...envelope });

export async function startHttpWorld(answer: (asked: Asked) => Told): Promise<HttpWorld> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://any');
      const { method = 'GET', headers } = request;
      const one: Asked = { method, path: url.pathname, query: url.searchParams, headers, body: parse(text) };
      asked.push(one);
      const told = answer(one);
      const answerNow = () => {
        if (told.breaks) {
          request.socket.destroy();
          return;
        }
        response.writeHead(told.status ?? 200, { 'content-type': 'application/json' });
        response.end(bodyOf(told));
      };
      void (told.after ?? Promise.resolve()).then(() => setTimeout(answerNow, told.afterMs ?? 0));
    });
  });
  const origin = await listen(server);
  return {
    origin,
    asked,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
