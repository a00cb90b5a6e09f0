/** Limits of mails with codes: recipients, rates and refused destinations. */
import { describe, expect, it } from '@jest/globals';
import { CODE_LIMITS } from '../../../../common/codeLimits';
import { guest, superAdmin, type ApiResponse } from '../../../testing/callers';
import { startTestServer, type TestServer } from '../../../testing/testServer';

// @case T7.09
describe('limits of mails with codes', () => {
  const withTestServer = async (
    captcha: 'adaptive' | 'never',
    work: (testServer: TestServer, send: (mobile: string) => Promise<ApiResponse>) => Promise<void>,
  ) => {
    const testServer = await startTestServer({ settings: { captcha } });
    try {
      await work(testServer, (mobile) =>
        guest(testServer).post('/api/Sms/send', { mobile, template_code: 'user_register' }),
      );
    } finally {
      await testServer.close();
    }
  };

  it('strangers need a captcha after three an hour', () =>
    withTestServer('adaptive', async (testServer, send) => {
      expect(CODE_LIMITS.captchaFreeCodesPerIpPrefixHour).toBe(3);
      for (const index of [0, 1, 2]) expect((await send(`1390000111${index}`)).code).toBe(1);
      const asked = await send('13900002222');
      expect([asked.code, asked.data.captcha]).toEqual([0, true]);
      const odd = await guest(testServer).post('/api/Sms/send', { mobile: '13900004444', template_code: 'free_text' });
      expect(odd.status).toBe(400);
    }));

  it('premium numbers, other countries and invalid mobiles get none', () =>
    withTestServer('never', async (testServer, send) => {
      const root = await superAdmin(testServer);
      const allow = async (value: string) => {
        const { list } = (await root.get('/admin/config/index', { limit: '200' })).data;
        const { id } = list.find(({ name }: { name: string }) => name === 'sms_countries');
        return (await root.post('/admin/config/edit', { id, value })).code;
      };
      for (const mobile of ['+19005551234', '+8613', '+861234567', '+85291234567']) {
        const { code, data } = await send(mobile);
        expect([mobile, code, Object.keys(data.fields)]).toEqual([mobile, 0, ['mobile']]);
      }
      expect((await send('+19005551234')).data.fields.mobile).toContain('country');
      expect(await allow('86')).toBe(0);
      expect(await allow('+852, +1212')).toBe(1);
      expect((await send('+85291234567')).code).toBe(1);
      expect((await send('+12125551234')).code).toBe(1);
      expect((await send('+19005551234')).code).toBe(0);
      expect((await send('13900001111')).code).toBe(0);
    }));

  it('sends one a minute and ten a day per recipient, twenty a day per IP prefix', () =>
    withTestServer('never', async (testServer, send) => {
      expect((await send('13900001111')).code).toBe(1);
      expect((await send('13900001111')).status).toBe(429);
      let sent = 0;
      for (let minute = 0; minute < 24 * 60; minute += 30) {
        testServer.advanceClock(30 * 60_000);
        if ((await send('13900003333')).code === 1) sent += 1;
      }
      expect(sent).toBeLessThanOrEqual(11);
      expect(sent).toBeGreaterThanOrEqual(8);
      let spread = 0;
      for (let index = 0; index < 30; index += 1) if ((await send(`1370000${1000 + index}`)).code === 1) spread += 1;
      expect(spread).toBeLessThanOrEqual(20);
    }));
});
