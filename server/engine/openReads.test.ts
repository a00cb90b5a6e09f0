/** Lists of guests and members: their bounds, their share of the reads, and a process that answers others meanwhile. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../common/limits';
import { Fault } from '../../common/protocol/faults';
import { seedCtx } from '../db/seeds/base';
import type { Tx } from '../kit';
import { ask, callerOf, member } from '../testing/actors';
import { databases, startWorld, type World } from '../testing/world';
import { createShares } from './openReads';

const hold = () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => (release = done));
  return { held, release };
};
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Fault ? error.code : String(error)),
  );

describe('shares', () => {
  it('runs so many reads of one caller at once, and the reads of another beside them', async () => {
    const share = createShares({ now: () => 0 });
    const { held, release } = hold();
    const running: string[] = [];
    const read = (caller: string) =>
      share(caller, () => {
        running.push(caller);
        return held;
      });
    const all = Array.from({ length: LIMITS.openListsAtOnce + 3 }, () => read('a'));
    all.push(read('b'));
    await Promise.resolve();
    expect(running.filter((caller) => caller === 'a')).toHaveLength(LIMITS.openListsAtOnce);
    expect(running).toContain('b');
    release();
    await Promise.all(all);
    expect(running.filter((caller) => caller === 'a')).toHaveLength(LIMITS.openListsAtOnce + 3);
  });

  it('refuses a caller whose line is full, and no other', async () => {
    const share = createShares({ now: () => 0 });
    const { held, release } = hold();
    const all = Array.from({ length: LIMITS.openListsAtOnce + LIMITS.openListsWaiting }, () => share('a', () => held));
    expect(await codeOf(share('a', () => held))).toBe('too_many');
    release();
    expect(await codeOf(share('b', () => held))).toBe('done');
    await Promise.all(all);
    expect(await codeOf(share('a', () => held))).toBe('done');
  });

  it('refuses what exceeds the rate, until time has passed', async () => {
    let now = 0;
    const share = createShares({ now: () => now });
    const once = () => codeOf(share('a', () => Promise.resolve()));
    for (let at = 0; at < LIMITS.openListsBurst; at += 1) expect(await once()).toBe('done');
    expect(await once()).toBe('too_many');
    now = 1_000;
    expect(await once()).toBe('done');
  });
});

const search = (items: readonly (readonly [string, string, string])[]) =>
  Object.fromEntries(
    items.flatMap(([field, operator, val], at) => [
      [`search[${at}][field]`, field],
      [`search[${at}][operator]`, operator],
      [`search[${at}][val]`, val],
    ]),
  );
const LIKES = Array.from({ length: 5 }, (_, at) => ['title', 'LIKE', `${at}`] as const);

describe.each(databases())('lists of guests (%s)', (database) => {
  let world: World;
  const snapshots = { plain: 0, bounded: 0 };
  beforeAll(async () => {
    world = await startWorld({
      database,
      spy: (db) => ({
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
    const news = world.kit.registry.get('news');
    if (news === undefined) throw new Error('there are no news');
    await world.writer.create(seedCtx(world.kit), news, { title: 'News of day 1234567', content: 'Text', status: 1 });
    const [row = {}] = await world.kit.db.rows<object>('SELECT * FROM `news` ORDER BY id DESC LIMIT 1');
    const columns = Object.keys(row)
      .filter((name) => name !== 'id')
      .map((name) => `\`${name}\``)
      .join(',');
    // 32 768 rows
    for (let turn = 0; turn < 15; turn += 1)
      await world.kit.db.transact((tx) => tx.run(`INSERT INTO \`news\` (${columns}) SELECT ${columns} FROM \`news\``));
  });
  afterAll(() => world.end());

  it('name the limit they exceed: conditions, negated texts, sort keys, depth and the whole table', async () => {
    const guest = callerOf(world);
    const fieldsOf = async (query: Readonly<Record<string, string>>) => {
      const { status, data } = await guest.get('/api/news/index', query);
      return [status, data?.fields];
    };
    expect(await fieldsOf(search([...LIKES, ['id', '>', '1']]))).toEqual([400, { search: 'At most 5 entries' }]);
    expect(await fieldsOf(search([['title', 'NOT LIKE', 'x']]))).toEqual([
      400,
      { 'search.0.operator': 'The condition “NOT LIKE” is not available here' },
    ]);
    expect(await fieldsOf({ order: 'id,asc;title,asc;status,asc' })).toEqual([400, { order: 'At most 2 entries' }]);
    expect(await fieldsOf({ page: '1001', limit: '10' })).toEqual([400, { page: 'At most 1000' }]);
    expect(await fieldsOf({ quick_search: 'x', search_all: '1' })).toEqual([400, { search_all: 'Not available here' }]);
    expect((await fieldsOf({ page: '1000', limit: '10' }))[0]).toBe(200);
  });

  it('do not hold up other requests while they read', async () => {
    Object.assign(snapshots, { plain: 0, bounded: 0 });
    const guest = callerOf(world);
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
    const quick = ask(`${world.url}/livez`).then(() => done.push('other'));
    await Promise.all([...slow, quick]);
    expect(done.indexOf('other')).toBeLessThan(3);
    expect(snapshots).toEqual({ plain: 0, bounded: 7 });
  });

  it('do not hold up single rows', async () => {
    const guest = callerOf(world);
    const [row] = await world.kit.db.rows<{ id: number }>('SELECT id FROM `news` LIMIT 1');
    const one = () => guest.get('/api/news/edit', { id: String(row?.id) });
    expect((await one()).code).toBe(1);
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
    await Promise.all([...slow, one().then(({ code }) => done.push(`row ${code}`))]);
    expect(done.indexOf('row 1')).toBeLessThan(3);
    expect(done).toContain('row 1');
    expect(snapshots.plain).toBe(0);
  });

  it('end within the statement at their deadline, with a sentence', async () => {
    const guest = callerOf(world);
    const { snapshotWithin } = world.kit.db;
    // 65 million rows to sort: far more than two seconds.
    const many = '(SELECT a.* FROM `news` a, (SELECT id FROM `news` LIMIT 2000) b) AS `news`';
    const slowed = (tx: Tx): Tx => ({
      ...tx,
      rows: (sql, params) => tx.rows(sql.replace('FROM `news`', `FROM ${many}`), params),
    });
    // A snapshot beside it: on SQLite it fails when the reading process has to be killed.
    const [begun, ended] = [hold(), hold()];
    let runs = 0;
    const beside = snapshotWithin(30_000, async (tx) => {
      runs += 1;
      await tx.rows('SELECT 1 AS one');
      begun.release();
      await ended.held;
      return tx.rows('SELECT 2 AS two');
    });
    await begun.held;
    Object.assign(world.kit.db, {
      snapshotWithin: (ms: number, work: (tx: Tx) => Promise<unknown>) => snapshotWithin(ms, (tx) => work(slowed(tx))),
    });
    const { status, code, msg } = await guest.get('/api/news/index', { order: 'title,asc' });
    Object.assign(world.kit.db, { snapshotWithin });
    ended.release();
    expect([status, code, msg]).toEqual([
      400,
      400,
      'This search takes longer than 2 seconds. Please use fewer or more exact conditions.',
    ]);
    expect([await beside, runs]).toEqual([[{ two: 2 }], 1]);
  });
});

/** Rows that are found by their primary key. */
const BY_KEY = /FROM `user`(?: u)? WHERE (?:u\.)?id = \?/;

