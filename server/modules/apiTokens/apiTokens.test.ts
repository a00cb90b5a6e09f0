/** API tokens: at most the permissions of their owner, no access to routes that require a person, and immediate revocation. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { sendRequest, tamperToken, limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const DAY = 86_400;

describe.each(sampleDialects())('API tokens on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    await root.post('/admin/news_category/add', { name: 'Mine' });
  });
  afterAll(() => testServer.close());

  const eventually = () =>
    new Date(testServer.services.clock.now() + 30 * DAY * 1000).toISOString().slice(0, 19).replace('T', ' ');
  const createToken = (who: Caller, scopes: readonly string[], more: object = {}) =>
    who.post('/admin/api_token/add', { name: 'Program', scopes, expire_time: eventually(), ...more });
  const tokenFor = async (who: Caller, scopes: readonly string[]) => {
    const created = await createToken(who, scopes);
    expect(created.code).toBe(1);
    const id = created.data.row.id as number;
    const { data } = await who.post('/admin/api_token/show', { id });
    return { id, token: data.token as string };
  };
  const withToken = (token: string, path: string, body?: object) =>
    sendRequest(testServer.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${token}`, server: 'true', 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  it('a token may use its scopes only, in the name of its owner', async () => {
    const { token } = await tokenFor(root, ['news_category/index', 'news_category/edit']);
    expect((await withToken(token, '/admin/news_category/index')).data.list).toHaveLength(1);
    expect((await withToken(token, '/admin/news_category/edit', { id: 1, name: 'Renamed' })).code).toBe(1);
    for (const path of ['/admin/news_category/add', '/admin/admin/add', '/admin/api_token/add'])
      expect((await withToken(token, path, { name: 'No' })).code).toBe(403);
    const [entry] = await testServer.services.db.rows<{ admin_id: number }>(
      'SELECT admin_id FROM `admin_log` ORDER BY id DESC',
    );
    expect(entry?.admin_id).toBe(root.id);
  });

  it('a token is refused on routes that require a person', async () => {
    const { token } = await tokenFor(root, ['*']);
    for (const path of ['/admin/profile/edit', '/admin/profile/revokeOthers', '/admin/api_token/show'])
      expect((await withToken(token, path, { id: 1 })).code).toBe(403);
    expect(
      (await createToken({ ...root, post: (path, body) => withToken(token, path, body) }, ['news/index'])).code,
    ).toBe(403);
  });

  it('a token never exceeds the current permissions of its owner', async () => {
    const owner = await limitedAdmin(testServer, ['api_token/index', 'api_token/add', 'api_token/edit', 'news/index']);
    const beyond = await createToken(owner, ['news/del']);
    expect(beyond.data.fields).toHaveProperty('scopes');
    const { token } = await tokenFor(owner, ['news/index']);
    expect((await withToken(token, '/admin/news/index')).code).toBe(1);
    const row = (await root.get('/admin/admin/edit', { id: String(owner.id) })).data.row;
    await root.post('/admin/admin_group/edit', { id: row.group_arr[0], rules: ['api_token/index'] });
    expect((await withToken(token, '/admin/news/index')).code).toBe(403);
    await root.post('/admin/admin/edit', { id: owner.id, status: 0 });
    expect((await withToken(token, '/admin/news/index')).code).toBe(302);
  });

  it('a token is shown once, to its owner, and stored nowhere', async () => {
    const other = await limitedAdmin(testServer, ['api_token/index', 'api_token/add'], 'all');
    const { id, token } = await tokenFor(root, ['news/index']);
    expect((await root.post('/admin/api_token/show', { id })).code).toBe(404);
    const second = (await createToken(root, ['news/index'])).data.row.id as number;
    expect((await other.post('/admin/api_token/show', { id: second })).code).toBe(404);
    const mark = token.split('.')[1] ?? 'none';
    for (const table of ['api_token', 'change_log', 'record_history', 'admin_log', 'mutation_log']) {
      const rows = await testServer.services.db.rows(`SELECT * FROM \`${table}\``);
      expect(JSON.stringify(rows).includes(mark)).toBe(false);
    }
    expect(JSON.stringify((await root.get('/admin/api_token/index')).data)).not.toContain('salt');
  });

  it('disabled, deleted, expired and forged tokens are refused', async () => {
    const { id, token } = await tokenFor(root, ['news/index']);
    const works = async (one = token) => (await withToken(one, '/admin/news/index')).code === 1;
    expect(await works()).toBe(true);
    await root.post('/admin/api_token/edit', { id, status: 0 });
    expect(await works()).toBe(false);
    await root.post('/admin/api_token/edit', { id, status: 1 });
    expect(await works()).toBe(true);
    expect(await works(token.replace(`_${id}.`, `_${id - 1}.`))).toBe(false);
    expect(await works(tamperToken(token))).toBe(false);
    testServer.advanceClock(31 * DAY * 1000);
    expect(await works()).toBe(false);
    testServer.advanceClock(-31 * DAY * 1000);
    await root.send('DELETE', `/admin/api_token/del?ids=${id}`);
    expect(await works()).toBe(false);
  });

  it('a token needs an expiry within a year, and records its last use and IP', async () => {
    expect(
      (await createToken(root, ['news/index'], { expire_time: '2001-01-01 00:00:00' })).data.fields,
    ).toHaveProperty('expire_time');
    const far = new Date(Date.now() + (SERVER_LIMITS.apiTokenDays + 5) * DAY * 1000).toISOString().slice(0, 10);
    expect((await createToken(root, ['news/index'], { expire_time: `${far} 00:00:00` })).data.fields).toHaveProperty(
      'expire_time',
    );
    const { id, token } = await tokenFor(root, ['news/index']);
    await withToken(token, '/admin/news/index');
    const used = async () => (await root.get('/admin/api_token/edit', { id: String(id) })).data.row.last_used_time;
    for (let tries = 0; tries < 100 && (await used()) === null; tries += 1) await sleep(20);
    expect(Math.abs(Number(await used()) - Date.now() / 1000)).toBeLessThan(60);
  });
});
