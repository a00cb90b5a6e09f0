/** Latency of the first and the last of two thousand readers, against a plain `ws` server that sends each change at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { newsCategory } from '../../common/entities/newsCategory';
import { openLiveHarness, createLiveStaffActor } from '../testing/live/liveHarness';
import { createCategoryChange, NEWS_CATEGORY_TOPIC, recordLatency, openSubscribers } from './liveChannel';
import { percentile, type Result, type LoadGenerator } from './measure';

const SOCKETS = 2_000;
const WRITES = 400;
/** At most fifty per second. */
const PAUSE_MS = 20;

async function measureOurs(loadGenerator: LoadGenerator): Promise<readonly number[]> {
  const harness = await openLiveHarness('sqlite', [newsCategory]);
  await harness.write(
    ...Array.from({ length: 20 }, (_, index) => createCategoryChange('c', index + 1, `row ${index}`)),
  );
  harness.actors.set('admin:5000', createLiveStaffActor(5000, ['news_category/index']));
  const latencies: number[] = [];
  // Sockets of a room are served one after the other: the first and the last of it.
  const first = await recordLatency(harness, 'admin:5000', latencies);
  await openSubscribers(harness, loadGenerator, 'late', SOCKETS, [NEWS_CATEGORY_TOPIC]);
  const last = await recordLatency(harness, 'admin:5000', latencies);
  for (let index = 0; index < WRITES; index += 1) {
    const seq = await harness.write(createCategoryChange('u', 1 + (index % 20), `name ${index}`));
    const now = performance.now();
    for (const observer of [first, last]) observer.set(seq, now);
    await sleep(PAUSE_MS);
  }
  await sleep(500);
  await harness.close();
  return latencies;
}

async function measureBaseline(loadGenerator: LoadGenerator): Promise<readonly number[]> {
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  server.on('connection', (socket) => socket.send('welcome'));
  const [latencies, sent] = [[] as number[], [] as number[]];
  const join = async () => {
    const client = new WebSocket(`ws://127.0.0.1:${port}`);
    client.on('message', (data: Buffer) => {
      const at = sent[Number(/"s":(\d+)/.exec(data.toString())?.[1])];
      if (at !== undefined) latencies.push(performance.now() - at);
    });
    await once(client, 'open');
  };
  await join();
  const script = [{ expect: 'welcome', send: null }];
  await loadGenerator.run({ kind: 'open', group: 'bare', port, path: '/', count: SOCKETS, script });
  await join();
  for (let index = 0; index < WRITES; index += 1) {
    sent.push(performance.now());
    const text = JSON.stringify([
      'chg',
      { s: index, r: [{ e: 'news_category', id: 1 + (index % 20), name: `name ${index}` }] },
    ]);
    for (const client of server.clients) client.send(text);
    await sleep(PAUSE_MS);
  }
  await sleep(500);
  for (const client of server.clients) client.terminate();
  http.close();
  return latencies;
}

export async function benchLatency(loadGenerator: LoadGenerator): Promise<readonly Result[]> {
  const [ourLatencies, baselineLatencies] = [await measureOurs(loadGenerator), await measureBaseline(loadGenerator)];
  const [baselineP50, baselineP99] = [percentile(baselineLatencies, 50), percentile(baselineLatencies, 99)];
  const note =
    '50 writes a second, 2 000 sockets of one list, first and last of the room; ' +
    `bare ws p50 ${baselineP50.toFixed(1)} ms, p99 ${baselineP99.toFixed(1)} ms`;
  return [
    {
      name: 'T6 commit to frame, p50, ms',
      value: percentile(ourLatencies, 50),
      target: { operator: '<=', bound: 25 },
      note,
    },
    {
      name: 'T6 commit to frame, p99, ms',
      value: percentile(ourLatencies, 99),
      target: { operator: '<=', bound: 100 },
      note,
    },
    { name: 'T6 p50 ÷ bare ws', value: percentile(ourLatencies, 50) / baselineP50, note },
  ];
}
