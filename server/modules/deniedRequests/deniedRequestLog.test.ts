/** Denied requests of staff are in the audit log, in its HMAC chain, and a flood of them does not fill it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('denied requests in the audit log on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const getDeniedRequests = (who: Caller) =>
    testServer.services.db.rows<{ title: string; data: string }>(
      'SELECT title, data FROM `admin_log` WHERE admin_id = ? AND data LIKE \'%"refused"%\' ORDER BY id',
      [who.id],
    );
  const eventually = async (who: Caller, count: number) => {
    const deadline = Date.now() + 5000;
    for (;;) {
      const found = await getDeniedRequests(who);
      if (found.length >= count || Date.now() > deadline) return found;
      await sleep(20);
    }
  };

  it('names the actor, the request and the missing node', async () => {
    const reader = await limitedAdmin(testServer, ['news/index']);
    expect((await reader.post('/admin/news/add', { title: 'Mine' })).code).toBe(403);
    const [entry] = await eventually(reader, 1);
    expect(JSON.parse(entry?.data ?? '{}')).toEqual({
      refused: 'access.denied',
      method: 'POST',
      path: '/admin/news/add',
      node: 'news/add',
    });
    expect(entry?.title).toBe('Denied · News item · Add');
  });

  it('records attempts to grant permissions that the actor lacks', async () => {
    const giver = await limitedAdmin(testServer, ['admin_group/index', 'admin_group/add']);
    await giver.post('/admin/admin_group/add', { name: 'Higher', rules: ['*'] });
    const [entry] = await eventually(giver, 1);
    expect(JSON.parse(entry?.data ?? '{}')).toMatchObject({ refused: 'access.beyond' });
  });

  it('ignores invalid input, guests and members', async () => {
    const before = await getDeniedRequests(root);
    expect((await root.post('/admin/news_category/add', { name: '' })).code).toBe(0);
    expect((await root.get('/admin/nothing/index')).code).toBe(404);
    expect(await getDeniedRequests(root)).toEqual(before);
  });

  it('records a flood once', async () => {
    const flooder = await limitedAdmin(testServer, []);
    const tries = SERVER_LIMITS.refusalsPerMinute + 10;
    await Promise.all(Array.from({ length: tries }, () => flooder.get('/admin/news/index')));
    const found = await eventually(flooder, SERVER_LIMITS.refusalsPerMinute);
    // A minute may end in between.
    expect(found.length).toBeLessThan(tries);
    expect(found.some(({ title }) => title.includes('more denied requests'))).toBe(true);
  });
});
