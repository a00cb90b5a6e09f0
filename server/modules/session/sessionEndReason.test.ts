/** The reason of a session's end: correct, and returned only to its own tokens. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, tamperToken, guest, member, signIn, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const PASSWORD = 'limited-horse-7';

describe.each(sampleDialects())('the end of a session on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database, settings: { captcha: 'never' } });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const endReason = async ({ refreshToken }: Pick<Caller, 'refreshToken'>): Promise<string> =>
    (await guest(testServer).post('/api/common/sessionEnd', { refresh_token: refreshToken })).data.reason;
  /** A member with two devices. */
  const signInTwice = async () => {
    const here = await member(testServer);
    const { username } = (await here.get('/api/user/index')).data.userInfo;
    return { here, username, there: await signIn(testServer, 'member', { username, password: PASSWORD }) };
  };

  it('names which change of the account ended it', async () => {
    const { here, there } = await signInTwice();
    expect(await endReason(there)).toBe('');
    const body = { oldPassword: PASSWORD, newPassword: 'third-river-44' };
    expect((await here.post('/api/account/changePassword', body)).code).toBe(1);
    expect([await endReason(there), await endReason(here)]).toEqual(['password', '']);
    expect((await root.post('/admin/user/edit', { id: here.id, mobile: '13900139000' })).code).toBe(1);
    expect(await endReason(here)).toBe('address');
    const { here: third } = await signInTwice();
    expect((await root.post('/admin/user/edit', { id: third.id, status: 0, password: 'fourth-river-45' })).code).toBe(
      1,
    );
    expect(await endReason(third)).toBe('disabled');
    const { here: fourth } = await signInTwice();
    expect((await root.post('/admin/user/del', { ids: [fourth.id] })).code).toBe(1);
    expect(await endReason(fourth)).toBe('disabled');
  });

  it('names the owner, the system or a stolen token', async () => {
    const { here, there } = await signInTwice();
    expect((await here.post('/api/account/revokeOthers')).data.count).toBe(1);
    expect(await endReason(there)).toBe('elsewhere');
    const exchange = async (refreshToken: string) =>
      (await guest(testServer).post('/api/common/refreshToken', { refreshToken })).data.refreshToken as string;
    const second = await exchange(here.refreshToken);
    const third = await exchange(second);
    // An old token gets no reason while the session is active, nor after it ended the session itself.
    expect(await endReason(here)).toBe('');
    await guest(testServer).post('/api/common/refreshToken', { refreshToken: here.refreshToken });
    expect(await endReason({ refreshToken: third })).toBe('safety');
    expect(await endReason(here)).toBe('');
  });

  it('names the reason for staff: signed out by another admin, disabled, or a new password', async () => {
    const verbs: readonly (readonly [string, (by: Caller) => Promise<{ readonly code: number }>])[] = [
      ['staff', ({ id }) => root.post('/admin/admin/revoke', { id })],
      ['password', ({ id }) => root.post('/admin/admin/edit', { id, password: 'another-horse-8' })],
      ['disabled', ({ id }) => root.post('/admin/admin/edit', { id, status: 0 })],
    ];
    for (const [reason, runAction] of verbs) {
      const clerk = await limitedAdmin(testServer, ['news/index']);
      expect((await runAction(clerk)).code).toBe(1);
      expect((await clerk.get('/admin/Index/index')).code).toBe(302);
      expect(await endReason(clerk)).toBe(reason);
    }
  });

  it('no reason after a sign-out, for strangers, and for forged tokens', async () => {
    const { here } = await signInTwice();
    expect((await here.post('/api/user/logout', { refreshToken: here.refreshToken })).code).toBe(1);
    expect(await endReason(here)).toBe('');
    const { there } = await signInTwice();
    await root.post('/admin/user/edit', { id: there.id, status: 0 });
    for (const refreshToken of [tamperToken(there.refreshToken), there.token, 'ba_ur_x', String(there.id)])
      expect(await endReason({ refreshToken })).toBe('');
    expect((await guest(testServer).post('/api/common/sessionEnd', {})).code).not.toBe(1);
  });

  it('names expiry and too many devices', async () => {
    const { here, username } = await signInTwice();
    for (let more = 0; more < 30 && (await endReason(here)) === ''; more += 1) {
      testServer.advanceClock(1_000);
      await signIn(testServer, 'member', { username, password: PASSWORD });
    }
    expect(await endReason(here)).toBe('crowded');
    const late = await member(testServer);
    testServer.advanceClock(400 * 86_400_000);
    expect(await endReason(late)).toBe('expired');
  });
});
