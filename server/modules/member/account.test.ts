/** Becoming and being a member over HTTP: registration, the ways in, lost passwords, bound addresses (T1.12, T4.06, T7.09–T7.12). */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest, member, signIn, superAdmin, type Answer, type Body, type Caller } from '../../testing/actors';
import { until } from '../../testing/edgeThings';
import { connectClient } from '../../testing/liveClient';
import { lettersIn, takeCode } from '../../testing/sinks';
import { databases, startWorld, type World } from '../../testing/world';

const PASSWORD = 'calm-river-42';

describe.each(databases())('members on %s', (database) => {
  const sinks = mkdtempSync(join(tmpdir(), 'atrium-sinks-'));
  let world: World;
  let people = 0;
  beforeAll(async () => {
    world = await startWorld({ database, settings: { captcha: 'never' }, env: { TEST_SINKS: sinks } });
  });
  afterAll(() => world.end());

  const addressOf = (name: string) => `${name.toLowerCase()}@example.com`;
  const askCode = (event: string, email: string, by: Caller = guest(world), more: Body = {}) =>
    by.post('/api/Ems/send', { email, event, ...more });
  const codeFor = async (event: string, email: string, by?: Caller, more?: Body): Promise<string> => {
    const asked = await askCode(event, email, by, more);
    if (asked.code !== 1) throw new Error(asked.text);
    return takeCode(sinks, 'mail', email);
  };
  const register = async (username: string, more: Body = {}): Promise<Answer> => {
    const email = addressOf(username);
    const captcha = await codeFor('user_register', email);
    return guest(world).post('/api/user/checkIn', {
      tab: 'register',
      registerType: 'email',
      username,
      email,
      captcha,
      password: PASSWORD,
      ...more,
    });
  };
  const fresh = async (): Promise<{ username: string; caller: Caller }> => {
    people += 1;
    const username = `walker_${people}`;
    expect((await register(username)).code).toBe(1);
    world.pass(61_000);
    await world.kit.db.transact((tx) => tx.run("DELETE FROM `throttle` WHERE bucket LIKE 'code:day:%'"));
    return { username, caller: await signIn(world, 'member', { username, password: PASSWORD }) };
  };

  it('register with a code, are signed in at once, and cannot give themselves anything (T1.12)', async () => {
    const form = (await guest(world).get('/api/user/checkIn')).data;
    expect(form).toMatchObject({ openRegistration: true, accountVerificationType: ['email', 'mobile'] });
    const greedy = {
      group_id: 9,
      money: '900.00',
      score: 5,
      status: 0,
      id: 1,
      super: 1,
      join_ip: 'x',
      source: 'referral',
    };
    const done = await register('Maria_1', greedy);
    expect([done.code, done.data.userInfo.username, done.data.routePath]).toEqual([1, 'Maria_1', '/user']);
    const [row] = await world.kit.db.rows<Record<string, unknown>>("SELECT * FROM `user` WHERE username_n = 'maria_1'");
    expect(row).toMatchObject({
      money: 0,
      score: 0,
      status: 1,
      source: 'referral',
      nickname: 'Maria_1',
      email: 'maria_1@example.com',
    });
    expect(String(row?.['password'])).toMatch(/^\$argon2id\$v=19\$m=47104/);
    expect(Number(row?.['join_time'])).toBeGreaterThan(0);
    const other = { tab: 'register', email: 'other@example.com', captcha: '000000', password: PASSWORD };
    for (const twin of ['maria_1', 'MARIA_1', 'Maria_1 ']) {
      const refused = await guest(world).post('/api/user/checkIn', { ...other, username: twin });
      expect([twin, refused.code, Object.keys(refused.data.fields ?? {})]).toEqual([twin, 0, ['username']]);
    }
    for (const bad of ['märia', '1abc', 'ab', 'a'.repeat(16), 'a b'])
      expect(
        (
          await guest(world).post('/api/user/checkIn', {
            tab: 'register',
            username: bad,
            email: 'x@example.com',
            captcha: '000000',
            password: PASSWORD,
          })
        ).data.fields,
      ).toHaveProperty('username');
  });

  it('come in by username, e-mail or mobile', async () => {
    const { username } = await fresh();
    const root = await superAdmin(world);
    const { list } = (await root.get('/admin/user/index', { quick_search: username })).data;
    await root.post('/admin/user/edit', { id: list[0].id, mobile: '13912345678' });
    for (const name of [username, addressOf(username).toUpperCase(), '13912345678'])
      expect((await signIn(world, 'member', { username: name, password: PASSWORD })).id).toBe(list[0].id);
  });

  it('are not shown to strangers who ask for codes (T7.10)', async () => {
    const { username } = await fresh();
    const known = await askCode('user_retrieve_pwd', addressOf(username));
    const unknown = await askCode('user_retrieve_pwd', 'nobody@example.com');
    const taken = await askCode('user_register', addressOf(username));
    const same = ({ text }: Answer) => text.replace(/"time":\d+/, '');
    expect(same(unknown)).toBe(same(known));
    expect([taken.status, unknown.code]).toEqual([429, 1]);
    await takeCode(sinks, 'mail', addressOf(username));
    expect(lettersIn(sinks, 'mail').filter(({ params }) => 'code' in params)).toEqual([]);
    for (const email of ['a@b', 'x@example.com\r\nBcc: all@example.com', '<script>@example.com', ''])
      expect((await askCode('user_register', email)).code).not.toBe(1);
  });

  it('set a new password with a code, and every session ends (T4.06)', async () => {
    const { username, caller } = await fresh();
    const account = addressOf(username);
    const captcha = await codeFor('user_retrieve_pwd', account);
    const retrieve = (body: Body) =>
      guest(world).post('/api/account/retrievePassword', {
        type: 'email',
        account,
        captcha,
        password: 'new-river-43',
        ...body,
      });
    expect((await retrieve({ captcha: '000000' })).data.fields).toHaveProperty('captcha');
    expect((await retrieve({ password: 'abc' })).data.fields).toHaveProperty('password');
    expect((await retrieve({ account: 'nobody@example.com' })).data.fields).toHaveProperty('captcha');
    expect((await retrieve({})).code).toBe(1);
    expect((await retrieve({})).code).toBe(0);
    expect((await caller.get('/api/user/index')).code).toBe(302);
    expect((await guest(world).post('/api/common/refreshToken', { refresh_token: caller.refreshToken })).code).not.toBe(
      1,
    );
    await expect(signIn(world, 'member', { username, password: PASSWORD })).rejects.toThrow();
    expect((await signIn(world, 'member', { username, password: 'new-river-43' })).id).toBe(caller.id);
  });

  it('have codes that die after five guesses, even side by side (T7.12)', async () => {
    const { username } = await fresh();
    const account = addressOf(username);
    const captcha = await codeFor('user_retrieve_pwd', account);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        guest(world).post('/api/account/retrievePassword', {
          type: 'email',
          account,
          captcha: at < 6 ? `00000${at}` : '999999',
          password: 'new-river-43',
        }),
      ),
    );
    expect(guesses.every(({ code }) => code === 0)).toBe(true);
    const late = await guest(world).post('/api/account/retrievePassword', {
      type: 'email',
      account,
      captcha,
      password: 'new-river-43',
    });
    expect(late.code).toBe(0);
  });

  it('use a code for nothing but what it was sent for, and not after ten minutes (T7.12)', async () => {
    const { username, caller } = await fresh();
    const own = addressOf(username);
    const captcha = await codeFor('user_retrieve_pwd', own);
    expect((await caller.post('/api/account/verification', { type: 'email', captcha })).code).toBe(0);
    world.pass(601_000);
    expect(
      (
        await guest(world).post('/api/account/retrievePassword', {
          type: 'email',
          account: own,
          captcha,
          password: 'new-river-43',
        })
      ).code,
    ).toBe(0);
  });

  it('change a bound address in two steps', async () => {
    const { username, caller } = await fresh();
    const own = addressOf(username);
    const next = `new.${own}`;
    expect((await askCode('user_email_verify', own, caller, { password: 'wrong-pass-1' })).data.fields).toHaveProperty(
      'password',
    );
    world.pass(61_000);
    const first = await codeFor('user_email_verify', own, caller, { password: PASSWORD });
    const { accountVerificationToken: pass } = (
      await caller.post('/api/account/verification', { type: 'email', captcha: first })
    ).data;
    const second = await codeFor('user_change_email', next, caller);
    const change = (body: Body) =>
      caller.post('/api/account/changeBind', { type: 'email', email: next, captcha: second, ...body });
    expect((await change({ accountVerificationToken: 'guess' })).code).toBe(0);
    const other = await fresh();
    expect(
      (
        await other.caller.post('/api/account/changeBind', {
          type: 'email',
          email: next,
          captcha: second,
          accountVerificationToken: pass,
        })
      ).code,
    ).toBe(0);
    expect((await change({ accountVerificationToken: pass })).code).toBe(1);
    expect((await change({ accountVerificationToken: pass })).code).toBe(0);
    expect((await caller.get('/api/user/index')).data.userInfo.email).toBe(next);
    const mobile = '13800138000';
    await caller.post('/api/Sms/send', { mobile, template_code: 'user_change_mobile' });
    const code = await takeCode(sinks, 'sms', mobile);
    const bind = (password: string) =>
      caller.post('/api/account/changeBind', { type: 'mobile', mobile, captcha: code, password });
    expect((await bind('wrong-pass-1')).data.fields).toHaveProperty('password');
    expect((await bind(PASSWORD)).code).toBe(1);
  });

  it('change their password with the old one; other sessions end, this one stays (T4.06)', async () => {
    const { username, caller } = await fresh();
    const elsewhere = await signIn(world, 'member', { username, password: PASSWORD });
    const change = (body: Body) =>
      caller.post('/api/account/changePassword', { oldPassword: PASSWORD, newPassword: 'third-river-44', ...body });
    expect((await change({ oldPassword: 'wrong-pass-1' })).data.fields).toHaveProperty('oldPassword');
    expect((await change({ confirmPassword: 'other' })).data.fields).toHaveProperty('confirmPassword');
    expect((await change({ newPassword: 'password' })).data.fields).toHaveProperty('newPassword');
    expect((await change({ confirmPassword: 'third-river-44' })).code).toBe(1);
    expect((await elsewhere.get('/api/user/index')).code).toBe(302);
    expect((await caller.get('/api/user/index')).code).toBe(1);
  });

  it('edit their profile and nothing else of themselves', async () => {
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
    await edit({ group_id: 1, money: '5.00', status: 0, password: 'another-pass-9', score: 9 });
    expect((await caller.get('/api/user/index')).data.userInfo).toMatchObject({ money: '0.00', score: 0 });
    expect((await signIn(world, 'member', { username, password: PASSWORD })).id).toBe(caller.id);
    await edit({ id: 1, username: 'somebody', motto: 'Mine' });
    expect((await caller.get('/api/user/index')).data.userInfo).toMatchObject({ username, motto: 'Mine' });
  });

  it('see the menu their group holds, at once when it changes, and are refused the rest', async () => {
    const { caller } = await fresh();
    const titles = async () =>
      (await caller.get('/api/user/index')).data.menus[0]?.children.map(({ title }: { title: string }) => title);
    expect(await titles()).toEqual(['overview', 'profile', 'balance', 'integral', 'changePassword']);
    const root = await superAdmin(world);
    const { id } = (
      await root.post('/admin/user_group/add', { name: 'Readers', rules: ['account/overview', 'account/balance'] })
    ).data;
    await root.post('/admin/user/edit', { id: caller.id, group_id: id });
    expect(await titles()).toEqual(['overview', 'balance']);
    expect((await caller.get('/api/account/balance')).code).toBe(1);
    expect((await caller.get('/api/account/integral')).status).toBe(403);
    // the same rule stands before every other way to the same rows
    expect((await caller.get('/api/user_money_log/index')).code).toBe(1);
    expect((await caller.get('/api/user_score_log/index')).status).toBe(403);
    const client = await connectClient(`${world.url}/member`, caller.token, {});
    const topic = (t: string, e: string) => ({ t, spec: { k: 'list', e, where: { all: [] }, sort: [] } });
    const answer = await client.ask({
      epoch: '',
      topics: [topic('money', 'user_money_log'), topic('score', 'user_score_log')],
    });
    expect(answer).toMatchObject({ ok: true, r: { money: { ok: true }, score: { ok: false, code: 404 } } });
    await root.post('/admin/user_group/edit', { id, rules: ['account/overview'] });
    await until(() => client.resets.length > 0);
    expect(client.resets).toEqual([expect.objectContaining({ why: 'perm' })]);
    client.close();
    await root.post('/admin/user_group/edit', { id, status: 0 });
    expect(await titles()).toBeUndefined();
  });

  it('earn points by checking in once a day, more in a row, and start anew after a gap', async () => {
    const { caller } = await fresh();
    const state = async () => (await caller.get('/api/account/dailyCheckIn')).data;
    const until = expect.any(Number);
    expect(await state()).toEqual({ open: true, today: false, streak: 0, next: 5, until });
    const both = await Promise.all([
      caller.post('/api/account/dailyCheckIn'),
      caller.post('/api/account/dailyCheckIn'),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    const first = await state();
    expect(first).toEqual({ open: true, today: true, streak: 1, next: 6, until });
    // It says to the second when the next day of the house begins.
    expect((await caller.get('/api/account/overview')).data.checkIn).toEqual(first);
    const { time } = await caller.get('/api/account/overview');
    world.pass((first.until - time - 60) * 1_000);
    const dawn = await signIn(world, 'member', { username: `walker_${people}`, password: PASSWORD });
    expect((await dawn.get('/api/account/dailyCheckIn')).data).toEqual(first);
    world.pass(61_000);
    expect((await dawn.get('/api/account/dailyCheckIn')).data).toMatchObject({ today: false, streak: 1, next: 6 });
    const again = await signIn(world, 'member', { username: `walker_${people}`, password: PASSWORD });
    expect((await again.post('/api/account/dailyCheckIn')).data.entry).toMatchObject({
      score: 6,
      before: 5,
      after: 11,
      n: 2,
    });
    world.pass(2 * 86_400_000);
    const late = await signIn(world, 'member', { username: `walker_${people}`, password: PASSWORD });
    expect((await late.get('/api/account/dailyCheckIn')).data).toMatchObject({ today: false, streak: 0, next: 5 });
    const week = (await late.get('/api/account/overview')).data;
    expect([week.days.length, week.score.reduce((sum: number, one: number) => sum + one, 0), week.money[6]]).toEqual([
      7,
      11,
      '0.00',
    ]);
    const { list, total } = (await late.get('/api/account/integral', { page: '1', limit: '1' })).data;
    // said to each reader in his own language, whatever the language of the moment was
    const asks = (lang: string) =>
      guest(world).send('GET', '/api/account/integral', {
        headers: { 'ba-user-token': late.token, 'think-lang': lang },
      });
    const memos = async (lang: string) => (await asks(lang)).data.list.map(({ memo }: { memo: string }) => memo);
    expect(await memos('en')).toEqual(['Day 2 of checking in', 'Day 1 of checking in']);
    expect(await memos('zh-cn')).toEqual(['连续签到第 2 天', '连续签到第 1 天']);
    const root = await superAdmin(world);
    const file = await root.get('/admin/user_score_log/export');
    expect([file.text.includes('Day 2 of checking in'), file.text.includes('check_in:')]).toEqual([true, false]);
    expect([total, list.length, list[0]]).toMatchObject([2, 1, { n: 2, score: 6, createtime: list[0].create_time }]);
  });
});

