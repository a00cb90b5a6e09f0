/** Bodies of any length and with any byte arrive as they were sent, in both directions. */
import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { endWithBytes } from './endWithBytes';

let server: Server;
beforeAll(async () => {
  // echoes the body
  server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      response.setHeader('Content-Length', body.length);
      endWithBytes(response, body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

const echo = (body: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    const { port } = server.address() as AddressInfo; // it listens on a port
    const headers = { 'content-length': String(body.length) };
    const outgoing = request({ host: '127.0.0.1', port, method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve(Buffer.concat(chunks)));
    });
    outgoing.on('error', reject);
    endWithBytes(outgoing, body);
  });

it.each([0, 1, 256, 16_384, 16_385, 300_000])(
  'endWithBytes: %s bytes of every value arrive unchanged',
  async (length) => {
    const body = Buffer.from(Uint8Array.from({ length }, (_none, index) => 255 - (index % 256)));
    expect((await echo(body)).equals(body)).toBe(true);
  },
);
