/** Whatever ends a session ends all of it within a second: its calls, its sockets, and the token that would renew it (T4.06). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codePlace } from '../access/post/letters';
import { issueCode } from '../access/codes';
import { callerOf, guest, limitedAdmin, member, signIn, superAdmin, type Body, type Caller } from '../testing/actors';
import { connectClient } from '../testing/liveClient';
import { databases, startWorld, type World } from '../testing/world';

const WITHIN_MS = 1_500; // a second, and half of one for a busy machine
const PASSWORD = 'limited-horse-7';
const NEXT = { password: 'a-better-horse-8', old_password: PASSWORD };

describe.each(databases())('the end of a session on %s', (database) => {
  let world: World;
  let root: Caller;
  beforeAll(async () => {
    world = await startWorld({ database });
    root = await superAdmin(world);
  });
  afterAll(() => world.end());

  const revisionOf = async (entity: string, id: number): Promise<number> =>
    Number((await root.get(`/admin/${entity}/edit`, { id: String(id) })).data.row.revision);
  const staffEdits = async (entity: string, id: number, change: Body) => {
    const base = Object.fromEntries(Object.keys(change).map((name) => [name, 1]));
    return root.post(`/admin/${entity}/edit`, {
      id,
      revision: await revisionOf(entity, id),
      _base: base,
      ...change,
    });
  };

  const sets = (entity: string, id: number, change: Body) => root.post(`/admin/${entity}/edit`, { id, ...change });

  /** One poller, one socket and one refresh token; the act; how long until all of them are dead. */
  async function endedBy(caller: Caller, realm: 'admin' | 'user', act: () => Promise<{ readonly code: number }>) {
    const place = realm === 'admin' ? '/admin/profile/index' : '/api/user/index';
    const client = await connectClient(`${world.url}/${realm === 'admin' ? 'admin' : 'member'}`, caller.token, {});
    const gone = new Promise((done) => client.socket.once('disconnect', done));
    expect((await caller.get(place)).code).toBe(1);
    const began = performance.now();
    expect((await act()).code).toBe(1);
    await gone;
    const took = performance.now() - began;
    client.close();
    const renewed = await guest(world).post('/api/common/refreshToken', { refreshToken: caller.refreshToken });
    return { took, told: client.byes, code: (await caller.get(place)).code, renewed: renewed.code };
  }
  const expectEnded = ({ took, told, code, renewed }: Awaited<ReturnType<typeof endedBy>>) => {
    expect(told).toEqual([{ code: 401 }]);
    expect(took).toBeLessThan(WITHIN_MS);
    expect([302, 409]).toContain(code);
    expect(renewed).not.toBe(1);
  };

  it.each([
    ['signing out', (one: Caller) => one.post('/admin/Index/logout', { refreshToken: one.refreshToken })],
    ['signing out elsewhere', async (one: Caller) => revokeOthersOf(one)],
    ['another admin', (one: Caller) => root.post('/admin/admin/revoke', { id: one.id })],
    ['being disabled', (one: Caller) => staffEdits('admin', one.id, { status: 0 })],
    ['being deleted', (one: Caller) => root.post('/admin/admin/del', { ids: [one.id] })],
  ])('of staff comes by %s', async (_, act) => {
    const caller = await limitedAdmin(world, ['news/index']);
    expectEnded(await endedBy(caller, 'admin', () => act(caller)));
  });

  /** Another session of the same person ends this one. */
  async function revokeOthersOf(one: Caller) {
    const { username } = (await one.get('/admin/profile/index')).data.info;
    const credentials = { username, password: PASSWORD };
    const { data } = await guest(world).post('/admin/Index/login', credentials);
    const headers = { batoken: String(data.userInfo.token), 'content-type': 'application/json' };
    return guest(world).send('POST', '/admin/profile/revokeOthers', { headers, body: '{}' });
  }

  it('of staff comes by a new password in another session, which itself goes on', async () => {
    const caller = await limitedAdmin(world, []);
    const { username } = (await caller.get('/admin/profile/index')).data.info;
    const { data } = await guest(world).post('/admin/Index/login', { username, password: PASSWORD });
    const headers = { batoken: String(data.userInfo.token), 'content-type': 'application/json' };
    const change = () => guest(world).send('POST', '/admin/profile/edit', { headers, body: JSON.stringify(NEXT) });
    expectEnded(await endedBy(caller, 'admin', change));
    expect((await guest(world).send('GET', '/admin/profile/index', { headers })).code).toBe(1);
  });

  it.each([
    ['signing out', (one: Caller) => one.post('/api/user/logout', { refreshToken: one.refreshToken })],
    ['being disabled', (one: Caller) => staffEdits('user', one.id, { status: 0 })],
    ['being deleted', (one: Caller) => root.post('/admin/user/del', { ids: [one.id] })],
    ['a new password from staff', (one: Caller) => staffEdits('user', one.id, { password: NEXT.password })],
    ['a retrieved password', async (one: Caller) => retrieves(one)],
    ['a new e-mail from staff', (one: Caller) => sets('user', one.id, { email: `next${one.id}@example.com` })],
    ['a new mobile from staff', (one: Caller) => sets('user', one.id, { mobile: `139${10_000_000 + one.id}` })],
  ])('of a member comes by %s', async (_, act) => {
    const caller = await member(world);
    expectEnded(await endedBy(caller, 'user', () => act(caller)));
  });

  const usernameOf = async (id: number): Promise<string> =>
    (await root.get('/admin/user/edit', { id: String(id) })).data.row.username;
  /** Whoever lost the password sets a new one with the code of a letter. */
  async function retrieves(one: Caller) {
    const email = `lost${one.id}@example.com`;
    // bound before, so that nothing but the password changes now
    await world.services.db.transact((tx) =>
      tx.run('UPDATE `user` SET email = ?, email_n = ? WHERE id = ?', [email, email, one.id]),
    );
    const captcha = await issueCode(world.services, codePlace('user_retrieve_pwd', email, 0));
    return guest(world).post('/api/account/retrievePassword', {
      type: 'email',
      account: email,
      captcha,
      password: NEXT.password,
    });
  }

  async function binds(by: Caller) {
    const email = `own${by.id}@example.com`;
    const captcha = await issueCode(world.services, codePlace('user_change_email', email, by.id));
    return by.post('/api/account/changeBind', { type: 'email', email, captcha, password: PASSWORD });
  }

  it.each([
    [
      'password',
      async (by: Caller) =>
        by.post('/api/account/changePassword', { oldPassword: PASSWORD, newPassword: NEXT.password }),
    ],
    ['e-mail', async (by: Caller) => binds(by)],
  ])('of a member comes by a new %s in another session, which itself goes on with its socket', async (_, act) => {
    const caller = await member(world);
    const other = await signIn(world, 'member', { username: await usernameOf(caller.id), password: PASSWORD });
    const window = await connectClient(`${world.url}/member`, other.token, {});
    expectEnded(await endedBy(caller, 'user', () => act(other)));
    expect((await other.get('/api/user/index')).code).toBe(1);
    expect(window.socket.connected).toBe(true);
    window.close();
  });

  describe('of support who looks at a member', () => {
    async function looks() {
      const clerk = await limitedAdmin(
        world,
        ['index', 'support', 'see_restricted', 'see_money'].map((verb) => `user/${verb}`),
        'all',
      );
      const of = await member(world);
      const { ticket } = (await clerk.post('/admin/user/support', { id: of.id, reason: 'A call' })).data;
      const { userInfo } = (await guest(world).post('/api/user/support', { ticket })).data;
      const { token, refreshToken } = userInfo;
      return { clerk, of, look: callerOf(world, { realm: 'member', id: of.id, token, refreshToken }) };
    }
    const groupOf = async ({ id }: Caller): Promise<number> =>
      (await root.get('/admin/admin/edit', { id: String(id) })).data.row.group_arr[0];

    it.each([
      ['being disabled', (clerk: Caller) => staffEdits('admin', clerk.id, { status: 0 })],
      ['a new password', (clerk: Caller) => staffEdits('admin', clerk.id, { password: NEXT.password })],
      [
        'losing the right',
        async (clerk: Caller) => sets('admin_group', await groupOf(clerk), { rules: ['user/index'] }),
      ],
      ['another admin', (clerk: Caller) => root.post('/admin/admin/revoke', { id: clerk.id })],
    ])('comes by %s of that admin, and leaves the member alone', async (_, act) => {
      const { clerk, of, look } = await looks();
      expectEnded(await endedBy(look, 'user', () => act(clerk)));
      expect((await of.get('/api/user/index')).code).toBe(1);
    });
  });
});
