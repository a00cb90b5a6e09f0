/** Lists of guests and members: their limits, their number of concurrent reads, and a server that responds to other requests meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GUEST } from '../../../common/entity/access';
import { LIMITS } from '../../../common/limits';
import { translate } from '../../../common/locales/translate';
import { Fault } from '../../../common/protocol/faults';
import { seedContext } from '../../db/seeds/base';
import type { RequestContext, Db, Tx } from '../../context';
import { sendRequest, createCaller, member } from '../../testing/callers';
import { killReaders } from '../../testing/database/readerProcesses';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';
import { createPublicReads, createReadLimiter } from './publicReads';

const createLatch = () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => (release = done));
  return { held, release };
};
const loadCode = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Fault ? error.code : String(error)),
  );

/** The part of the request context that limited reads use. */
const guestAt = (ip: string): RequestContext => ({ actor: GUEST, ip }) as RequestContext;
const memberAt = (id: number, ip: string): RequestContext =>
  ({ actor: { ...GUEST, kind: 'member', id }, ip }) as RequestContext;

describe('read limits of a caller', () => {
  it('run a limited number of reads of one caller concurrently, without delaying another caller', async () => {
    const share = createReadLimiter({ now: () => 0 });
    const { held, release } = createLatch();
    const running: string[] = [];
    const read = (caller: string) =>
      share(caller, () => {
        running.push(caller);
        return held;
      });
    const all = Array.from({ length: LIMITS.publicReadsAtOncePerCaller + 3 }, () => read('a'));
    all.push(read('b'));
    await Promise.resolve();
    expect(running.filter((caller) => caller === 'a')).toHaveLength(LIMITS.publicReadsAtOncePerCaller);
    expect(running).toContain('b');
    release();
    await Promise.all(all);
    expect(running.filter((caller) => caller === 'a')).toHaveLength(LIMITS.publicReadsAtOncePerCaller + 3);
  });

  it('refuse only a caller whose queue is full', async () => {
    const share = createReadLimiter({ now: () => 0 });
    const { held, release } = createLatch();
    const all = Array.from({ length: LIMITS.publicReadsAtOncePerCaller + LIMITS.publicReadsWaitingPerCaller }, () =>
      share('a', () => held),
    );
    expect(await loadCode(share('a', () => held))).toBe('too_many');
    release();
    expect(await loadCode(share('b', () => held))).toBe('done');
    await Promise.all(all);
    expect(await loadCode(share('a', () => held))).toBe('done');
  });

  it('refuse requests above the rate until time has passed', async () => {
    let now = 0;
    const share = createReadLimiter({ now: () => now });
    const readOnce = () => loadCode(share('a', () => Promise.resolve()));
    for (let index = 0; index < LIMITS.publicReadBurstPerCaller; index += 1) expect(await readOnce()).toBe('done');
    expect(await readOnce()).toBe('too_many');
    now = 1_000;
    expect(await readOnce()).toBe('done');
  });
});

const search = (items: readonly (readonly [string, string, string])[]) =>
  Object.fromEntries(
    items.flatMap(([field, operator, val], index) => [
      [`search[${index}][field]`, field],
      [`search[${index}][operator]`, operator],
      [`search[${index}][val]`, val],
    ]),
  );
const LIKES = Array.from({ length: 5 }, (_, index) => ['title', 'LIKE', `${index}`] as const);

