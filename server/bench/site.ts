/**
 * The public site: cached pages against a static file and against the least server that can send the same bytes, uncached pages with many
 * rows, many readers of one page, and pages in a slow Chromium. `BENCH_PEER=http://127.0.0.1:2368/ npm run bench site` also measures the
 * front page of another product, which runs already.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import express from 'express';
import type { Db } from '../context';
import { superAdmin } from '../testing/callers';
import { startTestServer, type TestServer } from '../testing/testServer';
import { listen, type BaselineServer } from './listen';
import { seedNews } from './requests';
import { startSavedCopy } from './savedCopy';
import { measureCpu, median, percentile, ratio, runInterleaved, type Result, type LoadGenerator } from './measure';

const TURNS = 5;
const REQUESTS = 3_000;
/** A peer that renders each page again is slow. */
const PEER_REQUESTS = 300;
const CONNECTIONS = 10;
const UNCACHED_PAGES = 200;
const READERS = 3_000;
/** Readers of one network; the server counts networks. */
const READERS_PER_NETWORK = 25;
const BROWSER = {
  accept: 'text/html',
  'accept-encoding': 'gzip',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

/** Sends one body from memory: the least that any server can do. */
const startBareServer = (body: Buffer): Promise<BaselineServer> =>
  listen(
    createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Content-Encoding', 'gzip');
      response.setHeader('Content-Length', body.length);
      response.end(body);
    }),
  );
/** Sends a file of the same size, as Express does. */
function startFileServer(body: Buffer): Promise<BaselineServer> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-site-'));
  writeFileSync(join(folder, 'index.html'), body);
  return listen(createServer(express().use(express.static(folder))));
}

/** The address of the peer's front page. */
const peerUrl = (): string | undefined => process.env['BENCH_PEER'];

/** Pages of the home page in a second, beside the front page of the peer: both in processes other than that of the requests. */
async function benchPeer(testServer: TestServer, loadGenerator: LoadGenerator): Promise<readonly Result[]> {
  const peer = peerUrl();
  if (peer === undefined) return [];
  const perSecond = (url: string) => async () => {
    const start = performance.now();
    await loadGenerator.run({ kind: 'request', url, headers: BROWSER, count: PEER_REQUESTS, connections: CONNECTIONS });
    return (PEER_REQUESTS * 1000) / (performance.now() - start);
  };
  const rates = await runInterleaved(TURNS, { site: perSecond(`${testServer.url}/`), peer: perSecond(peer) });
  const note = `${Math.round(median(rates.site))} and ${Math.round(median(rates.peer))} a second`;
  return [{ name: "home pages a second, × the peer's", value: ratio(rates.site, rates.peer), note }];
}

async function benchCachedPage(testServer: TestServer, loadGenerator: LoadGenerator): Promise<readonly Result[]> {
  const page = `${testServer.url}/`;
  const body = gzipSync(await (await fetch(page, { headers: BROWSER })).text());
  const [file, bare] = [await startFileServer(body), await startBareServer(body)];
  const request = (url: string) => () =>
    measureCpu(() =>
      loadGenerator.run({ kind: 'request', url, headers: BROWSER, count: REQUESTS, connections: CONNECTIONS }),
    );
  const candidates = { site: request(page), file: request(`${file.url}/`), bare: request(`${bare.url}/`) };
  for (const warmUp of Object.values(candidates)) await warmUp();
  const costs = await runInterleaved(TURNS, candidates);
  file.close();
  bare.close();
  const cost = (micros: readonly number[]) => `${Math.round(median(micros) / REQUESTS)} µs`;
  return [
    {
      name: 'cached page beside a static file of Express, × a core',
      value: ratio(costs.file, costs.site),
      target: { operator: '>=', bound: 0.5 },
      note: `${cost(costs.site)} of a core for a page, ${cost(costs.file)} for a file`,
    },
    {
      name: 'cached page beside bare Node with the bytes, × a core',
      value: ratio(costs.bare, costs.site),
      note: `${cost(costs.bare)} of a core; no log, limits, visits or headers of security`,
    },
  ];
}

/** Milliseconds until the first byte of a response. */
async function firstByte(url: string): Promise<{ readonly ms: number; readonly status: number }> {
  const start = performance.now();
  const response = await fetch(url, { headers: BROWSER });
  const ms = performance.now() - start;
  await response.arrayBuffer();
  return { ms, status: response.status };
}

/**
 * The first byte of pages that nobody requested before, beside a page from memory that is requested right after each: on a busy machine
 * only their difference belongs to the rendering.
 */
