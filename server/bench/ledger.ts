/** Bookings per second through HTTP, against the least two statements that can do the same, and the latency at which a member sees one. */
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import * as mariadb from 'mariadb';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { userMoneyLog } from '../../common/entities/userMoneyLog';
import { createSession } from '../access/sessions/sessions';
import { seedContext } from '../db/seeds/base';
import { member, superAdmin } from '../testing/callers';
import { startTestServer, type TestServer } from '../testing/testServer';
import { runInterleaved, median, ratio, type Result, type LoadGenerator } from './measure';

const WORKERS = 64;
const ONLINE = 1_000;
const TURNS = 5;
const MS = 2_500;
/** As many as the server's own writers. */
const CONNECTIONS = 12;
const PATH = '/socket.io/?EIO=4&transport=websocket';

/** Creates members without entries; returns the first id, from which the others count up. */
async function createMembers(testServer: TestServer, count: number): Promise<number> {
  const { id } = await member(testServer);
  const [template] = await testServer.services.db.rows<Record<string, string | number | null>>(
    'SELECT * FROM `user` WHERE id = ?',
    [id],
  );
  const columns = Object.keys(template ?? {}).filter((name) => name !== 'id');
  const valueFor = (name: string, at: number) =>
    /^(?:user|nick)name/.test(name) ? `online${at}` : (template?.[name] ?? null);
  const placeholders = `(${columns.map(() => '?').join(',')})`;
  const list = columns.map((name) => `\`${name}\``).join(',');
  await testServer.services.db.transact(async (tx) => {
    for (let index = 0; index < count; index += 1)
      await tx.run(
        `INSERT INTO \`user\` (${list}) VALUES ${placeholders}`,
        columns.map((name) => valueFor(name, index)),
      );
  });
  return id + 1;
}

/** A guarded UPDATE and an INSERT in a transaction, by the driver alone. */
async function openSqlBaseline(url: string, first: number) {
  const { hostname, port, username, password, pathname } = new URL(url);
  const login = { host: hostname, port: Number(port), user: username, password: decodeURIComponent(password) };
  const pool = mariadb.createPool({ ...login, database: pathname.slice(1), connectionLimit: CONNECTIONS });
  await pool.query('CREATE TABLE bare_account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL, n BIGINT NOT NULL)');
  await pool.query(
    'CREATE TABLE bare_entry (id BIGINT AUTO_INCREMENT PRIMARY KEY, account_id BIGINT, amount BIGINT, memo VARCHAR(255), idem VARCHAR(64), UNIQUE KEY (idem), KEY (account_id))',
  );
  for (let index = 0; index < WORKERS; index += 1)
    await pool.execute('INSERT INTO bare_account VALUES (?, 0, 0)', [first + index]);
  let keys = 0;
  const book = async (id: number) => {
    keys += 1;
    const key = `bare-${keys}`;
    const connection = await pool.getConnection();
    try {
      await connection.beginTransaction();
      await connection.execute(
        'UPDATE bare_account SET balance = balance + ?, n = n + 1 WHERE id = ? AND balance + ? >= 0',
        [100, id, 100],
      );
      await connection.execute('INSERT INTO bare_entry (account_id, amount, memo, idem) VALUES (?, ?, ?, ?)', [
        ...[id, 100],
        ...['bench', key],
      ]);
      await connection.commit();
    } finally {
      await connection.release();
    }
  };
  const rate = async () => {
    const [start, end] = [performance.now(), performance.now() + MS];
    let finishedCount = 0;
    const worker = async (id: number) => {
      while (performance.now() < end) {
        await book(id);
        finishedCount += 1;
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, (_, index) => worker(first + index)));
    return (finishedCount * 1000) / (performance.now() - start);
  };
  return { rate, book, end: () => pool.end() };
}

/** The same two statements behind HTTP: the cost of a service that does nothing else. */
async function serveBaseline(book: (id: number) => Promise<void>) {
  const app = express();
  app.use(express.json());
  app.post('/book', async (request, response) => {
    const { user_id: id } = request.body as { readonly user_id: number }; // the bench's own body
    await book(id);
    response.json({ code: 1, msg: '' });
  });
  const server = createServer(app);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}/book`,
    end: () => new Promise((done) => server.close(done)),
  };
}

async function benchBookings(
  testServer: TestServer,
  loadGenerator: LoadGenerator,
  first: number,
): Promise<readonly Result[]> {
  const root = await superAdmin(testServer);
  const bodies = Array.from({ length: WORKERS }, (_, index) =>
    JSON.stringify({ user_id: first + index, money: '1.00', memo: 'bench', _mid: 'bench-%' }),
  );
  const url = `${testServer.url}/admin/user_money_log/add`;
  const headers = { batoken: root.token, server: 'true' };
  const measureProduct = () => loadGenerator.run({ kind: 'post', url, headers, bodies, ms: MS });
  const { database } = testServer.services.env;
  if (database.dialect !== 'mariadb') throw new Error('this benchmark requires MariaDB');
  const { user, password, host, port, database: name } = database;
  const baseline = await openSqlBaseline(
    `mariadb://${user}:${encodeURIComponent(password)}@${host}:${port}/${name}`,
    first,
  );
  const service = await serveBaseline(baseline.book);
  const behindExpress = () => loadGenerator.run({ kind: 'post', url: service.url, headers: {}, bodies, ms: MS });
  await measureProduct();
  const rates = await runInterleaved(TURNS, { ours: measureProduct, served: behindExpress, bare: baseline.rate });
  await service.end();
  await baseline.end();
  const note = `${WORKERS} workers on distinct members, MariaDB; bare UPDATE + INSERT ${median(rates.bare).toFixed(0)} a second, behind bare Express ${median(rates.served).toFixed(0)}`;
  return [
    { name: 'bookings a second through HTTP', value: median(rates.ours), target: { operator: '>=', bound: 600 }, note },
    { name: 'bookings ÷ bare UPDATE + INSERT', value: ratio(rates.ours, rates.bare), note },
    {
      name: 'bookings ÷ the same two statements behind bare Express',
      value: ratio(rates.ours, rates.served),
      target: { operator: '>=', bound: 0.45 },
      note,
    },
  ];
}

