/** Member center over HTTP: the own profile, and the menu of the member's group. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest, signIn, superAdmin, type Body } from '../../testing/callers';
import { pollUntil } from '../../testing/live/listFixtures';
import { createRegistration, PASSWORD } from '../../testing/registration';
import { connectLiveClient } from '../../testing/live/liveClient';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('the member center on %s', (database) => {
  const sinks = mkdtempSync(join(tmpdir(), 'atrium-sinks-'));
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, settings: { captcha: 'never' }, env: { TEST_SINKS: sinks } });
  });
  afterAll(() => testServer.close());
  const { fresh } = createRegistration(() => testServer, sinks);

  it('profile: members edit only their own fields', async () => {
    const { username, caller } = await fresh();
    const edit = (body: Body) => caller.post('/api/account/profile', body);
    expect(
      (await edit({ nickname: '小雨', gender: '1', birthday: '1990-02-03', motto: 'Good work is quiet.' })).code,
    ).toBe(1);
    const { userInfo } = (await caller.get('/api/user/index')).data;
    expect(userInfo).toMatchObject({ username, nickname: '小雨', gender: 1, birthday: '1990-02-03' });
    expect((await edit({ nickname: '<b>' })).data.fields).toHaveProperty('nickname');
    const { time } = await caller.get('/api/user/index');
    const dayIn = (days: number) => new Date((time + days * 86_400) * 1000).toISOString().slice(0, 10);
    expect((await edit({ birthday: dayIn(3) })).data.fields).toHaveProperty('birthday');
    expect((await caller.get('/api/user/index')).data.userInfo.birthday).toBe('1990-02-03');
    expect((await edit({ birthday: dayIn(0) })).code).toBe(1);
    expect((await edit({ birthday: '1990-02-03' })).code).toBe(1);
    const others = { group_id: 1, money: '5.00', status: 0, password: 'another-pass-9', score: 9 };
    expect((await edit(others)).data.ignored.toSorted()).toEqual(Object.keys(others).toSorted());
    expect((await caller.get('/api/user/index')).data.userInfo).toMatchObject({ money: '0.00', score: 0 });
    expect((await signIn(testServer, 'member', { username, password: PASSWORD })).id).toBe(caller.id);
    expect((await edit({ id: 1, username: 'somebody', motto: 'Mine' })).data.ignored).toEqual(['username']);
    expect((await caller.get('/api/user/index')).data.userInfo).toMatchObject({ username, motto: 'Mine' });
  });

  it('sign-in returns all data that the client stores about the member, equal to the bootstrap', async () => {
    const { username, caller } = await fresh();
    await caller.post('/api/account/profile', { motto: 'Quiet', birthday: '1990-02-03' });
    const {
      last_login_time: _time,
      lastlogintime: _same,
      ...person
    } = (await caller.get('/api/user/index')).data.userInfo;
    const { data } = await guest(testServer).post('/api/user/checkIn', { tab: 'login', username, password: PASSWORD });
    expect(data.userInfo).toMatchObject(person);
    const names =
      'email mobile gender birthday money score lastlogintime lastloginip jointime motto token refreshToken';
    expect(Object.keys(data.userInfo)).toEqual(expect.arrayContaining(names.split(' ')));
  });

  // @spec P6-010
  it('menu: follows the group at once, and routes without permission are refused', async () => {
    const { caller } = await fresh();
    const titles = async () =>
      (await caller.get('/api/user/index')).data.menus[0]?.children.map(({ title }: { title: string }) => title);
    expect(await titles()).toEqual([
      'overview',
      'profile',
      'balance',
      'integral',
      'redeem',
      'notices',
      'changePassword',
    ]);
    const root = await superAdmin(testServer);
    const { id } = (
      await root.post('/admin/user_group/add', { name: 'Readers', rules: ['account/overview', 'account/balance'] })
    ).data;
    await root.post('/admin/user/edit', { id: caller.id, group_id: id });
    expect(await titles()).toEqual(['overview', 'balance']);
    expect((await caller.get('/api/account/balance')).code).toBe(1);
    expect((await caller.get('/api/account/integral')).status).toBe(403);
    // The same permission guards every other route to these rows.
    expect((await caller.get('/api/user_money_log/index')).code).toBe(1);
    expect((await caller.get('/api/user_score_log/index')).status).toBe(403);
    const client = await connectLiveClient(`${testServer.url}/member`, caller.token, {});
    const topic = (t: string, e: string) => ({ t, spec: { k: 'list', e, where: { all: [] }, sort: [] } });
    const response = await client.ask({
      epoch: '',
      topics: [topic('money', 'user_money_log'), topic('score', 'user_score_log')],
    });
    expect(response).toMatchObject({ ok: true, r: { money: { ok: true }, score: { ok: false, code: 404 } } });
    await root.post('/admin/user_group/edit', { id, rules: ['account/overview'] });
    await pollUntil(() => client.resets.length > 0);
    expect(client.resets).toEqual([expect.objectContaining({ why: 'perm' })]);
    client.close();
    await root.post('/admin/user_group/edit', { id, status: 0 });
    expect(await titles()).toBeUndefined();
  });
});