async function benchUncachedPages(testServer: TestServer): Promise<readonly Result[]> {
  const times: number[] = [];
  const added: number[] = [];
  const costs: number[] = [];
  for (let id = 1; times.length < UNCACHED_PAGES; id += 1) {
    testServer.advanceClock(100);
    const usage = process.cpuUsage();
    const { ms, status } = await firstByte(`${testServer.url}/news/${id}`);
    const { user, system } = process.cpuUsage(usage);
    if (status !== 200 && status !== 404) throw new Error(`status ${status}`);
    // Every fifth row is hidden.
    if (status !== 200) continue;
    times.push(ms);
    costs.push((user + system) / 1000);
    added.push(ms - (await firstByte(`${testServer.url}/news/${id}`)).ms);
  }
  const load = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`;
  return [
    {
      name: 'first byte of an uncached page, 10 000 news, p95, ms',
      value: percentile(times, 95),
      target: { operator: '<=', bound: 30 },
      note: `median ${median(times).toFixed(1)} ms; ${load}`,
    },
    {
      name: 'processor time of an uncached page, p95, ms',
      value: percentile(costs, 95),
      note: `median ${median(costs).toFixed(1)} ms; all threads, with the request itself`,
    },
    {
      name: 'first byte beyond that of the page from memory, median, ms',
      value: median(added),
      note: load,
    },
  ];
}

const getGroup = (at: number): string => `site readers ${at}`;
/** Opens readers of one page from many networks, in groups. Returns the number of groups. */
async function openReaders(
  { url, advanceClock }: TestServer,
  loadGenerator: LoadGenerator,
  version: string,
): Promise<number> {
  const groups = READERS / READERS_PER_NETWORK;
  const hello = `40/site,${JSON.stringify({ path: '/news/1', version })}`;
  for (let at = 0; at < groups; at += 1) {
    // A node admits only so many connections in a second.
    advanceClock(1_000);
    await loadGenerator.run({
      kind: 'open',
      group: getGroup(at),
      port: Number(new URL(url).port),
      count: READERS_PER_NETWORK,
      path: '/socket.io/?EIO=4&transport=websocket',
      forwardedFor: `10.${at >> 8}.${at & 255}.1`,
      script: [
        { expect: '0{', send: hello },
        { expect: '40/site', send: null },
      ],
    });
  }
  return groups;
}

/** Milliseconds from the request of a change until the last of many readers has the new page, and the renderings that it took. */
async function benchReaders(
  testServer: TestServer,
  loadGenerator: LoadGenerator,
  snapshots: SnapshotCount,
): Promise<readonly Result[]> {
  const html = await (await fetch(`${testServer.url}/news/1`, { headers: BROWSER })).text();
  const groups = await openReaders(testServer, loadGenerator, /data-version="([^"]+)"/.exec(html)?.[1] ?? '');
  const root = await superAdmin(testServer);
  const countFrames = async (): Promise<number> => {
    let frames = 0;
    for (let at = 0; at < groups; at += 1) frames += await loadGenerator.run({ kind: 'messages', group: getGroup(at) });
    return frames;
  };
  const times: number[] = [];
  const renderings: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const before = { frames: await countFrames(), snapshots: snapshots.limited };
    const start = performance.now();
    const { code, msg } = await root.post('/admin/news/edit', { id: 1, title_en: `Turn ${turn}` });
    if (code !== 1) throw new Error(msg);
    while ((await countFrames()) < before.frames + READERS) await sleep(5);
    times.push(performance.now() - start);
    renderings.push(snapshots.limited - before.snapshots);
  }
  return [
    {
      name: `a change until the last of ${READERS} readers has the page, ms`,
      value: median(times),
      target: { operator: '<=', bound: 2000 },
      note: 'readers in their own process',
    },
    {
      name: `renderings of a changed page for ${READERS} readers`,
      value: Math.max(...renderings),
      target: { operator: '<=', bound: 1 },
      note: `${TURNS} changes`,
    },
  ];
}

/** Counts the snapshots with a deadline: the site loads each page in one. */
interface SnapshotCount {
  limited: number;
}
const countSnapshots = (db: Db, snapshots: SnapshotCount): Db => ({
  ...db,
  snapshotWithin: (ms, work, queue) => {
    snapshots.limited += 1;
    return db.snapshotWithin(ms, work, queue);
  },
});

/** The client's part is bundled beside this program. */
async function benchPages(testServer: TestServer): Promise<readonly Result[]> {
  const module = new URL('../../client/proof/measureSitePages.mjs', import.meta.url).href;
  const { measureSitePages } = (await import(module)) as {
    readonly measureSitePages: (urls: {
      readonly site: string;
      readonly copy: string;
      readonly peer?: string | undefined;
    }) => Promise<readonly Result[]>;
  };
  const copy = await startSavedCopy(testServer.url);
  try {
    return await measureSitePages({ site: testServer.url, copy: copy.url, peer: peerUrl() });
  } finally {
    copy.close();
  }
}

export async function benchSite(loadGenerator: LoadGenerator): Promise<readonly Result[]> {
  const snapshots: SnapshotCount = { limited: 0 };
  const testServer = await startTestServer({
    seed: 'demo',
    env: { TRUSTED_PROXIES: '127.0.0.1' },
    wrapDb: (db) => countSnapshots(db, snapshots),
  });
  try {
    const pages = await benchPages(testServer);
    const cached = await benchCachedPage(testServer, loadGenerator);
    const peer = await benchPeer(testServer, loadGenerator);
    await seedNews(testServer);
    return [
      ...pages,
      ...cached,
      ...peer,
      ...(await benchUncachedPages(testServer)),
      ...(await benchReaders(testServer, loadGenerator, snapshots)),
    ];
  } finally {
    await testServer.close();
  }
}
