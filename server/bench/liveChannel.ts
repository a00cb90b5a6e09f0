/** The live channel alone: statements and processor time per change, latency, and memory of an idle reader. */
import { setTimeout as sleep } from 'node:timers/promises';
import { newsCategory } from '../../common/entities/newsCategory';
import { SYSTEM } from '../../common/entity/access';
import { MATCH_ALL } from '../../common/entity/filter';
import { createRegistry } from '../../common/entity/registry';
import type { Db } from '../context';
import { foldChanges } from '../live/topics/projectChange';
import { resolveSpec } from '../live/topics/subscriptionSpec';
import { projectTopicChanges } from '../live/topics/topicRegistry';
import { openLiveHarness, createLiveStaffActor, type LiveHarness } from '../testing/live/liveHarness';
import { collectGarbage, median, type Result, type LoadGenerator } from './measure';

const PATH = '/socket.io/?EIO=4&transport=websocket';
export const NEWS_CATEGORY_TOPIC = { k: 'list', e: 'news_category', where: MATCH_ALL, sort: [] } as const;
export const createCategoryChange = (op: 'c' | 'u', id: number, name: string) =>
  ({ ent: 'news_category', op, id, set: { name, status: 1 } }) as const;

/** Counts statements outside transactions: the live channel sends no others. */
export function createQueryCounter() {
  const count = { queries: 0, looks: 0 };
  const spyOn = (db: Db): Db => ({
    ...db,
    rows: (sql, params) => {
      // The live channel polls the head of the log whether or not anything changes.
      if (sql.includes('change_head')) count.looks += 1;
      else count.queries += 1;
      return db.rows(sql, params);
    },
    snapshot: (work) => {
      count.queries += 1;
      return db.snapshot(work);
    },
  });
  return { count, spy: spyOn };
}

/** Opens sockets, ten per principal, with the same topics; every tenth `subscribe` of a hundred. */
export async function openSubscribers(
  harness: LiveHarness,
  loadGenerator: LoadGenerator,
  group: string,
  sockets: number,
  specs: readonly unknown[],
) {
  for (let id = 0; id < sockets / 10; id += 1)
    harness.actors.set(`admin:${id}`, createLiveStaffActor(id, ['news_category/index']));
  const subscriptions = specs.map((spec, index) => ({ t: `t${index}`, spec }));
  const script = [
    { expect: '"sid"', send: '40/admin,{"token":"admin:%"}' },
    { expect: '40/admin', send: `42/admin,0${JSON.stringify(['sub', { epoch: '', topics: subscriptions }])}` },
    { expect: '43/admin,0', send: null },
  ];
  const port = Number(new URL(harness.url()).port);
  for (let part = 0; part < 10; part += 1) {
    const order = { kind: 'open', group: `${group}${part}`, port, path: PATH, script } as const;
    await loadGenerator.run({ ...order, count: sockets / 10 });
  }
}

async function queriesPerChange(loadGenerator: LoadGenerator): Promise<Result> {
  const { count, spy: spyOn } = createQueryCounter();
  const harness = await openLiveHarness('sqlite', [newsCategory], spyOn);
  await openSubscribers(harness, loadGenerator, 'queries', 1_000, [NEWS_CATEGORY_TOPIC]);
  await harness.write(createCategoryChange('c', 1, 'first'));
  await sleep(500);
  const CHANGES = 200;
  const before = { ...count };
  for (let index = 0; index < CHANGES; index += 1) {
    await harness.write(createCategoryChange('u', 1, `name ${index}`));
    await sleep(15);
  }
  await sleep(200);
  await harness.close();
  return {
    name: 'T4 queries a change, 1 000 subscribers',
    value: (count.queries - before.queries) / CHANGES,
    target: { operator: '<=', bound: 1 },
    note: `beside ${count.looks - before.looks} regular looks at the head`,
  };
}

