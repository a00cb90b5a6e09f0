/** Kiosk displays: a link that shows one dashboard live and allows nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getColumns } from '../../../common/entity/columns';
import { printQuery, type ListQuery } from '../../../common/query/listQuery';
import { listCardMetrics, latestRowsQuery, type DashboardCard } from '../../../common/live/dashboardCards';
import type { DashboardAck, DashboardFrame, Metric } from '../../../common/protocol/liveEvents';
import { sendRequest, tamperToken, limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const LEADS: DashboardCard = {
  id: 'leads',
  kind: 'figure',
  e: 'lead',
  by: 'handle_status',
  at: 'create_time',
  w: 2,
  h: 2,
};
const BOOKED: DashboardCard = {
  id: 'money',
  kind: 'today',
  e: 'user_money_log',
  add: 'money',
  at: 'create_time',
  w: 2,
  h: 2,
};
const NEWEST: DashboardCard = { id: 'new_leads', kind: 'latest', e: 'lead', count: 5, w: 6, h: 4 };
const CARDS = [LEADS, BOOKED, NEWEST];
const LEAD = { name: 'Ada', mobile: '13812340101', email: 'ada@example.com', content: 'How much is it?' };

describe.each(sampleDialects())('a kiosk display on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let layout = 0;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    layout = (await root.post('/admin/board/add', { title: 'Hall', cards: CARDS })).data.row.id;
    await root.post('/admin/lead/add', LEAD);
  });
  afterAll(() => testServer.close());

  const tomorrow = () => Math.floor(testServer.services.clock.now() / 1000) + 86_400;
  const createKiosk = async (who: Caller = root, more: object = {}) => {
    const created = await who.post('/admin/wall_screen/add', {
      name: 'Hall',
      board_id: layout,
      expire_time: tomorrow(),
      ...more,
    });
    expect(created.code).toBe(1);
    const id = created.data.row.id as number;
    const { data } = await who.post('/admin/wall_screen/show', { id });
    return { id, token: data.token as string };
  };
  const withToken = (token: string, path: string) =>
    sendRequest(testServer.url + path, { headers: { batoken: token, server: 'true' } });
  const listPath = (query: ListQuery): string => {
    const entity = testServer.services.registry.get('lead');
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(printQuery([...(entity ? getColumns(entity).values() : [])], query)))
      for (const item of Array.isArray(value) ? value : [value]) params.append(name, String(item));
    return `/admin/lead/index?${String(params)}`;
  };

  it('shows its cards and their newest rows, without columns that need more than list permission', async () => {
    const { token } = await createKiosk();
    const { data } = await withToken(token, '/admin/Dashboard/dashboard');
    expect(data).toMatchObject({ own: CARDS, shared: null, work_since: 0 });
    const start = (await withToken(token, '/admin/Index/index')).data;
    expect([start.adminInfo.id, start.adminInfo.nickname, start.menus]).toEqual([0, 'Hall', []]);
    const { list } = (await withToken(token, listPath(latestRowsQuery(NEWEST)))).data;
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ name: 'Ada' });
    expect(JSON.stringify(list)).not.toContain(LEAD.mobile);
    expect(JSON.stringify(list)).not.toContain(LEAD.email);
  });

  it('may request only the lists and metrics of its cards', async () => {
    const { token } = await createKiosk();
    const query = latestRowsQuery(NEWEST);
    const other: readonly ListQuery[] = [
      { ...query, limit: 6 },
      { ...query, page: 2 },
      { ...query, q: 'Ada' },
      { ...query, select: true },
      { ...query, sort: [{ field: 'id', dir: 'asc' }] },
      { ...query, where: { all: [{ field: 'status', op: '=', value: 1 }] } },
      { ...query, initKey: 'id', initValue: [1] },
    ];
    for (const entity of other) expect((await withToken(token, listPath(entity))).code).toBe(403);
    for (const path of [
      'lead/edit?id=1',
      'lead/summary',
      'lead/export',
      'lead/history?id=1',
      'user_money_log/index',
      'user/index',
    ])
      expect((await withToken(token, `/admin/${path}`)).code).toBe(403);
    // Sign-in, the event stream and all other routes refuse kiosk tokens.
    expect((await withToken(token, '/admin/Index/login')).data).not.toHaveProperty('userInfo');
  });

  const watch = async (token: string, figures: readonly Metric[]) => {
    const client = await connectLiveClient(`${testServer.url}/admin`, token, {});
    const frames: DashboardFrame[] = [];
    client.socket.on('dash', (frame) => frames.push(frame));
    const w = Object.fromEntries(figures.map((metric, index) => [`f${index}`, metric]));
    const response: DashboardAck = await client.socket.timeout(5_000).emitWithAck('dash', { w, online: true });
    return { client, frames, names: response.ok ? (response.frame.map ?? {}) : {}, response };
  };
  const until = async (holds: () => boolean): Promise<void> => {
    for (const end = Date.now() + 15_000; !holds();) {
      if (Date.now() > end) throw new Error('the frame did not arrive');
      await sleep(20);
    }
  };

  it('receives the metrics and rows of its cards only', async () => {
    const { token } = await createKiosk();
    const wanted = CARDS.flatMap(listCardMetrics);
    const { client, frames, names, response } = await watch(token, [...wanted, { e: 'user' }, { e: 'lead' }]);
    expect(Object.values(names).map((name) => typeof name)).toEqual([
      ...wanted.map(() => 'string'),
      'number',
      'number',
    ]);
    // A kiosk display is not counted as present, and gets no names.
    expect(response.ok && response.frame.on).toEqual({ staff: 0, members: 0 });
    const query = latestRowsQuery(NEWEST);
    const topic = { k: 'list', e: 'lead', where: query.where, sort: query.sort } as const;
    const asked = await client.ask({
      epoch: '',
      topics: [
        { t: 'own', spec: topic },
        { t: 'all', spec: { ...topic, sort: [] } },
        { t: 'users', spec: { ...topic, e: 'user' } },
        { t: 'row', spec: { k: 'row', e: 'lead', id: 1 } },
      ],
    });
    const notified = asked.ok ? Object.entries(asked.r).map(([t, { ok }]) => [t, ok]) : [];
    expect(Object.fromEntries(notified)).toEqual({ own: true, all: false, users: false, row: false });
    expect(await client.socket.timeout(5_000).emitWithAck('focus', { e: 'lead', id: 1, f: null })).toMatchObject({
      ok: false,
    });
    await root.post('/admin/lead/add', { ...LEAD, name: 'Noah' });
    await until(() => frames.length > 0 && client.frames.length > 0);
    expect(JSON.stringify(client.raw)).not.toContain(LEAD.mobile);
    client.close();
  });

  it('a kiosk display is disconnected at once when it or its owner is disabled or deleted', async () => {
    const opened = await watch((await createKiosk()).token, listCardMetrics(LEADS));
    const other = await createKiosk();
    expect((await withToken(other.token, '/admin/Index/index')).code).toBe(1);
    await root.post('/admin/wall_screen/edit', { id: other.id, status: 0 });
    expect((await withToken(other.token, '/admin/Index/index')).code).toBe(302);
    expect(opened.client.socket.connected).toBe(true);
    // A board in use by a display cannot be deleted.
    expect((await root.post('/admin/board/del', { ids: [layout] })).code).not.toBe(1);
    const thirdKiosk = await createKiosk();
    const received = await watch(thirdKiosk.token, listCardMetrics(LEADS));
    await root.send('DELETE', `/admin/wall_screen/del?ids=${thirdKiosk.id}`);
    await until(() => !received.client.socket.connected);
    expect((await withToken(thirdKiosk.token, '/admin/Index/index')).code).toBe(302);
    const nodes = ['wall_screen/index', 'wall_screen/add', 'lead/index', 'board/index'];
    const owner = await limitedAdmin(testServer, nodes);
    const ownersKiosk = await createKiosk(owner);
    expect(
      (await watch(ownersKiosk.token, [...listCardMetrics(LEADS), ...listCardMetrics(BOOKED)])).names,
    ).toMatchObject({
      f2: 404,
    });
    await root.post('/admin/admin/edit', { id: owner.id, status: 0 });
    expect((await withToken(ownersKiosk.token, '/admin/Index/index')).code).toBe(302);
    opened.client.close();
  });

  it('shows a new arrangement of its dashboard at once', async () => {
    const { token } = await createKiosk();
    const { client, names } = await watch(token, listCardMetrics(LEADS));
    const notified: DashboardFrame[] = [];
    client.socket.on('dash', (frame) => notified.push(frame));
    expect(Object.values(names).every((name) => typeof name === 'string')).toBe(true);
    await root.post('/admin/board/edit', { id: layout, cards: [BOOKED] });
    await until(
      () => notified.some((frame) => frame.board === true) && notified.some((frame) => frame.map?.['f0'] === 404),
    );
    expect((await withToken(token, '/admin/Dashboard/dashboard')).data.own).toEqual([BOOKED]);
    expect((await withToken(token, listPath(latestRowsQuery(NEWEST)))).code).toBe(403);
    await root.post('/admin/board/edit', { id: layout, cards: CARDS });
    client.close();
  });

  it('the link is shown once, to its owner, is stored nowhere, expires and cannot be forged', async () => {
    const { id, token } = await createKiosk();
    expect((await root.post('/admin/wall_screen/show', { id })).code).toBe(404);
    const permissionVersion = token.split('.')[1] ?? 'none';
    for (const table of ['wall_screen', 'change_log', 'record_history', 'admin_log', 'mutation_log'])
      expect(
        JSON.stringify(await testServer.services.db.rows(`SELECT * FROM \`${table}\``)).includes(permissionVersion),
      ).toBe(false);
    const works = async (wallToken: string) => (await withToken(wallToken, '/admin/Index/index')).code === 1;
    expect([await works(token), await works(tamperToken(token)), await works(token.replace('ba_w', 'ba_k'))]).toEqual([
      true,
      false,
      false,
    ]);
    const used = async () => (await root.get('/admin/wall_screen/edit', { id: String(id) })).data.row.last_used_time;
    for (const end = Date.now() + 10_000; (await used()) === null && Date.now() < end;) await sleep(20);
    expect(Math.abs(Number(await used()) - Date.now() / 1000)).toBeLessThan(60);
    testServer.advanceClock(2 * 86_400_000);
    expect(await works(token)).toBe(false);
    testServer.advanceClock(-2 * 86_400_000);
    const far = await root.post('/admin/wall_screen/add', { name: 'Far', expire_time: tomorrow() + 400 * 86_400 });
    expect(far.data.fields).toHaveProperty('expire_time');
  });
});
