/** The input formats of members: other values are refused at their field, with a message. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { storeCaptcha } from '../../../access/codes/captcha';
import { issueCode } from '../../../access/codes/oneTimeCodes';
import { requireEntity } from '../../../engine/requireEntity';
import { createCodeTarget } from '../../../access/codes/codePurposes';
import { seedContext } from '../../../db/seeds/base';
import { guest, signIn, type ApiResponse, type Body, type Caller } from '../../../testing/callers';
import { setSetting } from '../../../testing/setSetting';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

const PASSWORD = 'calm-river-42';
const MISSING = 'Fill in this field';
const CODE_WRONG = 'This code is wrong or expired';
const many = (length: number) => 'aB-9'.repeat(9).slice(0, length);

describe.each(sampleDialects())('input formats of members on %s', (database) => {
  let testServer: TestServer;
  let rosa: Caller;
  let people = 0;
  beforeAll(async () => {
    testServer = await startTestServer({ database, settings: { captcha: 'never' } });
    rosa = await somebody('rosa');
  });
  afterAll(() => testServer.close());

  const submit = (username: string, password = PASSWORD) => signIn(testServer, 'member', { username, password });
  const getMail = (username: string) => `${username}@example.com`;
  async function somebody(username: string): Promise<Caller> {
    const values = { username, nickname: username, email: getMail(username), password: PASSWORD };
    await testServer.writer.create(
      seedContext(testServer.services),
      requireEntity(testServer.services, 'user'),
      values,
    );
    return submit(username);
  }
  /** Removes the rate limits, which these tests would exceed. */
  const withoutThrottling = () => testServer.services.db.transact((tx) => tx.run('DELETE FROM `throttle`'));
  const register = async (more: Body): Promise<ApiResponse> => {
    await withoutThrottling();
    people += 1;
    const username = `fresh_${people}`;
    const captcha = await issueCode(testServer.services, createCodeTarget('user_register', getMail(username), 0));
    const values = { tab: 'register', registerType: 'email', username, email: getMail(username), captcha };
    return guest(testServer).post('/api/user/checkIn', { ...values, password: PASSWORD, ...more });
  };
  const resetPassword = async (username: string, more: Body): Promise<ApiResponse> => {
    await withoutThrottling();
    const account = getMail(username);
    const captcha = await issueCode(testServer.services, createCodeTarget('user_retrieve_pwd', account, 0));
    const codeRequest = { type: 'email', account, captcha, password: 'other-river-43' };
    return guest(testServer).post('/api/account/retrievePassword', { ...codeRequest, ...more });
  };
  const change = (who: Caller, more: Body): Promise<ApiResponse> => {
    const codeRequest = { oldPassword: PASSWORD, newPassword: 'third-river-44', confirmPassword: 'third-river-44' };
    return who.post('/api/account/changePassword', { ...codeRequest, ...more });
  };
  const reported = ({ status, code, data }: ApiResponse): readonly unknown[] => [status, code, data?.fields];
  const at = (field: string, messages: string): readonly unknown[] => [200, 0, { [field]: messages }];

  // @spec P5-002 P5-003 P5-001 P9-001
  // @covers server account, server accountMin, server too_short, server accountMax, server too_long
  it('account: 3 to 15 letters, digits and underscores, starting with a letter', async () => {
    const SHAPE = '3 to 15 letters, digits or underscores, starting with a letter';
    for (const username of ['abc', 'Z_9', 'a23456789012345']) {
      expect([username, (await register({ username })).code]).toEqual([username, 1]);
      expect((await submit(username)).id).toBeGreaterThan(0);
    }
    for (const [username, messages] of [
      ['ab', 'At least 3 characters'],
      ['a234567890123456', 'At most 15 characters'],
      ...['1abc', '_abc', 'a b', 'a-bc', 'a.bc', 'a@b.co', 'märia', 'аbс', '小明明'].map((name) => [name, SHAPE]),
    ] as const)
      expect([username, reported(await register({ username }))]).toEqual([username, at('username', messages)]);
  });

  // @spec P5-005 P5-004 P9-002
  // @covers server password, server passwordMin, server passwordMax
  it('password: 6 to 32 characters, without & < > " \\\', on every route that sets one', async () => {
    const SHAPE = '6 to 32 characters, without & < > " \'';
    const bad = ['qZ7-k', many(33), ...['&', '<', '>', '"', "'"].map((sign) => `calm-river-${sign}`)];
    const tim = await somebody('tim');
    for (const password of bad) {
      expect([password, reported(await register({ password }))]).toEqual([password, at('password', SHAPE)]);
      const again = { newPassword: password, confirmPassword: password };
      expect([password, reported(await change(tim, again))]).toEqual([password, at('newPassword', SHAPE)]);
      expect([password, reported(await resetPassword('tim', { password }))]).toEqual([password, at('password', SHAPE)]);
    }
    let before = PASSWORD;
    for (const password of ['qZ7-kf', many(32)]) {
      expect([password, (await register({ password })).code]).toEqual([password, 1]);
      const again = { oldPassword: before, newPassword: password, confirmPassword: password };
      expect([password, (await change(tim, again)).code]).toEqual([password, 1]);
      before = `${password.slice(1)}x`;
      expect([password, (await resetPassword('tim', { password: before })).code]).toEqual([password, 1]);
      Object.assign(tim, await submit('tim', before));
    }
  });

  // @spec P5-012 P5-013
  // @covers server password_repeat, server password_old
  it('new password: needs an equal repetition and the old password', async () => {
    const eva = await somebody('eva');
    const DIFFERS = 'The passwords don’t match';
    for (const confirmPassword of ['', 'third-river-45', 'Third-river-44'])
      expect(reported(await change(eva, { confirmPassword }))).toEqual(at('confirmPassword', DIFFERS));
    for (const oldPassword of ['', 'calm-river-43', 'third-river-44'])
      expect(reported(await change(eva, { oldPassword }))).toEqual(at('oldPassword', 'The current password is wrong'));
    for (const oldPassword of [undefined, null, 1, true]) expect((await change(eva, { oldPassword })).status).toBe(400);
    expect((await submit('eva')).id).toBe(eva.id);
    expect((await change(eva, {})).code).toBe(1);
    expect((await submit('eva', 'third-river-44')).id).toBe(eva.id);
  });

  // @spec P5-006 P9-003 P5-010
  // @covers server captcha, server captchaMin, server captchaMax, server code_wrong
  it('captcha: four to six characters; code: six digits', async () => {
    await setSetting(testServer, 'captcha', 'always');
    const responses: (readonly [string, readonly unknown[]])[] = [];
    for (const text of ['', 'ACE', 'ACE3456', 'ACE3', 'ACE345']) {
      const id = `captcha-of-a-member-${responses.length}`;
      await storeCaptcha(testServer.services, { id, purpose: 'login', ip: '127.0.0.1' }, text);
      const given = { username: 'rosa', password: PASSWORD, captcha: text, captcha_id: id };
      responses.push([text, reported(await guest(testServer).post('/api/user/checkIn', given))]);
    }
    await setSetting(testServer, 'captcha', 'never');
    const WRONG = at('captcha', 'The captcha is wrong or expired');
    expect(responses).toEqual([
      ['', at('captcha', MISSING)],
      ['ACE', WRONG],
      ['ACE3456', WRONG],
      ['ACE3', [200, 1, undefined]],
      ['ACE345', [200, 1, undefined]],
    ]);
    expect(await issueCode(testServer.services, createCodeTarget('user_register', 'x@example.com', 0))).toMatch(
      /^\d{6}$/,
    );
    for (const captcha of ['123', '12345', '1234567']) {
      expect(reported(await register({ captcha }))).toEqual(at('captcha', CODE_WRONG));
      expect(reported(await resetPassword('rosa', { captcha }))).toEqual(at('captcha', CODE_WRONG));
      const verification = await rosa.post('/api/account/verification', { type: 'email', captcha });
      expect(reported(verification)).toEqual(at('captcha', CODE_WRONG));
    }
  });

  // @spec P5-007 P7-010
  // @covers server mobile, server email
  it('mobile and email: valid formats only', async () => {
    const ADDRESSES = {
      mobile: [['12800138000', '1380013800', '138001380000', 'abc'], 'Enter a valid mobile number'],
      email: [['a@b', '@b.co', 'a b@c.de', 'a..b@c.de'], 'Enter a valid email address'],
    } as const;
    for (const channel of ['mobile', 'email'] as const) {
      const [bad, messages] = ADDRESSES[channel];
      const path = channel === 'mobile' ? '/api/Sms/send' : '/api/Ems/send';
      for (const address of bad) {
        await withoutThrottling();
        const refusals = [
          await register({ registerType: channel, [channel]: address }),
          await guest(testServer).post(path, { [channel]: address, event: 'user_register' }),
          await rosa.post('/api/account/changeBind', {
            type: channel,
            [channel]: address,
            captcha: '1',
            password: PASSWORD,
          }),
        ];
        for (const refusal of refusals) expect([address, reported(refusal)]).toEqual([address, at(channel, messages)]);
      }
    }
  });

  // @spec P5-008
  // @covers server name
  it('nickname: letters, digits, spaces and - _ . , ; signature: at most 255 characters', async () => {
    const save = (body: Body) => rosa.post('/api/account/profile', body);
    const SHAPE = 'Use only letters, Chinese characters, digits, spaces, - _ and .';
    for (const [body, field, messages] of [
      ...['<b>', 'a/b', 'a,b', 'a@b'].map((nickname) => [{ nickname }, 'nickname', SHAPE] as const),
      [{ nickname: 'x'.repeat(31) }, 'nickname', 'At most 30 characters'],
      [{ motto: 'x'.repeat(256) }, 'motto', 'At most 255 characters'],
      [{ birthday: '2001-02-29' }, 'birthday', 'Enter a date, such as 2026-01-31'],
      [{ gender: 3 }, 'gender', 'Choose one of the options'],
    ] as const)
      expect([body, reported(await save(body))]).toEqual([body, at(field, messages)]);
    for (const nickname of ['李雷', 'Jean-Luc 2', 'A. B_c', 'x'.repeat(30)])
      expect([nickname, (await save({ nickname })).data.row.nickname]).toEqual([nickname, nickname]);
  });

  // @spec P5-009 P5-010
  // @covers server required
  it('required fields must be present', async () => {
    expect(reported(await register({ captcha: '' }))).toEqual(at('captcha', MISSING));
    for (const channel of ['email', 'mobile']) {
      expect(reported(await register({ registerType: channel, [channel]: '' }))).toEqual(at(channel, MISSING));
      const bind = { type: channel, [channel]: ' ', captcha: '123456', password: PASSWORD };
      expect(reported(await rosa.post('/api/account/changeBind', bind))).toEqual(at(channel, MISSING));
    }
    for (const nickname of ['', '  ', null])
      expect(reported(await rosa.post('/api/account/profile', { nickname }))).toEqual(at('nickname', MISSING));
    // The forms always send these fields; a call without them is refused.
    for (const name of ['username', 'password'])
      for (const value of ['', null, undefined])
        expect([name, value, (await register({ [name]: value })).status]).toEqual([name, value, 400]);
    expect(
      (await testServer.services.db.rows("SELECT id FROM `user` WHERE username = '' OR nickname = ''")).length,
    ).toBe(0);
  });
});
