/** Grants of activation codes: booked once for each member, in the transaction that redeems the code. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { createGatewayFixture } from '../../testing/gatewayFixture';
import { callGateway } from '../../testing/gatewayCaller';
import { startUpstreamServer } from '../../testing/fakes/upstreamServer';
import { setSetting } from '../../testing/setSetting';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const LEDGER = ['index', 'add'].flatMap((verb) => [`user_money_log/${verb}`, `user_score_log/${verb}`]);
const DAY_S = 86_400;
const EITHER = 'Fill in at least one of these';

describe.each(sampleDialects())('grants of activation codes on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({
      database,
      env: { PRIVATE_HOSTS: '127.0.0.1' },
      settings: { captcha: 'never' },
    });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const make = async (values: object, by = root) => by.post('/admin/activation_code/add', { ...values });
  const loadCode = async (values: object): Promise<{ readonly id: number; readonly code: string }> => {
    const { data } = await make(values);
    const shown = await root.post('/admin/activation_code/reveal', { ids: [data.id] });
    return { id: data.id as number, code: String(shown.data.codes[0].code) };
  };
  const redeem = (by: Caller, code: string) => by.post('/api/activation_code/redeem', { code });
  const loadRow = async (entity: string, id: number) =>
    (await root.get(`/admin/${entity}/edit`, { id: String(id) })).data.row;
  const getEntries = (kind: string, id: number) =>
    testServer.services.db.rows<Record<string, unknown>>(`SELECT * FROM user_${kind}_log WHERE user_id = ?`, [id]);

  // @spec P3-123
  it('balance and points come through the ledgers, and the member sees where they come from', async () => {
    const one = await member(testServer);
    const { id, code } = await loadCode({ money: '12.34', score: 50, num: 3 });
    const response = await redeem(one, code);
    expect([response.code, response.data.grant]).toEqual([1, { money: '12.34', score: 50 }]);
    expect(await loadRow('user', one.id)).toMatchObject({ money: '12.34', score: 50 });
    const [entry, ...more] = await getEntries('money', one.id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ type: 'activation', ref: `activation:${id}:${one.id}`, actor: `member:${one.id}` });
    const { list } = (await one.get('/api/user_money_log/index')).data;
    expect(list[0]).toMatchObject({ money: '12.34', memo: `activation:${code.slice(-4)}` });
    expect((await redeem(one, code)).code).toBe(0);
    expect(await getEntries('money', one.id)).toHaveLength(1);
  });

  it('grants once to 20 concurrent members and redeems', async () => {
    const people: Caller[] = [];
    for (let at = 0; at < 5; at += 1) people.push(await member(testServer));
    const { code } = await loadCode({ money: '5.00', score: 7, num: 3 });
    const responses = await Promise.all(people.flatMap((one) => [1, 2, 3, 4].map(() => redeem(one, code))));
    expect(responses.filter((response) => response.code === 1)).toHaveLength(3);
    const balances = await Promise.all(people.map(async ({ id }) => (await loadRow('user', id)).money as string));
    expect([...balances].sort()).toEqual(['0.00', '0.00', '5.00', '5.00', '5.00']);
    for (const { id } of people) expect((await getEntries('score', id)).length).toBeLessThanOrEqual(1);
  });

  it('a grant that cannot be booked leaves the code unused', async () => {
    const one = await member(testServer);
    const { id, code } = await loadCode({ score: 5, num: 1, plugin_version_id: null });
    await testServer.services.db.transact((tx) =>
      tx.run('UPDATE activation_code SET score = ? WHERE id = ?', [2e12, id]),
    );
    expect((await redeem(one, code)).code).toBe(0);
    expect(await loadRow('activation_code', id)).toMatchObject({ use_status: 1 });
    const uses = await testServer.services.db.rows('SELECT id FROM activation_use WHERE code_id = ?', [id]);
    expect([uses, await getEntries('score', one.id)]).toEqual([[], []]);
  });

  it('days of an app add up, let the member call its interfaces, and end', async () => {
    const upstream = await startUpstreamServer();
    const fixture = await createGatewayFixture(root, testServer, { upstream_url: upstream.url });
    await fixture.addInterface({ url: '/mine', route: { item: 'api', is_login: 1, is_auth: 1 } });
    const one = await member(testServer);
    const call = async () =>
      (await callGateway(testServer.url, fixture, { path: '/mine', headers: { 'ba-user-token': one.token } })).status;
    expect(await call()).toBe(403);
    const now = Math.floor(testServer.services.clock.now() / 1000);
    const first = await redeem(one, (await loadCode({ app_id: fixture.appId, app_days: 10 })).code);
    const second = await redeem(one, (await loadCode({ app_id: fixture.appId, app_days: 20 })).code);
    expect(first.data.grant.appUntil - now).toBeGreaterThanOrEqual(10 * DAY_S);
    expect(second.data.grant.appUntil - first.data.grant.appUntil).toBe(20 * DAY_S);
    const { row } = (await root.get('/admin/app/edit', { id: String(fixture.appId) })).data;
    expect(first.data.grant.appTitle).toEqual({ en: row.title, 'zh-cn': row.title });
    const { list } = (await one.get('/api/entitlement/index')).data;
    expect(list.map((row: { app_id: number }) => row.app_id)).toEqual([fixture.appId]);
    expect((await (await member(testServer)).get('/api/entitlement/index')).data.list).toEqual([]);
    expect(await call()).toBe(200);
    await testServer.services.db.transact((tx) =>
      tx.run('UPDATE entitlement SET until = ? WHERE user_id = ?', [now - 1, one.id]),
    );
    expect(await call()).toBe(403);
    await upstream.close();
  });

  it('a plugin version belongs to the member, once', async () => {
    await createGatewayFixture(root, testServer);
    const [version] = await testServer.services.db.rows<{ id: number }>(
      'SELECT id FROM plugin_version ORDER BY id DESC LIMIT 1',
    );
    const values = { plugin_version_id: Number(version?.id), num: 1 };
    const one = await member(testServer);
    for (const { code } of [await loadCode(values), await loadCode(values)])
      expect((await redeem(one, code)).data.grant).toEqual({
        pluginVersionId: values.plugin_version_id,
        pluginTitle: { en: expect.stringMatching(/^Orders \d+$/), 'zh-cn': expect.stringMatching(/^Orders \d+$/) },
        pluginVersion: '1.0.0',
      });
    expect((await one.get('/api/entitlement/index')).data.list).toHaveLength(1);
  });

  it('staff make a series, and redeem a code for a member', async () => {
    const { code, data } = await root.post('/admin/activation_code/series', { count: 20, series: 'Spring', score: 3 });
    expect([code, data.ids.length]).toEqual([1, 20]);
    const shown = await root.post('/admin/activation_code/reveal', { ids: data.ids });
    const codes = new Set(shown.data.codes.map((one: { code: string }) => one.code));
    expect(codes.size).toBe(20);
    const [first = ''] = [...codes] as string[];
    const one = await member(testServer);
    const clerk = await limitedAdmin(testServer, ['activation_code/redeem', 'user/index'], 'all');
    const body = { code: first, user_id: one.id };
    expect((await clerk.post('/admin/activation_code/redeem', body)).data.grant).toEqual({ score: 3 });
    expect((await loadRow('user', one.id)).score).toBe(3);
    expect((await clerk.post('/admin/activation_code/redeem', body)).data.fields).toHaveProperty('code');
    expect(
      (await clerk.post('/admin/activation_code/redeem', { ...body, user_id: 999_999 })).data.fields,
    ).toHaveProperty('user_id');
    const expiredSeries = { count: 1, series: 'Late', score: 3, expire_time: Math.floor(Date.now() / 1000) - 60 };
    expect((await root.post('/admin/activation_code/series', expiredSeries)).data.fields).toEqual({
      'list.0.expire_time': 'Choose a time in the future',
    });
    const blind = await limitedAdmin(testServer, ['activation_code/index'], 'all');
    expect((await blind.post('/admin/activation_code/redeem', body)).code).toBe(403);
    expect((await blind.post('/admin/activation_code/series', { count: 1, series: 'x' })).code).toBe(403);
  });

  it('codes with balance need the permission to book, and count against the limits of an admin', async () => {
    const verbs = ['index', 'add', 'edit', 'see_money'].map((verb) => `activation_code/${verb}`);
    const { appId } = await createGatewayFixture(root, testServer);
    const plain = await limitedAdmin(testServer, [...verbs, 'app/index'], 'all');
    expect((await make({ money: '1.00' }, plain)).code).toBe(403);
    expect((await make({ app_id: appId, app_days: 5 }, plain)).code).toBe(1);
    const nodes = [...verbs, ...LEDGER, 'user_money_log/see_money', 'user_score_log/see_money'];
    const clerk = await limitedAdmin(testServer, nodes, 'all');
    expect((await make({ money: '1.00', num: 5 }, clerk)).code).toBe(1);
    await setSetting(testServer, 'ledger_second_money', '100');
    expect((await make({ money: '10.00', num: 9 }, clerk)).code).toBe(1);
    expect((await make({ money: '10.00', num: 9 }, clerk)).msg).toContain('Another admin must approve it');
    expect((await clerk.post('/admin/activation_code/series', { count: 50, series: 's', money: '1.00' })).code).toBe(0);
    await setSetting(testServer, 'ledger_second_money', '');
  });

  it('a code of a series that grants nothing is refused, and the last grant of such a code stays', async () => {
    const fields = { money: EITHER, score: EITHER, plugin_version_id: EITHER, app_id: EITHER };
    expect((await make({ num: 5 })).code).toBe(1);
    expect((await make({ series: 'Spring', score: 0 })).data.fields).toEqual(fields);
    const series = await root.post('/admin/activation_code/series', { count: 2, series: 'Empty' });
    expect(series.data.fields).toMatchObject({ 'list.0.score': EITHER });
    const { data } = await make({ series: 'Spring', score: 5 });
    const edit = (values: object) => root.post('/admin/activation_code/edit', { id: data.id, ...values });
    expect((await edit({ score: null })).data.fields).toEqual(fields);
    expect((await edit({ num: 4 })).code).toBe(1);
  });

  it('a code counts its redemptions', async () => {
    const { id, code } = await loadCode({ score: 5, num: 2 });
    expect((await redeem(await member(testServer), code)).code).toBe(1);
    expect(await loadRow('activation_code', id)).toMatchObject({ uses: 1, use_status: 1 });
  });

  it('a grant must be complete', async () => {
    expect((await make({ money: '-1.00' })).data.fields).toHaveProperty('money');
    expect((await make({ app_days: 5 })).data.fields).toHaveProperty('app_id');
  });
});
