/**
 * Cost of a list request, against plain Express and the plain driver with the same statements and a response
 * that is equal byte for byte, headers included. The plain server has no permissions, field types or limits.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import express from 'express';
import * as mariadb from 'mariadb';
import { translate } from '../../common/locales/translate';
import type { Db, SqlValue, Tx } from '../context';
import { testDialects, startTestServer, SUPER_ADMIN, type TestServer } from '../testing/testServer';
import { measureCpu, runInterleaved, median, ratio, type Result, type LoadGenerator } from './measure';
import { writeNews } from './writeNews';

const ROWS = 1_000;
const REQUESTS = 400;
const CONNECTIONS = 8;
const TURNS = 15;
/** Warm-up requests, until V8 has optimized the code. */
const WARMUP_REQUESTS = 2_000;
const PATH = '/admin/news/index?limit=20';
const DONE_MESSAGE = translate('en', 'success.fallback');

interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
  /** Statements of one turn of the event loop are sent together. */
  readonly turn: number;
}
/** Records statements while it is switched on. */
function createSpy() {
  const recorded: Statement[] = [];
  const spy = { on: false, turn: 0 };
  const record = (sql: string, params: readonly SqlValue[] = []) => {
    if (!spy.on) return;
    recorded.push({ sql, params, turn: spy.turn });
    setImmediate(() => (spy.turn += 1));
  };
  const spyOnTx = (tx: Tx): Tx => ({
    ...tx,
    rows: (sql, params) => {
      record(sql, params);
      return tx.rows(sql, params);
    },
  });
  const spyOnDb = (db: Db): Db => ({
    ...db,
    rows: (sql, params) => {
      record(sql, params);
      return db.rows(sql, params);
    },
    snapshot: async (work) => {
      record(db.dialect === 'sqlite' ? 'BEGIN' : 'START TRANSACTION WITH CONSISTENT SNAPSHOT');
      return db.snapshot((tx) => work(spyOnTx(tx))).finally(() => record('COMMIT'));
    },
  });
  return { spyOnDb, recorded, spy };
}

type Rows = readonly Readonly<Record<string, unknown>>[];
/** Runs statements one after the other and returns their results. */
type Runner = (statements: readonly Statement[]) => Promise<readonly Rows[]>;

async function sqliteRunner(file: string): Promise<{ readonly run: Runner; readonly end: () => Promise<void> }> {
  const { DatabaseSync } = await import('@photostructure/sqlite');
  const raw = new DatabaseSync(file);
  const prepared = new Map<string, ReturnType<typeof raw.prepare>>();
  const run: Runner = (statements) => {
    const responses = statements.map(({ sql, params }) => {
      const statement = prepared.get(sql) ?? raw.prepare(sql);
      prepared.set(sql, statement);
      return statement.all(...params) as Rows;
    });
    return Promise.resolve(responses);
  };
  return {
    run,
    end: () => {
      raw.close();
      return Promise.resolve();
    },
  };
}
const ask =
  (connection: mariadb.Connection) =>
  ({ sql, params }: Statement): Promise<Rows> =>
    params.length > 0 ? connection.execute(sql, params) : connection.query(sql);
function mariadbRunner(address: mariadb.PoolConfig): { readonly run: Runner; readonly end: () => Promise<void> } {
  const pool = mariadb.createPool({ ...address, connectionLimit: 12, bigIntAsNumber: true, autoJsonMap: false });
  const run: Runner = async (statements) => {
    const connection = await pool.getConnection();
    try {
      const responses: Rows[] = [];
      for (const turn of new Set(statements.map((statement) => statement.turn))) {
        const sameTurn = statements.filter((statement) => statement.turn === turn);
        responses.push(...(await Promise.all(sameTurn.map(ask(connection)))));
      }
      return responses;
    } finally {
      await connection.release();
    }
  };
  return { run, end: () => pool.end() };
}

/** Offsets of the parts of the envelope in the responses. */
function getParts(statements: readonly Statement[]) {
  const at = (mark: RegExp) => statements.findIndex(({ sql }) => mark.test(sql));
  // One statement reads the titles of all entities, each under a number.
  const titles = statements.flatMap(({ sql }, index) =>
    [...sql.matchAll(/SELECT (\d+) AS source, id, `\w+` AS title FROM `(\w+)`/g)].map(([, source, name = '']) => ({
      name,
      index,
      source: Number(source),
    })),
  );
  return { head: at(/SELECT epoch/), list: at(/OFFSET \?$/), count: at(/COUNT\(\*\)/), titles };
}