it('cannot check in where that is switched off, and are told so', async () => {
  const world = await startWorld({ settings: { checkInPoints: [] } });
  try {
    const caller = await member(world);
    const { code, msg } = await caller.post('/api/account/dailyCheckIn');
    expect([code, msg]).toEqual([0, 'Checking in is switched off at present.']);
  } finally {
    await world.end();
  }
});

describe('letters against bombing (T7.09)', () => {
  const inWorld = async (
    captcha: 'adaptive' | 'never',
    work: (world: World, send: (mobile: string) => Promise<Answer>) => Promise<void>,
  ) => {
    const world = await startWorld({ settings: { captcha } });
    try {
      await work(world, (mobile) => guest(world).post('/api/Sms/send', { mobile, template_code: 'user_register' }));
    } finally {
      await world.end();
    }
  };

  it('ask strangers for a captcha before the second one', () =>
    inWorld('adaptive', async (world, send) => {
      expect((await send('13900001111')).code).toBe(1);
      const asked = await send('13900002222');
      expect([asked.code, asked.data.captcha]).toEqual([0, true]);
      const odd = await guest(world).post('/api/Sms/send', { mobile: '13900004444', template_code: 'free_text' });
      expect(odd.status).toBe(400);
    }));

  it('go to no number the house does not pay for: premium numbers, other countries, what is no mobile at home', () =>
    inWorld('never', async (world, send) => {
      const root = await superAdmin(world);
      const allow = async (value: string) => {
        const { list } = (await root.get('/admin/config/index', { limit: '200' })).data;
        const { id } = list.find(({ name }: { name: string }) => name === 'sms_countries');
        return (await root.post('/admin/config/edit', { id, value })).code;
      };
      for (const mobile of ['+19005551234', '+8613', '+861234567', '+85291234567']) {
        const { code, data } = await send(mobile);
        expect([mobile, code, Object.keys(data.fields)]).toEqual([mobile, 0, ['mobile']]);
      }
      expect((await send('+19005551234')).data.fields.mobile).toContain('country');
      expect(await allow('86')).toBe(0);
      expect(await allow('+852, +1212')).toBe(1);
      expect((await send('+85291234567')).code).toBe(1);
      expect((await send('+12125551234')).code).toBe(1);
      expect((await send('+19005551234')).code).toBe(0);
      expect((await send('13900001111')).code).toBe(0);
    }));

  it('go to one recipient once a minute and ten times a day, from one household twenty times', () =>
    inWorld('never', async (world, send) => {
      expect((await send('13900001111')).code).toBe(1);
      expect((await send('13900001111')).status).toBe(429);
      let sent = 0;
      for (let minute = 0; minute < 24 * 60; minute += 30) {
        world.pass(30 * 60_000);
        if ((await send('13900003333')).code === 1) sent += 1;
      }
      expect(sent).toBeLessThanOrEqual(11);
      expect(sent).toBeGreaterThanOrEqual(8);
      let spread = 0;
      for (let at = 0; at < 30; at += 1) if ((await send(`1370000${1000 + at}`)).code === 1) spread += 1;
      expect(spread).toBeLessThanOrEqual(20);
    }));
});
