/** What a list request costs the server, against bare Express and the bare driver running the very same statements. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import * as mariadb from 'mariadb';
import type { Db, SqlValue, Tx } from '../kit';
import { seedCtx } from '../db/seeds/base';
import { databases, startWorld, SUPER, type World } from '../testing/world';
import { cpuOf, inTurns, median, ratio, type Result, type Swarm } from './measure';

const ROWS = 1_000;
const REQUESTS = 400;
const LANES = 8;
const TURNS = 7;
const PATH = '/admin/news/index?limit=20';

interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}
/** Keeps every statement that passes while it is told to. */
function createSpy() {
  const kept: Statement[] = [];
  const spy = { on: false };
  const keep = (sql: string, params: readonly SqlValue[] = []) => {
    if (spy.on) kept.push({ sql, params });
  };
  const watched = (tx: Tx): Tx => ({
    ...tx,
    rows: (sql, params) => {
      keep(sql, params);
      return tx.rows(sql, params);
    },
  });
  const wrap = (db: Db): Db => ({
    ...db,
    rows: (sql, params) => {
      keep(sql, params);
      return db.rows(sql, params);
    },
    snapshot: async (work) => {
      keep(db.dialect === 'sqlite' ? 'BEGIN' : 'START TRANSACTION WITH CONSISTENT SNAPSHOT');
      return db.snapshot((tx) => work(watched(tx))).finally(() => keep('COMMIT'));
    },
  });
  return { wrap, kept, spy };
}

/** Runs statements one after the other and gives the longest answer. */
type Runner = (statements: readonly Statement[]) => Promise<readonly unknown[]>;
const longest = (answers: readonly (readonly unknown[])[]): readonly unknown[] =>
  answers.reduce((best, answer) => (answer.length > best.length ? answer : best), []);

async function sqliteRunner(file: string): Promise<{ readonly run: Runner; readonly end: () => Promise<void> }> {
  const { DatabaseSync } = await import('@photostructure/sqlite');
  const raw = new DatabaseSync(file);
  const prepared = new Map<string, ReturnType<typeof raw.prepare>>();
  const run: Runner = (statements) => {
    const answers = statements.map(({ sql, params }) => {
      const statement = prepared.get(sql) ?? raw.prepare(sql);
      prepared.set(sql, statement);
      return statement.all(...params) as unknown[];
    });
    return Promise.resolve(longest(answers));
  };
  return {
    run,
    end: () => {
      raw.close();
      return Promise.resolve();
    },
  };
}
function mariadbRunner(address: mariadb.PoolConfig): { readonly run: Runner; readonly end: () => Promise<void> } {
  const pool = mariadb.createPool({ ...address, connectionLimit: 12, bigIntAsNumber: true });
  const run: Runner = async (statements) => {
    const connection = await pool.getConnection();
    try {
      const answers: (readonly unknown[])[] = [];
      for (const { sql, params } of statements) {
        const said: unknown =
          params.length > 0 ? await connection.execute(sql, [...params]) : await connection.query(sql);
        if (Array.isArray(said)) answers.push(said);
      }
      return longest(answers);
    } finally {
      await connection.release();
    }
  };
  return { run, end: () => pool.end() };
}

/** The least that could answer the same: no rights, no validation, no projection. */
async function openBare(
  run: Runner,
  statements: readonly Statement[],
): Promise<{ readonly url: string; readonly server: Server }> {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get('/admin/news/index', async (_request, response) => {
    const list = await run(statements);
    response.json({ code: 1, msg: '', data: { list, total: ROWS, remark: '' }, time: Math.floor(Date.now() / 1000) });
  });
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function signIn(url: string): Promise<string> {
  const body = JSON.stringify({ username: SUPER.username, password: SUPER.password });
  const headers = { 'content-type': 'application/json', server: 'true' };
  const answer = await fetch(`${url}/admin/Index/login`, { method: 'POST', headers, body });
  const { data } = (await answer.json()) as { readonly data: { readonly userInfo: { readonly token: string } } };
  return data.userInfo.token;
}
async function fill({ kit, writer }: World): Promise<void> {
  const news = kit.registry.get('news');
  if (news === undefined) throw new Error('there are no news');
  const draft = (at: number) => ({
    title: `News of day ${at}`,
    description: `What happened on day ${at}`,
    content: '<p>Much.</p>',
    status: 1,
  });
  for (let at = 0; at < ROWS; at += 500) {
    await writer.createMany(
      seedCtx(kit),
      news,
      Array.from({ length: 500 }, (_, more) => draft(at + more)),
    );
  }
}
const runnerFor = (world: World) => {
  const { database } = world.env;
  if (database.dialect === 'sqlite') return sqliteRunner(database.file);
  const { dialect: _dialect, ...address } = database;
  return mariadbRunner(address);
};

async function benchOne(swarm: Swarm, database: 'sqlite' | 'mariadb'): Promise<Result> {
  const { wrap, kept, spy } = createSpy();
  const world = await startWorld({ database, spy: wrap });
  await fill(world);
  const headers = { batoken: await signIn(world.url), server: 'true' };
  const ask = (url: string, count: number) =>
    swarm.order({ do: 'request', url: url + PATH, headers, count, lanes: LANES });
  await ask(world.url, 5);
  spy.on = true;
  await ask(world.url, 1);
  spy.on = false;
  const statements = [...kept];
  const runner = await runnerFor(world);
  const bare = await openBare(runner.run, statements);
  const cost = (url: string) => async () => (await cpuOf(() => ask(url, REQUESTS))) / REQUESTS;
  await ask(world.url, REQUESTS);
  await ask(bare.url, REQUESTS);
  const found = await inTurns(TURNS, { bare: cost(bare.url), ours: cost(world.url) });
  bare.server.closeAllConnections();
  bare.server.close();
  await runner.end();
  await world.end();
  const note = `${statements.length} statements; ours ${median(found.ours).toFixed(0)} µs, bare ${median(found.bare).toFixed(0)} µs of processor time`;
  return {
    name: `list request ÷ bare Express and driver, ${database}`,
    value: ratio(found.ours, found.bare),
    target: { is: '<=', than: 1.3 },
    note,
  };
}

export async function benchLists(swarm: Swarm): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const database of databases()) results.push(await benchOne(swarm, database));
  return results;
}
