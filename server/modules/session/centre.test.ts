/** The owner closes the member centre: members are told so everywhere, the public site and the console go on. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectClient } from '../../testing/liveClient';
import { guest, member, superAdmin, type Caller } from '../../testing/actors';
import { put } from '../../testing/settings';
import { startWorld, type World } from '../../testing/world';

describe('a closed member centre (T6.08)', () => {
  let world: World;
  let mia: Caller;
  let root: Caller;
  beforeAll(async () => {
    world = await startWorld();
    mia = await member(world);
    root = await superAdmin(world);
    await put(world, 'member_center', 0);
  });
  afterAll(() => world.end());

  const CLOSED = 'Member center disabled, please contact the webmaster to turn it on.';

  it('refuses every route that is for members, signing in included', async () => {
    const refused = world.routes
      .routes()
      .filter(
        ({ realm, access, isMemberCentre: centre }) => realm === 'member' && (access === 'member' || centre === true),
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

  it('tells guests that it is closed, and knows nobody', async () => {
    const index = await mia.get('/api/Index/index');
    expect([index.code, index.data.openMemberCenter, index.data.userInfo]).toEqual([1, false, undefined]);
    expect((await guest(world).get('/api/user/checkIn')).data).toMatchObject({ openMemberCenter: false });
  });

  it('keeps windows connected as nobody: they hear nothing of their own, and that it is open again', async () => {
    const client = await connectClient(`${world.url}/member`, mia.token, {});
    const told: unknown[] = [];
    client.socket.on('site', ({ openMemberCenter }) => void told.push(openMemberCenter));
    const own = { k: 'list', e: 'user_money_log', where: { all: [] }, sort: [{ field: 'id', dir: 'desc' }] } as const;
    const book = (memo: string) => root.post('/admin/user_money_log/add', { user_id: mia.id, money: '5.00', memo });
    await expect(client.sub('own', own)).rejects.toThrow(/"code":404/);
    expect((await book('Never heard')).code).toBe(1);
    await put(world, 'member_center', 1);
    while (client.authz.length === 0) await new Promise((done) => setTimeout(done, 10));
    expect(told).toEqual([true]);
    await client.sub('again', own);
    expect((await book('Heard at once')).code).toBe(1);
    while (client.frames.length === 0) await new Promise((done) => setTimeout(done, 10));
    await put(world, 'member_center', 0);
    while (client.authz.length === 1) await new Promise((done) => setTimeout(done, 10));
    expect(told).toEqual([true, false]);
    expect((await book('Never heard')).code).toBe(1);
    await put(world, 'site_name', 'Still closed');
    while (told.length < 3) await new Promise((done) => setTimeout(done, 10));
    expect(client.raw.join('')).toContain('Heard at once');
    expect(client.raw.join('')).not.toContain('Never heard');
    client.close();
  });

  it('leaves the public site, the console and leaving alone', async () => {
    expect((await guest(world).get('/api/news/index')).code).toBe(1);
    expect((await superAdmin(world)).id).toBeGreaterThan(0);
    expect((await mia.post('/api/user/logout', { refresh_token: mia.refreshToken })).code).toBe(1);
  });
});