/** A thousand different filters of the same rows. */
function benchMatching(): Result {
  const QUERIES = 1_000;
  const registry = createRegistry({ news_category: newsCategory });
  const reader = { realm: 'admin', actor: { ...SYSTEM, kind: 'staff', isSuper: true } } as const;
  const topics = Array.from({ length: QUERIES }, (_, index) => {
    const name = { field: 'name', op: '=', value: `name ${index}` };
    const where =
      index % 2 === 0 ? { all: [name] } : { all: [{ field: 'weigh', op: 'RANGE', value: [index, index + 50] }] };
    return resolveSpec(registry, reader, { k: 'list', e: 'news_category', where, sort: [] });
  }).flatMap((resolved) => ('ok' in resolved ? [] : [resolved]));
  if (topics.length < QUERIES) throw new Error('a topic of the benchmark was refused');
  const loggedChange = (turn: number) => {
    const image = { id: turn, name: `name ${turn}`, weigh: turn, status: 1, revision: 2, delete_time: null };
    const author = { actor: 'system', actorName: 'system', idempotencyKey: null, cid: '', at: 0 };
    return {
      ...author,
      seq: turn,
      firstSeqOfTransaction: turn,
      entityName: 'news_category',
      rowId: turn,
      revision: 2,
      op: 'u',
      image,
      previousValues: { name: 'x' },
    } as const;
  };
  const times: number[] = [];
  let changeCount = 0;
  for (let turn = 0; turn < 400; turn += 1) {
    const folded = foldChanges([loggedChange(turn)]);
    const start = performance.now();
    for (const topic of topics) changeCount += projectTopicChanges(topic, folded).length;
    times.push((performance.now() - start) * 1000);
  }
  return {
    name: 'T5 matching a change against 1 000 lists, µs',
    value: median(times.slice(100)),
    target: { operator: '<=', bound: 150 },
    note: `${changeCount} sent`,
  };
}

/** Measures the latency of each change at a reader; returns a function that takes the time of a commit. */
export async function recordLatency(
  harness: LiveHarness,
  principal: string,
  latencies: number[],
): Promise<Map<number, number>> {
  const client = await harness.connect(principal, { skipFrames: true });
  await client.subscribe('a', NEWS_CATEGORY_TOPIC);
  const committed = new Map<number, number>();
  client.socket.on('chg', (frame) => {
    const now = performance.now();
    for (const [seq, at] of committed) {
      if (seq > Number(frame.s)) continue;
      latencies.push(now - at);
      committed.delete(seq);
    }
  });
  return committed;
}

async function benchIdleMemory(loadGenerator: LoadGenerator): Promise<Result> {
  const SOCKETS = 2_000;
  const harness = await openLiveHarness('sqlite', [newsCategory]);
  await harness.write(createCategoryChange('c', 1, 'first'));
  const specs = [0, 1, 2, 3].map((status) => ({
    ...NEWS_CATEGORY_TOPIC,
    where: { all: [{ field: 'weigh', op: '>', value: status }] },
  }));
  // The first few warm up the code and its caches.
  await openSubscribers(harness, loadGenerator, 'warm', 100, [...specs, { k: 'row', e: 'news_category', id: 1 }]);
  await collectGarbage();
  const before = process.memoryUsage().rss;
  await openIdleSubscribers(harness, loadGenerator, SOCKETS, [...specs, { k: 'row', e: 'news_category', id: 1 }]);
  await sleep(1_000);
  await collectGarbage();
  const growth = process.memoryUsage().rss - before;
  const openSockets = harness.live().stats()?.sockets ?? 0;
  await harness.close();
  return {
    name: 'T7 memory of an idle socket with five topics, KB',
    value: growth / 1024 / SOCKETS,
    target: { operator: '<=', bound: 40 },
    note: `${openSockets} sockets; resident memory after collection`,
  };
}
/** Sockets of further principals: a principal may open twenty. */
async function openIdleSubscribers(
  harness: LiveHarness,
  loadGenerator: LoadGenerator,
  sockets: number,
  specs: readonly unknown[],
): Promise<void> {
  await openSubscribers(harness, loadGenerator, 'idle', sockets, specs);
}

export async function benchLiveChannel(loadGenerator: LoadGenerator): Promise<readonly Result[]> {
  return [await queriesPerChange(loadGenerator), benchMatching(), await benchIdleMemory(loadGenerator)];
}
