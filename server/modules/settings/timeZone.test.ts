/** The site's time zone and currency: every day boundary follows them at once. */
import { describe, expect, it } from '@jest/globals';
import { getTimeZone } from '../../../common/text/time/timeZone';
import { defaults } from '../../../config/defaults';
import { member, superAdmin } from '../../testing/callers';
import { setSetting } from '../../testing/setSetting';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const loadItem = async (testServer: TestServer, name: string) => {
  const [row] = await testServer.services.db.rows<{ id: number; value: string }>(
    'SELECT id, value FROM `config` WHERE name = ?',
    [name],
  );
  return { id: Number(row?.id), value: JSON.parse(row?.value ?? 'null') as unknown };
};

describe.each(sampleDialects())('the time zone and currency of the site on %s', (database) => {
  it('are stored at the first start, and refuse invalid values at the field', async () => {
    const testServer = await startTestServer({ database });
    try {
      const root = await superAdmin(testServer);
      expect((await loadItem(testServer, 'time_zone')).value).toBe(defaults.timeZone);
      expect((await loadItem(testServer, 'currency')).value).toBe('CNY');
      for (const [name, bad] of [
        ['time_zone', ['Mars/Olympus', '+08:00', '', 'x'.repeat(200), 'CST', 'asia/shanghai']],
        ['currency', ['JPY', 'KWD', 'HRK', 'cny', 'XXY', '', '￥']],
      ] as const) {
        const { id, value } = await loadItem(testServer, name);
        for (const zone of bad) {
          const refused = await root.post('/admin/config/edit', { id, value: zone });
          expect([zone, refused.code, Object.keys(refused.data.fields)]).toEqual([zone, 0, ['value']]);
        }
        expect((await loadItem(testServer, name)).value).toBe(value);
      }
      for (const [name, value] of [
        ['time_zone', 'Asia/Kolkata'],
        ['currency', 'HUF'],
      ] as const) {
        const { id } = await loadItem(testServer, name);
        expect([value, (await root.post('/admin/config/edit', { id, value })).code]).toEqual([value, 1]);
      }
      await setSetting(testServer, 'currency', 'USD');
      expect((await root.get('/admin/Index/index')).data.siteConfig.currency).toBe('USD');
    } finally {
      await testServer.close();
    }
  });

  it('a new time zone applies to check-in, charts and working time without a restart', async () => {
    const testServer = await startTestServer({ database, settings: { checkInPoints: [5], timeZone: 'UTC' } });
    try {
      const [root, mia] = [await superAdmin(testServer), await member(testServer)];
      // Kiritimati is at least 24 hours ahead of Niue: their days always differ.
      const dayIn = (timeZone: string) =>
        new Intl.DateTimeFormat('en-CA', { timeZone }).format(testServer.services.clock.now());
      for (const zone of ['Pacific/Niue', 'Pacific/Kiritimati']) {
        await setSetting(testServer, 'time_zone', zone);
        const { days, checkIn } = (await mia.get('/api/account/overview')).data;
        expect([zone, days.at(-1)]).toEqual([zone, dayIn(zone)]);
        expect(checkIn.today).toBe(false);
        expect((await mia.post('/api/account/dailyCheckIn')).code).toBe(1);
        expect((await mia.post('/api/account/dailyCheckIn')).code).toBe(0);
        expect((await root.get('/admin/Dashboard/dashboard')).data.time_zone).toBe(zone);
        expect((await mia.get('/api/Index/index')).data.siteConfig ?? {}).toMatchObject({ timeZone: zone });
      }
      await testServer.terminal.stop();
      const work = await testServer.services.db.rows<{ id: string }>('SELECT id FROM `work_day`');
      const starts = ['Pacific/Niue', 'Pacific/Kiritimati'].map((zone) =>
        getTimeZone(zone).getStart('day', Math.floor(testServer.services.clock.now() / 1000)),
      );
      for (const start of starts) expect(work.map(({ id }) => id)).toContain(`${root.id}:${start}`);
    } finally {
      await testServer.close();
    }
  });
});
