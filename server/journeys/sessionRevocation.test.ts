/** The end of a session ends its requests, its sockets and its refresh token within a second. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCodeTarget } from '../access/codes/codePurposes';
import { issueCode } from '../access/codes/oneTimeCodes';
import {
  createCaller,
  guest,
  limitedAdmin,
  member,
  signIn,
  superAdmin,
  type Body,
  type Caller,
} from '../testing/callers';
import { connectLiveClient } from '../testing/live/liveClient';
import { sampleDialects } from '../testing/sampleDialects';
import { startTestServer, type TestServer } from '../testing/testServer';

const MAX_DELAY_MS = 1_500; // a second, and half of one for a busy machine
const PASSWORD = 'limited-horse-7';
const NEW_PASSWORD = { password: 'a-better-horse-8', old_password: PASSWORD };

describe.each(sampleDialects())('the end of a session on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const loadRevision = async (entity: string, id: number): Promise<number> =>
    Number((await root.get(`/admin/${entity}/edit`, { id: String(id) })).data.row.revision);
  const staffEdits = async (entity: string, id: number, change: Body) => {
    const base = Object.fromEntries(Object.keys(change).map((name) => [name, 1]));
    return root.post(`/admin/${entity}/edit`, {
      id,
      revision: await loadRevision(entity, id),
      _base: base,
      ...change,
    });
  };

  const editRow = (entity: string, id: number, change: Body) => root.post(`/admin/${entity}/edit`, { id, ...change });

  /** Polls with one token, one socket and one refresh token; returns how long after the action all of them are refused. */
  async function measureEnd(
    caller: Caller,
    realm: 'admin' | 'user',
    endSession: () => Promise<{ readonly code: number }>,
  ) {
    const profilePath = realm === 'admin' ? '/admin/profile/index' : '/api/user/index';
    const client = await connectLiveClient(
      `${testServer.url}/${realm === 'admin' ? 'admin' : 'member'}`,
      caller.token,
      {},
    );
    const disconnected = new Promise((resolve) => client.socket.once('disconnect', resolve));
    expect((await caller.get(profilePath)).code).toBe(1);
    const startedAt = performance.now();
    expect((await endSession()).code).toBe(1);
    await disconnected;
    const elapsedMs = performance.now() - startedAt;
    client.close();
    const refreshResponse = await guest(testServer).post('/api/common/refreshToken', {
      refreshToken: caller.refreshToken,
    });
    return {
      elapsedMs,
      disconnectReason: client.byes,
      code: (await caller.get(profilePath)).code,
      refreshAnswer: refreshResponse.code,
    };
  }
  const expectEnded = ({
    elapsedMs,
    disconnectReason,
    code,
    refreshAnswer: refreshResponse,
  }: Awaited<ReturnType<typeof measureEnd>>) => {
    expect(disconnectReason).toEqual([{ code: 401 }]);
    expect(elapsedMs).toBeLessThan(MAX_DELAY_MS);
    expect([302, 409]).toContain(code);
    expect(refreshResponse).not.toBe(1);
  };

  it.each([
    ['signing out', (caller: Caller) => caller.post('/admin/Index/logout', { refreshToken: caller.refreshToken })],
    ['signing out elsewhere', async (caller: Caller) => revokeOtherSessions(caller)],
    ['another admin', (caller: Caller) => root.post('/admin/admin/revoke', { id: caller.id })],
    ['being disabled', (caller: Caller) => staffEdits('admin', caller.id, { status: 0 })],
    ['being deleted', (caller: Caller) => root.post('/admin/admin/del', { ids: [caller.id] })],
  ])('of staff follows %s', async (_, endSession) => {
    const caller = await limitedAdmin(testServer, ['news/index']);
    expectEnded(await measureEnd(caller, 'admin', () => endSession(caller)));
  });

  /** Another session of the same person ends this one. */
  async function revokeOtherSessions(caller: Caller) {
    const { username } = (await caller.get('/admin/profile/index')).data.info;
    const credentials = { username, password: PASSWORD };
    const { data } = await guest(testServer).post('/admin/Index/login', credentials);
    const headers = { batoken: String(data.userInfo.token), 'content-type': 'application/json' };
    return guest(testServer).send('POST', '/admin/profile/revokeOthers', { headers, body: '{}' });
  }

  it('sessions of staff end after a new password in another session, which itself continues', async () => {
    const caller = await limitedAdmin(testServer, []);
    const { username } = (await caller.get('/admin/profile/index')).data.info;
    const { data } = await guest(testServer).post('/admin/Index/login', { username, password: PASSWORD });
    const headers = { batoken: String(data.userInfo.token), 'content-type': 'application/json' };
    const change = () =>
      guest(testServer).send('POST', '/admin/profile/edit', { headers, body: JSON.stringify(NEW_PASSWORD) });
    expectEnded(await measureEnd(caller, 'admin', change));
    expect((await guest(testServer).send('GET', '/admin/profile/index', { headers })).code).toBe(1);
  });

  it.each([
    ['signing out', (caller: Caller) => caller.post('/api/user/logout', { refreshToken: caller.refreshToken })],
    ['being disabled', (caller: Caller) => staffEdits('user', caller.id, { status: 0 })],
    ['being deleted', (caller: Caller) => root.post('/admin/user/del', { ids: [caller.id] })],
    [
      'a new password from staff',
      (caller: Caller) => staffEdits('user', caller.id, { password: NEW_PASSWORD.password }),
    ],
    ['a retrieved password', async (caller: Caller) => recoverPassword(caller)],
    [
      'a new email from staff',
      (caller: Caller) => editRow('user', caller.id, { email: `next${caller.id}@example.com` }),
    ],
    [
      'a new mobile from staff',
      (caller: Caller) => editRow('user', caller.id, { mobile: `139${10_000_000 + caller.id}` }),
    ],
  ])('of a member follows %s', async (_, endSession) => {
    const caller = await member(testServer);
    expectEnded(await measureEnd(caller, 'user', () => endSession(caller)));
  });

  const loadUsername = async (id: number): Promise<string> =>
    (await root.get('/admin/user/edit', { id: String(id) })).data.row.username;
  /** Sets a new password with the code of a mail. */
  async function recoverPassword(caller: Caller) {
    const email = `lost${caller.id}@example.com`;
    // Bound before, so that only the password changes now.
    await testServer.services.db.transact((tx) =>
      tx.run('UPDATE `user` SET email = ?, email_n = ? WHERE id = ?', [email, email, caller.id]),
    );
    const captcha = await issueCode(testServer.services, createCodeTarget('user_retrieve_pwd', email, 0));
    return guest(testServer).post('/api/account/retrievePassword', {
      type: 'email',
      account: email,
      captcha,
      password: NEW_PASSWORD.password,
    });
  }

  async function bindEmail(by: Caller) {
    const email = `own${by.id}@example.com`;
    const captcha = await issueCode(testServer.services, createCodeTarget('user_change_email', email, by.id));
    return by.post('/api/account/changeBind', { type: 'email', email, captcha, password: PASSWORD });
  }

  it.each([
    [
      'password',
      async (by: Caller) =>
        by.post('/api/account/changePassword', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD.password }),
    ],
    ['email', async (by: Caller) => bindEmail(by)],
  ])(
    'of a member follows a new %s in another session, which itself continues with its socket',
    async (_, endSession) => {
      const caller = await member(testServer);
      const other = await signIn(testServer, 'member', { username: await loadUsername(caller.id), password: PASSWORD });
      const otherSocket = await connectLiveClient(`${testServer.url}/member`, other.token, {});
      expectEnded(await measureEnd(caller, 'user', () => endSession(other)));
      expect((await other.get('/api/user/index')).code).toBe(1);
      expect(otherSocket.socket.connected).toBe(true);
      otherSocket.close();
    },
  );

  describe('the end of a support session', () => {
    async function startSupport() {
      const clerk = await limitedAdmin(
        testServer,
        ['index', 'support', 'see_restricted', 'see_money'].map((verb) => `user/${verb}`),
        'all',
      );
      const of = await member(testServer);
      const { ticket } = (await clerk.post('/admin/user/support', { id: of.id, reason: 'A call' })).data;
      const { userInfo } = (await guest(testServer).post('/api/user/support', { ticket })).data;
      const { token, refreshToken } = userInfo;
      return { clerk, of, look: createCaller(testServer, { realm: 'member', id: of.id, token, refreshToken }) };
    }
    const loadGroup = async ({ id }: Caller): Promise<number> =>
      (await root.get('/admin/admin/edit', { id: String(id) })).data.row.group_arr[0];

    it.each([
      ['being disabled', (clerk: Caller) => staffEdits('admin', clerk.id, { status: 0 })],
      ['a new password', (clerk: Caller) => staffEdits('admin', clerk.id, { password: NEW_PASSWORD.password })],
      [
        'losing the right',
        async (clerk: Caller) => editRow('admin_group', await loadGroup(clerk), { rules: ['user/index'] }),
      ],
      ['another admin', (clerk: Caller) => root.post('/admin/admin/revoke', { id: clerk.id })],
    ])('follows %s of that admin, and does not affect the member', async (_, endSession) => {
      const { clerk, of, look } = await startSupport();
      expectEnded(await measureEnd(look, 'user', () => endSession(clerk)));
      expect((await of.get('/api/user/index')).code).toBe(1);
    });
  });
});
