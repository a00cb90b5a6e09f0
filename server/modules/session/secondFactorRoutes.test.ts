/** The second factor of admins: enrolment, sign-in and step-up, single use of codes, and groups that require it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib/functional';
import { LIMITS } from '../../../common/limits';
import { translate, translateFault } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import { seedContext } from '../../db/seeds/base';
import {
  guest,
  limitedAdmin,
  signIn,
  superAdmin,
  type ApiResponse,
  type Body,
  type Caller,
} from '../../testing/callers';
import { createAuthenticator } from '../../testing/fakes/authenticator';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, SUPER_ADMIN, type TestServer } from '../../testing/testServer';

const STEP_SECONDS = 30_000;
const PASSWORD = 'limited-horse-7';

describe.each(sampleDialects())('the second factor on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  const code = (secret: string, steps = 0): string =>
    generateSync({ secret, epoch: Math.floor((testServer.services.clock.now() + steps * STEP_SECONDS) / 1000) });
  const loadName = async ({ id }: Caller): Promise<string> => {
    const [row] = await testServer.services.db.rows<{ username: string }>('SELECT username FROM `admin` WHERE id = ?', [
      id,
    ]);
    return row?.username ?? '';
  };
  const login = async (caller: Caller, extra: Body = {}): Promise<ApiResponse> =>
    guest(testServer).post('/admin/Index/login', { username: await loadName(caller), password: PASSWORD, ...extra });
  const finish = (body: Body): Promise<ApiResponse> => guest(testServer).post('/admin/Index/secondFactor', body);
  const loadTicket = async (caller: Caller): Promise<string> =>
    (await login(caller)).data.secondFactor.ticket as string;

  interface Enrolled {
    readonly caller: Caller;
    readonly secret: string;
    readonly codes: readonly string[];
  }
  const enrol = async (caller: Caller): Promise<Omit<Enrolled, 'caller'>> => {
    const begun = await caller.post('/admin/profile/otpBegin');
    const { secret } = begun.data as { secret: string };
    const confirmed = await caller.post('/admin/profile/otpConfirm', { otp: code(secret) });
    expect([begun.code, confirmed.code]).toEqual([1, 1]);
    testServer.advanceClock(STEP_SECONDS);
    return { secret, codes: confirmed.data.codes as string[] };
  };
  const newEnrolled = async (rules: readonly string[] = []): Promise<Enrolled> => {
    const caller = await limitedAdmin(testServer, rules);
    return { caller, ...(await enrol(caller)) };
  };
  const loadEvents = async ({ id }: Caller): Promise<readonly string[]> => {
    const sql = 'SELECT kind FROM `security_event` WHERE admin_id = ? ORDER BY id';
    return (await testServer.services.db.rows<{ kind: string }>(sql, [id])).map(({ kind }) => kind);
  };

  /** Security events are written after the response. */
  const notified = async (caller: Caller, kind: string): Promise<void> => {
    for (const end = Date.now() + 5_000; Date.now() < end;) if ((await loadEvents(caller)).includes(kind)) return;
    throw new Error(`no event arrived: ${kind}`);
  };

  const requireSecondFactor = async (caller: Caller, on: 0 | 1): Promise<void> => {
    const [row] = await testServer.services.db.rows<{ group_arr: string }>(
      'SELECT group_arr FROM `admin` WHERE id = ?',
      [caller.id],
    );
    const [group] = JSON.parse(row?.group_arr ?? '[]') as number[];
    const root = await superAdmin(testServer);
    const body = { id: group ?? 0, require_second_factor: on };
    expect(
      (await root.post('/admin/admin_group/edit', { ...body, _base: { require_second_factor: 1 - on } })).code,
    ).toBe(1);
  };

  it('counts after a code confirmed the secret, and tables contain no secret or code in clear', async () => {
    const caller = await limitedAdmin(testServer, []);
    const { data } = await caller.post('/admin/profile/otpBegin');
    expect(data.uri).toContain(`secret=${data.secret}`);
    expect((await caller.post('/admin/profile/otpConfirm', { otp: '000000' })).code).toBe(0);
    expect((await login(caller)).code).toBe(1);
    const confirmed = await caller.post('/admin/profile/otpConfirm', { otp: code(data.secret as string) });
    const codes = confirmed.data.codes as string[];
    expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
    const dump = JSON.stringify([
      await testServer.services.db.rows('SELECT * FROM `admin_factor`'),
      await testServer.services.db.rows('SELECT * FROM `admin_recovery`'),
      await testServer.services.db.rows('SELECT * FROM `change_log`'),
      await testServer.services.db.rows('SELECT * FROM `admin_log`'),
    ]);
    for (const secret of [String(data.secret), ...codes, ...codes.map((one) => one.replace('-', ''))])
      expect(dump).not.toContain(secret);
    expect((await caller.get('/admin/profile/factor')).data).toMatchObject({ otp: true, passkeys: [], recovery: 10 });
    expect(await loadEvents(caller)).toContain('factor_enrolled');
  });

  // @covers fault auth.second_factor
  it('clients of both dialects get a message about the missing factor, and finish like a password sign-in', async () => {
    const { caller, secret } = await newEnrolled();
    for (const lang of ['en', 'zh-cn'] as const) {
      const response = await guest(testServer).send('POST', '/admin/index/login', {
        body: JSON.stringify({ username: await loadName(caller), password: PASSWORD, loading: true }),
        headers: { 'content-type': 'application/json', 'think-lang': lang },
      });
      expect([response.status, response.code]).toEqual([200, 0]);
      expect(response.msg).toBe(translateFault(lang, fault('auth.second_factor')));
      expect(response.data.secondFactor).toEqual({
        ticket: expect.stringMatching(/^ba_s_/),
        kinds: ['otp', 'recovery'],
      });
      expect(JSON.stringify(response.data)).not.toContain('ba_a_');
    }
    const wrong = await login(caller, { password: 'not-it-at-all' });
    expect([wrong.code, wrong.data]).toEqual([0, { captcha: false }]);
    const { data, code: answered } = await finish({ ticket: await loadTicket(caller), otp: code(secret) });
    expect(answered).toBe(1);
    expect(data).toMatchObject({ routePath: '/admin', routeName: 'admin' });
    expect(data.userInfo).toMatchObject({ id: caller.id, refresh_token: data.userInfo.refreshToken });
    const seen = await guest(testServer).send('GET', '/admin/Index/index', {
      headers: { batoken: data.userInfo.token },
    });
    expect(seen.code).toBe(1);
  });

  it('accepts codes of one step before and after, and none twice', async () => {
    const { caller, secret } = await newEnrolled();
    testServer.advanceClock(10 * STEP_SECONDS);
    const accepted = async (otp: string): Promise<number> =>
      (await finish({ ticket: await loadTicket(caller), otp })).code;
    expect(await accepted(code(secret, -2))).toBe(0);
    expect(await accepted(code(secret, 2))).toBe(0);
    expect(await accepted(code(secret, -1))).toBe(1);
    expect(await accepted(code(secret, -1))).toBe(0);
    const responses = await Promise.all([accepted(code(secret)), accepted(code(secret))]);
    expect([...responses].sort()).toEqual([0, 1]);
    expect(await accepted(code(secret, 1))).toBe(1);
    // Codes before the last used one are invalid too.
    expect(await accepted(code(secret))).toBe(0);
  });

  // @covers fault auth.ticket
  it('ticket: valid once, for five minutes, not forgeable, and invalid after a password change', async () => {
    const { caller, secret } = await newEnrolled();
    const used = await loadTicket(caller);
    expect((await finish({ ticket: used, otp: code(secret) })).code).toBe(1);
    testServer.advanceClock(2 * STEP_SECONDS);
    const over = translateFault('en', fault('auth.ticket'));
    expect((await finish({ ticket: used, otp: code(secret) })).msg).toBe(over);
    expect((await finish({ ticket: `ba_s_${'A'.repeat(43)}`, otp: code(secret) })).msg).toBe(over);
    const late = await loadTicket(caller);
    testServer.advanceClock(301_000);
    expect((await finish({ ticket: late, otp: code(secret) })).msg).toBe(over);
    const open = await loadTicket(caller);
    const entity = testServer.services.registry.get('admin');
    if (!entity) throw new Error('admins are not registered');
    await testServer.writer.update(seedContext(testServer.services), entity, { id: caller.id, password: PASSWORD });
    expect((await finish({ ticket: open, otp: code(secret) })).msg).toBe(over);
  });

  it('guesses are throttled and notify the person, and a right code resets the counter', async () => {
    const { caller, secret } = await newEnrolled();
    const ticket = await loadTicket(caller);
    const guess = () => finish({ ticket, otp: '000000' });
    const guesses = await Promise.all(Array.from({ length: 8 }, guess));
    expect(guesses.some(({ status }) => status === 429)).toBe(true);
    expect(guesses.every(({ code: answered }) => answered !== 1)).toBe(true);
    expect((await finish({ ticket, otp: code(secret) })).status).toBe(429);
    for (let more = 0; more < 6; more += 1) {
      testServer.advanceClock(31_000);
      expect((await guess()).code).toBe(0);
    }
    await notified(caller, 'factor_failures');
    testServer.advanceClock(31_000);
    expect((await finish({ ticket, otp: code(secret) })).code).toBe(1);
  });

  it('recovery codes: each valid once, in any spelling, and earlier sets are invalid', async () => {
    const { caller, codes } = await newEnrolled();
    const accepted = async (recovery: string): Promise<number> =>
      (await finish({ ticket: await loadTicket(caller), recovery })).code;
    const [first = '', second = '', third = ''] = codes;
    expect(await accepted(` ${first.toUpperCase().replace('-', ' ')}`)).toBe(1);
    expect(await accepted(first)).toBe(0);
    const responses = await Promise.all([accepted(second), accepted(second)]);
    expect([...responses].sort()).toEqual([0, 1]);
    expect((await caller.get('/admin/profile/factor')).data.recovery).toBe(8);
    expect(await loadEvents(caller)).toContain('recovery_used');
    const stranger = await newEnrolled();
    expect((await finish({ ticket: await loadTicket(stranger.caller), recovery: third })).code).toBe(0);
    const renewed = (await caller.post('/admin/profile/recoveryRenew')).data.codes as string[];
    expect(await accepted(third)).toBe(0);
    expect(await accepted(renewed[0] ?? '')).toBe(1);
  });

  it('step-up: required before dangerous actions such as its removal', async () => {
    const { caller, secret } = await newEnrolled();
    testServer.advanceClock(301_000);
    expect((await caller.post('/admin/profile/otpRemove')).data).toEqual({ stepUp: true });
    const half = await caller.post('/admin/Index/stepUp', { password: PASSWORD });
    expect([half.code, half.data]).toEqual([0, { secondFactor: { kinds: ['otp', 'recovery'] } }]);
    expect((await caller.post('/admin/profile/otpRemove')).status).toBe(403);
    expect((await caller.post('/admin/Index/stepUp', { password: PASSWORD, otp: '000000' })).code).toBe(0);
    expect((await caller.post('/admin/Index/stepUp', { password: PASSWORD, otp: code(secret) })).code).toBe(1);
    expect((await caller.post('/admin/profile/otpRemove')).code).toBe(1);
    expect((await login(caller)).code).toBe(1);
    expect((await caller.get('/admin/profile/factor')).data).toMatchObject({ otp: false, recovery: 0 });
    expect(await loadEvents(caller)).toContain('factor_removed');
  });

  describe('passkeys', () => {
    const at = (caller: Caller, path: string, body: Body, origin = testServer.url): Promise<ApiResponse> =>
      caller.send('POST', path, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', origin },
      });
    const add = async (caller: Caller, name: string) => {
      const key = createAuthenticator();
      const { options } = (await at(caller, '/admin/profile/passkeyBegin', { name })).data;
      const answer = key.register(options, testServer.url);
      const added = await at(caller, '/admin/profile/passkeyAdd', { name, answer });
      return { key, done: added, answer, options };
    };
    const options = async (ticket: string) =>
      (await at(guest(testServer), '/admin/Index/secondFactorPasskey', { ticket })).data.options;

    it('are refused above the limit of an account', async () => {
      const caller = await limitedAdmin(testServer, []);
      for (let count = 0; count < LIMITS.passkeys; count += 1) await add(caller, `Key ${count}`);
      const refused = await at(caller, '/admin/profile/passkeyBegin', { name: 'Another' });
      expect([refused.code, refused.msg]).toEqual([
        0,
        translate('en', 'faults.passkey.too_many', { max: LIMITS.passkeys }),
      ]);
    });

    it('are registered by name, sign in, and each challenge is valid once', async () => {
      const caller = await limitedAdmin(testServer, []);
      const { key, done, answer } = await add(caller, 'Blue key');
      expect([done.code, done.data.codes.length]).toEqual([1, 10]);
      expect((await at(caller, '/admin/profile/passkeyAdd', { name: 'Again', answer })).code).toBe(0);
      const second = await add(caller, 'Laptop');
      expect([second.done.code, second.done.data.codes]).toEqual([1, null]);
      const ticket = await loadTicket(caller);
      const challenge = await options(ticket);
      expect(challenge.allowCredentials).toHaveLength(2);
      const proof = key.answer(challenge, testServer.url);
      // A challenge belongs to its ticket: another ticket cannot use it.
      expect(
        (await at(guest(testServer), '/admin/Index/secondFactor', { ticket: await loadTicket(caller), passkey: proof }))
          .code,
      ).toBe(0);
      expect((await at(guest(testServer), '/admin/Index/secondFactor', { ticket, passkey: proof })).code).toBe(1);
      const later = await loadTicket(caller);
      await options(later);
      expect((await at(guest(testServer), '/admin/Index/secondFactor', { ticket: later, passkey: proof })).code).toBe(
        0,
      );
      const { passkeys } = (await caller.get('/admin/profile/factor')).data;
      expect(passkeys.map(({ name }: { name: string }) => name)).toEqual(['Blue key', 'Laptop']);
      const called = { id: passkeys[0].id, name: 'Red key' };
      expect((await at(caller, '/admin/profile/passkeyRename', called)).code).toBe(1);
      expect((await caller.get('/admin/profile/factor')).data.passkeys[0].name).toBe('Red key');
      expect((await at(await limitedAdmin(testServer, []), '/admin/profile/passkeyRename', called)).code).toBe(404);
      expect((await at(caller, '/admin/profile/passkeyRename', { ...called, name: ' ' })).code).toBe(400);
      expect((await at(caller, '/admin/profile/passkeyRemove', { id: passkeys[0].id })).code).toBe(1);
      const without = await loadTicket(caller);
      const removed = key.answer(await options(without), testServer.url);
      expect(
        (await at(guest(testServer), '/admin/Index/secondFactor', { ticket: without, passkey: removed })).code,
      ).toBe(0);
    });

    // @covers fault auth.passkey
    it('is refused for another origin, an expired challenge and another ticket', async () => {
      const caller = await limitedAdmin(testServer, []);
      const { key } = await add(caller, 'Key');
      const send = (ticket: string, passkey: Body) =>
        at(guest(testServer), '/admin/Index/secondFactor', { ticket, passkey });
      const ticket = await loadTicket(caller);
      const response = await send(ticket, key.answer(await options(ticket), 'https://evil.example'));
      expect([response.code, response.msg]).toEqual([0, 'This passkey wasn’t accepted.']);
      const other = await options(ticket);
      expect((await send(ticket, key.answer({ ...other, rpId: 'evil.example' }, testServer.url))).code).toBe(0);
      const bare = await guest(testServer).post('/admin/Index/secondFactorPasskey', { ticket });
      expect([bare.code, bare.data]).toEqual([0, null]);
      const slow = key.answer(await options(ticket), testServer.url);
      await testServer.services.db.transact((tx) => tx.run('UPDATE `factor_challenge` SET expires_at = 0'));
      expect((await send(ticket, slow)).code).toBe(0);
      const stranger = await limitedAdmin(testServer, []);
      await add(stranger, 'Other');
      const foreign = await loadTicket(stranger);
      expect((await send(foreign, key.answer(await options(foreign), testServer.url))).code).toBe(0);
      expect((await send(ticket, key.answer(await options(ticket), testServer.url))).code).toBe(1);
    });

    it('confirm a step-up together with the password', async () => {
      const caller = await limitedAdmin(testServer, []);
      const { key } = await add(caller, 'Key');
      testServer.advanceClock(301_000);
      const challenge = (await at(caller, '/admin/Index/stepUpPasskey', {})).data.options;
      const body = { password: PASSWORD, passkey: key.answer(challenge, testServer.url) };
      expect((await at(caller, '/admin/Index/stepUp', body)).code).toBe(1);
      expect((await at(caller, '/admin/Index/stepUp', body)).code).toBe(0);
    });
  });

  describe('a group that requires it', () => {
    // @covers fault access.second_factor
    it('its members sign in but reach only the enrolment until they have one', async () => {
      const caller = await limitedAdmin(testServer, ['news/index']);
      await requireSecondFactor(caller, 1);
      const barred = await caller.get('/admin/news/index');
      expect([barred.status, barred.code, barred.data]).toEqual([403, 403, { enrol: true }]);
      expect(barred.msg).toBe('Your role group requires two-step verification. Set it up first.');
      expect((await caller.get('/admin/Index/index')).data).toEqual({ enrol: true });
      expect((await caller.get('/admin/notice/index')).data).toEqual({ enrol: true });
      const again = await signIn(testServer, 'admin', { username: await loadName(caller), password: PASSWORD });
      expect((await again.get('/admin/profile/factor')).data).toMatchObject({ otp: false, required: true });
      await enrol(again);
      expect((await caller.get('/admin/news/index')).code).toBe(1);
      await again.post('/admin/profile/otpRemove');
      expect((await caller.get('/admin/news/index')).code).toBe(403);
      await requireSecondFactor(caller, 0);
      expect((await caller.get('/admin/news/index')).code).toBe(1);
    });
  });

  describe('open screens', () => {
    const all = { k: 'list', e: 'news', where: { all: [] }, sort: [] } as const;
    const verdict = async (client: LiveClient): Promise<unknown> => {
      const response = await client.ask({ epoch: '', topics: [{ t: 'again', spec: all }] });
      return response.ok ? (response.r['again']?.ok ?? undefined) : undefined;
    };

    it('receive nothing while a required factor is missing, and everything after enrolment', async () => {
      const caller = await limitedAdmin(testServer, ['news/index'], 'all');
      const client = await connectLiveClient(`${testServer.url}/admin`, caller.token, {});
      expect(await verdict(client)).toBe(true);
      const received = () => new Promise((done) => client.socket.once('authz', done));
      const shut = received();
      await requireSecondFactor(caller, 1);
      await shut;
      expect(await verdict(client)).toBe(false);
      const late = await connectLiveClient(`${testServer.url}/admin`, caller.token, {});
      expect(await verdict(late)).toBe(false);
      const opened = received();
      await enrol(caller);
      await opened;
      expect(await verdict(client)).toBe(true);
      for (const one of [client, late]) one.close();
    });

    it('are signed out within a second by another admin', async () => {
      const [root, caller] = [await superAdmin(testServer), await limitedAdmin(testServer, ['news/index'])];
      const client = await connectLiveClient(`${testServer.url}/admin`, caller.token, {});
      const gone = new Promise((done) => client.socket.once('disconnect', done));
      const began = performance.now();
      expect((await root.post('/admin/admin/revoke', { id: caller.id })).code).toBe(1);
      await gone;
      expect(performance.now() - began).toBeLessThan(1500);
      expect(client.byes.at(-1)?.code).toBe(401);
      client.close();
    });
  });

  describe('another admin', () => {
    it('can be signed out and lose its second factor only by admins who may manage it', async () => {
      const { caller, secret } = await newEnrolled(['news/index']);
      const root = await superAdmin(testServer);
      const clerk = await limitedAdmin(testServer, ['admin/index', 'admin/revoke', 'admin/remove_factor'], 'all');
      for (const action of ['revoke', 'remove_factor'])
        expect([action, (await clerk.post(`/admin/admin/${action}`, { id: caller.id })).code]).toEqual([action, 0]);
      expect((await caller.get('/admin/news/index')).code).toBe(1);
      expect((await root.post('/admin/admin/revoke', { id: root.id })).code).toBe(0);
      expect((await root.post('/admin/admin/revoke', { id: caller.id })).code).toBe(1);
      expect((await caller.get('/admin/news/index')).code).toBe(302);
      const back = (await finish({ ticket: await loadTicket(caller), otp: code(secret) })).data.userInfo
        .token as string;
      expect((await root.post('/admin/admin/remove_factor', { id: caller.id })).code).toBe(1);
      expect((await root.post('/admin/admin/remove_factor', { id: caller.id })).code).toBe(0);
      const gone = await guest(testServer).send('GET', '/admin/news/index', { headers: { batoken: back } });
      expect(gone.code).toBe(302);
      const plain = await login(caller);
      expect(plain.code).toBe(1);
      expect(await loadEvents(caller)).toEqual(expect.arrayContaining(['sessions_ended', 'factor_removed']));
      const notices = await testServer.services.db.rows<{ title: string }>(
        "SELECT title FROM `notice` WHERE realm = 'admin' AND recipient_id = ?",
        [caller.id],
      );
      expect(notices.map(({ title }) => title)).toEqual(expect.arrayContaining(['sessions_ended', 'factor_removed']));
      const log = (await root.get('/admin/admin_log/index', { limit: '20' })).data.list as { url?: string }[];
      expect(JSON.stringify(log)).toContain('revoke');
    });
  });

  it('a sign-in without a second factor needs the password only', async () => {
    expect((await guest(testServer).post('/admin/Index/login', SUPER_ADMIN)).code).toBe(1);
  });
});
