/** Worst cases: all readers reconnect at once after many changes, and some readers stop reading. */
import { setTimeout as sleep } from 'node:timers/promises';
import { newsCategory } from '../../common/entities/newsCategory';
import { openLiveHarness, createLiveStaffActor, type LiveHarness } from '../testing/live/liveHarness';
import {
  createCategoryChange,
  createQueryCounter,
  NEWS_CATEGORY_TOPIC,
  recordLatency,
  openSubscribers,
} from './liveChannel';
import { collectGarbage, runInterleaved, median, percentile, ratio, type Result, type LoadGenerator } from './measure';

const PATH = '/socket.io/?EIO=4&transport=websocket';
const getPort = (harness: LiveHarness) => Number(new URL(harness.url()).port);

async function benchReconnect(loadGenerator: LoadGenerator): Promise<readonly Result[]> {
  const [CLIENTS, CHANGES, ROWS] = [2_000, 5_000, 200];
  const { count, spy: spyOn } = createQueryCounter();
  const harness = await openLiveHarness('sqlite', [newsCategory], spyOn);
  for (let id = 0; id < CLIENTS; id += 1)
    harness.actors.set(`admin:${id}`, createLiveStaffActor(id, ['news_category/index']));
  const since = await harness.write(
    ...Array.from({ length: ROWS }, (_, index) => createCategoryChange('c', index + 1, `row ${index}`)),
  );
  for (let index = 0; index < CHANGES; index += 50)
    await harness.write(
      ...Array.from({ length: 50 }, (_, rowOffset) =>
        createCategoryChange('u', 1 + ((index + rowOffset) % ROWS), `name ${index}`),
      ),
    );
  await harness.restart();
  const sub = JSON.stringify([
    'sub',
    { epoch: '', topics: [{ t: 'a', spec: NEWS_CATEGORY_TOPIC, since: String(since) }] },
  ]);
  const script = [
    { expect: '"sid"', send: '40/admin,{"token":"admin:%"}' },
    { expect: '40/admin', send: `42/admin,0${sub}` },
    // The end of the response and of the frame with the missed changes.
    { expect: '"name 4950"', send: null },
  ];
  const [queries, start] = [count.queries, performance.now()];
  const order = { kind: 'open', group: 'storm', port: getPort(harness), path: PATH, count: CLIENTS, script } as const;
  // The connection limit: five hundred per second.
  await loadGenerator.run({ ...order, batchSize: 48 });
  const seconds = (performance.now() - start) / 1000;
  const queryCount = count.queries - queries;
  const resets = harness.live().stats()?.fanout.resets ?? 0;
  await harness.close();
  const note = `after ${CHANGES} changes and a restart; ${resets} resets; the door admits 500 a second`;
  return [
    {
      name: `T9 ${CLIENTS} clients back and consistent, s`,
      value: seconds,
      target: { operator: '<=', bound: 5 },
      note,
    },
    {
      name: 'T9 queries of the channel meanwhile',
      value: queryCount,
      target: { operator: '<=', bound: 20 },
      note: 'each client is looked up by its token besides',
    },
  ];
}

/** A server with some readers, one of which is measured. */
async function openMeasuredServer(loadGenerator: LoadGenerator, name: string) {
  const harness = await openLiveHarness('sqlite', [newsCategory]);
  await harness.write(
    ...Array.from({ length: 20 }, (_, index) => createCategoryChange('c', index + 1, `row ${index}`)),
  );
  await openSubscribers(harness, loadGenerator, name, HEALTHY, [NEWS_CATEGORY_TOPIC]);
  for (let id = 9_000; id < 9_100; id += 1)
    harness.actors.set(`admin:${id}`, createLiveStaffActor(id, ['news_category/index']));
  const latencies: number[] = [];
  const committed = await recordLatency(harness, 'admin:9050', latencies);
  // More than the kernel buffers for a reader that does not read.
  const text = 'x'.repeat(4_000);
  /** Writes large changes; returns the latency of the slowest hundredth. */
  const stream = async (): Promise<number> => {
    latencies.length = 0;
    for (let index = 0; index < WRITES; index += 1) {
      const seq = await harness.write(
        ...Array.from({ length: 20 }, (_, rowOffset) => createCategoryChange('u', rowOffset + 1, `${text} ${index}`)),
      );
      committed.set(seq, performance.now());
      await sleep(20);
    }
    await sleep(300);
    return percentile(latencies, 99);
  };
  return { rig: harness, stream };
}

const [STALLED, HEALTHY, WRITES, TURNS] = [20, 20, 300, 3];
const memoryInUse = async () => {
  await collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Two servers in turns, one of them with readers that stop reading: disturbances of the machine affect both. */
async function benchStalledReaders(loadGenerator: LoadGenerator): Promise<readonly Result[]> {
  const [reference, loaded] = [
    await openMeasuredServer(loadGenerator, 'calm'),
    await openMeasuredServer(loadGenerator, 'hall'),
  ];
  // Fills the ring buffers of both.
  for (let turn = 0; turn < 2; turn += 1) for (const { stream } of [reference, loaded]) await stream();
  const warmBytes = await memoryInUse();
  await loaded.stream();
  const before = await memoryInUse();
  const drift = Math.max(0, before - warmBytes);
  const sub = JSON.stringify(['sub', { epoch: '', topics: [{ t: 'a', spec: NEWS_CATEGORY_TOPIC }] }]);
  const script = [
    { expect: '"sid"', send: '40/admin,{"token":"admin:90%"}' },
    { expect: '40/admin', send: `42/admin,0${sub}` },
    { expect: '43/admin,0', send: null },
  ];
  const order = {
    kind: 'open',
    group: 'stalled',
    port: getPort(loaded.rig),
    path: PATH,
    script,
    stalls: true,
  } as const;
  for (let id = 0; id < STALLED; id += 1)
    loaded.rig.actors.set(`admin:90${id}`, createLiveStaffActor(9_000 + id, ['news_category/index']));
  await loadGenerator.run({ ...order, count: STALLED });
  await loaded.stream();
  const grownMb = Math.max(0, (await memoryInUse()) - before - drift) / STALLED / 1024 / 1024;
  const paused = loaded.rig.live().stats()?.paused ?? 0;
  const latencies = await runInterleaved(TURNS, { calm: reference.stream, beside: loaded.stream });
  await reference.rig.close();
  await loaded.rig.close();
  return [
    {
      name: 'T10 memory a stalled client costs, MB',
      value: grownMb,
      target: { operator: '<=', bound: 0.5 },
      note: `${paused} of ${STALLED} were set aside; beside ${(drift / 1048576).toFixed(0)} MB without them`,
    },
    {
      name: 'T10 p99 of healthy readers beside stalled ones ÷ without',
      value: ratio(latencies.beside, latencies.calm),
      target: { operator: '<=', bound: 1.1 },
      note: `${median(latencies.beside).toFixed(1)} ms and ${median(latencies.calm).toFixed(1)} ms, ${TURNS} turns`,
    },
  ];
}

export async function benchReconnectStorm(loadGenerator: LoadGenerator): Promise<readonly Result[]> {
  return [...(await benchReconnect(loadGenerator)), ...(await benchStalledReaders(loadGenerator))];
}