describe.each(testDialects())('lists of guests (%s)', (database) => {
  let testServer: TestServer;
  const snapshots = { plain: 0, bounded: 0 };
  beforeAll(async () => {
    testServer = await startTestServer({
      database,
      wrapDb: (db) => ({
        ...db,
        snapshot: (work) => {
          snapshots.plain += 1;
          return db.snapshot(work);
        },
        snapshotWithin: (ms, work, lane) => {
          snapshots.bounded += 1;
          return db.snapshotWithin(ms, work, lane);
        },
      }),
    });
    const news = testServer.services.registry.get('news');
    if (news === undefined) throw new Error('there are no news');
    await testServer.writer.create(seedContext(testServer.services), news, {
      title: 'News of day 1234567',
      content: 'Text',
      status: 1,
    });
    const [row = {}] = await testServer.services.db.rows<object>('SELECT * FROM `news` ORDER BY id DESC LIMIT 1');
    const columns = Object.keys(row)
      .filter((name) => name !== 'id')
      .map((name) => `\`${name}\``)
      .join(',');
    // 32 768 rows
    for (let turn = 0; turn < 15; turn += 1)
      await testServer.services.db.transact((tx) =>
        tx.run(`INSERT INTO \`news\` (${columns}) SELECT ${columns} FROM \`news\``),
      );
  });
  afterAll(() => testServer.close());

  it('are refused with the limit they exceed: conditions, negated texts, sort keys, depth and the whole table', async () => {
    const guest = createCaller(testServer);
    const loadFields = async (query: Readonly<Record<string, string>>) => {
      const { status, data } = await guest.get('/api/news/index', query);
      return [status, data?.fields];
    };
    expect(await loadFields(search([...LIKES, ['id', '>', '1']]))).toEqual([400, { search: 'At most 5 items' }]);
    expect(await loadFields(search([['title', 'NOT LIKE', 'x']]))).toEqual([
      400,
      { 'search.0.operator': 'The operator “NOT LIKE” isn’t available here' },
    ]);
    expect(await loadFields({ order: 'id,asc;title,asc;status,asc' })).toEqual([400, { order: 'At most 2 items' }]);
    expect(await loadFields({ page: '1001', limit: '10' })).toEqual([400, { page: 'At most 1000' }]);
    expect(await loadFields({ quick_search: 'x', search_all: '1' })).toEqual([
      400,
      { search_all: 'Not available here' },
    ]);
    expect((await loadFields({ page: '1000', limit: '10' }))[0]).toBe(200);
  });

  it('do not delay other requests while they read', async () => {
    Object.assign(snapshots, { plain: 0, bounded: 0 });
    const guest = createCaller(testServer);
    await guest.get('/api/news/index', { limit: '1' });
    const done: string[] = [];
    const slow = Array.from({ length: 6 }, async () => {
      const { code, data } = await guest.get('/api/news/index', {
        ...search(LIKES.map(([field, operator]) => [field, operator, 'day'] as const)),
        order: 'title,asc',
        page: '1000',
      });
      done.push('list');
      expect([code, data.list.length, data.total]).toEqual([1, 10, 32_768]);
    });
    const quick = sendRequest(`${testServer.url}/livez`).then(() => done.push('other'));
    await Promise.all([...slow, quick]);
    expect(done.indexOf('other')).toBeLessThan(3);
    expect(snapshots).toEqual({ plain: 0, bounded: 7 });
  });

  it('do not delay single rows', async () => {
    const guest = createCaller(testServer);
    const [row] = await testServer.services.db.rows<{ id: number }>('SELECT id FROM `news` LIMIT 1');
    const readRow = () => guest.get('/api/news/edit', { id: String(row?.id) });
    expect((await readRow()).code).toBe(1);
    const done: string[] = [];
    const slow = Array.from({ length: 6 }, async () => {
      const query = {
        ...search(LIKES.map(([field, operator]) => [field, operator, 'day'] as const)),
        order: 'title,asc',
      };
      await guest.get('/api/news/index', { ...query, page: '1000' });
      done.push('list');
    });
    Object.assign(snapshots, { plain: 0 });
    await Promise.all([...slow, readRow().then(({ code }) => done.push(`row ${code}`))]);
    expect(done.indexOf('row 1')).toBeLessThan(3);
    expect(done).toContain('row 1');
    expect(snapshots.plain).toBe(0);
  });

  it('lists and rows leave a slot in both queues to other IP prefixes, also under many reads of one prefix', async () => {
    const lanes = (['list', 'row'] as const).map((lane) => createPublicReads(testServer.services, lane));
    const { held, release } = createLatch();
    const busy = lanes.flatMap((read) =>
      Array.from({ length: 10 }, (_, index) =>
        read(guestAt(`2001:db8:7:${index}::1`), async (tx) => {
          await tx.rows('SELECT 1 AS one');
          await held;
        }),
      ),
    );
    const ended = Promise.allSettled(busy);
    await sleep(100);
    const other = () => lanes.map((read) => loadCode(read(guestAt('203.0.113.9'), (tx) => tx.rows('SELECT 1 AS one'))));
    expect(await Promise.all(other())).toEqual(['done', 'done']);
    release();
    await ended;
  });

  // @spec P8-002
  // @covers fault request.too_slow
  it('end within the statement at their deadline, with a message', async () => {
    const guest = createCaller(testServer);
    const { snapshotWithin } = testServer.services.db;
    // 65 million rows to sort: far more than two seconds
    const slowTable = '(SELECT a.* FROM `news` a, (SELECT id FROM `news` LIMIT 2000) b) AS `news`';
    const slowDown = (tx: Tx): Tx => ({
      ...tx,
      rows: (sql, params) => tx.rows(sql.replace('FROM `news`', `FROM ${slowTable}`), params),
    });
    // a concurrent snapshot: on SQLite it fails when the reader process has to be killed
    const [begun, ended] = [createLatch(), createLatch()];
    let runs = 0;
    const concurrentRead = snapshotWithin(30_000, async (tx) => {
      runs += 1;
      await tx.rows('SELECT 1 AS one');
      begun.release();
      await ended.held;
      return tx.rows('SELECT 2 AS two');
    });
    await begun.held;
    Object.assign(testServer.services.db, {
      snapshotWithin: (ms: number, work: (tx: Tx) => Promise<unknown>) =>
        snapshotWithin(ms, (tx) => work(slowDown(tx))),
    });
    const { status, code, msg } = await guest.get('/api/news/index', { order: 'title,asc' });
    Object.assign(testServer.services.db, { snapshotWithin });
    ended.release();
    expect([status, code, msg]).toEqual([
      400,
      400,
      'This search takes longer than 2 seconds. Use fewer or narrower filters.',
    ]);
    expect([await concurrentRead, runs]).toEqual([[{ two: 2 }], 1]);
  });

  it('lists: 503 when the reader process ends, and the next request succeeds', async () => {
    const guest = createCaller(testServer);
    const { db, env } = testServer.services;
    const { snapshotWithin } = db;
    const begun = createLatch();
    const slowDown = (tx: Tx): Tx => ({
      ...tx,
      rows: (sql, params) => {
        const slow = sql.replace('FROM `news`', 'FROM (SELECT a.* FROM `news` a, `news` b) AS `news`');
        if (slow !== sql) begun.release();
        return tx.rows(slow, params);
      },
    });
    Object.assign(db, {
      snapshotWithin: (_ms: number, work: (tx: Tx) => Promise<unknown>) =>
        snapshotWithin(30_000, (tx) => work(slowDown(tx))),
    });
    const pendingList = guest.get('/api/news/index', { order: 'title,asc' });
    await begun.held;
    await sleep(300);
    Object.assign(db, { snapshotWithin });
    expect(await killReaders(db, env.dataDir)).toBeGreaterThan(0);
    const { status, code, msg } = await pendingList;
    expect([status, code, msg]).toEqual([503, 503, translate('en', 'faults.server.busy')]);
    expect((await guest.get('/api/news/index', { limit: '1' })).code).toBe(1);
  });
});

