/** An HTTP client with keep-alive connections; rejects when a response is lost. */
import { Agent, request } from 'node:http';

export interface Envelope {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>>;
}
export interface Requester {
  readonly send: (
    method: 'GET' | 'POST',
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ) => Promise<Envelope>;
  readonly close: () => void;
}

/** Longer than the server's own time limit of a request. */
const TIMEOUT_MS = 15_000;

/** Sends at most `concurrency` × 2 requests at once. */
export function createRequester(concurrency: number): Requester {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency * 2 });
  const send: Requester['send'] = (method, url, headers, body) =>
    new Promise((done, fail) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const allHeaders = {
        server: 'true',
        'think-lang': 'en',
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...headers,
      };
      const outgoing = request(url, { method, agent, headers: allHeaders, timeout: TIMEOUT_MS }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => void chunks.push(chunk));
        response.once('error', fail);
        response.once('end', () => {
          try {
            const read = JSON.parse(Buffer.concat(chunks).toString()) as Partial<Envelope>; // checkHistory judges its content
            const { code = -1, msg = '', data } = read;
            done({ status: response.statusCode ?? 0, code, msg, data: data ?? {} });
          } catch (error) {
            fail(error instanceof Error ? error : new Error(String(error)));
          }
        });
      });
      outgoing.once('error', fail);
      outgoing.once('timeout', () => outgoing.destroy(new Error('no response')));
      outgoing.end(text);
    });
  return { send, close: () => agent.destroy() };
}
