/**
 * Points for daily check-ins: counted by days of the site's time zone, more for consecutive days, with a memo in each reader's language.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkInMemo } from '../../../../common/locales/memos';
import { requireEntity } from '../../../engine/requireEntity';
import { seedContext } from '../../../db/seeds/base';
import { guest, member, signIn, superAdmin } from '../../../testing/callers';
import { createRegistration, PASSWORD } from '../../../testing/registration';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

describe.each(sampleDialects())('daily check-in on %s', (database) => {
  const sinks = mkdtempSync(join(tmpdir(), 'atrium-sinks-'));
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, settings: { captcha: 'never' }, env: { TEST_SINKS: sinks } });
  });
  afterAll(() => testServer.close());
  const { fresh } = createRegistration(() => testServer, sinks);

  it('brings points once a day, more for consecutive days, and starts over after a gap', async () => {
    const { caller, username } = await fresh();
    const state = async () => (await caller.get('/api/account/dailyCheckIn')).data;
    const until = expect.any(Number);
    expect(await state()).toEqual({ open: true, today: false, streak: 0, next: 5, grows: true, until });
    const responses = await Promise.all([
      caller.post('/api/account/dailyCheckIn'),
      caller.post('/api/account/dailyCheckIn'),
    ]);
    expect(responses.map(({ code }) => code).sort()).toEqual([0, 1]);
    const first = await state();
    expect(first).toEqual({ open: true, today: true, streak: 1, next: 6, grows: true, until });
    // The end of the day, to the second.
    expect((await caller.get('/api/account/overview')).data.checkIn).toEqual(first);
    const { time } = await caller.get('/api/account/overview');
    testServer.advanceClock((first.until - time - 60) * 1_000);
    const dawn = await signIn(testServer, 'member', { username, password: PASSWORD });
    expect((await dawn.get('/api/account/dailyCheckIn')).data).toEqual(first);
    testServer.advanceClock(61_000);
    expect((await dawn.get('/api/account/dailyCheckIn')).data).toMatchObject({ today: false, streak: 1, next: 6 });
    const again = await signIn(testServer, 'member', { username, password: PASSWORD });
    expect((await again.post('/api/account/dailyCheckIn')).data.entry).toMatchObject({
      score: 6,
      before: 5,
      after: 11,
      n: 2,
    });
    testServer.advanceClock(2 * 86_400_000);
    const late = await signIn(testServer, 'member', { username, password: PASSWORD });
    expect((await late.get('/api/account/dailyCheckIn')).data).toMatchObject({ today: false, streak: 0, next: 5 });
    const week = (await late.get('/api/account/overview')).data;
    expect([week.days.length, week.score.reduce((sum: number, one: number) => sum + one, 0), week.money[6]]).toEqual([
      7,
      11,
      '0.00',
    ]);
    const { list, total } = (await late.get('/api/account/integral', { page: '1', limit: '1' })).data;
    // The memo is shown in the language of each reader, not of the booking.
    const asks = (lang: string) =>
      guest(testServer).send('GET', '/api/account/integral', {
        headers: { 'ba-user-token': late.token, 'think-lang': lang },
      });
    const memos = async (lang: string) => (await asks(lang)).data.list.map(({ memo }: { memo: string }) => memo);
    expect(await memos('en')).toEqual(['Daily check-in, day 2', 'Daily check-in, day 1']);
    expect(await memos('zh-cn')).toEqual(['连续签到第 2 天', '连续签到第 1 天']);
    const root = await superAdmin(testServer);
    const file = await root.get('/admin/user_score_log/export');
    expect([file.text.includes('Daily check-in, day 2'), file.text.includes('check_in:')]).toEqual([true, false]);
    expect([total, list.length, list[0]]).toMatchObject([2, 1, { n: 2, score: 6, createtime: list[0].create_time }]);
  });
});

it('checkIn: counts streaks of more than a year from the ledger', async () => {
  const testServer = await startTestServer({ settings: { checkInPoints: [5], timeZone: 'UTC' } });
  try {
    const { id, token } = await member(testServer);
    const day = (ago: number) =>
      new Date(testServer.services.clock.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const entity = requireEntity(testServer.services, 'user_score_log');
    for (let ago = 405; ago >= 1; ago -= 1) {
      const ref = `sign_in:${id}:${day(ago)}`;
      const values = { user_id: id, score: 5, memo: checkInMemo(406 - ago), type: 'sign_in', ref, idem: ref };
      await testServer.writer.create(seedContext(testServer.services), entity, { ...values, actor: `member:${id}` });
    }
    const send = (method: string) =>
      guest(testServer).send(method, '/api/account/dailyCheckIn', {
        headers: { 'ba-user-token': token, 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
    expect((await send('GET')).data).toMatchObject({ today: false, streak: 405, next: 5, grows: false });
    expect((await send('POST')).data.checkIn).toMatchObject({ today: true, streak: 406 });
  } finally {
    await testServer.close();
  }
}, 60_000);

it('refused while check-in is switched off', async () => {
  const testServer = await startTestServer({ settings: { checkInPoints: [] } });
  try {
    const caller = await member(testServer);
    const { code, msg } = await caller.post('/api/account/dailyCheckIn');
    expect([code, msg]).toEqual([0, 'Check-in is turned off.']);
  } finally {
    await testServer.close();
  }
});