describe.each(['sqlite', 'mariadb'] as const)('the read queue (%s)', (dialect) => {
  const officeIp = '203.0.113.9';
  const createHarness = () => {
    const { held, release } = createLatch();
    const started: string[] = [];
    const snapshotWithin: Db['snapshotWithin'] = (_ms, work) => work({} as Tx);
    const read = createPublicReads({ db: { dialect, snapshotWithin } as Db, clock: { now: () => 0 } }, 'list');
    const ask = (ctx: RequestContext, name: string) =>
      loadCode(
        read(ctx, () => {
          started.push(name);
          return held;
        }),
      );
    return { started, ask, release };
  };
  const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, index) => make(index));

  it('accepts the reads of 100 members behind one address, and of 100 guests of one IP prefix', async () => {
    const { ask, release } = createHarness();
    const members = times(200, (at) => ask(memberAt(1 + (at % 100), officeIp), 'member'));
    const guests = times(200, (at) => ask(guestAt(`2001:db8:7:${(at % 100).toString(16)}::1`), 'guest'));
    await new Promise(setImmediate);
    release();
    expect(new Set(await Promise.all([...members, ...guests]))).toEqual(new Set(['done']));
  });

  it('refuses only the reads of a caller that is beyond its own limit', async () => {
    const { ask, release } = createHarness();
    const most = LIMITS.publicReadsAtOncePerCaller + LIMITS.publicReadsWaitingPerCaller;
    const callers = [memberAt(1, officeIp), guestAt('2001:db8:7:1::1')];
    const all = callers.flatMap((ctx) => times(most, () => ask(ctx, 'many')));
    for (const ctx of callers) expect(await ask(ctx, 'more')).toBe('too_many');
    all.push(ask(memberAt(2, officeIp), 'other'), ask(guestAt('2001:db8:7:2::1'), 'other'));
    release();
    expect(new Set(await Promise.all(all))).toEqual(new Set(['done']));
  });

  it('starts a read of another caller while one IP prefix, or one member, has many waiting', async () => {
    const { ask, release, started } = createHarness();
    const all = times(20, (at) => ask(guestAt(`2001:db8:7:${at.toString(16)}::1`), 'network'));
    all.push(ask(memberAt(1, '2001:db8:7:1::1'), 'member of the network'));
    await new Promise(setImmediate);
    expect(started).toContain('member of the network');
    const other = createHarness();
    all.push(...times(20, () => other.ask(memberAt(1, officeIp), 'member')), other.ask(guestAt(officeIp), 'guest'));
    await new Promise(setImmediate);
    expect(other.started).toContain('guest');
    release();
    other.release();
    await Promise.all(all);
  });
});

