/** Bad hours: everybody comes back at once after much has happened, and some readers stop reading. */
import { newsCategory } from '../../common/entities/newsCategory';
import { openRig, staff, type Rig } from '../testing/liveRig';
import { change, createCounter, LIST, observe, populate } from './channel';
import { collectGarbage, inTurns, median, percentile, ratio, sleep, type Result, type Swarm } from './measure';

const PATH = '/socket.io/?EIO=4&transport=websocket';
const portOf = (rig: Rig) => Number(new URL(rig.url()).port);

async function comeBack(swarm: Swarm): Promise<readonly Result[]> {
  const [CLIENTS, CHANGES, ROWS] = [2_000, 5_000, 200];
  const { count, spy } = createCounter();
  const rig = await openRig('sqlite', [newsCategory], spy);
  for (let id = 0; id < CLIENTS; id += 1) rig.actors.set(`admin:${id}`, staff(id, ['news_category/index']));
  const since = await rig.write(...Array.from({ length: ROWS }, (_, at) => change('c', at + 1, `row ${at}`)));
  for (let at = 0; at < CHANGES; at += 50)
    await rig.write(...Array.from({ length: 50 }, (_, more) => change('u', 1 + ((at + more) % ROWS), `name ${at}`)));
  await rig.restart();
  const sub = JSON.stringify(['sub', { epoch: '', topics: [{ t: 'a', spec: LIST, since: String(since) }] }]);
  const script = [
    { heard: '"sid"', say: '40/admin,{"token":"admin:%"}' },
    { heard: '40/admin', say: `42/admin,0${sub}` },
    // The answer, and with it the end of the frame that tells what was missed.
    { heard: '"name 4950"', say: null },
  ];
  const [queries, start] = [count.queries, performance.now()];
  const order = { do: 'open', group: 'storm', port: portOf(rig), path: PATH, count: CLIENTS, script } as const;
  // As many as the door lets in: five hundred a second.
  await swarm.order({ ...order, pace: 48 });
  const seconds = (performance.now() - start) / 1000;
  const asked = count.queries - queries;
  const resets = rig.live().stats()?.passes.resets ?? 0;
  await rig.close();
  const note = `after ${CHANGES} changes and a restart; ${resets} resets; the door admits 500 a second`;
  return [
    { name: `T9 ${CLIENTS} clients back and consistent, s`, value: seconds, target: { is: '<=', than: 5 }, note },
    {
      name: 'T9 queries of the channel meanwhile',
      value: asked,
      target: { is: '<=', than: 20 },
      note: 'each client is looked up by its token besides',
    },
  ];
}

/** A house with some readers, and one that is watched. */
async function openHall(swarm: Swarm, name: string) {
  const rig = await openRig('sqlite', [newsCategory]);
  await rig.write(...Array.from({ length: 20 }, (_, at) => change('c', at + 1, `row ${at}`)));
  await populate(rig, swarm, name, HEALTHY, [LIST]);
  for (let id = 9_000; id < 9_100; id += 1) rig.actors.set(`admin:${id}`, staff(id, ['news_category/index']));
  const late: number[] = [];
  const committed = await observe(rig, 'admin:9050', late);
  // More than the kernel holds for somebody who does not read.
  const text = 'x'.repeat(4_000);
  /** A stream of large changes; answers how late the slowest hundredth of them was heard. */
  const stream = async (): Promise<number> => {
    late.length = 0;
    for (let at = 0; at < WRITES; at += 1) {
      const seq = await rig.write(...Array.from({ length: 20 }, (_, more) => change('u', more + 1, `${text} ${at}`)));
      committed.set(seq, performance.now());
      await sleep(20);
    }
    await sleep(300);
    return percentile(late, 99);
  };
  return { rig, stream };
}

const [STALLED, HEALTHY, WRITES, TURNS] = [20, 20, 300, 3];
const weight = async () => {
  await collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Two halls in turns, one of them with readers who stop reading: what disturbs the machine disturbs both. */
async function stall(swarm: Swarm): Promise<readonly Result[]> {
  const [calm, hall] = [await openHall(swarm, 'calm'), await openHall(swarm, 'hall')];
  // Fills the memory of changes of both.
  for (let turn = 0; turn < 2; turn += 1) for (const { stream } of [calm, hall]) await stream();
  const warm = await weight();
  await hall.stream();
  const before = await weight();
  const drift = Math.max(0, before - warm);
  const sub = JSON.stringify(['sub', { epoch: '', topics: [{ t: 'a', spec: LIST }] }]);
  const script = [
    { heard: '"sid"', say: '40/admin,{"token":"admin:90%"}' },
    { heard: '40/admin', say: `42/admin,0${sub}` },
    { heard: '43/admin,0', say: null },
  ];
  const order = { do: 'open', group: 'stalled', port: portOf(hall.rig), path: PATH, script, stalls: true } as const;
  for (let id = 0; id < STALLED; id += 1)
    hall.rig.actors.set(`admin:90${id}`, staff(9_000 + id, ['news_category/index']));
  await swarm.order({ ...order, count: STALLED });
  await hall.stream();
  const grown = Math.max(0, (await weight()) - before - drift) / STALLED / 1024 / 1024;
  const paused = hall.rig.live().stats()?.paused ?? 0;
  const late = await inTurns(TURNS, { calm: calm.stream, beside: hall.stream });
  await calm.rig.close();
  await hall.rig.close();
  return [
    {
      name: 'T10 memory a stalled client costs, MB',
      value: grown,
      target: { is: '<=', than: 0.5 },
      note: `${paused} of ${STALLED} were set aside; beside ${(drift / 1048576).toFixed(0)} MB without them`,
    },
    {
      name: 'T10 p99 of healthy readers beside stalled ones ÷ without',
      value: ratio(late.beside, late.calm),
      target: { is: '<=', than: 1.1 },
      note: `${median(late.beside).toFixed(1)} ms and ${median(late.calm).toFixed(1)} ms, ${TURNS} turns`,
    },
  ];
}

export async function benchStorm(swarm: Swarm): Promise<readonly Result[]> {
  return [...(await comeBack(swarm)), ...(await stall(swarm))];
}
