/** IP prefixes, throttling delays, common passwords, device tokens and the deletion of expired rows. */
import { describe, expect, it } from '@jest/globals';
import { parseUserAgent } from '../../common/parseUserAgent';
import { describeOnEachDatabase } from '../testing/database/testDatabase';
import { openEngineHarness } from '../testing/engineHarness';
import { COMMON_PASSWORD_COUNT, isCommonPassword } from './passwords/commonPasswords';
import { hasKnownDevice, deviceTokenFor } from './sessions/deviceToken';
import { consumeAttempt, countAttempt, lockoutMsAfter, getIpPrefix } from './limits/rateLimits';
import { deleteExpiredAccessRows } from './deleteExpiredAccessRows';

describe('getIpPrefix', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::192.0.2.1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('%s: is %s', (ip, expected) => {
    expect(getIpPrefix(ip)).toBe(expected);
  });
});

describe('common passwords', () => {
  it('contain thousands of variants and no uncommon password', () => {
    expect(COMMON_PASSWORD_COUNT).toBeGreaterThan(3000);
    const common = [
      '123456',
      'password',
      'P@ssw0rd',
      'Passw0rd!',
      'QWERTY',
      'qwe123456',
      'iloveyou',
      '1q2w3e4r',
      'admin888',
    ];
    for (const password of [...common, '5201314', 'woaini520', 'Dragon2024', 'aaaaaaaa', '20002000', 'ｐassword'])
      expect([password, isCommonPassword(password)]).toEqual([password, true]);
    for (const password of ['correct-horse-9', 'Xk7#pq2Lm', 'Tr0ub4dor&3', '紫色的河马跳舞', 'vafmuq-jebri8'])
      expect([password, isCommonPassword(password)]).toEqual([password, false]);
  });
});

describe('device token', () => {
  const keys = ['k'.repeat(40)];
  it('is accepted only with a valid signature of the principal', () => {
    const deviceToken = deviceTokenFor(keys, 'admin', 7);
    expect(hasKnownDevice(keys, 'admin', deviceToken, 7)).toBe(true);
    expect(hasKnownDevice(keys, 'admin', `${deviceTokenFor(keys, 'admin', 9)} ${deviceToken}`, 7)).toBe(true);
    expect(hasKnownDevice(keys, 'admin', deviceToken, 8)).toBe(false);
    expect(hasKnownDevice(keys, 'member', deviceToken, 7)).toBe(false);
    expect(hasKnownDevice(['x'.repeat(40)], 'admin', deviceToken, 7)).toBe(false);
    expect(hasKnownDevice(keys, 'admin', deviceToken.replace('_7.', '_8.'), 8)).toBe(false);
    expect(hasKnownDevice(keys, 'admin', '', 7)).toBe(false);
  });
  it('has a readable browser name', () => {
    const edge =
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edg/120.0';
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1 Version/17.0 Mobile Safari/604.1';
    expect(parseUserAgent(edge)).toEqual({ browser: 'Edge', system: 'Windows' });
    expect(parseUserAgent(phone)).toEqual({ browser: 'Safari', system: 'iOS' });
    expect(parseUserAgent('curl/8.0')).toEqual({ browser: 'curl', system: '' });
    expect(parseUserAgent('')).toEqual({ browser: '', system: '' });
  });
});

describe('login lockout', () => {
  it('lasts twice as long after each attempt, from one second to thirty', () => {
    expect([5, 6, 7, 8, 9, 10, 11, 500].map((hits) => lockoutMsAfter(hits, 5) / 1000)).toEqual([
      0, 1, 2, 4, 8, 16, 30, 30,
    ]);
  });
});

describeOnEachDatabase('counters', (database) => {
  it('count parallel attempts one by one on several nodes and start again after their window', async () => {
    const [firstNode, secondNode] = [await openEngineHarness(database), await openEngineHarness(database)];
    const counts = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        countAttempt((index % 2 === 0 ? firstNode : secondNode).services, 'many', 60_000),
      ),
    );
    expect(counts.map(({ hits }) => hits).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
    const later = { ...firstNode.services, clock: { now: () => Date.now() + 61_000 } };
    expect((await countAttempt(later, 'many', 60_000)).hits).toBe(1);
  });

  // @covers fault auth.throttled
  it('are counted in memory while the database does not respond', async () => {
    const { services } = await openEngineHarness(database);
    const broken = { ...services, db: { ...services.db, transact: () => Promise.reject(new Error('no database')) } };
    const twoAttempts = { maxAttempts: 2, windowMs: 60_000 };
    await consumeAttempt(broken, 'lost', twoAttempts);
    await consumeAttempt(broken, 'lost', twoAttempts);
    await expect(consumeAttempt(broken, 'lost', twoAttempts)).rejects.toMatchObject({ code: 'auth.throttled' });
  });

  it('expired rate limits are deleted with expired captchas, tokens and sessions, and not before', async () => {
    const { services } = await openEngineHarness(database);
    const now = services.clock.now();
    await services.db.transact(async (tx) => {
      await tx.run('DELETE FROM `throttle`');
      await tx.run('INSERT INTO `throttle` (bucket, hits, until) VALUES (?, 1, ?), (?, 1, ?)', [
        'a',
        now - 1,
        'b',
        now + 9e6,
      ]);
      await tx.run(
        "INSERT INTO `captcha` (id, purpose, address, answer, expires_at) VALUES ('c', 'login', 'x', 'y', ?)",
        [now - 1],
      );
      await tx.run("INSERT INTO `access_token` (hash, session_id, expires_at) VALUES ('h', 's', ?)", [now - 1]);
    });
    expect(await deleteExpiredAccessRows(services.db, now)).toBe(2);
    expect(await services.db.rows('SELECT bucket FROM `throttle`')).toEqual([{ bucket: 'b' }]);
    expect(await deleteExpiredAccessRows(services.db, now + 86_400_000)).toBe(2);
  });
});