describe.each(databases())('routes that guests and members read (%s)', (database) => {
  let world: World;
  const plain: string[] = [];
  const noting =
    (tx: Pick<Tx, 'rows'>): Tx['rows'] =>
    (sql, params) => {
      plain.push(sql);
      return tx.rows(sql, params);
    };
  beforeAll(async () => {
    world = await startWorld({
      database,
      spy: (db) => ({
        ...db,
        rows: noting(db),
        snapshot: (work) => db.snapshot((tx) => work({ ...tx, rows: noting(tx) })),
      }),
    });
  });
  afterAll(() => world.end());

  it('read tables that grow within their bounds, never beside other requests', async () => {
    const mia = await member(world);
    const growing = world.kit.registry.all
      .filter(({ spec: { access } }) => access.guest !== undefined || access.member !== undefined)
      .map(({ name }) => name);
    const grows = (sql: string) => !BY_KEY.test(sql) && growing.some((name) => sql.includes(`FROM \`${name}\``));
    const routes = world.inventory.routes().filter(({ realm, method }) => realm === 'member' && method === 'GET');
    expect(routes.length).toBeGreaterThan(20);
    for (const { path } of routes) {
      for (const caller of [callerOf(world), mia]) {
        plain.length = 0;
        await caller.get(path, path.endsWith('/edit') ? { id: '1' } : {});
        expect([path, plain.filter(grows)]).toEqual([path, []]);
      }
    }
  });
});
