/** How late the first and the last of two thousand hear of a change, beside a bare `ws` server that sends each change to all as it comes. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { newsCategory } from '../../common/entities/newsCategory';
import { openRig, staff } from '../testing/liveRig';
import { change, LIST, observe, populate } from './channel';
import { percentile, sleep, type Result, type Swarm } from './measure';

const SOCKETS = 2_000;
const WRITES = 400;
/** Fifty a second, as far as the sender finds the time. */
const PAUSE_MS = 20;

async function ours(swarm: Swarm): Promise<readonly number[]> {
  const rig = await openRig('sqlite', [newsCategory]);
  await rig.write(...Array.from({ length: 20 }, (_, at) => change('c', at + 1, `row ${at}`)));
  rig.actors.set('admin:5000', staff(5000, ['news_category/index']));
  const late: number[] = [];
  // A room is told one after the other: the first and the last of it.
  const first = await observe(rig, 'admin:5000', late);
  await populate(rig, swarm, 'late', SOCKETS, [LIST]);
  const last = await observe(rig, 'admin:5000', late);
  for (let at = 0; at < WRITES; at += 1) {
    const seq = await rig.write(change('u', 1 + (at % 20), `name ${at}`));
    const now = performance.now();
    for (const observer of [first, last]) observer.set(seq, now);
    await sleep(PAUSE_MS);
  }
  await sleep(500);
  await rig.close();
  return late;
}

async function bare(swarm: Swarm): Promise<readonly number[]> {
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  server.on('connection', (socket) => socket.send('welcome'));
  const [late, sent] = [[] as number[], [] as number[]];
  const join = async () => {
    const client = new WebSocket(`ws://127.0.0.1:${port}`);
    client.on('message', (data: Buffer) => {
      const at = sent[Number(/"s":(\d+)/.exec(data.toString())?.[1])];
      if (at !== undefined) late.push(performance.now() - at);
    });
    await once(client, 'open');
  };
  await join();
  const script = [{ heard: 'welcome', say: null }];
  await swarm.order({ do: 'open', group: 'bare', port, path: '/', count: SOCKETS, script });
  await join();
  for (let at = 0; at < WRITES; at += 1) {
    sent.push(performance.now());
    const text = JSON.stringify(['chg', { s: at, r: [{ e: 'news_category', id: 1 + (at % 20), name: `name ${at}` }] }]);
    for (const client of server.clients) client.send(text);
    await sleep(PAUSE_MS);
  }
  await sleep(500);
  for (const client of server.clients) client.terminate();
  http.close();
  return late;
}

export async function benchLateness(swarm: Swarm): Promise<readonly Result[]> {
  const [own, other] = [await ours(swarm), await bare(swarm)];
  const note = `50 writes a second, 2 000 sockets of one list, first and last of the room; bare ws p50 ${percentile(other, 50).toFixed(1)} ms, p99 ${percentile(other, 99).toFixed(1)} ms`;
  return [
    { name: 'T6 commit to frame, p50, ms', value: percentile(own, 50), target: { is: '<=', than: 25 }, note },
    { name: 'T6 commit to frame, p99, ms', value: percentile(own, 99), target: { is: '<=', than: 100 }, note },
    { name: 'T6 p50 ÷ bare ws', value: percentile(own, 50) / percentile(other, 50), note },
  ];
}
