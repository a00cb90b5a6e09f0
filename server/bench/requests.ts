/** Common requests against plain Express with two plain statements: 10 000 rows, MariaDB, 10 connections, median times in turns. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import * as mariadb from 'mariadb';
import { superAdmin } from '../testing/callers';
import { startTestServer, type TestServer } from '../testing/testServer';
import { runInterleaved, median, ratio, type Result, type LoadGenerator } from './measure';
import { writeNews } from './writeNews';

const ROWS = 10_000;
const WRITTEN = 500;
const CONNECTIONS = 10;
const TURNS = 5;
const REQUESTS = 100;

/** Adds 10 000 news. */
export async function seedNews(testServer: TestServer): Promise<void> {
  const { services } = testServer;
  await writeNews(testServer, WRITTEN, (at, categories) => ({
    cat_ids: categories.slice(at % 3, (at % 3) + 1),
    status: at % 5 === 0 ? 0 : 1,
  }));
  // The other rows are copies: writing them one by one would take longer than the benchmark.
  const [row = {}] = await services.db.rows<object>('SELECT * FROM `news` LIMIT 1');
  const columns = Object.keys(row)
    .filter((name) => name !== 'id')
    .map((name) => `\`${name}\``)
    .join(',');
  const sql = `INSERT INTO \`news\` (${columns}) SELECT ${columns} FROM \`news\` ORDER BY id LIMIT ${WRITTEN}`;
  for (let rows = WRITTEN; rows < ROWS; rows += WRITTEN) await services.db.transact((tx) => tx.run(sql));
}

const COLUMNS = 'id, title, cat_ids, description, status, weigh, admin_id, create_time, update_time';
/** The statements of each request on the plain server: a page and a count, or a select and an update. */
const WHERE_SQL: Readonly<Record<string, string>> = {
  page: '1 = 1',
  filter: 'status = 1',
  search: "(title LIKE '%day 77%' OR description LIKE '%day 77%')",
  deep: '1 = 1',
};
const OFFSET: Readonly<Record<string, number>> = { deep: 9_000 };

/** Express and the driver with two plain statements for each request. */
async function startBaseline(address: mariadb.PoolConfig) {
  const pool = mariadb.createPool({ ...address, connectionLimit: 12, bigIntAsNumber: true, autoJsonMap: false });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get('/list/:kind', async ({ params: { kind } }, response) => {
    const where = WHERE_SQL[kind] ?? '1 = 1';
    const [list, [count]] = await Promise.all([
      pool.execute(`SELECT ${COLUMNS} FROM news WHERE ${where} ORDER BY id DESC LIMIT 20 OFFSET ${OFFSET[kind] ?? 0}`),
      pool.execute(`SELECT COUNT(*) AS total FROM news WHERE ${where}`),
    ]);
    response.json({ code: 1, msg: '', data: { list, total: count.total } });
  });
  app.post('/edit', express.json(), async (request, response) => {
    const { id, title } = request.body as { readonly id: number; readonly title: string }; // the bench's own body
    await pool.execute('SELECT id, title FROM news WHERE id = ?', [id]);
    await pool.execute('UPDATE bare_news SET title = ? WHERE id = ?', [title, id]);
    response.json({ code: 1, msg: '' });
  });
  await pool.query('CREATE TABLE bare_news AS SELECT * FROM news');
  await pool.query('ALTER TABLE bare_news ADD PRIMARY KEY (id)');
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  const end = async () => {
    server.closeAllConnections();
    server.close();
    await pool.end();
  };
  return { url: `http://127.0.0.1:${port}`, end };
}

interface RequestPair {
  readonly name: string;
  readonly maxRatio: number;
  readonly ourPath: string;
  readonly baselinePath: string;
}
const REQUEST_PAIRS: readonly RequestPair[] = [
  { name: 'page 1', maxRatio: 1.5, ourPath: '/admin/news/index?limit=20&order=id,desc', baselinePath: '/list/page' },
  {
    name: 'filter',
    maxRatio: 1.5,
    baselinePath: '/list/filter',
    ourPath:
      '/admin/news/index?limit=20&order=id,desc&search[0][field]=status&search[0][operator]=%3D&search[0][val]=1',
  },
  {
    name: 'quick search',
    maxRatio: 1.2,
    baselinePath: '/list/search',
    ourPath: '/admin/news/index?limit=20&order=id,desc&quick_search=day+77',
  },
  {
    name: 'deep page',
    maxRatio: 0.6,
    ourPath: '/admin/news/index?limit=20&order=id,desc&page=451',
    baselinePath: '/list/deep',
  },
  { name: 'update', maxRatio: 5, ourPath: '/admin/news/edit', baselinePath: '/edit' },
];

export async function benchRequests(loadGenerator: LoadGenerator): Promise<readonly Result[]> {
  const testServer = await startTestServer({ database: 'mariadb', settings: { captcha: 'never' } });
  const { database } = testServer.env;
  if (database.dialect !== 'mariadb') throw new Error('this benchmark requires MariaDB');
  const { dialect: _dialect, ...address } = database;
  await seedNews(testServer);
  const root = await superAdmin(testServer);
  const headers = { batoken: root.token, server: 'true' };
  const baseline = await startBaseline(address);
  const results: Result[] = [];
  try {
    for (const { name, maxRatio, ourPath, baselinePath } of REQUEST_PAIRS) {
      const body = name === 'update' ? '{"id":%,"title":"Title"}' : undefined;
      const ask = (url: string) => () =>
        loadGenerator.run({
          kind: 'latency',
          url,
          headers,
          count: REQUESTS,
          connections: CONNECTIONS,
          ...(body === undefined ? {} : { body: body.replace('Title', `Title ${Math.random()}`) }),
        });
      const candidates = { ours: ask(testServer.url + ourPath), bare: ask(baseline.url + baselinePath) };
      await candidates.ours();
      await candidates.bare();
      const timings = await runInterleaved(TURNS, candidates);
      results.push({
        name: `${name} ÷ bare Express with two statements, p50`,
        value: ratio(timings.ours, timings.bare),
        target: { operator: '<=', bound: maxRatio },
        note: `${ROWS} rows, ${CONNECTIONS} connections; ours ${median(timings.ours).toFixed(1)} ms, bare ${median(timings.bare).toFixed(1)} ms`,
      });
    }
    return results;
  } finally {
    await baseline.end();
    await testServer.close();
  }
}
