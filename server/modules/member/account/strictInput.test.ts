/** Strict input around money and accounts: ids, passwords, birthdays, dates, and the previous sign-in. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { member, signIn, superAdmin, type Caller } from '../../../testing/callers';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

const PASSWORD = 'limited-horse-7';

describe.each(sampleDialects())('strict input on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let mia: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database, settings: { captcha: 'never' } });
    root = await superAdmin(testServer);
    mia = await member(testServer);
  });
  afterAll(() => testServer.close());

  it('id: has one spelling; a sign or a leading zero is refused', async () => {
    for (const id of [`0${mia.id}`, `+${mia.id}`, ` ${mia.id}`, `${mia.id}.0`]) {
      const body = { user_id: id, money: '5.00', memo: 'Order' };
      const refused = await root.post('/admin/user_money_log/add', body);
      expect([id, refused.code, Object.keys(refused.data?.fields ?? {})]).toEqual([id, 0, ['user_id']]);
    }
    const { data } = await root.post('/admin/user_money_log/add', {
      user_id: String(mia.id),
      money: '5.00',
      memo: 'A',
    });
    expect(data.row.user_id).toBe(mia.id);
    for (const id of [`0${data.id}`, `+${data.id}`])
      expect((await root.post('/admin/user_money_log/reverse', { id, memo: 'Wrong' })).status).toBe(400);
    expect((await mia.get('/api/account/balance')).data.list).toHaveLength(1);
  });

  it('password: a new one equal to the old one is refused at the field, and the session stays', async () => {
    const body = { oldPassword: PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD };
    const refused = await mia.post('/api/account/changePassword', body);
    expect([refused.code, Object.keys(refused.data.fields)]).toEqual([0, ['newPassword']]);
    expect((await mia.get('/api/account/overview')).code).toBe(1);
  });

  it('birthday: refused before 1900 and for invalid dates', async () => {
    const profile = (birthday: string) => mia.post('/api/account/profile', { birthday });
    expect((await profile('1800-01-01')).data.fields).toHaveProperty('birthday');
    expect((await profile('2000-13-45')).data.fields).toHaveProperty('birthday');
    expect((await profile('1900-01-01')).code).toBe(1);
    const query = { 'search[0][field]': 'create_time', 'search[0][operator]': '>=', 'search[0][val]': '2026-13-45' };
    expect((await mia.get('/api/account/balance', query)).status).toBe(400);
  });

  it('profile: shows the previous sign-in', async () => {
    const late = await member(testServer);
    const [{ username }] = (await testServer.services.db.rows<{ username: string }>(
      'SELECT username FROM `user` WHERE id = ?',
      [late.id],
    )) as [{ username: string }];
    const first = (await late.get('/api/account/overview')).data;
    expect(first).toMatchObject({ previous_login_time: null, previous_login_ip: null });
    const [{ at }] = (await testServer.services.db.rows<{ at: number }>(
      'SELECT last_login_time AS at FROM `user` WHERE id = ?',
      [late.id],
    )) as [{ at: number }];
    testServer.advanceClock(60_000);
    const again = await signIn(testServer, 'member', { username, password: PASSWORD });
    const second = (await again.get('/api/account/overview')).data;
    expect(second.previous_login_time).toBe(Number(at));
    expect(second.previous_login_ip).toMatch(/127\.0\.0\.1|::1/);
  });
});

it('demo seeds write no mails to fictional members', async () => {
  const testServer = await startTestServer({ seed: 'demo' });
  try {
    const mails = await testServer.services.db.rows(
      "SELECT id FROM `message` WHERE template IN ('address_changed', 'password_changed')",
    );
    expect(mails).toEqual([]);
  } finally {
    await testServer.close();
  }
});
