/** Sign-in, refresh and sign-out with clients of both dialects. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest, member, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, SUPER_ADMIN, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('sessions on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  const refresh = (token: string) => guest(testServer).post('/api/common/refreshToken', { refresh_token: token });

  it('login: returns both spellings of the session fields', async () => {
    const { data } = await guest(testServer).post('/admin/index/login', { ...SUPER_ADMIN, keep: true, loading: true });
    expect(data.routePath).toBe('/admin');
    expect(data.routeName).toBe('admin');
    expect(data.userInfo).toMatchObject({ username: SUPER_ADMIN.username, super: true });
    expect(data.userInfo.refresh_token).toBe(data.userInfo.refreshToken);
    expect(data.userInfo.token).toMatch(/^ba_a_/);
    expect(data.userInfo).toHaveProperty('lastlogintime');
    expect(data.userInfo).toHaveProperty('last_login_time');
  });

  it('last use: is written at most once a minute, and shown in the session list', async () => {
    const mia = await member(testServer);
    const sql = "SELECT seen_at AS at FROM `session` WHERE realm = 'member' AND principal = ?";
    const seenAt = async () => Number((await testServer.services.db.rows<{ at: number }>(sql, [mia.id]))[0]?.at);
    const signedIn = await seenAt();
    const use = () => mia.get('/api/account/overview');
    await use();
    testServer.advanceClock(59_000);
    await use();
    await sleep(100);
    expect(await seenAt()).toBe(signedIn);
    testServer.advanceClock(2_000);
    await use();
    let moved = signedIn;
    for (let tries = 0; tries < 200 && moved === signedIn; tries += 1) {
      await sleep(20);
      moved = await seenAt();
    }
    expect(moved).toBeGreaterThan(signedIn + 60_000);
    for (let index = 0; index < 3; index += 1) await use();
    await sleep(100);
    expect(await seenAt()).toBe(moved);
    const [device] = (await mia.get('/api/account/sessions')).data.list;
    expect(device.seen_time).toBe(Math.floor(moved / 1000));
  });

  // @covers fault auth.wrong
  it('login: an unknown account and a wrong password give the same message and code', async () => {
    const wrong = await guest(testServer).post('/admin/Index/login', { ...SUPER_ADMIN, password: 'not-it-at-all' });
    const unknown = await guest(testServer).post('/admin/Index/login', {
      username: 'nobody_here',
      password: 'not-it-at-all',
    });
    expect([wrong.status, wrong.code, wrong.msg, wrong.data]).toEqual([200, 0, unknown.msg, { captcha: false }]);
    expect(wrong.msg).toBe('Wrong username or password, or the account is disabled.');
    expect(unknown.data).toEqual(wrong.data);
    expect(unknown.code).toBe(0);
  });

  // @case T4.05 T7.22
  it('twenty parallel refreshes have one successor, and each of their access tokens works', async () => {
    const caller = await superAdmin(testServer);
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(caller.refreshToken)));
    expect(new Set(responses.map(({ data }) => data.refresh_token)).size).toBe(1);
    expect(responses.every(({ code, data }) => code === 1 && data.type === 'admin-refresh')).toBe(true);
    for (const { data } of responses) {
      const seen = await guest(testServer).send('GET', '/admin/Index/index', { headers: { batoken: data.token } });
      expect(seen.code).toBe(1);
    }
  });

  // @spec P4-035
  // @covers fault auth.refresh
  // @case T4.05
  it('refresh: the previous token works until the new one is used, and an older one ends the family', async () => {
    const { refreshToken: first } = await superAdmin(testServer);
    const second: string = (await refresh(first)).data.refresh_token;
    expect((await refresh(first)).data.refresh_token).toBe(second);
    const third = await refresh(second);
    expect(third.code).toBe(1);
    const reused = await refresh(first);
    expect([reused.status, reused.code, reused.data.routeName]).toEqual([200, 302, 'adminLogin']);
    expect(reused.msg).toBe('Your session has ended. Sign in again.');
    const dead = await guest(testServer).send('GET', '/admin/Index/index', { headers: { batoken: third.data.token } });
    expect(dead.code).toBe(302);
    expect((await refresh(third.data.refresh_token)).code).toBe(302);
    const reported = await testServer.services.db.rows(
      "SELECT admin_id FROM `security_event` WHERE kind = 'refresh_reuse'",
    );
    expect(reported.length).toBeGreaterThan(0);
  });

  // @spec P7-056
  // @covers fault auth.expired
  it('refresh: renews an expired access token, and the family ends at its expiry', async () => {
    const caller = await superAdmin(testServer);
    testServer.advanceClock(16 * 60_000);
    const msg = 'Your access expired and is being renewed.';
    expect(await caller.get('/admin/Index/index')).toMatchObject({ status: 200, code: 409, msg });
    const { data } = await refresh(caller.refreshToken);
    const renewed = await guest(testServer).send('GET', '/admin/Index/index', { headers: { batoken: data.token } });
    expect(renewed.code).toBe(1);
    testServer.advanceClock(13 * 3_600_000);
    expect((await caller.get('/admin/Index/index')).code).toBe(302);
    expect((await refresh(data.refresh_token)).code).toBe(302);
  });

  it('a kept session ends after a day without use, and stays while it is used', async () => {
    const stored = async () =>
      (await guest(testServer).post('/admin/Index/login', { ...SUPER_ADMIN, keep: true })).data.userInfo;
    const [idle, busy] = [await stored(), await stored()];
    testServer.advanceClock(20 * 3_600_000);
    // A client that never stores the new token: same response, and the session counts as used.
    for (let round = 0; round < 3; round += 1) {
      expect((await refresh(busy.refreshToken)).code).toBe(1);
      testServer.advanceClock(20 * 3_600_000);
    }
    expect((await refresh(busy.refreshToken)).code).toBe(1);
    expect((await refresh(idle.refreshToken)).code).toBe(302);
    testServer.advanceClock(7 * 86_400_000);
    expect((await refresh(busy.refreshToken)).code).toBe(302);
  });

  // @case T4.05
  it('a token of one realm is refused in the other', async () => {
    const [staff, reader] = [await superAdmin(testServer), await member(testServer)];
    const swapped = await guest(testServer).send('GET', '/admin/Index/index', { headers: { batoken: reader.token } });
    expect(swapped).toMatchObject({ code: 302, data: { routeName: 'adminLogin' } });
    const other = await guest(testServer).send('GET', '/api/user/index', { headers: { 'ba-user-token': staff.token } });
    expect(other).toMatchObject({ code: 302, data: { routeName: 'userLogin' } });
    expect((await reader.get('/api/user/index')).data.userInfo.id).toBe(reader.id);
  });

  it('logout: works with the refresh token alone, and with the access token alone', async () => {
    const [one, two] = [await superAdmin(testServer), await superAdmin(testServer)];
    await guest(testServer).post('/admin/Index/logout', { refresh_token: one.refreshToken });
    await two.post('/admin/Index/logout', {});
    expect((await one.get('/admin/Index/index')).code).toBe(302);
    expect((await two.get('/admin/Index/index')).code).toBe(302);
  });

  it('a principal has at most ten sessions; the oldest ends', async () => {
    const callers: Caller[] = [];
    for (let count = 0; count < 11; count += 1) callers.push(await superAdmin(testServer));
    expect((await callers[0]?.get('/admin/Index/index'))?.code).toBe(302);
    expect((await callers[1]?.get('/admin/Index/index'))?.code).toBe(1);
  });

  // @case T5.03
  it('params of wrong types never sign in and never cause a 500', async () => {
    const values = [
      0,
      1,
      -1,
      1.5,
      true,
      false,
      null,
      [],
      [SUPER_ADMIN.username],
      {},
      { $ne: 1 },
      { length: 3 },
      '',
      'x'.repeat(5000),
    ];
    for (const value of values)
      for (const name of ['username', 'password', 'captcha', 'captchaId', 'keep'] as const) {
        const wrong = name === 'username' || name === 'password' ? {} : { password: 'wrong-all-along' };
        const { status, code } = await guest(testServer).post('/admin/Index/login', {
          ...SUPER_ADMIN,
          ...wrong,
          [name]: value,
        });
        expect(status).toBeLessThan(500);
        expect(code).not.toBe(1);
      }
    testServer.advanceClock(15 * 60_000);
    for (const value of values) {
      const { status, code } = await guest(testServer).post('/api/common/refreshToken', { refresh_token: value });
      expect(status).toBeLessThan(500);
      expect(code).not.toBe(1);
    }
  });

  it('login form: needs no captcha at first, and returns the form data of members', async () => {
    expect((await guest(testServer).get('/admin/Index/login')).data).toMatchObject({ captcha: false });
    expect((await guest(testServer).get('/api/user/checkIn')).data).toMatchObject({
      captcha: false,
      openRegistration: true,
    });
    const signedIn = await (await superAdmin(testServer)).get('/admin/Index/login');
    expect(signedIn).toMatchObject({ code: 1, data: { routePath: '/admin', userInfo: { super: true } } });
  });

  it('login: a disabled account gets the response of a wrong password', async () => {
    const reader = await member(testServer);
    const [row] = await testServer.services.db.rows<{ username: string }>('SELECT username FROM `user` WHERE id = ?', [
      reader.id,
    ]);
    const root = await superAdmin(testServer);
    expect((await root.post('/admin/user/edit', { id: reader.id, status: 0 })).code).toBe(1);
    expect((await reader.get('/api/user/index')).code).toBe(302);
    const bytes = async (given: Readonly<Record<string, unknown>>) => {
      const { status, text } = await guest(testServer).post('/api/user/checkIn', given);
      return [status, text.replace(/"time":\d+/, '')];
    };
    const known = { username: row?.username, password: 'limited-horse-7' };
    const responses = [
      await bytes(known),
      await bytes({ ...known, password: 'wrong-one' }),
      await bytes({ ...known, username: 'nobody_at_all' }),
    ];
    expect(responses[1]).toEqual(responses[0]);
    expect(responses[2]).toEqual(responses[0]);
  });
});