/** The least code that can send the same response: no permissions, validation or projection. */
async function startBaseline(
  run: Runner,
  statements: readonly Statement[],
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly server: Server }> {
  const app = express();
  const parts = getParts(statements);
  app.disable('x-powered-by');
  app.disable('etag');
  app.get('/admin/news/index', async (_request, response) => {
    const responses = await run(statements);
    const list = responses[parts.list] ?? [];
    for (const row of list as Record<string, unknown>[]) row['cat_ids'] = JSON.parse(String(row['cat_ids']));
    const [head, count] = [responses[parts.head]?.[0], responses[parts.count]?.[0]];
    const refs: Record<string, Record<string, unknown>> = {};
    for (const { name, index, source } of parts.titles) {
      const titles: Record<string, unknown> = (refs[name] = {});
      for (const row of responses[index] ?? [])
        if (Number(row['source']) === source) titles[String(row['id'])] = row['title'];
    }
    const data = {
      list,
      total: count?.['total'],
      seq: String(head?.['last']),
      epoch: head?.['epoch'],
      refs,
      remark: '',
    };
    response.set(headers).json({ code: 1, msg: DONE_MESSAGE, data, time: Math.floor(Date.now() / 1000) });
  });
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Headers of Node itself, and the one that differs each time. */
const NODE_HEADERS = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'x-request-id']);
async function fetchResponse(url: string, headers: Readonly<Record<string, string>>) {
  const answer = await fetch(url + PATH, { headers: { ...headers, 'accept-encoding': 'identity' } });
  const fixed = [...answer.headers].filter(([name]) => !NODE_HEADERS.has(name) && name !== 'vary');
  return { headers: Object.fromEntries(fixed), body: (await answer.text()).replace(/"time":\d+\}$/, '') };
}

async function signIn(url: string): Promise<string> {
  const body = JSON.stringify({ username: SUPER_ADMIN.username, password: SUPER_ADMIN.password });
  const headers = { 'content-type': 'application/json', server: 'true' };
  const response = await fetch(`${url}/admin/Index/login`, { method: 'POST', headers, body });
  const { data } = (await response.json()) as { readonly data: { readonly userInfo: { readonly token: string } } };
  return data.userInfo.token;
}
/** Runs the statements of the plain server on the database of a test server. */
const createRunner = (testServer: TestServer) => {
  const { database } = testServer.env;
  if (database.dialect === 'sqlite') return sqliteRunner(database.file);
  const { dialect: _dialect, ...address } = database;
  return mariadbRunner(address);
};

async function benchDialect(loadGenerator: LoadGenerator, database: 'sqlite' | 'mariadb'): Promise<Result> {
  const { spyOnDb, recorded, spy } = createSpy();
  const testServer = await startTestServer({ database, wrapDb: spyOnDb });
  await writeNews(testServer, ROWS, (at, categories) => ({
    cat_ids: categories.slice(at % 3, (at % 3) + 1 + (at % 2)),
    status: 1,
  }));
  const headers = { batoken: await signIn(testServer.url), server: 'true' };
  const ask = (url: string, count: number) =>
    loadGenerator.run({ kind: 'request', url: url + PATH, headers, count, connections: CONNECTIONS });
  await ask(testServer.url, 5);
  spy.on = true;
  await ask(testServer.url, 1);
  spy.on = false;
  const statements = [...recorded];
  const runner = await createRunner(testServer);
  const expected = await fetchResponse(testServer.url, headers);
  const baseline = await startBaseline(runner.run, statements, expected.headers);
  const baselineResponse = await fetchResponse(baseline.url, headers);
  if (!isDeepStrictEqual(baselineResponse, expected))
    throw new Error(`the responses differ: ${baselineResponse.body}\n${expected.body}`);
  const cost = (url: string) => async () => (await measureCpu(() => ask(url, REQUESTS))) / REQUESTS;
  await ask(testServer.url, WARMUP_REQUESTS);
  await ask(baseline.url, WARMUP_REQUESTS);
  const timings = await runInterleaved(TURNS, { bare: cost(baseline.url), ours: cost(testServer.url) });
  baseline.server.closeAllConnections();
  baseline.server.close();
  await runner.end();
  await testServer.close();
  const note = `${statements.length} statements; ours ${median(timings.ours).toFixed(0)} µs, bare ${median(timings.bare).toFixed(0)} µs of processor time`;
  return {
    name: `list request ÷ bare Express and driver, ${database}`,
    value: ratio(timings.ours, timings.bare),
    target: { operator: '<=', bound: 1.3 },
    note,
  };
}

export async function benchLists(loadGenerator: LoadGenerator): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const database of testDialects()) results.push(await benchDialect(loadGenerator, database));
  return results;
}
