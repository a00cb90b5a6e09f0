/** Cached sessions have no expiry: only the change log invalidates them, at once on the node that writes and within a second on others. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mariadbUrl } from '../../../config/jest/testEnvironment';
import { createCaller, limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { waitUntil } from '../../testing/live/presenceClient';
import type { Db } from '../../context';
import { createStatementRecorder } from '../../testing/database/statementRecorder';
import { createMariadbDatabase } from '../../testing/database/mariadbDatabase';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';
import { getSessionCache } from './sessionCache';

const WITHIN_MS = 1_000;

/** A clock that stands still: no cached session expires. */
const withFrozenClock = (db: Db): Db => {
  getSessionCache({ db, clock: { now: () => 0 } });
  return db;
};

const SESSION_CHANGES: readonly (readonly [
  string,
  (caller: Caller, root: Caller) => Promise<{ readonly code: number }>,
])[] = [
  ['signing out', (caller) => caller.post('/admin/Index/logout', { refreshToken: caller.refreshToken })],
  ['another admin', (caller, root) => root.post('/admin/admin/revoke', { id: caller.id })],
  ['deletion', (caller, root) => root.post('/admin/admin/del', { ids: [caller.id] })],
];

describe.each(testDialects())('a cached session on its own node (%s)', (database) => {
  const counted = createStatementRecorder();
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({
      database,
      settings: { captcha: 'never' },
      wrapDb: (db) => withFrozenClock(counted.wrap(db)),
    });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  async function assertCached(ask: () => Promise<{ readonly code: number }>): Promise<void> {
    expect((await ask()).code).toBe(1);
    const read = await counted.record(ask);
    expect(read.filter((sql) => sql.includes('`access_token`'))).toEqual([]);
  }

  it.each(SESSION_CHANGES)(
    'staff: a cached session ended by %s is refused at the next request',
    async (_, changeSession) => {
      const admin = await limitedAdmin(testServer, ['news/index']);
      const ask = () => admin.get('/admin/news/index', { limit: '1' });
      await assertCached(ask);
      expect((await changeSession(admin, root)).code).toBe(1);
      expect((await ask()).code).not.toBe(1);
    },
  );

  it('member: a cached session of a disabled member is refused at the next request', async () => {
    const mia = await member(testServer);
    const ask = () => mia.get('/api/user/index');
    await assertCached(ask);
    expect((await root.post('/admin/user/edit', { id: mia.id, status: 0 })).code).toBe(1);
    expect((await ask()).code).not.toBe(1);
  });
});

const onMariadb = mariadbUrl() === null ? describe.skip : describe;
onMariadb('a cached session on two nodes', () => {
  const counted = createStatementRecorder();
  let database: Awaited<ReturnType<typeof createMariadbDatabase>>;
  let first: TestServer;
  let second: TestServer;
  let root: Caller;
  beforeAll(async () => {
    database = await createMariadbDatabase();
    const env = { DATABASE_URL: database.url, APP_KEYS: randomBytes(48).toString('base64url') };
    first = await startTestServer({ env, settings: { captcha: 'never' } });
    second = await startTestServer({ env, isSecondNode: true, wrapDb: (db) => withFrozenClock(counted.wrap(db)) });
    await waitUntil(() => first.live.nodes.alive().length === 2, 'both nodes', 8_000);
    root = await superAdmin(first);
  });
  afterAll(async () => {
    await second.close();
    await first.close();
    await database.drop();
  });

  const beside = (caller: Caller, realm: 'admin' | 'member'): Caller => createCaller(second, { ...caller, realm });
  /** Milliseconds for which the other node still accepts the session after the response to the change, under constant requests. */
  async function isStillAccepted(
    ask: () => Promise<{ readonly code: number }>,
    changeSession: () => Promise<{ readonly code: number }>,
  ) {
    expect((await ask()).code).toBe(1);
    const sessions = async () => (await counted.record(ask)).filter((sql) => sql.includes('`access_token`'));
    // The other node drops cached sessions until it has read the earlier log.
    const end = performance.now() + 10_000;
    while ((await sessions()).length > 0) if (performance.now() > end) throw new Error('the session is never cached');
    expect((await changeSession()).code).toBe(1);
    const began = performance.now();
    while ((await ask()).code === 1) {
      if (performance.now() - began > 5 * WITHIN_MS) break;
      await sleep(10);
    }
    return performance.now() - began;
  }

  it.each(SESSION_CHANGES)(
    'staff: a session ended by %s is refused on the other within a second',
    async (_, changeSession) => {
      const admin = await limitedAdmin(first, ['news/index']);
      const onSecondNode = beside(admin, 'admin');
      const ask = () => onSecondNode.get('/admin/news/index', { limit: '1' });
      expect(await isStillAccepted(ask, () => changeSession(admin, root))).toBeLessThan(WITHIN_MS);
    },
  );

  it('member: a disabled one is refused on the other within a second', async () => {
    const mia = await member(first);
    const onSecondNode = beside(mia, 'member');
    const ask = () => onSecondNode.get('/api/user/index');
    const changeSession = () => root.post('/admin/user/edit', { id: mia.id, status: 0 });
    expect(await isStillAccepted(ask, changeSession)).toBeLessThan(WITHIN_MS);
  });
});
