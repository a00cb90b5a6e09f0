/** Two-step verification of members: set-up, sign-in, single use of codes, turning off, rate limits, and the help of staff. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib/functional';
import {
  limitedAdmin,
  guest,
  signIn,
  superAdmin,
  type ApiResponse,
  type Body,
  type Caller,
} from '../../../testing/callers';
import { testDialects, startTestServer, type TestServer } from '../../../testing/testServer';

const STEP_MS = 30_000;
const PASSWORD = 'river-stone-42';

describe.each(testDialects())('two-step verification of members on %s', (database) => {
  let testServer: TestServer;
  let count = 0;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  interface Person {
    readonly username: string;
    readonly caller: Caller;
  }
  interface Enrolled extends Person {
    readonly secret: string;
    readonly codes: readonly string[];
  }
  const getCode = (secret: string, steps = 0): string =>
    generateSync({ secret, epoch: Math.floor((testServer.services.clock.now() + steps * STEP_MS) / 1000) });
  async function createPerson(): Promise<Person> {
    count += 1;
    const username = `factor_${count}`;
    const root = await superAdmin(testServer);
    const added = await root.post('/admin/user/add', { username, nickname: username, password: PASSWORD });
    expect(added.code).toBe(1);
    return { username, caller: await signIn(testServer, 'member', { username, password: PASSWORD }) };
  }
  async function createEnrolled(): Promise<Enrolled> {
    const person = await createPerson();
    const { secret } = (await person.caller.post('/api/account/otpBegin', { password: PASSWORD })).data as {
      secret: string;
    };
    const { data, code } = await person.caller.post('/api/account/otpConfirm', { otp: getCode(secret) });
    expect(code).toBe(1);
    testServer.advanceClock(STEP_MS);
    return { ...person, secret, codes: data.codes as string[] };
  }
  const login = (username: string): Promise<ApiResponse> =>
    guest(testServer).post('/api/user/checkIn', { tab: 'login', username, password: PASSWORD });
  const finish = (body: Body): Promise<ApiResponse> => guest(testServer).post('/api/user/secondFactor', body);
  const loadTicket = async (username: string): Promise<string> =>
    (await login(username)).data.secondFactor.ticket as string;
  const loadEvents = async ({ id }: Caller): Promise<readonly string[]> => {
    const sql = 'SELECT kind FROM `security_event` WHERE user_id = ? ORDER BY id';
    return (await testServer.services.db.rows<{ kind: string }>(sql, [id])).map(({ kind }) => kind);
  };

  it('asks for a code only after one confirmed the secret, and stores neither secret nor codes in clear', async () => {
    const { username, caller } = await createPerson();
    const wrong = await caller.post('/api/account/otpBegin', { password: 'not-it-at-all' });
    expect(wrong.data.fields.password).toBeDefined();
    const { data } = await caller.post('/api/account/otpBegin', { password: PASSWORD });
    expect((await caller.post('/api/account/otpConfirm', { otp: '000000' })).code).toBe(0);
    expect((await login(username)).code).toBe(1);
    const confirmed = await caller.post('/api/account/otpConfirm', { otp: getCode(data.secret as string) });
    const codes = confirmed.data.codes as string[];
    expect(new Set(codes).size).toBe(10);
    const dump = JSON.stringify(
      await Promise.all(
        ['member_factor', 'member_recovery', 'change_log'].map((table) =>
          testServer.services.db.rows(`SELECT * FROM \`${table}\``),
        ),
      ),
    );
    for (const secret of [String(data.secret), ...codes, ...codes.map((one) => one.replace('-', ''))])
      expect(dump).not.toContain(secret);
    expect((await caller.get('/api/account/factor')).data).toEqual({ otp: true, recovery: 10 });
    expect(await loadEvents(caller)).toContain('factor_enrolled');
  });

  it('sign-in: creates no session for the password alone, and one for password and code', async () => {
    const { username, secret, caller } = await createEnrolled();
    const response = await login(username);
    expect([response.code, response.data.secondFactor.kinds]).toEqual([0, ['otp', 'recovery']]);
    expect(JSON.stringify(response.data)).not.toMatch(/refresh_token|ba_a_/);
    const { data, code } = await finish({ ticket: response.data.secondFactor.ticket, otp: getCode(secret) });
    expect([code, data.userInfo.id, data.routePath]).toEqual([1, caller.id, '/user']);
  });

  it('accepts no code, no ticket and no recovery code twice', async () => {
    const { username, secret, codes } = await createEnrolled();
    const otp = getCode(secret);
    const [first, second] = [await loadTicket(username), await loadTicket(username)];
    const responses = await Promise.all([finish({ ticket: first, otp }), finish({ ticket: second, otp })]);
    expect(responses.map(({ code }) => code).sort()).toEqual([0, 1]);
    testServer.advanceClock(2 * STEP_MS);
    expect((await finish({ ticket: first, otp })).code).toBe(0);
    const ticket = await loadTicket(username);
    const [recovery = ''] = codes;
    expect((await finish({ ticket, recovery })).code).toBe(1);
    expect((await finish({ ticket, recovery: codes[1] })).code).toBe(0);
    testServer.advanceClock(60_000);
    expect((await finish({ ticket: await loadTicket(username), recovery })).code).toBe(0);
    testServer.advanceClock(600_000);
    expect((await finish({ ticket: await loadTicket(username), recovery: (codes[1] ?? '').toUpperCase() })).code).toBe(
      1,
    );
  });

  it('takes no ticket of the other realm, and no expired one', async () => {
    const { username, secret } = await createEnrolled();
    const ticket = await loadTicket(username);
    const asAdmin = await guest(testServer).post('/admin/Index/secondFactor', { ticket, otp: getCode(secret) });
    expect(asAdmin.code).not.toBe(1);
    testServer.advanceClock(301_000);
    expect((await finish({ ticket, otp: getCode(secret) })).code).toBe(0);
  });

  it('slows down after wrong codes, and reports them', async () => {
    const { username, secret, caller } = await createEnrolled();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1)
      statuses.push((await finish({ ticket: await loadTicket(username), otp: '000000' })).status);
    expect(statuses).toContain(429);
    expect((await finish({ ticket: await loadTicket(username), otp: getCode(secret) })).status).toBe(429);
    expect(await loadEvents(caller)).not.toContain('factor_removed');
  });

  it('replaces no secret while it is on, and turns off only for password and code', async () => {
    const { username, secret, caller } = await createEnrolled();
    expect((await caller.post('/api/account/otpBegin', { password: PASSWORD })).code).toBe(0);
    expect((await caller.post('/api/account/otpConfirm', { otp: getCode(secret) })).code).toBe(0);
    const off = (body: Body) => caller.post('/api/account/otpRemove', body);
    expect((await off({ password: PASSWORD, otp: '000000' })).code).toBe(0);
    expect((await off({ password: 'not-it-at-all', otp: getCode(secret) })).data.fields.password).toBeDefined();
    expect((await off({ password: PASSWORD })).code).not.toBe(1);
    expect((await caller.get('/api/account/factor')).data.otp).toBe(true);
    const renewed = await caller.post('/api/account/recoveryRenew', { password: PASSWORD, otp: getCode(secret) });
    const [recovery] = renewed.data.codes as string[];
    expect((await off({ password: PASSWORD, recovery })).code).toBe(1);
    expect((await caller.get('/api/account/factor')).data).toEqual({ otp: false, recovery: 0 });
    expect((await login(username)).code).toBe(1);
    expect(await loadEvents(caller)).toEqual(
      expect.arrayContaining(['factor_enrolled', 'recovery_used', 'factor_removed']),
    );
    expect((await off({ password: PASSWORD, otp: getCode(secret) })).code).toBe(0);
  });

  it('staff with the permission turn it off, which ends the sessions and notifies the member', async () => {
    const { username, caller } = await createEnrolled();
    const without = await limitedAdmin(testServer, ['user/index', 'user/edit']);
    expect((await without.post('/admin/user/remove_factor', { id: caller.id })).code).toBe(403);
    const clerk = await limitedAdmin(testServer, ['user/index', 'user/remove_factor']);
    expect((await clerk.post('/admin/user/remove_factor', { id: caller.id })).code).toBe(1);
    expect((await caller.get('/api/account/factor')).code).not.toBe(1);
    const signedIn = await login(username);
    expect(signedIn.code).toBe(1);
    const again = await signIn(testServer, 'member', { username, password: PASSWORD });
    const { list } = (await again.get('/api/notice/index')).data as { list: { title: string }[] };
    expect(list.map(({ title }) => title)).toContain('factor_removed');
    expect((await clerk.post('/admin/user/remove_factor', { id: caller.id })).code).toBe(0);
  });
});
