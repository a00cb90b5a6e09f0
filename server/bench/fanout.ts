/** Cost of one delivered change, against a plain `ws` broadcast and a plain Socket.IO room with the same bytes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type Server as HttpServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { WebSocketServer } from 'ws';
import { newsCategory } from '../../common/entities/newsCategory';
import { MATCH_ALL } from '../../common/entity/filter';
import { socketIoOptions } from '../live/sockets/serveNamespace';
import { openLiveHarness, createLiveStaffActor, type LiveHarness } from '../testing/live/liveHarness';
import { measureCpu, runInterleaved, median, ratio, type Result, type LoadGenerator } from './measure';

const SOCKETS = 1_000;
const ROUNDS = 20;
const TURNS = 7;
const ROWS = 10;
/** Longer than the minimum interval of frames, so that every round is one frame. */
const PAUSE_MS = 60;

const listenHttp = async (): Promise<HttpServer> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};
const getPort = (server: HttpServer) => (server.address() as AddressInfo).port;

async function openWsBaseline(loadGenerator: LoadGenerator) {
  const http = await listenHttp();
  const wss = new WebSocketServer({ server: http, perMessageDeflate: false });
  wss.on('connection', (socket) => socket.send('welcome'));
  const script = [{ expect: 'welcome', send: null }];
  await loadGenerator.run({ kind: 'open', group: 'ws', port: getPort(http), path: '/', count: SOCKETS, script });
  return {
    send: (text: string) => {
      for (const client of wss.clients) client.send(text);
    },
    close: () => {
      for (const client of wss.clients) client.terminate();
      http.close();
    },
  };
}

async function openSocketIoBaseline(loadGenerator: LoadGenerator) {
  const http = await listenHttp();
  const io = new Server(http, socketIoOptions);
  io.of('/admin').on('connection', (socket) => {
    void socket.join('room');
    socket.emit('welcome');
  });
  const script = [
    { expect: '"sid"', send: '40/admin,{}' },
    { expect: 'welcome', send: null },
  ];
  const path = '/socket.io/?EIO=4&transport=websocket';
  await loadGenerator.run({ kind: 'open', group: 'io', port: getPort(http), path, count: SOCKETS, script });
  return {
    send: (frame: unknown) => void io.of('/admin').to('room').emit('chg', frame),
    close: () => void io.close(),
  };
}

/** The product: a real change log on SQLite; every reader is signed in, subscribed to a list, and of one permission class. */
async function openLiveServer(loadGenerator: LoadGenerator): Promise<LiveHarness> {
  const harness = await openLiveHarness('sqlite', [newsCategory]);
  for (let id = 0; id < SOCKETS / 10; id += 1)
    harness.actors.set(`admin:${id}`, createLiveStaffActor(id, ['news_category/index']));
  await harness.write(...Array.from({ length: ROWS }, (_, index) => change('c', index + 1, `category ${index}`)));
  const spec = { k: 'list', e: 'news_category', where: MATCH_ALL, sort: [] };
  const sub = JSON.stringify(['sub', { epoch: '', topics: [{ t: 'a', spec }] }]);
  const script = [
    { expect: '"sid"', send: '40/admin,{"token":"admin:%"}' },
    { expect: '40/admin', send: `42/admin,0${sub}` },
    { expect: '43/admin,0', send: null },
  ];
  const path = '/socket.io/?EIO=4&transport=websocket';
  // A principal may open twenty sockets: ten groups of a hundred readers use one socket of each principal.
  for (let group = 0; group < 10; group += 1) {
    const order = {
      kind: 'open',
      group: `ours${group}`,
      port: Number(new URL(harness.url()).port),
      path,
      script,
    } as const;
    await loadGenerator.run({ ...order, count: SOCKETS / 10 });
  }
  return harness;
}
const change = (op: 'c' | 'u', id: number, name: string) => ({
  ent: 'news_category',
  op,
  id,
  set: { name, status: 1 },
});

