/** Actions of staff for a member besides booking, and the report of a takeover by the member (T7.11, T4.06). */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest, limitedAdmin, member, superAdmin, type Caller } from '../../../testing/callers';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

describe.each(sampleDialects())('support of members on %s', (database) => {
  const sinks = mkdtempSync(join(tmpdir(), 'atrium-sinks-'));
  let testServer: TestServer;
  let root: Caller;
  let mia: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database, settings: { captcha: 'never' }, env: { TEST_SINKS: sinks } });
    root = await superAdmin(testServer);
    mia = await member(testServer);
  });
  afterAll(() => testServer.close());

  const asStaff = (token: string) => ({ headers: { 'ba-user-token': token, 'content-type': 'application/json' } });
  const loadEndReason = async (token: string) =>
    (await guest(testServer).post('/api/common/sessionEnd', { refresh_token: token })).data.reason;
  const ticketFor = async (by: Caller, id = mia.id) => by.post('/admin/user/support', { id, reason: 'Ticket 4711' });

  it('send_notice: the member gets a notice without a name of staff', async () => {
    const send = (text: string) => root.post('/admin/user/send_notice', { id: mia.id, text });
    expect((await send(' ')).data.fields).toHaveProperty('text');
    expect((await send('x'.repeat(301))).data.fields).toHaveProperty('text');
    expect((await send('Your parcel is on its way')).code).toBe(1);
    const [entry] = (await mia.get('/api/notice/index')).data.list;
    expect(entry).toMatchObject({ title: 'system', params: { title: 'Your parcel is on its way' }, actor_name: null });
    const OFF = { bell: false, toast: false, desktop: false };
    // A personal notice arrives although the member turned off its kind.
    expect((await mia.post('/api/preference/set', { name: 'notices', value: { system: OFF } })).code).toBe(1);
    expect((await send('Please call us back')).code).toBe(1);
    expect((await mia.get('/api/notice/index')).data.list[0].params).toMatchObject({ title: 'Please call us back' });
    const clerk = await limitedAdmin(testServer, ['user/index'], 'all');
    expect((await clerk.post('/admin/user/send_notice', { id: mia.id, text: 'No' })).status).toBe(403);
  });

  // @covers fault access.support_looks
  it('support session: lasts a quarter of an hour, changes nothing, and notifies the member', async () => {
    const clerk = await limitedAdmin(testServer, ['user/index'], 'all');
    expect((await ticketFor(clerk)).status).toBe(403);
    const { ticket } = (await ticketFor(root)).data;
    expect((await guest(testServer).post('/api/user/support', { ticket: `${ticket.slice(0, -3)}abc` })).code).toBe(0);
    const { userInfo } = (await guest(testServer).post('/api/user/support', { ticket })).data;
    expect((await guest(testServer).post('/api/user/support', { ticket })).code).toBe(0);
    const looks = asStaff(userInfo.token);
    const seen = await guest(testServer).send('GET', '/api/user/index', looks);
    expect([seen.data.userInfo.id, seen.data.support > 0]).toEqual([mia.id, true]);
    for (const path of [
      '/api/account/profile',
      '/api/account/changePassword',
      '/api/account/dailyCheckIn',
      '/api/account/revokeOthers',
    ]) {
      const refused = await guest(testServer).send('POST', path, { ...looks, body: '{}' });
      const msg = 'Customer service can view this account but not change it.';
      expect([path, refused.status, refused.msg]).toEqual([path, 403, msg]);
    }
    expect((await guest(testServer).send('POST', '/api/account/seen', { ...looks, body: '{}' })).status).toBe(403);
    expect((await mia.get('/api/user/index')).data.support).toBeUndefined();
    // The member's session list shows the support session without the admin or the IP.
    const sessions = (await mia.get('/api/account/sessions')).data.list as Readonly<Record<string, unknown>>[];
    const glances = sessions.filter(({ support }) => support === true);
    expect(glances).toHaveLength(1);
    expect(Object.keys(glances[0] ?? {}).sort()).toEqual([
      ...['create_time', 'current', 'expire_time', 'id', 'seen_time', 'support'],
    ]);
    expect(sessions.filter(({ ip }) => ip !== undefined)).toHaveLength(sessions.length - 1);
    expect(await loadEndReason(userInfo.refreshToken)).toBe('');
    const notified = (await mia.get('/api/notice/index')).data.list.map(({ title }: { title: string }) => title);
    expect(notified).toContain('support_looked');
    expect((await root.get('/admin/admin_log/index', { limit: '5' })).text).toContain('View as member');
    testServer.advanceClock(301_000);
    const late = await ticketFor(root);
    expect([late.status, late.data.stepUp]).toEqual([403, true]);
    expect((await guest(testServer).send('GET', '/api/user/index', looks)).code).toBe(1);
    testServer.advanceClock(600_000);
    expect((await guest(testServer).send('GET', '/api/user/index', looks)).code).toBe(302);
    expect(await loadEndReason(userInfo.refreshToken)).toBe('support');
    const again = await guest(testServer).post('/api/common/refreshToken', { refresh_token: userInfo.refreshToken });
    expect(again.code).not.toBe(1);
  });
});
