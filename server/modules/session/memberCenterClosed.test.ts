/** The closed member center: every route tells members that it is closed, while the public site and the console stay open. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectLiveClient } from '../../testing/live/liveClient';
import { guest, member, superAdmin, type Caller } from '../../testing/callers';
import { setSetting } from '../../testing/setSetting';
import { startTestServer, type TestServer } from '../../testing/testServer';

// @case T6.08
describe('a closed member center', () => {
  let testServer: TestServer;
  let mia: Caller;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer();
    mia = await member(testServer);
    root = await superAdmin(testServer);
    await setSetting(testServer, 'member_center', 0);
  });
  afterAll(() => testServer.close());

  const CLOSED = 'Member center disabled, please contact the webmaster to turn it on.';

  // @spec P6-015 P8-027 P6-016
  // @covers server member.disabled
  it('refuses every member route, including sign-in', async () => {
    const refused = testServer.routes
      .routes()
      .filter(
        ({ realm, access, isMemberCenter }) => realm === 'member' && (access === 'member' || isMemberCenter === true),
      );
    expect(refused.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/user/checkIn', '/api/user/index', '/api/account/sessions', '/api/notice/index']),
    );
    for (const { method, path, body } of refused) {
      const init =
        method === 'POST' && body === 'json' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
      const { status, code, msg } = await mia.send(method, path, init);
      expect([path, status, code, msg]).toEqual([path, 200, 0, CLOSED]);
    }
    const chinese = await mia.send('GET', '/api/user/index', { headers: { 'think-lang': 'zh-cn' } });
    expect(chinese.msg).toMatch(/会员中心/);
  });

  // @spec P6-015
  it('tells guests that it is closed, and treats members as guests', async () => {
    const index = await mia.get('/api/Index/index');
    expect([index.code, index.data.openMemberCenter, index.data.userInfo]).toEqual([1, false, undefined]);
    expect((await guest(testServer).get('/api/user/checkIn')).data).toMatchObject({ openMemberCenter: false });
  });

  // @spec P6-015
  it('keeps sockets connected as guests: they receive no personal data, and are notified when it opens', async () => {
    const client = await connectLiveClient(`${testServer.url}/member`, mia.token, {});
    const notified: unknown[] = [];
    client.socket.on('site', ({ openMemberCenter }) => void notified.push(openMemberCenter));
    const own = { k: 'list', e: 'user_money_log', where: { all: [] }, sort: [{ field: 'id', dir: 'desc' }] } as const;
    const createLedgerEntry = (memo: string) =>
      root.post('/admin/user_money_log/add', { user_id: mia.id, money: '5.00', memo });
    await expect(client.subscribe('own', own)).rejects.toThrow(/"code":404/);
    expect((await createLedgerEntry('Never heard')).code).toBe(1);
    await setSetting(testServer, 'member_center', 1);
    while (client.authz.length === 0) await sleep(10);
    expect(notified).toEqual([true]);
    await client.subscribe('again', own);
    expect((await createLedgerEntry('Heard at once')).code).toBe(1);
    while (client.frames.length === 0) await sleep(10);
    await setSetting(testServer, 'member_center', 0);
    while (client.authz.length === 1) await sleep(10);
    expect(notified).toEqual([true, false]);
    expect((await createLedgerEntry('Never heard')).code).toBe(1);
    await setSetting(testServer, 'site_name', 'Still closed');
    while (notified.length < 3) await sleep(10);
    expect(client.raw.join('')).toContain('Heard at once');
    expect(client.raw.join('')).not.toContain('Never heard');
    client.close();
  });

  it('a closed member center does not affect the public site, the console and sign-out', async () => {
    expect((await guest(testServer).get('/api/news/index')).code).toBe(1);
    expect((await superAdmin(testServer)).id).toBeGreaterThan(0);
    expect((await mia.post('/api/user/logout', { refresh_token: mia.refreshToken })).code).toBe(1);
  });
});
