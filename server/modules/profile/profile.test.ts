/**
 * The admin's own profile, password and sessions: no permission is required, no other row is reachable, and the old password is checked.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROFILE_FIELDS } from '../../access/rbac/ownProfile';
import { guest, limitedAdmin, member, signIn, superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, SUPER_ADMIN, type TestServer } from '../../testing/testServer';

const PASSWORD = 'limited-horse-7';
const isOutside = (name: string) => !PROFILE_FIELDS.some((one) => one === name);

describe.each(sampleDialects())('the profile on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  const events = async (kind: string, id: number) =>
    (
      await testServer.services.db.rows(
        'SELECT id FROM `security_event` WHERE kind = ? AND (admin_id = ? OR user_id = ?)',
        [kind, id, id],
      )
    ).length;
  const loadName = async (caller: Caller): Promise<string> =>
    (await caller.get('/admin/profile/index')).data.info.username;

  it('is read and edited without any permission, at both paths', async () => {
    const caller = await limitedAdmin(testServer, []);
    const { data } = await caller.get('/admin/routine.AdminInfo/index');
    expect(data.info).toMatchObject({ id: caller.id, email: null, motto: null });
    expect(data.info).not.toHaveProperty('password');
    expect(data.info.groups).toHaveLength(1);
    const saved = await caller.post('/admin/routine.AdminInfo/edit', {
      id: 1,
      nickname: 'A new name',
      email: 'new@example.com',
      mobile: '13800138000',
      motto: 'Carpe diem',
      username: 'other_name',
      status: 0,
      group_arr: [1],
      last_login_ip: '1.1.1.1',
    });
    expect([saved.code, saved.data.id]).toEqual([1, caller.id]);
    const { info } = (await caller.get('/admin/profile/index')).data;
    expect(info).toMatchObject({ nickname: 'A new name', email: 'new@example.com', motto: 'Carpe diem' });
    expect(info.username).not.toBe('other_name');
    expect((await (await superAdmin(testServer)).get('/admin/profile/index')).data.info.nickname).toBe('Administrator');
    expect((await caller.get('/admin/admin/index')).code).toBe(403);
  });

  it('edit: responds with field errors and merges like every edit', async () => {
    const caller = await limitedAdmin(testServer, []);
    const wrong = await caller.post('/admin/profile/edit', { email: 'nonsense', mobile: '12', nickname: '' });
    expect([wrong.code, Object.keys(wrong.data.fields).sort()]).toEqual([0, ['email', 'mobile', 'nickname']]);
    const { revision, nickname } = (await caller.get('/admin/profile/index')).data.info;
    await caller.post('/admin/profile/edit', { nickname: 'First' });
    const late = await caller.post('/admin/profile/edit', { revision, _base: { nickname }, nickname: 'Second' });
    expect([late.status, late.code]).toEqual([200, 412]);
  });

  // @spec P5-012 P5-013
  // @covers issue password_repeat, issue password_old
  // @case T5.08
  it('changes the password only with the old one and the same new one twice, and signs out everywhere else', async () => {
    const caller = await limitedAdmin(testServer, []);
    const username = await loadName(caller);
    const elsewhere = await signIn(testServer, 'admin', { username, password: PASSWORD });
    const change = (body: Readonly<Record<string, unknown>>) =>
      caller.post('/admin/profile/edit', { password: 'a-better-horse-8', ...body });
    expect((await change({})).data.fields).toEqual({ old_password: 'Fill in this field' });
    expect((await change({ old_password: 'wrong-one' })).data.fields).toEqual({
      old_password: 'The current password is wrong',
    });
    const differs = { old_password: PASSWORD, repeat_password: 'a-better-horse-9' };
    expect((await change(differs)).data.fields).toEqual({
      repeat_password: 'The passwords don’t match',
    });
    expect((await elsewhere.get('/admin/profile/index')).code).toBe(1);
    expect((await change({ old_password: PASSWORD, repeat_password: 'a-better-horse-8' })).code).toBe(1);
    expect((await caller.get('/admin/profile/index')).code).toBe(1);
    expect((await elsewhere.get('/admin/profile/index')).code).toBe(302);
    expect((await signIn(testServer, 'admin', { username, password: 'a-better-horse-8' })).id).toBe(caller.id);
    expect(await events('password_changed', caller.id)).toBe(1);
  });

  it('password: refuses common passwords, the own name, and too short ones for the realm', async () => {
    const caller = await limitedAdmin(testServer, []);
    const username = await loadName(caller);
    for (const password of ['P@ssw0rd', 'admin123', 'qwertyuiop', '88888888', 'woaini1314', username.toUpperCase()]) {
      const { data } = await caller.post('/admin/profile/edit', { password, old_password: PASSWORD });
      expect([password, data.fields]).toEqual([password, { password: 'This password is too common' }]);
    }
    const { data } = await caller.post('/admin/profile/edit', { password: 'ab<cd>ef', old_password: PASSWORD });
    expect(data.fields.password).toContain('6 to 32 characters');
  });

  it('password: can be changed only by this route', async () => {
    const root = await superAdmin(testServer);
    const own = await root.post('/admin/admin/edit', { id: root.id, password: 'without-the-old-1' });
    expect([own.code, own.data.fields.password]).toEqual([0, 'Change your own password in your profile']);
    expect((await signIn(testServer, 'admin', SUPER_ADMIN)).id).toBe(root.id);
    const other = await limitedAdmin(testServer, []);
    expect((await root.post('/admin/admin/edit', { id: other.id, password: 'given-by-root-1' })).code).toBe(1);
    expect((await other.get('/admin/profile/index')).code).toBe(302);
    const common = await root.post('/admin/admin/edit', { id: other.id, password: 'password123' });
    expect(common.data.fields.password).toBe('This password is too common');
  });

  // @case T7.15
  it('password: guesses of the old one are throttled, also after caches are cleared', async () => {
    const caller = await limitedAdmin(testServer, []);
    const guess = (old: string) =>
      caller.post('/admin/profile/edit', { password: 'a-better-horse-8', old_password: old });
    for (let count = 0; count < 6; count += 1) expect((await guess(`wrong-${count}`)).code).toBe(0);
    expect((await guess('wrong-again')).status).toBe(429);
    // Rate limits are not a cache.
    expect((await (await superAdmin(testServer)).post('/admin/ajax/clearCache', { type: 'all' })).code).toBe(1);
    expect((await guess('wrong-again')).status).toBe(429);
  });

  it('log: lists own entries only', async () => {
    const caller = await limitedAdmin(testServer, []);
    await caller.post('/admin/profile/edit', { motto: 'Written down' });
    await (await superAdmin(testServer)).post('/admin/profile/edit', { motto: 'Of root' });
    const { data } = await caller.get('/admin/profile/log', { limit: '12' });
    expect(data.list.length).toBeGreaterThan(0);
    expect(data.list.every((row: { readonly admin_id: number }) => row.admin_id === caller.id)).toBe(true);
    expect((await caller.get('/admin/admin_log/index')).code).toBe(403);
    expect((await caller.get('/admin/profile/log', { 'search[0][field]': 'nope', 'search[0][val]': '1' })).status).toBe(
      400,
    );
  });

  it('shows the previous sign-in', async () => {
    const first = await limitedAdmin(testServer, []);
    const info = async (caller: Caller) => (await caller.get('/admin/profile/index')).data.info;
    expect(await info(first)).toMatchObject({ previous_login_time: null, previous_login_ip: null });
    const again = await signIn(testServer, 'admin', { username: await loadName(first), password: PASSWORD });
    const { previous_login_time: at, previous_login_ip: ip } = await info(again);
    expect([typeof at, ip]).toEqual(['number', '127.0.0.1']);
    const bootstrap = async (caller: Caller) => (await caller.get('/admin/Index/index')).data.previous_login_time;
    expect([await bootstrap(again), await bootstrap(first)]).toEqual([at, null]);
    expect(await info(first)).toMatchObject({ previous_login_time: null });
  });

  it('sessions: lists own sessions, and ends one or all others', async () => {
    const here = await limitedAdmin(testServer, []);
    const credentials = { username: await loadName(here), password: PASSWORD };
    const others = [await signIn(testServer, 'admin', credentials), await signIn(testServer, 'admin', credentials)];
    const list = async () => (await here.get('/admin/profile/sessions')).data.list;
    const sessions: readonly { readonly id: string; readonly current: boolean }[] = await list();
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({
      ip: '127.0.0.1',
      create_time: expect.any(Number),
      browser: expect.any(String),
    });
    const target = sessions.find(({ current }) => !current);
    const ended = await here.post('/admin/profile/revoke', { id: target?.id });
    expect(ended).toMatchObject({ code: 1, msg: 'Other devices signed out.' });
    expect((await here.post('/admin/profile/revoke', { id: target?.id })).code).toBe(404);
    expect(await list()).toHaveLength(2);
    expect((await here.post('/admin/profile/revokeOthers')).data).toEqual({ count: 1 });
    for (const other of others) expect((await other.get('/admin/profile/index')).code).toBe(302);
    expect((await here.get('/admin/profile/index')).code).toBe(1);
    expect(await events('sessions_ended', here.id)).toBe(1);
  });

  // @case T4.06
  it('sessions: ended ones lose their sockets within a second, and no others do', async () => {
    const here = await limitedAdmin(testServer, []);
    const credentials = { username: await loadName(here), password: PASSWORD };
    const actions: readonly (() => Promise<unknown>)[] = [
      () => here.post('/admin/profile/revokeOthers'),
      () => here.post('/admin/profile/edit', { password: 'a-better-horse-8', old_password: PASSWORD }),
    ];
    const staying = await connectLiveClient(`${testServer.url}/admin`, here.token, {});
    for (const action of actions) {
      const client = await connectLiveClient(
        `${testServer.url}/admin`,
        (await signIn(testServer, 'admin', credentials)).token,
        {},
      );
      const gone = new Promise((done) => client.socket.once('disconnect', done));
      const started = performance.now();
      await action();
      await gone;
      expect(performance.now() - started).toBeLessThan(1500);
      expect(client.byes.at(-1)?.code).toBe(401);
      client.close();
    }
    expect(staying.socket.connected).toBe(true);
    staying.close();
  });

  it('live: sends changes of the displayed fields to their person without any node, and nothing else', async () => {
    const [root, caller, other] = [
      await superAdmin(testServer),
      await limitedAdmin(testServer, []),
      await limitedAdmin(testServer, []),
    ];
    const [client, elsewhere] = [
      await connectLiveClient(`${testServer.url}/admin`, caller.token, {}),
      await connectLiveClient(`${testServer.url}/admin`, other.token, {}),
    ];
    const own = { k: 'own', e: 'admin' } as const;
    await elsewhere.subscribe('other', own);
    expect(await client.subscribe('own', own)).not.toHaveProperty('hidden');
    const received = client.raw.length;
    const change = async (body: Readonly<Record<string, unknown>>) =>
      expect((await root.post('/admin/admin/edit', { id: caller.id, ...body })).code).toBe(1);
    await change({ email: 'told@example.com', mobile: '13900139000', motto: 'Told at once' });
    const notified = () => client.frames.flatMap(({ c }) => c);
    while (notified().length < 1) await sleep(5);
    expect(notified()[0]).toMatchObject({
      op: 'u',
      id: caller.id,
      set: { email: 'told@example.com', mobile: '13900139000', motto: 'Told at once' },
    });
    // Changes of other fields and of other admins send no frame.
    const group = (await root.get('/admin/admin/edit', { id: String(caller.id) })).data.row.group_arr;
    await change({ group_arr: [...group, 1] });
    expect((await root.post('/admin/admin/edit', { id: other.id, motto: 'Of another' })).code).toBe(1);
    while (elsewhere.frames.length < 1) await sleep(5);
    const ended = new Promise((done) => client.socket.once('disconnect', done));
    await change({ password: 'given-by-root-2' });
    await ended;
    expect(
      notified()
        .flatMap(({ set, row }) => Object.keys({ ...set, ...row }))
        .filter(isOutside),
    ).toEqual([]);
    expect(client.frames.map(({ e }) => e)).toEqual(['own']);
    expect(notified().map(({ set }) => Object.keys(set ?? {}))).toEqual([['email', 'mobile', 'motto']]);
    const messages = client.raw.slice(received).join();
    for (const secret of ['Of another', 'group_arr', 'password']) expect(messages).not.toContain(secret);
    client.close();
    elsewhere.close();
  });

  it('live: the profile of another admin is refused', async () => {
    const [caller, someone] = [await limitedAdmin(testServer, []), await member(testServer)];
    const staff = await connectLiveClient(`${testServer.url}/admin`, caller.token, {});
    const refused = async (client: typeof staff, spec: object) => {
      const response = await client.ask({ epoch: 'first', topics: [{ t: 'x', spec }] });
      return response.ok ? response.r['x'] : response;
    };
    expect(await refused(staff, { k: 'own', e: 'user' })).toMatchObject({ ok: false, code: 404 });
    expect(await refused(staff, { k: 'own', e: 'admin', id: 1 })).toMatchObject({ ok: false, code: 400 });
    expect(await refused(staff, { k: 'row', e: 'admin', id: caller.id })).toMatchObject({ ok: false, code: 404 });
    const outside = await connectLiveClient(`${testServer.url}/member`, someone.token, {});
    expect(await refused(outside, { k: 'own', e: 'admin' })).toMatchObject({ ok: false, code: 404 });
    expect(await refused(outside, { k: 'own', e: 'user' })).toMatchObject({ ok: false, code: 404 });
    staff.close();
    outside.close();
  });

  it('sessions: those of other people are not revealed, in either realm', async () => {
    const [reader, root] = [await member(testServer), await superAdmin(testServer)];
    const own = (await reader.get('/api/account/sessions')).data.list;
    expect(own).toHaveLength(1);
    expect((await root.post('/admin/profile/revoke', { id: own[0].id })).code).toBe(404);
    expect((await reader.get('/api/user/index')).code).toBe(1);
    expect(await reader.post('/api/account/revoke', { id: own[0].id })).toMatchObject({
      code: 1,
      msg: 'You’re signed out.',
    });
    expect((await reader.get('/api/user/index')).code).toBe(302);
  });

  it('clearCache: permission caches are read again, so changes by SQL apply', async () => {
    const [root, anna] = [await superAdmin(testServer), await limitedAdmin(testServer, ['news/index'])];
    expect((await anna.get('/admin/news/index')).code).toBe(1);
    await testServer.services.db.transact((tx) =>
      tx.run(
        "UPDATE `admin_group` SET rules = '[]' WHERE id IN (SELECT MAX(id) FROM (SELECT id FROM `admin_group`) g)",
      ),
    );
    expect((await anna.get('/admin/news/index')).code).toBe(1);
    for (const type of ['browser', 'storage']) {
      await root.post('/admin/ajax/clearCache', { type });
      expect((await anna.get('/admin/news/index')).code).toBe(1);
    }
    await root.post('/admin/ajax/clearCache', { type: 'all' });
    expect((await anna.get('/admin/news/index')).code).toBe(403);
  });

  // @spec P7-024
  // @case T7.15
  it('clearCache: super admins and known types only', async () => {
    const root = await superAdmin(testServer);
    expect(await root.post('/admin/ajax/clearCache', { type: 'all' })).toMatchObject({
      code: 1,
      msg: 'Cache cleared.',
    });
    const clears = async (type: string) =>
      (await root.post('/admin/ajax/clearCache', { type })).headers.get('clear-site-data');
    expect([await clears('all'), await clears('browser'), await clears('storage')]).toEqual(Array(3).fill('"cache"'));
    expect([await clears('tp'), await clears('system')]).toEqual([null, null]);
    expect((await root.post('/admin/ajax/clearCache', { type: '../../etc' })).status).toBe(400);
    expect((await root.post('/admin/ajax/clearCache', {})).status).toBe(400);
    expect((await (await limitedAdmin(testServer, [])).post('/admin/ajax/clearCache', { type: 'all' })).code).toBe(403);
    expect((await guest(testServer).post('/admin/ajax/clearCache', { type: 'all' })).code).toBe(302);
  });

  it('step-up: the password is valid for five minutes', async () => {
    const root = await superAdmin(testServer);
    expect((await root.post('/admin/Index/stepUp', { password: 'not-mine-at-all' })).data.fields).toEqual({
      password: 'The password is wrong',
    });
    const { data } = await root.post('/admin/Index/stepUp', { password: SUPER_ADMIN.password });
    expect(Math.abs(data.until - testServer.services.clock.now() / 1000 - 300)).toBeLessThan(3);
    expect((await guest(testServer).post('/admin/Index/stepUp', { password: SUPER_ADMIN.password })).code).toBe(302);
  });
});
