/** The sign-in pages after wrong passwords: a captcha in the form of each client, and nothing that tells which accounts exist. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { CODE_LIMITS } from '../../../common/codeLimits';
import { LIMITS } from '../../../common/limits';
import { limitedAdmin, type Body } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, SUPER_ADMIN, testDialects, type TestServer } from '../../testing/testServer';

describe.each(testDialects().flatMap((database) => DIALECTS.map((dialect) => ({ database, dialect }))))(
  'the sign-in page on $database in the $dialect dialect',
  ({ database, dialect }) => {
    const sinks = mkdtempSync(join(tmpdir(), 'atrium-adaptive-'));
    let testServer: TestServer;
    let client: CompatClient;
    let limitedToken = '';
    beforeAll(async () => {
      const settings = { captcha: 'adaptive' } as const;
      testServer = await startTestServer({ database, env: { TEST_SINKS: sinks }, settings });
      client = createCompatClient(testServer, dialect);
      limitedToken = (await limitedAdmin(testServer, ['news/index'])).token;
    });
    afterAll(async () => {
      await testServer.close();
      rmSync(sinks, { recursive: true, force: true });
    });

    /** Opens the captcha of the page; returns the answer in the fields of the form. */
    const solve = async () => {
      const id = crypto.randomUUID();
      if (dialect === 'second') expect((await client.get(`/api/common/clickCaptcha?id=${id}`)).code).toBe(1);
      else {
        const image = await fetch(`${testServer.url}/api/common/captcha?id=${id}&server=1`);
        const { width, height } = await sharp(Buffer.from(await image.arrayBuffer())).metadata();
        expect([width, height]).toEqual([180, 64]);
      }
      const { answer } = JSON.parse(readFileSync(join(sinks, `captcha-${id}.json`), 'utf8')) as { answer: string };
      return dialect === 'first' ? { captcha: answer, captcha_id: id } : { captchaId: id, captchaInfo: answer };
    };
    const asksForCaptcha = async () => (await client.get('/admin/index/login')).data.captcha;

    it('asks for a captcha after five wrong passwords; a right one signs in', async () => {
      expect(await asksForCaptcha()).toBe(false);
      const wrong = { ...SUPER_ADMIN, password: 'wrong-horse-1' };
      const texts = new Set<string>();
      for (let attempt = 0; attempt < LIMITS.loginFailures; attempt += 1)
        texts.add((await client.signIn(attempt === 0 ? { ...wrong, username: 'nobody_here' } : wrong)).msg);
      // The same text for an account that does not exist.
      expect(texts.size).toBe(1);
      expect(await asksForCaptcha()).toBe(true);
      const withoutCaptcha = await client.signIn(SUPER_ADMIN);
      expect(withoutCaptcha).toMatchObject({
        code: 0,
        data: { captcha: true, fields: { captcha: expect.any(String) } },
      });
      testServer.advanceClock(60_000);
      expect((await client.signIn({ ...SUPER_ADMIN, ...(await solve()) })).code).toBe(1);
    });

    it('a refused page signs nobody out', async () => {
      client.useToken('admin', limitedToken);
      const refused = await client.get('/admin/user.user/index?page=1&limit=10');
      expect([refused.status, refused.code]).toEqual([403, 403]);
      expect((await client.openConsole()).data.adminInfo.id).toBeGreaterThan(0);
    });

    // @covers fault compat.code_captcha
    it('codes: the fourth request in an hour requires a click captcha, or responds with an error where the page has none', async () => {
      let mails = 0;
      const send = async (solved: Body = {}) => {
        const email = `asks-${(mails += 1)}-${dialect}-${database}@example.com`;
        return client.post('/api/Ems/send', { email, event: 'user_register', ...solved });
      };
      const wrong = dialect === 'first' ? {} : { captchaId: crypto.randomUUID(), captchaInfo: '1,1-2,2-3,3;350;200' };
      for (let sent = 0; sent < CODE_LIMITS.captchaFreeCodesPerIpPrefixHour; sent += 1)
        expect((await send(wrong)).code).toBe(1);
      const refused = await send(wrong);
      expect([refused.code, refused.data.captcha]).toEqual([0, true]);
      const isSentence = refused.msg.includes(`${testServer.url}/user`) && refused.msg.includes('in an hour');
      expect(isSentence).toBe(dialect === 'first');
      if (dialect === 'second') expect((await send(await solve())).code).toBe(1);
      testServer.advanceClock(3_601_000);
      expect((await send(wrong)).code).toBe(1);
    });
  },
);
