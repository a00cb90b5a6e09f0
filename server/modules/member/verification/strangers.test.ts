/** Verification codes: requests and guesses of other callers neither invalidate a person's code nor use up its limits. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CODE_LIMITS } from '../../../../common/codeLimits';
import { issueCode, issueOneTimeToken, redeemCode, redeemOneTimeToken } from '../../../access/codes/oneTimeCodes';
import {
  consumeLeakyBucket,
  loadAttempts,
  resetAttempts,
  getIpNetwork,
  hashBucketPart,
} from '../../../access/limits/rateLimits';
import { sendRequest, superAdmin, type ApiResponse, type Body } from '../../../testing/callers';
import { takeCode } from '../../../testing/receivedMessages';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

const PASSWORD = 'calm-river-42';
const RECOVERY = 'code:all:recovery:email';

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let index = 0; index < 200 && !(await holds()); index += 1) await sleep(10);
  expect(await holds()).toBe(true);
}

describe('getIpNetwork', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('of %s is %s', (ip, expected) => {
    expect(getIpNetwork(ip)).toBe(expected);
  });
});

describe.each(sampleDialects())('verification codes and other callers on %s', (database) => {
  let testServer: TestServer;
  let sinks: string;
  beforeAll(async () => {
    sinks = mkdtempSync(join(tmpdir(), 'atrium-sinks-'));
    testServer = await startTestServer({
      database,
      settings: { captcha: 'adaptive' },
      env: { TEST_SINKS: sinks, TRUSTED_PROXIES: '127.0.0.1' },
    });
  });
  afterAll(() => testServer.close());

  const from = (ip: string, path: string, body: Body): Promise<ApiResponse> =>
    sendRequest(testServer.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', server: 'true', 'x-forwarded-for': ip },
      body: JSON.stringify(body),
    });
  let members = 0;
  const newMember = async () => {
    members += 1;
    const [username, email] = [`stranger_${members}`, `stranger${members}@example.com`];
    const root = await superAdmin(testServer);
    const added = await root.post('/admin/user/add', { username, nickname: username, password: PASSWORD, email });
    expect(added.code).toBe(1);
    return { username, email };
  };
  const send = (ip: string, email: string, event = 'user_retrieve_pwd', more: Body = {}) =>
    from(ip, '/api/Ems/send', { email, event, ...more });
  const resetPassword = (ip: string, account: string, captcha: string) =>
    from(ip, '/api/account/retrievePassword', { type: 'email', account, captcha, password: 'fresh-river-43' });
  const isCodeUsed = (bucket: string, hits: number) =>
    testServer.services.db.transact((tx) =>
      tx.run('REPLACE INTO `throttle` (bucket, hits, until) VALUES (?, ?, ?)', [
        bucket,
        hits,
        testServer.services.clock.now() + 86_400_000,
      ]),
    );
  /** Fills a leaky bucket, which is empty again after a day. */
  const isBudgetUsed = (bucket: string) => isCodeUsed(bucket, 1);

  // @case L6
  it('wrong guesses of strangers do not invalidate the code of its requester', async () => {
    const { email } = await newMember();
    expect((await send('203.0.113.10', email)).code).toBe(1);
    const right = await takeCode(sinks, 'mail', email);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    for (let index = 0; index < CODE_LIMITS.codeTries + 3; index += 1)
      expect((await resetPassword(`198.51.100.${index + 1}`, email, wrong)).code).toBe(0);
    // The shared guesses of strangers are used up.
    expect((await resetPassword('198.51.100.99', email, right)).code).toBe(0);
    expect((await resetPassword('203.0.113.10', email, right)).code).toBe(1);
  });

  // @case L6
  it('the requester has five guesses, and another IP may redeem the code while it has some left', async () => {
    const codeKey = { purpose: 'user_retrieve_pwd', target: 'guesses@example.com' };
    const code = await issueCode(testServer.services, codeKey, 'here');
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let index = 0; index < CODE_LIMITS.codeTries; index += 1)
      expect(await redeemCode(testServer.services, codeKey, wrong, 'here')).toBe(false);
    expect(await redeemCode(testServer.services, codeKey, code, 'here')).toBe(false);
    expect(await redeemCode(testServer.services, codeKey, code, 'elsewhere')).toBe(true);
  });

  // @case L6
  it('wrong guesses do not invalidate a proof token', async () => {
    const codeKey = { purpose: 'support', target: '1:2' };
    const proofToken = await issueOneTimeToken(testServer.services, codeKey);
    for (let index = 0; index < 3 * CODE_LIMITS.codeTries; index += 1)
      expect(await redeemOneTimeToken(testServer.services, codeKey, 'x'.repeat(32))).toBe(false);
    const spent = await Promise.all([1, 2, 3].map(() => redeemOneTimeToken(testServer.services, codeKey, proofToken)));
    expect(spent.filter((isRight) => isRight)).toHaveLength(1);
  });

  // @case M7
  it('used-up registrations do not affect password recovery', async () => {
    const { email } = await newMember();
    await isBudgetUsed('code:all:register:email');
    expect((await send('203.0.113.21', 'new1@example.com', 'user_register')).code).not.toBe(1);
    expect((await send('203.0.113.20', email)).code).toBe(1);
    await resetAttempts(testServer.services, 'code:all:register:email');
  });

  // @case M7
  it('all callers need a captcha from the first code once a quarter of the budget is used', async () => {
    await isCodeUsed('code:all:register:email:asked', CODE_LIMITS.registrationCodesPerDay / 4 - 1);
    expect((await send('203.0.113.31', 'new2@example.com', 'user_register')).code).toBe(1);
    const asked = await send('203.0.113.32', 'new3@example.com', 'user_register');
    expect([asked.code, asked.data.captcha]).toEqual([0, true]);
    await isCodeUsed('code:all:register:email:asked', 0);
  });

  // @case M7
  it('65 536 IP prefixes of one IPv6 network share a budget', async () => {
    const tried: ApiResponse[] = [];
    for (let index = 0; index <= CODE_LIMITS.captchaFreeCodesPerNetworkHour; index += 1)
      tried.push(await send(`2001:db8:7:${index.toString(16)}::1`, `net${index}@example.com`, 'user_register'));
    expect(tried.slice(0, -1).map(({ code }) => code)).toEqual(tried.slice(0, -1).map(() => 1));
    expect(tried.at(-1)?.data.captcha).toBe(true);
    expect((await send('2001:db8:8::1', 'net-other@example.com', 'user_register')).code).toBe(1);
    await isCodeUsed('code:asked:network:2001:db8:7::/48', 0);
    await isCodeUsed('code:network:2001:db8:7::/48', CODE_LIMITS.codesPerNetworkDay);
    expect((await send('2001:db8:7:ffff::1', 'net-last@example.com', 'user_register')).status).toBe(429);
    expect((await send('2001:db8:9::1', 'net-last@example.com', 'user_register')).code).toBe(1);
  });

  it('recovery: unknown addresses use no budget and get the response of members', async () => {
    const { email } = await newMember();
    await resetAttempts(testServer.services, RECOVERY);
    const nobody = await send('203.0.113.51', 'nobody@example.com');
    const level = async () => (await loadAttempts(testServer.services, RECOVERY)).hits;
    await until(async () => (await level()) === 0);
    const member = await send('203.0.113.52', email);
    expect([nobody.status, nobody.code, nobody.msg, nobody.data]).toEqual([200, 1, member.msg, member.data]);
    expect(await level()).toBe(1);
    await isBudgetUsed(RECOVERY);
    const refused = [await send('203.0.113.53', 'nobody2@example.com'), await send('203.0.113.54', email)];
    testServer.advanceClock(61_000);
    await isBudgetUsed(RECOVERY);
    refused.push(await send('203.0.113.55', email));
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(refused[0]?.msg).toBe(refused[2]?.msg);
    await resetAttempts(testServer.services, RECOVERY);
  });

  it('recovery: a used-up budget refills evenly, and a refused request counts for no recipient', async () => {
    const { email } = await newMember();
    await isBudgetUsed(RECOVERY);
    const refused = await send('203.0.113.61', email);
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(3_600);
    expect((await loadAttempts(testServer.services, `code:to:email:${hashBucketPart(email)}:hour`)).hits).toBe(0);
    testServer.advanceClock(wait * 1_000);
    expect((await send('203.0.113.63', email)).code).toBe(1);
    // One code was refilled and is used again.
    expect((await send('203.0.113.62', (await newMember()).email)).status).toBe(429);
    await resetAttempts(testServer.services, RECOVERY);
  });

  it('recovery: at most a day’s codes leave in a day, also for concurrent requests', async () => {
    const allowance = { maxAttempts: 4, windowMs: 4_000 };
    const take = () =>
      consumeLeakyBucket(testServer.services, 'leaky', allowance).then(
        () => 1,
        () => 0,
      );
    const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
    expect(sum(await Promise.all(Array.from({ length: 12 }, take)))).toBeLessThanOrEqual(4);
    testServer.advanceClock(8_000);
    for (const expected of [1, 1, 1, 1]) expect(await take()).toBe(expected);
  });

  it('recovery: a known IP prefix and a known browser get a code when the budget is used up', async () => {
    const { username, email } = await newMember();
    const HOME = '203.0.113.70';
    const signedIn = await from(HOME, '/api/user/checkIn', { tab: 'login', username, password: PASSWORD });
    const { device } = signedIn.data.userInfo;
    await isBudgetUsed(RECOVERY);
    expect((await send('203.0.113.71', email)).status).toBe(429);
    expect((await send(HOME, email)).code).toBe(1);
    testServer.advanceClock(61_000);
    await isBudgetUsed(RECOVERY);
    expect((await send('203.0.113.72', email, 'user_retrieve_pwd', { device })).code).toBe(1);
    const forged = `${String(device).slice(0, -3)}abc`;
    testServer.advanceClock(61_000);
    await isBudgetUsed(RECOVERY);
    expect((await send('203.0.113.73', email, 'user_retrieve_pwd', { device: forged })).status).toBe(429);
    await resetAttempts(testServer.services, RECOVERY);
  });

  it('requests of strangers for an address do not block recovery from its own IP prefix', async () => {
    const { username, email } = await newMember();
    const HOME = '203.0.113.40';
    expect((await from(HOME, '/api/user/checkIn', { tab: 'login', username, password: PASSWORD })).code).toBe(1);
    for (let index = 0; index < CODE_LIMITS.codesPerRecipientHour; index += 1) {
      expect((await send(`198.51.101.${index + 1}`, email)).code).toBe(1);
      testServer.advanceClock(61_000);
    }
    expect((await send('198.51.101.50', email)).status).toBe(429);
    expect((await send(HOME, email)).code).toBe(1);
  });
});
