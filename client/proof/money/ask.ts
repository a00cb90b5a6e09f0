/** HTTP as a busy client speaks it: kept connections, and an error where an answer is lost. */
import { Agent, request } from 'node:http';

export interface Envelope {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>>;
}
export interface Asking {
  readonly ask: (
    method: 'GET' | 'POST',
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ) => Promise<Envelope>;
  readonly end: () => void;
}

/** Longer than the house lets a request take. */
const LOST_MS = 15_000;

export function createAsking(lanes: number): Asking {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes * 2 });
  const ask: Asking['ask'] = (method, url, headers, body) =>
    new Promise((done, fail) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const sent = {
        ...{ server: 'true', 'think-lang': 'en' },
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...headers,
      };
      const asked = request(url, { method, agent, headers: sent, timeout: LOST_MS }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => void chunks.push(chunk));
        answer.once('error', fail);
        answer.once('end', () => {
          try {
            const read = JSON.parse(Buffer.concat(chunks).toString()) as Partial<Envelope>; // whatever it is, it is judged
            const { code = -1, msg = '', data } = read;
            done({ status: answer.statusCode ?? 0, code, msg, data: data ?? {} });
          } catch (error) {
            fail(error instanceof Error ? error : new Error(String(error)));
          }
        });
      });
      asked.once('error', fail);
      asked.once('timeout', () => asked.destroy(new Error('no answer')));
      asked.end(text);
    });
  return { ask, end: () => agent.destroy() };
}
