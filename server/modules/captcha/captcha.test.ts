/** Captchas: images without text or metadata, single use, bound to purpose and IP, and required only after failures. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { LIMITS } from '../../../common/limits';
import { storeCaptcha, redeemCaptcha } from '../../access/codes/captcha';
import { sendRequest, guest, type Body } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, SUPER_ADMIN, type TestServer } from '../../testing/testServer';
import { CAPTCHA_HEIGHT, CAPTCHA_LETTERS, CAPTCHA_WIDTH, drawCaptcha } from './drawCaptcha';

let names = 0;
const newId = (): string => `captcha-of-a-test-${(names += 1)}`;

describe.each(sampleDialects())('captcha on %s', (database) => {
  const sinks = mkdtempSync(join(tmpdir(), 'atrium-sinks-'));
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, env: { TEST_SINKS: sinks, TRUSTED_PROXIES: '127.0.0.1' } });
  });
  afterAll(async () => {
    await testServer.close();
    rmSync(sinks, { recursive: true, force: true });
  });

  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  const openCaptcha = (id: string, ip = '198.51.100.1', more = '') =>
    fetch(`${testServer.url}/api/common/captcha?id=${id}${more}`, { headers: { server: 'true', ...from(ip) } });
  const solveCaptcha = (id: string): string => {
    const stored = JSON.parse(readFileSync(join(sinks, `captcha-${id}.json`), 'utf8')) as { readonly answer: string };
    return stored.answer;
  };
  const login = (ip: string, body: Body) =>
    sendRequest(`${testServer.url}/admin/Index/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', server: 'true', ...from(ip) },
      body: JSON.stringify(body),
    });
  // @case L8
  it('a repeated id counts like a new one, per IP prefix', async () => {
    const id = newId();
    await testServer.services.db.transact((tx) =>
      tx.run('REPLACE INTO `throttle` (bucket, hits, until) VALUES (?, ?, ?)', [
        ...['captcha:198.51.100.77', LIMITS.captchasPerIpPrefix - 2],
        testServer.services.clock.now() + 60_000,
      ]),
    );
    const asked = [];
    for (const more of ['', '&kind=words', '', '&kind=words'])
      asked.push((await openCaptcha(id, '198.51.100.77', more)).status);
    expect(asked).toEqual([200, 200, 429, 429]);
    expect((await openCaptcha(id, '198.51.100.78')).status).toBe(200);
  });

  const failFiveTimes = async (ip: string, username: string): Promise<void> => {
    for (let count = 0; count < 5; count += 1) await login(ip, { username, password: `wrong-${count}` });
  };

  // @case T7.21
  it('the image contains no readable answer; only the test folder does', async () => {
    const id = newId();
    const response = await openCaptcha(id);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'no-store',
    ]);
    const { width, height, format, exif } = await sharp(bytes).metadata();
    expect([width, height, format, exif]).toEqual([CAPTCHA_WIDTH, CAPTCHA_HEIGHT, 'png', undefined]);
    const text = solveCaptcha(id);
    expect(text).toMatch(/^[ACEFHJKMNPRTWXY3479]{4,6}$/);
    expect(bytes.includes(text)).toBe(false);
    expect(bytes.toString('latin1')).not.toMatch(/tEXt|iTXt|zTXt|svg/);
    expect([...response.headers].join()).not.toContain(text);
    expect(await testServer.services.db.rows('SELECT * FROM `captcha`')).not.toContainEqual(
      expect.objectContaining({ answer: text }),
    );
  });

  it('two images of one text differ', async () => {
    const [one, other] = [
      await drawCaptcha(CAPTCHA_LETTERS.slice(0, 5)),
      await drawCaptcha(CAPTCHA_LETTERS.slice(0, 5)),
    ];
    expect(one.equals(other)).toBe(false);
  });

  it('the text question is in the language of the request', async () => {
    const id = newId();
    const words = async (lang: string) =>
      sendRequest(`${testServer.url}/api/common/captcha?id=${id}&kind=words`, {
        headers: { server: 'true', 'think-lang': lang },
      });
    const english = await words('en');
    expect(english).toMatchObject({ code: 1, data: { id, length: 4 } });
    expect(english.data.question).toMatch(/^Enter four digits/);
    expect(english.data.question).not.toMatch(/\d/);
    expect(solveCaptcha(id)).toMatch(/^\d{4}$/);
    expect((await words('zh-cn')).data.question).toContain('四个数字');
  });

  // @case T7.21
  it('accepts only known ids and purposes', async () => {
    for (const id of [
      '',
      'short',
      'x'.repeat(65),
      'with%20space-and-more',
      '..%2f..%2f..%2fetc-passwd',
      'a%00aaaaaaaaaaaaaaaa',
    ])
      expect((await openCaptcha(id)).status).toBe(400);
    expect((await openCaptcha(newId(), '198.51.100.1', '&purpose=anything')).status).toBe(400);
    expect((await openCaptcha(newId(), '198.51.100.1', '&kind=sound')).status).toBe(400);
  });

  // @case T7.21
  it('expires by the first attempt, right or wrong, and by time', async () => {
    const captchaKey = { id: newId(), purpose: 'login', ip: '198.51.100.7' } as const;
    const { services } = testServer;
    await storeCaptcha(services, captchaKey, 'ACE34');
    expect(await redeemCaptcha(services, captchaKey, 'WRONG')).toBe(false);
    expect(await redeemCaptcha(services, captchaKey, 'ACE34')).toBe(false);
    await storeCaptcha(services, captchaKey, 'ACE34');
    const responses = await Promise.all([
      redeemCaptcha(services, captchaKey, ' ace34 '),
      redeemCaptcha(services, captchaKey, 'ACE34'),
    ]);
    expect(responses.filter(Boolean)).toHaveLength(1);
    await storeCaptcha(services, captchaKey, 'ACE34');
    testServer.advanceClock(5 * 60_000);
    expect(await redeemCaptcha(services, captchaKey, 'ACE34')).toBe(false);
  });

  // @spec P5-006 P9-003
  // @covers limit captchaMin, limit captchaMax
  it('a captcha has four to six characters', async () => {
    const { services } = testServer;
    const captchaKey = { id: newId(), purpose: 'login', ip: '198.51.100.8' } as const;
    const taken: boolean[] = [];
    for (const text of ['ACE', 'ACE3', 'ACE345', 'ACE3456']) {
      await storeCaptcha(services, captchaKey, text);
      taken.push(await redeemCaptcha(services, captchaKey, text));
    }
    expect(taken).toEqual([false, true, true, false]);
  });

  // @case T7.21
  it('a captcha is bound to one purpose and one IP address', async () => {
    const { services } = testServer;
    const captchaKey = { id: newId(), purpose: 'login', ip: '2001:db8:1:2::5' } as const;
    await storeCaptcha(services, captchaKey, 'ACE34');
    expect(await redeemCaptcha(services, { ...captchaKey, purpose: 'send' }, 'ACE34')).toBe(false);
    expect(await redeemCaptcha(services, { ...captchaKey, ip: '2001:db8:1:3::5' }, 'ACE34')).toBe(false);
    expect(await redeemCaptcha(services, { ...captchaKey, ip: '2001:0DB8:1:2:ffff::9' }, 'ACE34')).toBe(true);
  });

  it('stores at most two hundred per IP', async () => {
    const ip = '198.51.100.200';
    for (let count = 0; count < 200; count += 1)
      await storeCaptcha(testServer.services, { id: newId(), purpose: 'login', ip }, 'ACE34');
    const refused = await openCaptcha(newId(), ip);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await openCaptcha(newId(), '198.51.100.201')).status).toBe(200);
  });

  // @spec P5-006
  // @covers issue captcha, fault auth.captcha
  it('sign-in: required after five failures of an IP, and a solved one allows the sign-in', async () => {
    const ip = '203.0.113.5';
    const wants = async (path: string) =>
      (await sendRequest(testServer.url + path, { headers: { server: 'true', ...from(ip) } })).data;
    expect(await wants('/admin/Index/login')).toMatchObject({ captcha: false });
    for (let count = 0; count < 5; count += 1) {
      const refused = await login(ip, { ...SUPER_ADMIN, password: `wrong-${count}` });
      expect([refused.status, refused.code, refused.data]).toEqual([200, 0, { captcha: count === 4 }]);
    }
    expect(await wants('/admin/Index/login')).toMatchObject({ captcha: true });
    expect(await wants('/api/user/checkIn')).toMatchObject({ captcha: false });
    const missing = await login(ip, SUPER_ADMIN);
    expect([missing.code, missing.data.captcha, missing.data.fields.captcha]).toEqual([0, true, 'Fill in this field']);
    const id = newId();
    await openCaptcha(id, ip);
    const wrong = await login(ip, { ...SUPER_ADMIN, captcha: 'AAAAA', captchaId: id });
    expect(wrong.data).toEqual({ captcha: true, fields: { captcha: 'The captcha is wrong or expired' } });
    expect(wrong.msg).toBe('The captcha is wrong or expired.');
    const spent = await login(ip, { ...SUPER_ADMIN, captcha: solveCaptcha(id), captcha_id: id });
    expect(spent.code).toBe(0);
    const unusedId = newId();
    await openCaptcha(unusedId, ip);
    expect(
      (await login(ip, { ...SUPER_ADMIN, captcha: solveCaptcha(unusedId).toLowerCase(), captcha_id: unusedId })).code,
    ).toBe(1);
  });

  it('sign-in: failures of others never block an IP that the account uses', async () => {
    const home = '203.0.113.80';
    testServer.advanceClock(16 * 60_000);
    expect((await login(home, SUPER_ADMIN)).code).toBe(1);
    for (let captchaKey = 1; captchaKey <= 12; captchaKey += 1)
      await failFiveTimes(`198.18.${captchaKey}.1`, SUPER_ADMIN.username);
    expect((await login(home, SUPER_ADMIN)).code).toBe(1);
    const stranger = await login('198.19.0.1', SUPER_ADMIN);
    expect([stranger.code, stranger.data.captcha]).toEqual([0, true]);
    const id = newId();
    await openCaptcha(id, '198.19.0.1');
    const traveling = await login('198.19.0.1', { ...SUPER_ADMIN, captcha: solveCaptcha(id), captcha_id: id });
    expect([traveling.status, traveling.code]).toEqual([200, 1]);
  });

  it('sign-in: a known browser needs one only after its own failures', async () => {
    testServer.advanceClock(16 * 60_000);
    const { device } = (await login('203.0.113.90', SUPER_ADMIN)).data.userInfo;
    await failFiveTimes('198.18.40.1', SUPER_ADMIN.username);
    const other = '203.0.113.91';
    expect((await login(other, SUPER_ADMIN)).data).toMatchObject({ captcha: true });
    expect((await login(other, { ...SUPER_ADMIN, device })).code).toBe(1);
    const forged = `${String(device).slice(0, -3)}abc`;
    expect((await login('203.0.113.92', { ...SUPER_ADMIN, device: forged })).data).toMatchObject({ captcha: true });
  });

  it('the test folder contains only captcha answers', () => {
    const files = readdirSync(sinks);
    expect(files.length).toBeGreaterThan(0);
    expect(files.every((name) => /^captcha-[\w-]+\.json$/.test(name))).toBe(true);
  });
});

describe('the setting', () => {
  it('always: every sign-in needs a captcha', async () => {
    const testServer = await startTestServer({ settings: { captcha: 'always' } });
    expect((await guest(testServer).get('/admin/Index/login')).data).toMatchObject({ captcha: true });
    expect((await guest(testServer).post('/admin/Index/login', SUPER_ADMIN)).data).toMatchObject({ captcha: true });
    await testServer.close();
  });
  it('never: no captcha, and guesses are still throttled', async () => {
    const testServer = await startTestServer({ settings: { captcha: 'never' } });
    const guess = (password: string) => guest(testServer).post('/admin/Index/login', { ...SUPER_ADMIN, password });
    for (let count = 0; count < 6; count += 1) expect((await guess(`wrong-${count}`)).data).toEqual({ captcha: false });
    const slowed = await guess('wrong-7');
    expect([slowed.status, slowed.code]).toEqual([429, 429]);
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
    testServer.advanceClock(31_000);
    expect((await guess(SUPER_ADMIN.password)).code).toBe(1);
    await testServer.close();
  });
});