/** Rows that are found by their primary key. */
const BY_KEY = /FROM `user`(?: u)? WHERE (?:u\.)?id = \?/;

describe.each(testDialects())('routes that guests and members read (%s)', (database) => {
  let testServer: TestServer;
  const plain: string[] = [];
  const noting =
    (tx: Pick<Tx, 'rows'>): Tx['rows'] =>
    (sql, params) => {
      plain.push(sql);
      return tx.rows(sql, params);
    };
  beforeAll(async () => {
    testServer = await startTestServer({
      database,
      wrapDb: (db) => ({
        ...db,
        rows: noting(db),
        snapshot: (work) => db.snapshot((tx) => work({ ...tx, rows: noting(tx) })),
      }),
    });
  });
  afterAll(() => testServer.close());

  it('public routes read growing tables only by key or with a limit', async () => {
    const mia = await member(testServer);
    const growing = testServer.services.registry.all
      .filter(({ spec: { access } }) => access.guest !== undefined || access.member !== undefined)
      .map(({ name }) => name);
    // the scheduler of publishing windows runs beside the routes
    const isScheduler = (sql: string) => / AS (?:due|moments?)\b/.test(sql);
    const grows = (sql: string) =>
      !isScheduler(sql) && !BY_KEY.test(sql) && growing.some((name) => sql.includes(`FROM \`${name}\``));
    const routes = testServer.routes.routes().filter(({ realm, method }) => realm === 'member' && method === 'GET');
    expect(routes.length).toBeGreaterThan(20);
    for (const { path } of routes) {
      for (const caller of [createCaller(testServer), mia]) {
        plain.length = 0;
        await caller.get(path, path.endsWith('/edit') ? { id: '1' } : {});
        expect([path, plain.filter(grows)]).toEqual([path, []]);
      }
    }
  });
});
