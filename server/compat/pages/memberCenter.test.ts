/** The member center of older clients: sign-up, sign-in, overview, profile, password, bound address, balance and points. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { superAdmin, type Body } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient, type Dialect } from '../../testing/compat/compatClient';
import { takeCode } from '../../testing/receivedMessages';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

const PASSWORD = 'quiet-river-42';
const LAST_LOGIN: Readonly<Record<Dialect, string>> = { first: 'lastlogintime', second: 'last_login_time' };

describe.each(testDialects())('the member center of older clients on %s', (database) => {
  const sinks = mkdtempSync(join(tmpdir(), 'atrium-members-'));
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, env: { TEST_SINKS: sinks }, settings: { captcha: 'never' } });
  });
  afterAll(async () => {
    await testServer.close();
    rmSync(sinks, { recursive: true, force: true });
  });

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    const username = `member_${dialect}`;
    let client: CompatClient;
    let userInfo: Readonly<Record<string, unknown>>;
    beforeAll(async () => {
      const admin = createCompatClient(testServer, dialect);
      await admin.signIn();
      const draft = { username, nickname: 'Rosa', group_id: 1, status: 'enable', password: PASSWORD };
      expect((await admin.post('/admin/user.user/add', { ...draft, avatar: '' })).code).toBe(1);
      client = createCompatClient(testServer, dialect);
      // The first client always asks for a captcha: any answer is accepted while none is needed.
      const captcha = dialect === 'first' ? { captcha: '1234', captchaId: 'x' } : { captchaId: '', captchaInfo: '' };
      const form = { tab: 'login', username, password: PASSWORD, keep: true, ...captcha };
      const { code, data } = await client.post('/api/user/checkIn', form);
      expect([code, data.routePath]).toEqual([1, '/user']);
      userInfo = data.userInfo;
      client.useToken('member', data.userInfo.token);
    });
    const signInAgain = async (): Promise<CompatClient> => {
      const secondClient = createCompatClient(testServer, dialect);
      const { data } = await secondClient.post('/api/user/checkIn', { tab: 'login', username, password: PASSWORD });
      secondClient.useToken('member', data.userInfo.token);
      return secondClient;
    };
    const open = async (): Promise<Readonly<Record<string, unknown>>> =>
      (await client.openMemberCenter()).data.userInfo;

    it('signs in with both spellings of the tokens, and knows how accounts are verified', async () => {
      expect(userInfo).toMatchObject({ username, refreshToken: expect.any(String), refresh_token: expect.any(String) });
      expect(userInfo['avatar']).toBe(`${testServer.url}/static/images/avatar.png`);
      // The first sign-in has no earlier one.
      expect(userInfo[LAST_LOGIN[dialect]]).toBeNull();
      expect(typeof (await open())[LAST_LOGIN[dialect]]).toBe('number');
      const { data } = await createCompatClient(testServer, dialect).get('/api/user/checkIn');
      expect(Array.isArray(data.accountVerificationType)).toBe(true);
      if (dialect === 'second') expect(data.userLoginCaptchaSwitch).toBe(false);
    });

    it('shows the account in the module store', async () => {
      expect((await client.get('/api/user/info')).data.userInfo).toMatchObject({ username, money: '0.00', score: 0 });
      expect((await createCompatClient(testServer, dialect).get('/api/user/info')).code).toBe(302);
    });

    it('overview: seven days with points and balance', async () => {
      const { days, score, money } = (await client.get('/api/account/overview')).data;
      expect([days.length, score.length, money.length]).toEqual([7, 7, 7]);
    });

    it('profile: saves the whole person as the page shows it, with the default picture', async () => {
      expect((await client.get('/api/account/profile')).data.accountVerificationType).toBeDefined();
      const shown = await open();
      const { code, data } = await client.post('/api/account/profile', {
        ...shown,
        token: 'x',
        refresh_token: 'y',
        nickname: `Rosa ${dialect}`,
        gender: '1',
        birthday: '2000-02-29',
        motto: 'Hello',
      });
      expect([code, data.fields]).toEqual([1, undefined]);
      expect(JSON.stringify(data)).toContain(`"avatar":${JSON.stringify(shown['avatar'])}`);
      expect(JSON.stringify(data)).not.toContain('"revision"');
      expect(await open()).toMatchObject({
        nickname: `Rosa ${dialect}`,
        birthday: '2000-02-29',
        avatar: shown['avatar'],
      });
      const [stored] = await testServer.services.db.rows<{ avatar: string | null; money: number }>(
        'SELECT avatar, money FROM `user` WHERE username = ?',
        [username],
      );
      expect([stored?.avatar ?? '', Number(stored?.money)]).toEqual(['', 0]);
    });

    it('profile: uploads a picture and shows it', async () => {
      const background = { r: 200, g: dialect.length, b: database.length };
      const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer();
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(picture)]), 'me.png');
      const { data } = await client.send('POST', '/api/ajax/upload?uuid=1', { body });
      expect(data.file.full_url).toBe(`${testServer.url}${data.file.url}`);
      const shown = await open();
      expect((await client.post('/api/account/profile', { ...shown, avatar: data.file.url })).code).toBe(1);
      const changed = await open();
      expect(changed['avatar']).toBe(data.file.full_url);
      // The page sends the address back that it was given.
      expect((await client.post('/api/account/profile', { ...changed, motto: 'With picture' })).code).toBe(1);
      expect(await open()).toMatchObject({ avatar: data.file.full_url, motto: 'With picture' });
      const admin = createCompatClient(testServer, dialect);
      await admin.signIn();
      const { list } = (await admin.get('/admin/routine.attachment/index?quick_search=me.png')).data;
      const { id } = list.find(({ url }: { url: string }) => url === data.file.url);
      // A file in use stays.
      expect((await admin.del('/admin/routine.attachment/del', [id])).code).not.toBe(1);
    });

    it('balance and points: the entries, the newest first, with their time', async () => {
      const root = await superAdmin(testServer);
      const { id } = userInfo;
      await root.post('/admin/user_money_log/add', { user_id: id, money: '2.50', memo: 'Gift' });
      await root.post('/admin/user_score_log/add', { user_id: id, score: 7, memo: 'Gift' });
      for (const [page, column, after] of [
        ['balance', 'money', '2.50'],
        ['integral', 'score', 7],
      ] as const) {
        const { list, total } = (await client.get(`/api/account/${page}?page=1&limit=10`)).data;
        expect([page, total, list[0]]).toEqual([
          ...[page, 1],
          expect.objectContaining({ memo: 'Gift', [column]: after, after, create_time: expect.any(Number) }),
        ]);
        expect(list[0].createtime).toBe(list[0].create_time);
      }
      expect(await open()).toMatchObject({ money: '2.50', score: 7 });
    });

    const clicks = dialect === 'first' ? {} : { captchaId: '', captchaInfo: '' };
    /** What a client adds to a request for a code. */
    const requestCode = (email: string, event: string, more: Body = {}) =>
      client.post('/api/Ems/send', { email, event, ...more, ...clicks });
    const change = async (email: string, accountVerificationToken: string) =>
      client.post('/api/account/changeBind', {
        type: 'email',
        accountVerificationToken,
        password: '',
        email,
        mobile: '',
        captcha: await takeCode(sinks, 'mail', email),
      });
    const verify = async (email: string): Promise<string> => {
      expect((await requestCode(email, 'user_email_verify', { password: PASSWORD })).code).toBe(1);
      const captcha = await takeCode(sinks, 'mail', email);
      return (await client.post('/api/account/verification', { type: 'email', captcha })).data.accountVerificationToken;
    };

    // @covers fault compat.first_contact
    it('a first address is bound on our page, because these clients request its code without the password', async () => {
      const email = `${username}_${database}@example.com`;
      const sent = await requestCode(email, 'user_change_email');
      expect([sent.code, sent.msg]).toEqual([0, expect.stringContaining(`${testServer.url}/user/profile`)]);
      const mobile = await client.post('/api/Sms/send', {
        mobile: '13900001111',
        template_code: 'user_change_mobile',
        ...clicks,
      });
      expect([mobile.code, mobile.msg]).toEqual([0, sent.msg]);
      // A client that does send the password is served.
      expect((await requestCode(email, 'user_change_email', { password: PASSWORD })).code).toBe(1);
      const form = { type: 'email', accountVerificationToken: '', email, mobile: '', password: PASSWORD };
      const captcha = await takeCode(sinks, 'mail', email);
      const { code, data } = await client.post('/api/account/changeBind', { ...form, captcha });
      expect([code, data.fields]).toEqual([1, undefined]);
      expect((await open())['email']).toBe(email);
    });

    it('changes a bound address after a code of it: for 10 minutes, once, and in the session that verified it', async () => {
      const email = `${username}_${database}@example.com`;
      const asked = async (next: string) => (await requestCode(next, 'user_change_email')).data;
      expect(await asked(`early_${email}`)).toEqual({ verifyFirst: true });
      testServer.advanceClock(61_000);
      await verify(email);
      testServer.advanceClock(601_000);
      expect(await asked(`late_${email}`)).toEqual({ verifyFirst: true });
      const proof = await verify(email);
      const next = `next_${email}`;
      const other = await signInAgain();
      expect((await other.post('/api/Ems/send', { email: next, event: 'user_change_email', ...clicks })).data).toEqual({
        verifyFirst: true,
      });
      expect((await requestCode(next, 'user_change_email')).code).toBe(1);
      expect((await change(next, 'guess')).data).toEqual({ verifyFirst: true });
      testServer.advanceClock(61_000);
      expect((await requestCode(next, 'user_change_email')).code).toBe(1);
      expect((await change(next, proof)).code).toBe(1);
      expect((await open())['email']).toBe(next);
      expect(await asked(`again_${email}`)).toEqual({ verifyFirst: true });
    });

    it('password: the new one signs in, and a wrong old one is refused', async () => {
      const changePassword = (oldPassword: string, newPassword: string) =>
        client.post('/api/account/changePassword', { oldPassword, newPassword, confirmPassword: newPassword });
      expect((await changePassword('wrong-river-42', 'loud-river-43')).data.fields).toHaveProperty('oldPassword');
      expect((await changePassword(PASSWORD, 'loud-river-43')).code).toBe(1);
      const form = { tab: 'login', username, password: 'loud-river-43', keep: false };
      const again = await createCompatClient(testServer, dialect).post('/api/user/checkIn', form);
      expect(again.code).toBe(1);
      // Nobody learns which accounts exist.
      const guess = (name: string) =>
        createCompatClient(testServer, dialect).post('/api/user/checkIn', { ...form, username: name, password: 'x' });
      expect((await guess(username)).msg).toBe((await guess('nobody_at_all')).msg);
    });

    it('signs up with a code, and sets a forgotten password', async () => {
      const email = `new_${dialect}_${database}@example.com`;
      const visitor = createCompatClient(testServer, dialect);
      const send = (event: string) =>
        visitor.post('/api/Ems/send', {
          email,
          event,
          ...(dialect === 'first' ? {} : { captchaId: '', captchaInfo: '' }),
        });
      expect((await send('user_register')).code).toBe(1);
      const form = { tab: 'register', registerType: 'email', username: `new_${dialect}`, email, mobile: '' };
      const joined = await visitor.post('/api/user/checkIn', {
        ...form,
        password: PASSWORD,
        captcha: await takeCode(sinks, 'mail', email),
        keep: false,
      });
      expect([joined.code, joined.data.userInfo?.username]).toEqual([1, `new_${dialect}`]);
      testServer.advanceClock(61_000);
      expect((await send('user_retrieve_pwd')).code).toBe(1);
      const reset = {
        type: 'email',
        account: email,
        captcha: await takeCode(sinks, 'mail', email),
        password: 'other-river-44',
      };
      expect((await visitor.post('/api/account/retrievePassword', reset)).code).toBe(1);
    });

    it('signs out, and the member center asks to sign in', async () => {
      const signOut = dialect === 'first' ? { refresh_token: '' } : { refreshToken: '' };
      expect((await client.post('/api/user/logout', signOut)).code).toBe(1);
      const path = dialect === 'first' ? '/api/user/index' : '/api/index/index?requiredLogin=1';
      expect((await client.get(path)).code).toBe(302);
    });
  });
});