/** Processor time of one booking in milliseconds, all readers included. */
async function cpuOfBooking(testServer: TestServer, first: number): Promise<number> {
  const BOOKINGS = 300;
  const before = process.cpuUsage();
  for (let index = 0; index < BOOKINGS; index += 1) {
    const values = { user_id: first + ((index * 41) % ONLINE), money: '1.00', memo: 'bench' };
    await testServer.writer.create(seedContext(testServer.services), userMoneyLog, values);
  }
  await sleep(200);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / BOOKINGS;
}

/** A thousand members watch their balance while bookings for other members go on. */
async function benchDelivery(
  testServer: TestServer,
  loadGenerator: LoadGenerator,
  first: number,
): Promise<readonly Result[]> {
  const tokens: string[] = [];
  await cpuOfBooking(testServer, first);
  const withoutMembers = await cpuOfBooking(testServer, first);
  for (let index = 0; index < ONLINE; index += 1) {
    const opening = {
      realm: 'member',
      principal: first + index,
      isRemembered: false,
      ip: '127.0.0.1',
      userAgent: 'bench',
    } as const;
    tokens.push((await createSession(testServer.services, opening)).token);
  }
  const list = { k: 'list', e: 'user_money_log', where: { all: [] }, sort: [{ field: 'id', dir: 'desc' }] };
  const topics = `{"epoch":"","topics":[{"t":"a","spec":${JSON.stringify(list)}},{"t":"b","spec":{"k":"row","e":"user","id":#}}]}`;
  const script = [
    { expect: '"sid"', send: '40/member,{"token":"%"}' },
    { expect: '40/member', send: `42/member,0["sub",${topics}]` },
    { expect: '43/member,0', send: null },
  ];
  const port = Number(new URL(testServer.url).port);
  const group = 'members';
  await loadGenerator.run({
    kind: 'open',
    group,
    port,
    path: PATH,
    count: ONLINE,
    script,
    tokens: tokens,
    from: first,
    timed: 'all',
  });
  const BOOKINGS = 600;
  await loadGenerator.run({ kind: 'resetStats', group });
  for (let index = 0; index < BOOKINGS; index += 1) {
    const values = { user_id: first + ((index * 37) % ONLINE), money: '1.00', memo: 'bench' };
    await testServer.writer.create(seedContext(testServer.services), userMoneyLog, values);
    await sleep(20);
  }
  await sleep(500);
  const [p50, p95, p99, frames] = [
    await loadGenerator.run({ kind: 'latencyPercentile', group, of: 50 }),
    await loadGenerator.run({ kind: 'latencyPercentile', group, of: 95 }),
    await loadGenerator.run({ kind: 'latencyPercentile', group, of: 99 }),
    await loadGenerator.run({ kind: 'frames', group }),
  ];
  const withMembers = await cpuOfBooking(testServer, first);
  await loadGenerator.run({ kind: 'close', group });
  const note = `${ONLINE} members online, ${BOOKINGS} bookings; p50 ${p50} ms, p99 ${p99} ms; from the first statement to the member’s socket`;
  return [
    { name: 'booking → member’s socket, p95 ms', value: p95, target: { operator: '<=', bound: 250 }, note },
    {
      name: 'bookings without a delivered frame',
      value: Math.max(0, BOOKINGS - frames),
      target: { operator: '<=', bound: 0 },
      note: `${frames} frames delivered`,
    },
    {
      name: 'CPU of a booking with members online ÷ with none',
      value: withMembers / withoutMembers,
      target: { operator: '<=', bound: 1.5 },
      note: `${withMembers.toFixed(2)} ms with ${ONLINE} online, ${withoutMembers.toFixed(2)} ms with none`,
    },
  ];
}

export async function benchLedger(loadGenerator: LoadGenerator): Promise<readonly Result[]> {
  const testServer = await startTestServer({ database: 'mariadb', settings: { captcha: 'never' } });
  try {
    const first = await createMembers(testServer, ONLINE);
    return [
      ...(await benchBookings(testServer, loadGenerator, first)),
      ...(await benchDelivery(testServer, loadGenerator, first)),
    ];
  } finally {
    await testServer.close();
  }
}
