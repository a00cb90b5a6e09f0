/** Member accounts over HTTP: registration, sign-in names, lost passwords, bound addresses (T1.12, T4.06, T7.10–T7.12). */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest, signIn, superAdmin, type ApiResponse, type Body } from '../../../testing/callers';
import { createTestEmail, createRegistration, PASSWORD } from '../../../testing/registration';
import { receivedMessages, takeCode } from '../../../testing/receivedMessages';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

describe.each(sampleDialects())('members on %s', (database) => {
  const sinks = mkdtempSync(join(tmpdir(), 'atrium-sinks-'));
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, settings: { captcha: 'never' }, env: { TEST_SINKS: sinks } });
  });
  afterAll(() => testServer.close());
  const { askCode, codeFor, register, fresh } = createRegistration(() => testServer, sinks);

  // @case T1.12
  it('register: needs a code, signs in at once, and ignores fields that a member may not set', async () => {
    const form = (await guest(testServer).get('/api/user/checkIn')).data;
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
    const registered = await register('Maria_1', greedy);
    expect([registered.code, registered.data.userInfo.username, registered.data.routePath]).toEqual([
      1,
      'Maria_1',
      '/user',
    ]);
    const [row] = await testServer.services.db.rows<Record<string, unknown>>(
      "SELECT * FROM `user` WHERE username_n = 'maria_1'",
    );
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
      const refused = await guest(testServer).post('/api/user/checkIn', { ...other, username: twin });
      expect([twin, refused.code, Object.keys(refused.data.fields ?? {})]).toEqual([twin, 0, ['username']]);
    }
    for (const bad of ['märia', '1abc', 'ab', 'a'.repeat(16), 'a b'])
      expect(
        (
          await guest(testServer).post('/api/user/checkIn', {
            tab: 'register',
            username: bad,
            email: 'x@example.com',
            captcha: '000000',
            password: PASSWORD,
          })
        ).data.fields,
      ).toHaveProperty('username');
  });

  it('sign-in: accepts username, email and mobile', async () => {
    const { username } = await fresh();
    const root = await superAdmin(testServer);
    const { list } = (await root.get('/admin/user/index', { quick_search: username })).data;
    await root.post('/admin/user/edit', { id: list[0].id, mobile: '13912345678' });
    for (const name of [username, createTestEmail(username).toUpperCase(), '13912345678'])
      expect((await signIn(testServer, 'member', { username: name, password: PASSWORD })).id).toBe(list[0].id);
  });

  // @case T7.10
  it('code requests do not reveal members to strangers', async () => {
    const { username } = await fresh();
    const known = await askCode('user_retrieve_pwd', createTestEmail(username));
    const unknown = await askCode('user_retrieve_pwd', 'nobody@example.com');
    const taken = await askCode('user_register', createTestEmail(username));
    const same = ({ text }: ApiResponse) => text.replace(/"time":\d+/, '');
    expect(same(unknown)).toBe(same(known));
    expect([taken.status, unknown.code]).toEqual([429, 1]);
    await takeCode(sinks, 'mail', createTestEmail(username));
    expect(receivedMessages(sinks, 'mail').filter(({ params }) => 'code' in params)).toEqual([]);
    for (const email of ['a@b', 'x@example.com\r\nBcc: all@example.com', '<script>@example.com', ''])
      expect((await askCode('user_register', email)).code).not.toBe(1);
  });

  // @case T4.06
  it('password reset: a code sets a new password and ends all sessions', async () => {
    const { username, caller } = await fresh();
    const account = createTestEmail(username);
    const captcha = await codeFor('user_retrieve_pwd', account);
    const retrieve = (body: Body) =>
      guest(testServer).post('/api/account/retrievePassword', {
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
    expect(
      (await guest(testServer).post('/api/common/refreshToken', { refresh_token: caller.refreshToken })).code,
    ).not.toBe(1);
    await expect(signIn(testServer, 'member', { username, password: PASSWORD })).rejects.toThrow();
    expect((await signIn(testServer, 'member', { username, password: 'new-river-43' })).id).toBe(caller.id);
  });

  // @case T7.12
  it('code: invalid after five guesses, also concurrent ones', async () => {
    const { username } = await fresh();
    const account = createTestEmail(username);
    const captcha = await codeFor('user_retrieve_pwd', account);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        guest(testServer).post('/api/account/retrievePassword', {
          type: 'email',
          account,
          captcha: index < 6 ? `00000${index}` : '999999',
          password: 'new-river-43',
        }),
      ),
    );
    expect(guesses.every(({ code }) => code === 0)).toBe(true);
    const late = await guest(testServer).post('/api/account/retrievePassword', {
      type: 'email',
      account,
      captcha,
      password: 'new-river-43',
    });
    expect(late.code).toBe(0);
  });

  // @case T7.12
  it('code: valid for its purpose only, and for ten minutes', async () => {
    const { username, caller } = await fresh();
    const own = createTestEmail(username);
    const captcha = await codeFor('user_retrieve_pwd', own);
    expect((await caller.post('/api/account/verification', { type: 'email', captcha })).code).toBe(0);
    testServer.advanceClock(601_000);
    expect(
      (
        await guest(testServer).post('/api/account/retrievePassword', {
          type: 'email',
          account: own,
          captcha,
          password: 'new-river-43',
        })
      ).code,
    ).toBe(0);
  });

  it('bound address: changed in two steps', async () => {
    const { username, caller } = await fresh();
    const own = createTestEmail(username);
    const next = `new.${own}`;
    expect((await askCode('user_email_verify', own, caller, { password: 'wrong-pass-1' })).data.fields).toHaveProperty(
      'password',
    );
    testServer.advanceClock(61_000);
    const first = await codeFor('user_email_verify', own, caller, { password: PASSWORD });
    const { accountVerificationToken: proofToken } = (
      await caller.post('/api/account/verification', { type: 'email', captcha: first })
    ).data;
    expect((await askCode('user_change_email', next, caller)).data).toEqual({ verifyFirst: true });
    const second = await codeFor('user_change_email', next, caller, { accountVerificationToken: proofToken });
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
          accountVerificationToken: proofToken,
        })
      ).code,
    ).toBe(0);
    expect((await change({ accountVerificationToken: proofToken })).code).toBe(1);
    expect((await change({ accountVerificationToken: proofToken })).code).toBe(0);
    expect((await caller.get('/api/user/index')).data.userInfo.email).toBe(next);
    const mobile = '13800138000';
    const byMobile = { mobile, template_code: 'user_change_mobile' };
    expect((await caller.post('/api/Sms/send', byMobile)).data.fields).toHaveProperty('password');
    await caller.post('/api/Sms/send', { ...byMobile, password: PASSWORD });
    const code = await takeCode(sinks, 'sms', mobile);
    const bind = (password: string) =>
      caller.post('/api/account/changeBind', { type: 'mobile', mobile, captcha: code, password });
    expect((await bind('wrong-pass-1')).data.fields).toHaveProperty('password');
    expect((await bind(PASSWORD)).code).toBe(1);
  });

  // @case T4.06
  it('password change: needs the old password, and ends the other sessions', async () => {
    const { username, caller } = await fresh();
    const elsewhere = await signIn(testServer, 'member', { username, password: PASSWORD });
    const change = (body: Body) =>
      caller.post('/api/account/changePassword', { oldPassword: PASSWORD, newPassword: 'third-river-44', ...body });
    expect((await change({ oldPassword: 'wrong-pass-1' })).data.fields).toHaveProperty('oldPassword');
    expect((await change({ confirmPassword: 'other' })).data.fields).toHaveProperty('confirmPassword');
    expect((await change({ newPassword: 'password' })).data.fields).toHaveProperty('newPassword');
    expect((await change({ confirmPassword: 'third-river-44' })).code).toBe(1);
    expect((await elsewhere.get('/api/user/index')).code).toBe(302);
    expect((await caller.get('/api/user/index')).code).toBe(1);
  });
});