async function loadMessages(loadGenerator: LoadGenerator, groups: readonly string[]): Promise<number> {
  let sum = 0;
  for (const group of groups) sum += await loadGenerator.run({ kind: 'messages', group });
  return sum;
}
const OUR_GROUPS = Array.from({ length: 10 }, (_, index) => `ours${index}`);

/** Waits until no more messages arrive and returns their number. */
async function waitForMessages(loadGenerator: LoadGenerator, groups: readonly string[]): Promise<number> {
  for (let last = -1; ;) {
    const now = await loadMessages(loadGenerator, groups);
    if (now === last) return now;
    last = now;
    await sleep(200);
  }
}

export async function benchFanout(loadGenerator: LoadGenerator): Promise<readonly Result[]> {
  const [ws, io, ours] = [
    await openWsBaseline(loadGenerator),
    await openSocketIoBaseline(loadGenerator),
    await openLiveServer(loadGenerator),
  ];
  let count = 0;
  const writeRows = async (rows: number) => {
    count += 1;
    await ours.write(
      ...Array.from({ length: rows }, (_, index) => change('u', index + 1, `renamed ${100_000 + count}`)),
    );
  };
  const sample = sampleFrame(count);
  const wire = `42/admin,${JSON.stringify(['chg', sample])}`;
  const expected = ROUNDS * SOCKETS;
  let fewestDelivered = expected;
  const measureRounds = async (groups: readonly string[], send: () => void | Promise<void>) => {
    const before = await waitForMessages(loadGenerator, groups);
    const cpu = await measureCpu(async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await send();
        await sleep(PAUSE_MS);
      }
    });
    const delivered = (await waitForMessages(loadGenerator, groups)) - before;
    fewestDelivered = Math.min(fewestDelivered, delivered);
    return cpu / Math.max(1, delivered);
  };
  await writeRows(1);
  await sleep(500);
  const cost = await runInterleaved(TURNS, {
    ws: () => measureRounds(['ws'], () => ws.send(wire)),
    io: () => measureRounds(['io'], () => io.send(sample)),
    one: () => measureRounds(OUR_GROUPS, () => writeRows(1)),
    ten: () => measureRounds(OUR_GROUPS, () => writeRows(ROWS)),
  });
  ws.close();
  io.close();
  await ours.close();
  const note = `${SOCKETS} sockets; bare ws ${median(cost.ws).toFixed(2)} µs a delivery`;
  return [
    {
      name: 'fan-out frames that arrived, fewest of a turn',
      value: fewestDelivered / expected,
      target: { operator: '>=', bound: 0.95 },
      note: `${fewestDelivered} of ${expected}; a busy process may send two rounds in one frame`,
    },
    {
      name: 'one-row frame ÷ bare ws send',
      value: ratio(cost.one, cost.ws),
      target: { operator: '<=', bound: 1.6 },
      note,
    },
    {
      name: 'bare Socket.IO ÷ bare ws send',
      value: ratio(cost.io, cost.ws),
      note: `${median(cost.io).toFixed(2)} µs a delivery`,
    },
    {
      name: 'change in a frame of ten ÷ bare ws send',
      value: ratio(cost.ten, cost.ws) / ROWS,
      target: { operator: '<=', bound: 0.16 },
      note: `${(median(cost.ten) / ROWS).toFixed(2)} µs a change and socket`,
    },
  ];
}

/** A frame of one renamed row, as the product sends it. */
const sampleFrame = (count: number) => ({
  t: 'cmYkrE7R7FDT2wW5hOrU',
  e: 'news_category',
  s: String(1_000 + count),
  c: [
    {
      op: 'u',
      id: 1,
      v: 100,
      by: { id: 'system', name: 'system' },
      at: 1_700_000_001_000,
      set: { revision: 100, update_time: 1_700_000_001, name: 'renamed 100000' },
    },
  ],
});
