/** A dashboard with ten thousand readers: four frames per second to each on one core, against the same texts over plain `ws`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg } from 'node:os';
import { WebSocketServer } from 'ws';
import { newsCategory } from '../../common/entities/newsCategory';
import { openLiveHarness, createLiveStaffActor } from '../testing/live/liveHarness';
import { createCategoryChange } from './liveChannel';
import { measureCpu, type Result, type LoadGenerator } from './measure';

const WANTED_SOCKETS = 10_000;
const SECONDS = 10;
const FRAMES = SECONDS * 4;
/** File descriptors of the process itself. */
const RESERVED_FILES = 500;

/** The limit of open files of this machine. */
function availableSockets(): number {
  const [, soft = ''] = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return Math.min(WANTED_SOCKETS, Math.floor((Number(soft) - RESERVED_FILES) / 100) * 100);
}

interface DeliveryStats {
  readonly p50: number;
  readonly p99: number;
  readonly lost: number;
  /** Share of one core. */
  readonly cpu: number;
}
interface FrameSource {
  readonly send: () => Promise<void>;
  /** Frames that every socket was to receive since `send` began. */
  readonly expectedFrames: () => number;
}
async function measureDelivery(
  loadGenerator: LoadGenerator,
  group: string,
  count: number,
  { send, expectedFrames }: FrameSource,
): Promise<DeliveryStats> {
  await loadGenerator.run({ kind: 'resetStats', group });
  const started = performance.now();
  const micros = await measureCpu(send);
  const seconds = (performance.now() - started) / 1000;
  for (let last = -1, now = 0; last !== now; [last, now] = [now, await loadGenerator.run({ kind: 'frames', group })])
    await sleep(500);
  const [p50, p99] = [
    await loadGenerator.run({ kind: 'latencyPercentile', group, of: 50 }),
    await loadGenerator.run({ kind: 'latencyPercentile', group, of: 99 }),
  ];
  const frames = await loadGenerator.run({ kind: 'frames', group });
  return { p50, p99, lost: expectedFrames() * count - frames, cpu: micros / (seconds * 1e6) };
}

async function measureWs(loadGenerator: LoadGenerator, count: number): Promise<DeliveryStats> {
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const wss = new WebSocketServer({ server: http, perMessageDeflate: false });
  wss.on('connection', (socket) => socket.send('welcome'));
  const { port } = http.address() as AddressInfo;
  const script = [{ expect: 'welcome', send: null }];
  await loadGenerator.run({ kind: 'open', group: 'bare', port, path: '/', count, script, timed: 'dash' });
  const send = async () => {
    for (let frame = 0; frame < FRAMES; frame += 1) {
      const at = Date.now();
      const frameBody = { s: String(frame), at, c: { aaaaaaaaaaaaaaaaaaaa: [['', 0, frame]] } };
      const text = `42/admin,${JSON.stringify(['dash', frameBody])}`;
      for (const client of wss.clients) client.send(text);
      await sleep(Math.max(0, at + 250 - Date.now()));
    }
  };
  const stats = await measureDelivery(loadGenerator, 'bare', count, { send, expectedFrames: () => FRAMES });
  await loadGenerator.run({ kind: 'close', group: 'bare' });
  for (const client of wss.clients) client.terminate();
  http.close();
  return stats;
}

/** The product: rows are written all the time, and the dashboard publishes metrics four times per second. */
async function measureDashboard(loadGenerator: LoadGenerator, count: number): Promise<DeliveryStats> {
  const harness = await openLiveHarness('sqlite', [newsCategory], undefined, true);
  for (let id = 0; id < count; id += 1)
    harness.actors.set(`admin:${id}`, createLiveStaffActor(id, ['news_category/index']));
  await harness.write(createCategoryChange('c', 1, 'first'));
  await harness.whenDelivered();
  const subscription = JSON.stringify(['dash', { w: { f1: { e: 'news_category' } } }]);
  const script = [
    { expect: '"sid"', send: '40/admin,{"token":"admin:%"}' },
    { expect: '40/admin', send: `42/admin,0${subscription}` },
    { expect: '43/admin,0', send: null },
  ];
  const port = Number(new URL(harness.url()).port);
  const path = '/socket.io/?EIO=4&transport=websocket';
  await loadGenerator.run({ kind: 'open', group: 'dash', port, path, count, script, timed: 'dash', batchSize: 40 });
  const before = harness.live().stats()?.metrics?.frames ?? 0;
  const countFrames = () => (harness.live().stats()?.metrics?.frames ?? 0) - before;
  const send = async () => {
    for (let id = 2; countFrames() < FRAMES; id += 1) {
      await harness.write(createCategoryChange('c', id, `row ${id}`));
      await sleep(40);
    }
  };
  const stats = await measureDelivery(loadGenerator, 'dash', count, { send, expectedFrames: countFrames });
  await loadGenerator.run({ kind: 'close', group: 'dash' });
  await harness.close();
  return stats;
}

export async function benchDashboardFanout(loadGenerator: LoadGenerator): Promise<readonly Result[]> {
  const count = availableSockets();
  const [baseline, ours] = [await measureWs(loadGenerator, count), await measureDashboard(loadGenerator, count)];
  const load = `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`;
  const note = `${count} sockets × 4 frames/s for ${SECONDS} s; ${load}`;
  const describeStats = ({ p50, p99, cpu }: DeliveryStats) =>
    `p50 ${p50} ms, p99 ${p99} ms, ${(cpu * 100).toFixed(0)} % of a core`;
  const ratioText = (a: number, b: number) => `${(a / b).toFixed(2)} times bare ws`;
  return [
    { name: 'T8 dashboard frames lost', value: ours.lost, target: { operator: '<=', bound: 0 }, note },
    { name: 'the same lost over bare ws', value: baseline.lost, note: describeStats(baseline) },
    {
      name: 'T8 dashboard p99, ms',
      value: ours.p99,
      target: { operator: '<=', bound: 250 },
      note: `${describeStats(ours)}; ${ratioText(ours.p99, baseline.p99)}`,
    },
    {
      name: 'T8 dashboard share of a core',
      value: ours.cpu,
      target: { operator: '<=', bound: 0.75 },
      note: ratioText(ours.cpu, baseline.cpu),
    },
  ];
}
