/** First steps and favorites of an admin. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, superAdmin, type Body, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('first steps on %s', (database) => {
  let testServer: TestServer;
  let admin: Caller;
  let clerk: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    admin = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const steps = async (who: Caller): Promise<Body> => {
    const { data } = await who.get('/admin/gettingStarted/index');
    return Object.fromEntries((data.steps as Body[]).map(({ name, isDone }) => [String(name), isDone]));
  };

  it('a step is done when the stored data shows it', async () => {
    expect(await steps(admin)).toEqual({ site: false, colleague: false, window: false, entity: false, booking: false });
    clerk = await limitedAdmin(testServer, ['news/index'], 'all');
    const [named] = await testServer.services.db.rows<Body>("SELECT id FROM `config` WHERE name = 'site_name'");
    expect((await admin.post('/admin/config/edit', { id: Number(named?.['id']), value: 'Harbour' })).code).toBe(1);
    const person = { username: 'meiling', nickname: 'Mei', password: 'Harbour-lights-2026', email: 'mei@example.test' };
    const added = await admin.post('/admin/user/add', person);
    expect(added.code).toBe(1);
    const [reader] = await testServer.services.db.rows<Body>("SELECT id FROM `user` WHERE username = 'meiling'");
    const entry = { user_id: Number(reader?.['id']), money: '5.00', memo: 'Hello' };
    expect((await admin.post('/admin/user_money_log/add', entry)).code).toBe(1);
    // The clerk was created by the system, as the accounts of an installation are.
    expect((await steps(admin))['colleague']).toBe(false);
    const colleague = { username: 'lihua', nickname: 'Hua', password: 'Harbour-lights-2026', group_arr: [1] };
    expect((await admin.post('/admin/admin/add', colleague)).code).toBe(1);
    expect(await steps(admin)).toEqual({ site: true, colleague: true, window: false, entity: false, booking: true });
  });

  it('show only what the permissions allow, and bookings of another admin do not count', async () => {
    expect(await steps(clerk)).toEqual({ window: false });
    const cashier = await limitedAdmin(testServer, ['user_money_log/add', 'user_money_log/index'], 'all');
    expect(await steps(cashier)).toEqual({ window: false, booking: false });
  });

  it('a second window is recorded by the live channel, a first one is not', async () => {
    const open = () => connectLiveClient(`${testServer.url}/admin`, admin.token, {});
    const first = await open();
    await setTimeout(200);
    expect((await steps(admin))['window']).toBe(false);
    const second = await open();
    for (let tries = 0; tries < 50 && (await steps(admin))['window'] !== true; tries += 1) await setTimeout(50);
    expect((await steps(clerk))['window']).toBe(false);
    first.close();
    second.close();
    expect((await steps(admin))['window']).toBe(true);
  });

  it('the first steps are hidden only for the admin who dismissed them, and their events stay recorded', async () => {
    expect((await admin.get('/admin/Index/index')).data.gettingStarted).toBe(true);
    expect((await admin.post('/admin/gettingStarted/dismiss', {})).code).toBe(1);
    expect((await admin.get('/admin/Index/index')).data.gettingStarted).toBe(false);
    expect((await clerk.get('/admin/Index/index')).data.gettingStarted).toBe(true);
    expect((await admin.get('/admin/gettingStarted/index')).data.isDismissed).toBe(true);
    expect((await steps(admin))['window']).toBe(true);
  });

  it('favorites are kept per person, each once, and limited', async () => {
    expect((await admin.post('/admin/preference/favorites', { ids: [5, 3, 5] })).code).toBe(1);
    expect((await admin.get('/admin/Index/index')).data.favorites).toEqual([5, 3]);
    expect((await clerk.get('/admin/Index/index')).data.favorites).toEqual([]);
    for (const ids of [[0], ['3'], [1.5], Array.from({ length: 21 }, (_, index) => index + 1), null])
      expect((await admin.post('/admin/preference/favorites', { ids })).code).not.toBe(1);
    expect((await admin.get('/admin/Index/index')).data.favorites).toEqual([5, 3]);
  });
});
