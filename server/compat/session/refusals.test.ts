/** Refusals for which our own client has a dialog: an older client gets a sentence in its own form, and goes on by signing in again. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib/functional';
import { translateFault } from '../../../common/locales/translate';
import { fault, faultSpec } from '../../../common/protocol/faults';
import { guest, limitedAdmin, member, superAdmin, type Body, type Caller } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient, type Dialect } from '../../testing/compat/compatClient';
import { readEventStream, testTerminal } from '../../testing/terminalHarness';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { toCompatFault } from './compatFaults';

const STEP_UP_MS = 301_000;
const PASSWORD = 'limited-horse-7';
const CODE_STEP_MS = 30_000;
const TERMINAL: Readonly<Record<Dialect, string>> = { first: '/admin/Terminal/index', second: '/admin/ajax/terminal' };

describe.each(testDialects())('refusals of older clients on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, terminal: testTerminal, settings: { captcha: 'never' } });
  });
  afterAll(() => testServer.close());
  const getCode = (secret: string) =>
    generateSync({ secret, epoch: Math.floor(testServer.services.clock.now() / 1000) });
  const loadName = async (table: 'admin' | 'user', id: number): Promise<string> => {
    const [row] = await testServer.services.db.rows<{ username: string }>(
      `SELECT username FROM \`${table}\` WHERE id = ?`,
      [id],
    );
    return row?.username ?? '';
  };
  const enrol = async (caller: Caller, path: string): Promise<string> => {
    const { secret } = (await caller.post(`${path}/otpBegin`, path.startsWith('/api') ? { password: PASSWORD } : {}))
      .data as { secret: string };
    expect((await caller.post(`${path}/otpConfirm`, { otp: getCode(secret) })).code).toBe(1);
    testServer.advanceClock(CODE_STEP_MS);
    return secret;
  };

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    let client: CompatClient;
    beforeAll(() => {
      client = createCompatClient(testServer, dialect);
    });
    /** Also signs out as the client does. */
    const signInAgain = async () => {
      await client.post('/admin/index/logout', dialect === 'first' ? { refresh_token: '' } : { refreshToken: '' });
      return (await client.signIn()).data.userInfo.token as string;
    };
    const expectRefused = async (work: () => ReturnType<CompatClient['post']>) => {
      const { status, code, msg, data } = await work();
      expect([status, code, msg, data.stepUp]).toEqual([
        200,
        0,
        expect.stringContaining('Confirm your password again'),
        true,
      ]);
    };

    // @covers fault compat.step_up
    it('an old password: a message is shown and nothing is written; the request works after a new sign-in', async () => {
      await signInAgain();
      const { id } = await member(testServer);
      const booking = { user_id: id, money: '5000.00', memo: 'Large' };
      const book = () => client.post('/admin/user.moneyLog/add', booking);
      const change = () => client.post('/admin/routine.config/edit', { captcha: 'never', ledger_stepup_money: 2_000 });
      testServer.advanceClock(STEP_UP_MS);
      await expectRefused(book);
      await expectRefused(change);
      expect((await client.get(`/admin/user.moneyLog/add?userId=${id}`)).data.user.money).toBe('0.00');
      expect(testServer.services.settings.ledger.stepUp.money).not.toBe(200_000);
      await signInAgain();
      expect((await book()).code).toBe(1);
      expect((await change()).code).toBe(1);
      await client.post('/admin/routine.config/edit', { ledger_stepup_money: 1_000 });
      // Our own client gets what makes it ask for the password.
      const root = await superAdmin(testServer);
      testServer.advanceClock(STEP_UP_MS);
      const plain = await root.post('/admin/user_money_log/add', booking);
      expect([plain.code, plain.data]).toEqual([403, { stepUp: true }]);
    });

    it('an old password in the terminal: the output shows the error; the command runs after a new sign-in', async () => {
      let token = await signInAgain();
      const run = async (uuid: string) => {
        const query = { command: 'try.ok', uuid, extend: '', batoken: token, server: '1' };
        const { messages } = await readEventStream(testServer, query, { path: TERMINAL[dialect] });
        return messages.map(({ data }) => data);
      };
      testServer.advanceClock(STEP_UP_MS);
      expect(await run(`old-${dialect}`)).toEqual([expect.stringContaining('sign in again'), 'command-exec-error']);
      token = await signInAgain();
      expect(await run(`new-${dialect}`)).toContain('command-exec-success');
    });

    // @covers fault compat.second_factor
    it.each(['admin', 'member'] as const)('a second factor of a %s: the code follows the password', async (realm) => {
      const isAdmin = realm === 'admin';
      const person = isAdmin ? await limitedAdmin(testServer, ['news/index']) : await member(testServer);
      const username = await loadName(isAdmin ? 'admin' : 'user', person.id);
      const secret = await enrol(person, isAdmin ? '/admin/profile' : '/api/account');
      const visitor = createCompatClient(testServer, dialect);
      const signIn = (password: string, more: Body = {}) =>
        visitor.post(isAdmin ? '/admin/index/login' : '/api/user/checkIn', {
          ...(isAdmin ? {} : { tab: 'login' }),
          username,
          password,
          keep: false,
          ...more,
        });
      const asked = await signIn(PASSWORD);
      expect([asked.status, asked.code, asked.msg]).toEqual([200, 0, expect.stringContaining('6-digit code')]);
      expect((await signIn(`${PASSWORD} 000000`)).code).toBe(0);
      expect((await signIn(`wrong-horse ${getCode(secret)}`)).data).not.toHaveProperty('userInfo');
      testServer.advanceClock(CODE_STEP_MS);
      const used = getCode(secret);
      const signedIn = await signIn(`${PASSWORD} ${used}`);
      expect([signedIn.code, signedIn.data.userInfo?.username]).toEqual([1, username]);
      expect(signedIn.data.userInfo.avatar).toBe(`${testServer.url}/static/images/avatar.png`);
      // A code counts once.
      expect((await signIn(`${PASSWORD} ${used}`)).code).toBe(0);
      // Our own sign-in knows no code in a password.
      testServer.advanceClock(CODE_STEP_MS);
      const own = await guest(testServer).post(isAdmin ? '/admin/Index/login' : '/api/user/checkIn', {
        username,
        password: `${PASSWORD} ${getCode(secret)}`,
      });
      expect([own.code, own.data?.secondFactor]).toEqual([0, undefined]);
    });

    // @covers fault compat.enrol
    it('a group that requires a second factor: each page links to its set-up', async () => {
      const root = await superAdmin(testServer);
      const group = await root.post('/admin/admin_group/add', {
        name: `Strict ${dialect}`,
        rules: ['news/index'],
        data_scope: 'all',
        require_second_factor: 1,
      });
      expect(group.code).toBe(1);
      const username = `strict_${dialect}`;
      const draft = { username, nickname: 'Strict', password: 'strict-horse-7', group_arr: [group.data.id] };
      expect((await root.post('/admin/admin/add', draft)).code).toBe(1);
      const strict = createCompatClient(testServer, dialect);
      expect((await strict.signIn({ username, password: 'strict-horse-7' })).code).toBe(1);
      const { status, code, msg, data } = await strict.get('/admin/news/index');
      expect([status, code, data]).toEqual([200, 0, { enrol: true }]);
      expect(msg).toContain(`${testServer.url}/admin/profile`);
    });
  });

  // @covers fault compat.throttled
  it('too many requests are a sentence with the wait, in the language of the reader', () => {
    const request = { headers: { accept: 'application/json, text/plain, */*', host: 'here' }, socket: {} } as never;
    for (const refusal of [fault('auth.throttled', { seconds: 120 }), fault('too_many'), fault('upload.crowded')]) {
      const sent = toCompatFault(testServer.services, request, refusal);
      expect([sent.code, faultSpec(sent.code)]).toEqual([
        'compat.throttled',
        expect.objectContaining({ http: 200, code: 0 }),
      ]);
      for (const lang of ['en', 'zh-cn'] as const)
        expect(translateFault(lang, sent)).toBe(translateFault(lang, refusal));
    }
  });

  // @covers fault compat.passkey_only
  it('names the console where a passkey is the only factor, and leaves other clients and refusals as they are', () => {
    const ask = (accept: string, refusal: ReturnType<typeof fault>) =>
      toCompatFault(testServer.services, { headers: { accept, host: 'here' }, socket: {} } as never, refusal);
    const axios = 'application/json, text/plain, */*';
    const passkey = fault('auth.second_factor', undefined, { data: { secondFactor: { kinds: ['passkey'] } } });
    expect(ask(axios, passkey)).toMatchObject({ code: 'compat.passkey_only', data: passkey.data });
    expect(ask(axios, passkey).params['url']).toMatch(/^http.*\/admin$/);
    const denied = fault('access.denied');
    expect([ask('*/*', passkey), ask(axios, denied)]).toEqual([passkey, denied]);
  });
});
