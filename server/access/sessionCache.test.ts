/** Sessions kept in memory, without an end of their own: the change log alone drops them, at once on the node that writes and within a second on every other. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mariadbUrl } from '../../config/jest/tools';
import { callerOf, limitedAdmin, member, superAdmin, type Caller } from '../testing/actors';
import { until } from '../testing/livePresence';
import type { Db } from '../context';
import { createStatementCount } from '../testing/statementCount';
import { databases, freshMariadb, startWorld, type World } from '../testing/world';
import { sessionCacheOf } from './sessionCache';

const WITHIN_MS = 1_000;

/** A clock that stands still: no kept session reaches its end. */
const keptForever = (db: Db): Db => {
  sessionCacheOf({ db, clock: { now: () => 0 } });
  return db;
};

const ACTS: readonly (readonly [string, (one: Caller, root: Caller) => Promise<{ readonly code: number }>])[] = [
  ['signing out', (one) => one.post('/admin/Index/logout', { refreshToken: one.refreshToken })],
  ['another admin', (one, root) => root.post('/admin/admin/revoke', { id: one.id })],
  ['deletion', (one, root) => root.post('/admin/admin/del', { ids: [one.id] })],
];

describe.each(databases())('a session on its own node (%s)', (database) => {
  const counted = createStatementCount();
  let world: World;
  let root: Caller;
  beforeAll(async () => {
    world = await startWorld({
      database,
      settings: { captcha: 'never' },
      spy: (db) => keptForever(counted.wrap(db)),
    });
    root = await superAdmin(world);
  });
  afterAll(() => world.end());

  async function keep(ask: () => Promise<{ readonly code: number }>): Promise<void> {
    expect((await ask()).code).toBe(1);
    const read = await counted.of(ask);
    expect(read.filter((sql) => sql.includes('`access_token`'))).toEqual([]);
  }

  it.each(ACTS)('staff: a kept session ended by %s is refused at the next request', async (_, act) => {
    const one = await limitedAdmin(world, ['news/index']);
    const ask = () => one.get('/admin/news/index', { limit: '1' });
    await keep(ask);
    expect((await act(one, root)).code).toBe(1);
    expect((await ask()).code).not.toBe(1);
  });

  it('member: a kept session of a disabled member is refused at the next request', async () => {
    const one = await member(world);
    const ask = () => one.get('/api/user/index');
    await keep(ask);
    expect((await root.post('/admin/user/edit', { id: one.id, status: 0 })).code).toBe(1);
    expect((await ask()).code).not.toBe(1);
  });
});

const onMariadb = mariadbUrl() === null ? describe.skip : describe;
onMariadb('a session on two nodes', () => {
  const counted = createStatementCount();
  let database: Awaited<ReturnType<typeof freshMariadb>>;
  let first: World;
  let second: World;
  let root: Caller;
  beforeAll(async () => {
    database = await freshMariadb();
    const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
    first = await startWorld({ env, settings: { captcha: 'never' } });
    second = await startWorld({ env, beside: true, spy: (db) => keptForever(counted.wrap(db)) });
    await until(() => first.live.nodes.alive().length === 2, 'both nodes', 8_000);
    root = await superAdmin(first);
  });
  afterAll(async () => {
    await second.end();
    await first.end();
    await database.drop();
  });

  const beside = (caller: Caller, realm: 'admin' | 'member'): Caller => callerOf(second, { ...caller, realm });
  /** How long the other node goes on answering after the act was answered, while it is asked all the time. */
  async function outlived(
    ask: () => Promise<{ readonly code: number }>,
    act: () => Promise<{ readonly code: number }>,
  ) {
    expect((await ask()).code).toBe(1);
    const sessions = async () => (await counted.of(ask)).filter((sql) => sql.includes('`access_token`'));
    // The other node drops what it keeps until it has read the log of what came before.
    const end = performance.now() + 10_000;
    while ((await sessions()).length > 0) if (performance.now() > end) throw new Error('the session is never kept');
    expect((await act()).code).toBe(1);
    const began = performance.now();
    while ((await ask()).code === 1) {
      if (performance.now() - began > 5 * WITHIN_MS) break;
      await new Promise((done) => setTimeout(done, 10));
    }
    return performance.now() - began;
  }

  it.each(ACTS)('staff: a session ended by %s is refused on the other within a second', async (_, act) => {
    const one = await limitedAdmin(first, ['news/index']);
    const there = beside(one, 'admin');
    const ask = () => there.get('/admin/news/index', { limit: '1' });
    expect(await outlived(ask, () => act(one, root))).toBeLessThan(WITHIN_MS);
  });

  it('member: a disabled one is refused on the other within a second', async () => {
    const one = await member(first);
    const there = beside(one, 'member');
    const ask = () => there.get('/api/user/index');
    const act = () => root.post('/admin/user/edit', { id: one.id, status: 0 });
    expect(await outlived(ask, act)).toBeLessThan(WITHIN_MS);
  });
});
