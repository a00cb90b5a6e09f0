/** Sessions kept in memory: a revoked one is refused at once on its own node, and within a second on every other. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mariadbUrl } from '../../config/jest/tools';
import { callerOf, limitedAdmin, member, superAdmin, type Caller } from '../testing/actors';
import { until } from '../testing/livePresence';
import { createStatementCount } from '../testing/statementCount';
import { freshMariadb, startWorld, type World } from '../testing/world';

const WITHIN_MS = 1_000;

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
    second = await startWorld({ env, beside: true, spy: counted.wrap });
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

  it.each([
    ['signing out', (one: Caller) => one.post('/admin/Index/logout', { refreshToken: one.refreshToken })],
    ['another admin', (one: Caller) => root.post('/admin/admin/revoke', { id: one.id })],
    ['deletion', (one: Caller) => root.post('/admin/admin/del', { ids: [one.id] })],
  ])('staff: a session ended by %s is refused on both', async (_, act) => {
    const one = await limitedAdmin(first, ['news/index']);
    const there = beside(one, 'admin');
    const ask = () => there.get('/admin/news/index', { limit: '1' });
    expect(await outlived(ask, () => act(one))).toBeLessThan(WITHIN_MS);
    expect((await one.get('/admin/news/index')).code).not.toBe(1);
  });

  it('member: a disabled one is refused on both', async () => {
    const one = await member(first);
    const there = beside(one, 'member');
    const ask = () => there.get('/api/user/index');
    const act = () => root.post('/admin/user/edit', { id: one.id, status: 0 });
    expect(await outlived(ask, act)).toBeLessThan(WITHIN_MS);
    expect((await one.get('/api/user/index')).code).not.toBe(1);
  });
});
