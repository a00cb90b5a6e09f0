/** The live channel by itself: what a change asks of the database and the processor, how late it comes, what an idle reader weighs. */
import { newsCategory } from '../../common/entities/newsCategory';
import { SYSTEM } from '../../common/entity/access';
import { EVERYTHING } from '../../common/entity/filter';
import { registryOf } from '../../common/entity/registry';
import type { Db } from '../context';
import { compact } from '../live/delta';
import { judgeSpec } from '../live/spec';
import { changesFor } from '../live/topics';
import { openRig, staff, type Rig } from '../testing/liveRig';
import { collectGarbage, median, sleep, type Result, type Swarm } from './measure';

const PATH = '/socket.io/?EIO=4&transport=websocket';
export const LIST = { k: 'list', e: 'news_category', where: EVERYTHING, sort: [] } as const;
export const change = (op: 'c' | 'u', id: number, name: string) =>
  ({ ent: 'news_category', op, id, set: { name, status: 1 } }) as const;

/** Counts what is asked outside transactions, which is all a live channel asks. */
export function createCounter() {
  const count = { queries: 0, looks: 0 };
  const spy = (db: Db): Db => ({
    ...db,
    rows: (sql, params) => {
      // The regular look at the head of the log happens whether or not anything changes.
      if (sql.includes('change_head')) count.looks += 1;
      else count.queries += 1;
      return db.rows(sql, params);
    },
    snapshot: (work) => {
      count.queries += 1;
      return db.snapshot(work);
    },
  });
  return { count, spy };
}

/** So many sockets, ten of each principal, with the same topics; every tenth `sub` of a hundred. */
export async function populate(rig: Rig, swarm: Swarm, group: string, sockets: number, topics: readonly unknown[]) {
  for (let id = 0; id < sockets / 10; id += 1) rig.actors.set(`admin:${id}`, staff(id, ['news_category/index']));
  const asked = topics.map((spec, at) => ({ t: `t${at}`, spec }));
  const script = [
    { heard: '"sid"', say: '40/admin,{"token":"admin:%"}' },
    { heard: '40/admin', say: `42/admin,0${JSON.stringify(['sub', { epoch: '', topics: asked }])}` },
    { heard: '43/admin,0', say: null },
  ];
  const port = Number(new URL(rig.url()).port);
  for (let part = 0; part < 10; part += 1) {
    const order = { do: 'open', group: `${group}${part}`, port, path: PATH, script } as const;
    await swarm.order({ ...order, count: sockets / 10 });
  }
}

async function queriesPerChange(swarm: Swarm): Promise<Result> {
  const { count, spy } = createCounter();
  const rig = await openRig('sqlite', [newsCategory], spy);
  await populate(rig, swarm, 'queries', 1_000, [LIST]);
  await rig.write(change('c', 1, 'first'));
  await sleep(500);
  const CHANGES = 200;
  const before = { ...count };
  for (let at = 0; at < CHANGES; at += 1) {
    await rig.write(change('u', 1, `name ${at}`));
    await sleep(15);
  }
  await sleep(200);
  await rig.close();
  return {
    name: 'T4 queries a change, 1 000 subscribers',
    value: (count.queries - before.queries) / CHANGES,
    target: { is: '<=', than: 1 },
    note: `beside ${count.looks - before.looks} regular looks at the head`,
  };
}

/** A thousand different questions about the same rows. */
function matching(): Result {
  const QUERIES = 1_000;
  const registry = registryOf({ news_category: newsCategory });
  const reader = { realm: 'admin', actor: { ...SYSTEM, realm: 'staff', super: true } } as const;
  const blueprints = Array.from({ length: QUERIES }, (_, at) => {
    const name = { field: 'name', op: '=', value: `name ${at}` };
    const where = at % 2 === 0 ? { all: [name] } : { all: [{ field: 'weigh', op: 'RANGE', value: [at, at + 50] }] };
    return judgeSpec(registry, reader, { k: 'list', e: 'news_category', where, sort: [] });
  }).flatMap((judged) => ('ok' in judged ? [] : [judged]));
  if (blueprints.length < QUERIES) throw new Error('a question of the bench was refused');
  const logged = (turn: number) => {
    const img = { id: turn, name: `name ${turn}`, weigh: turn, status: 1, revision: 2, delete_time: null };
    const who = { actor: 'system', actor_name: 'system', mid: null, cid: '', at: 0 };
    return {
      ...who,
      seq: turn,
      txn: turn,
      ent: 'news_category',
      eid: turn,
      ver: 2,
      op: 'u',
      img,
      prev: { name: 'x' },
    } as const;
  };
  const times: number[] = [];
  let told = 0;
  for (let turn = 0; turn < 400; turn += 1) {
    const missed = compact([logged(turn)]);
    const start = performance.now();
    for (const blueprint of blueprints) told += changesFor(blueprint, missed).length;
    times.push((performance.now() - start) * 1000);
  }
  return {
    name: 'T5 matching a change against 1 000 lists, µs',
    value: median(times.slice(100)),
    target: { is: '<=', than: 150 },
    note: `${told} told`,
  };
}

/** Notes how late a reader hears of each change; answers where to put the time of a commit. */
export async function observe(rig: Rig, principal: string, late: number[]): Promise<Map<number, number>> {
  const client = await rig.connect(principal, { forgets: true });
  await client.sub('a', LIST);
  const committed = new Map<number, number>();
  client.socket.on('chg', (frame) => {
    const now = performance.now();
    for (const [seq, at] of committed) {
      if (seq > Number(frame.s)) continue;
      late.push(now - at);
      committed.delete(seq);
    }
  });
  return committed;
}

async function idleWeight(swarm: Swarm): Promise<Result> {
  const SOCKETS = 2_000;
  const rig = await openRig('sqlite', [newsCategory]);
  await rig.write(change('c', 1, 'first'));
  const topics = [0, 1, 2, 3].map((status) => ({
    ...LIST,
    where: { all: [{ field: 'weigh', op: '>', value: status }] },
  }));
  // The first few bring the code and its caches.
  await populate(rig, swarm, 'warm', 100, [...topics, { k: 'row', e: 'news_category', id: 1 }]);
  await collectGarbage();
  const before = process.memoryUsage().rss;
  await populateOthers(rig, swarm, SOCKETS, [...topics, { k: 'row', e: 'news_category', id: 1 }]);
  await sleep(1_000);
  await collectGarbage();
  const grown = process.memoryUsage().rss - before;
  const open = rig.live().stats()?.sockets ?? 0;
  await rig.close();
  return {
    name: 'T7 memory of an idle socket with five topics, KB',
    value: grown / 1024 / SOCKETS,
    target: { is: '<=', than: 40 },
    note: `${open} sockets; resident memory after collection`,
  };
}
/** Of further principals: twenty sockets of one are the limit. */
async function populateOthers(rig: Rig, swarm: Swarm, sockets: number, topics: readonly unknown[]): Promise<void> {
  await populate(rig, swarm, 'idle', sockets, topics);
}

export async function benchChannel(swarm: Swarm): Promise<readonly Result[]> {
  return [await queriesPerChange(swarm), matching(), await idleWeight(swarm)];
}
