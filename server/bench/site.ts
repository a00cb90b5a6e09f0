/** The public site: cached pages against the least server that can send the same bytes, uncached pages with many rows, and many readers of one page. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { io, type Socket } from 'socket.io-client';
import { superAdmin } from '../testing/callers';
import { startTestServer, type TestServer } from '../testing/testServer';
import { fillNews } from './requests';
import { median, ratio, runInterleaved, type Result } from './measure';

const TURNS = 5;
const REQUESTS = 2_000;
const CONNECTIONS = 10;
const UNCACHED_PAGES = 200;
const READERS = 500;
const BROWSER = {
  accept: 'text/html',
  'accept-encoding': 'gzip',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

/** Sends one body that is already compressed, as a file server that keeps its files in memory does. */
async function startStaticServer(html: string): Promise<{ readonly server: Server; readonly url: string }> {
  const body = gzipSync(html);
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Content-Length', body.length);
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on a port
  return { server, url: `http://127.0.0.1:${port}/` };
}

/** Milliseconds for many requests of one page over a few connections. */
async function timeRequests(url: string): Promise<number> {
  let left = REQUESTS;
  const start = performance.now();
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const response = await fetch(url, { headers: BROWSER });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return performance.now() - start;
}

async function benchCachedPage(testServer: TestServer): Promise<Result> {
  const page = `${testServer.url}/`;
  const html = await (await fetch(page, { headers: BROWSER })).text();
  const { server, url } = await startStaticServer(html);
  const times = await runInterleaved(TURNS, { static: () => timeRequests(url), site: () => timeRequests(page) });
  server.closeAllConnections();
  server.close();
  return {
    name: 'cached page beside a static file, × requests a second',
    value: ratio(times.static, times.site),
    target: { is: '>=', than: 0.5 },
    note: `${Math.round(REQUESTS / (median(times.site) / 1000))} pages/s, client in the same process`,
  };
}

/** The first byte of pages that nobody requested before: the 95th percentile. */
async function benchUncachedPages(testServer: TestServer): Promise<Result> {
  const times: number[] = [];
  for (let id = 1; id <= UNCACHED_PAGES; id += 1) {
    testServer.advanceClock(100);
    const start = performance.now();
    const response = await fetch(`${testServer.url}/news/${id}`, { headers: BROWSER });
    times.push(performance.now() - start);
    await response.arrayBuffer();
  }
  const sorted = times.sort((one, other) => one - other);
  return {
    name: 'first byte of an uncached page, 10 000 news, p95, ms',
    value: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    target: { is: '<=', than: 30 },
    note: `median ${median(times).toFixed(1)} ms`,
  };
}

/** Milliseconds from the answer of a change until the last of many readers has the new page. */
async function benchReaders(testServer: TestServer): Promise<Result> {
  const root = await superAdmin(testServer);
  const html = await (await fetch(`${testServer.url}/news/1`, { headers: BROWSER })).text();
  const version = /data-version="([^"]+)"/.exec(html)?.[1] ?? '';
  const sockets: Socket[] = [];
  for (let count = 0; count < READERS; count += 1) {
    const socket = io(`${testServer.url}/site`, {
      auth: { path: '/news/1', version },
      transports: ['websocket'],
      forceNew: true,
    });
    sockets.push(socket);
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  }
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const received = sockets.map((socket) => new Promise<void>((resolve) => socket.once('page', () => resolve())));
    const start = performance.now();
    await root.post('/admin/news/edit', { id: 1, title: `Turn ${turn}` });
    await Promise.all(received);
    times.push(performance.now() - start);
  }
  for (const socket of sockets) socket.disconnect();
  return {
    name: `a change until the last of ${READERS} readers has the page, ms`,
    value: median(times),
    target: { is: '<=', than: 1000 },
    note: 'one rendering for all; readers in the same process',
  };
}

export async function benchSite(): Promise<readonly Result[]> {
  const testServer = await startTestServer({ seed: 'demo' });
  try {
    const cached = await benchCachedPage(testServer);
    await fillNews(testServer);
    return [cached, await benchUncachedPages(testServer), await benchReaders(testServer)];
  } finally {
    await testServer.close();
  }
}
