/** The dashboard besides its metrics: working time, personal and group layouts, and shared thresholds. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_CARDS } from '../../../common/live/dashboardCards';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const card = { id: 'mine', kind: 'figure', e: 'lead', w: 3, h: 2 };

describe.each(sampleDialects())('the dashboard on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());
  const layout = async (who: Caller) => (await who.get('/admin/Dashboard/dashboard')).data;

  it('working time: starts with the first request of the day', async () => {
    const { work_since: since, time_zone: zone } = await layout(root);
    testServer.advanceClock(90_000);
    expect(await layout(root)).toMatchObject({ work_since: since, time_zone: zone });
    expect(Math.abs(since - Date.now() / 1000)).toBeLessThan(60);
  });

  it('layout: stored for its person only, and can be reset', async () => {
    const other = await limitedAdmin(testServer, ['lead/index']);
    expect((await root.post('/admin/Dashboard/arrange', { cards: [card] })).code).toBe(1);
    expect(await layout(root)).toMatchObject({ own: [card], shared: null });
    expect(await layout(other)).toMatchObject({ own: null, shared: null });
    for (const cards of [[{ ...card, kind: 'x' }], [{ ...card, w: 40 }], [card, card]])
      expect((await root.post('/admin/Dashboard/arrange', { cards })).data.fields).toHaveProperty('cards');
    expect((await root.post('/admin/Dashboard/arrange', { cards: 'all' })).code).not.toBe(1);
    await root.post('/admin/Dashboard/arrange', { cards: null });
    expect(await layout(root)).toMatchObject({ own: null });
  });

  it('layout: a group board takes precedence over the board of everybody', async () => {
    const person = await limitedAdmin(testServer, ['lead/index']);
    const [row] = await testServer.services.db.rows<{ group_arr: string }>(
      'SELECT group_arr FROM `admin` WHERE id = ?',
      [person.id],
    );
    const [group] = JSON.parse(row?.group_arr ?? '[]') as number[];
    const cards = DEFAULT_CARDS.slice(0, 3);
    expect((await root.post('/admin/board/add', { title: 'All', cards })).code).toBe(1);
    expect((await layout(person)).shared).toMatchObject({ title: 'All', group_id: null });
    expect((await root.post('/admin/board/add', { title: 'Theirs', group_id: group, cards: [card] })).code).toBe(1);
    expect((await layout(person)).shared).toMatchObject({ title: 'Theirs', cards: [card] });
    expect((await layout(root)).shared).toMatchObject({ title: 'All' });
    expect((await person.post('/admin/board/add', { title: 'No', cards })).status).toBe(403);
    expect((await root.post('/admin/board/add', { title: 'Bad', cards: [{ id: 'a' }] })).data.fields).toHaveProperty(
      'cards',
    );
  });

  it('board add: starts with the default cards when none are sent', async () => {
    expect((await root.post('/admin/board/add', { title: 'Fresh' })).code).toBe(1);
    expect((await layout(root)).shared).toMatchObject({ title: 'Fresh', cards: DEFAULT_CARDS });
  });

  it('board edit: concurrent edits are merged by card', async () => {
    const cards = ['a', 'b', 'c'].map((id) => ({ ...card, id }));
    const [a, b, c] = cards;
    const { data } = await root.post('/admin/board/add', { title: 'Both', cards });
    const { id, revision } = data.row;
    const edit = (mine: readonly unknown[]) =>
      root.post('/admin/board/edit', { id, revision, _base: { cards }, cards: mine });
    expect((await edit([a, { ...b, w: 6 }, c])).code).toBe(1);
    const second = await edit([c, a, b]);
    expect([second.code, second.data.row.cards]).toEqual([1, [c, a, { ...b, w: 6 }]]);
    // An invalid dashboard conflicts or is refused.
    expect((await edit([{ id: 'x' }])).code).not.toBe(1);
    await root.post('/admin/board/del', { ids: [id] });
  });

  // Metrics follow the change log, which lags behind the response.
  const checked = async (): Promise<void> => {
    const [head] = await testServer.services.db.rows<{ last: number }>('SELECT last FROM `change_head` WHERE id = 1');
    while ((testServer.live.stats()?.position ?? 0) < Number(head?.last)) await sleep(10);
    await testServer.alertMonitor.check();
  };

  it('threshold: is raised once, acknowledged by one person, and cleared', async () => {
    const { data } = await root.post('/admin/threshold/add', {
      title: 'Leads',
      figure: { e: 'lead' },
      bound: 0,
      side: 'above',
    });
    const state = async () => (await root.get('/admin/threshold/edit', { id: String(data.row.id) })).data.row;
    await checked();
    expect(await state()).toMatchObject({ state: 'calm' });
    const lead = await root.post('/admin/lead/add', { name: 'Ada', mobile: '13812340101', content: 'Hello' });
    await checked();
    await checked();
    expect(await state()).toMatchObject({ state: 'raised' });
    expect(await state()).not.toHaveProperty('found');
    const found = async (who: Caller) => (await who.get('/admin/threshold/found', { id: String(data.row.id) })).data;
    expect(await found(root)).toEqual({ found: 1 });
    expect(await found(await limitedAdmin(testServer, ['threshold/index']))).toEqual({ found: null });
    const alerts = await root.get('/admin/notice/index');
    expect(alerts.data.list.filter((row: { title: string }) => row.title === 'system')).toHaveLength(1);
    expect((await root.post('/admin/threshold/acknowledge', { id: data.row.id })).code).toBe(1);
    const repeated = await root.post('/admin/threshold/acknowledge', { id: data.row.id });
    expect([repeated.code, repeated.msg]).toEqual([0, 'The state can’t change from “Acknowledged” to “Acknowledged”.']);
    expect(await state()).toMatchObject({ state: 'acknowledged', acknowledged_by: root.id });
    await root.post('/admin/lead/del', { ids: [lead.data.row.id] });
    await checked();
    expect(await state()).toMatchObject({ state: 'calm', acknowledged_by: null });
    const refusal = await root.post('/admin/threshold/add', { title: 'Bad', figure: { e: 'nowhere' }, bound: 1 });
    expect(refusal.data.fields).toHaveProperty('figure');
  });

  it('threshold: mails its recipients who may read the metric, with formatted amounts', async () => {
    const member = await root.post('/admin/user/add', {
      username: 'ada_winter',
      nickname: 'Ada',
      password: 'Colleague-7',
    });
    const person = await limitedAdmin(testServer, [
      'threshold/index',
      'user_money_log/index',
      'user_money_log/see_money',
    ]);
    const blind = await limitedAdmin(testServer, ['threshold/index']);
    const [mail, unseen] = ['watch@example.com', 'blind@example.com'];
    await root.post('/admin/admin/edit', { id: person.id, email: mail });
    await root.post('/admin/admin/edit', { id: blind.id, email: unseen });
    const metric = { e: 'user_money_log', add: 'money', at: 'create_time' };
    const values = { title: 'Booked', figure: metric, bound: 1_000, side: 'above', period: 'ten_minutes' };
    const { data } = await root.post('/admin/threshold/add', { ...values, mail_to: [person.id, blind.id] });
    const book = (money: string) =>
      root.post('/admin/user_money_log/add', { user_id: member.data.row.id, money, memo: 'Order' });
    await book('9.50');
    await checked();
    const state = async () => (await root.get('/admin/threshold/edit', { id: String(data.row.id) })).data.row.state;
    expect(await state()).toBe('calm');
    await book('2.75');
    await checked();
    expect(await state()).toBe('raised');
    const sent = await testServer.services.db.rows<{ recipient: string; subject: string; body: string }>(
      "SELECT recipient, subject, body FROM `message` WHERE template LIKE 'threshold%'",
    );
    expect(sent.map(({ recipient }) => recipient)).toEqual([mail]);
    expect(sent[0]?.body).toContain('12.25, above 10.00');
    // After eleven minutes nothing counts within ten minutes.
    testServer.advanceClock(660_000);
    await testServer.alertMonitor.check();
    expect(await state()).toBe('calm');
    testServer.advanceClock(-660_000);
  });

  it('threshold: only admins who may read all rows of the metric can set and see it', async () => {
    const nodes = ['threshold/index', 'threshold/add', 'threshold/edit'];
    const blind = await limitedAdmin(testServer, nodes);
    const reader = await limitedAdmin(testServer, [...nodes, 'lead/index', 'user/index']);
    const values = { title: 'Watched', figure: { e: 'lead' }, bound: 100, side: 'above' };
    const [refused, allowed] = [
      await blind.post('/admin/threshold/add', values),
      await reader.post('/admin/threshold/add', values),
    ];
    expect([refused.data.fields, allowed.code]).toEqual([{ figure: expect.any(String) }, 1]);
    // A filter on a column that the author may not read would reveal single rows.
    const when = { field: 'email', op: '=', value: 'maya@example.com' };
    const spying = await reader.post('/admin/threshold/add', { ...values, figure: { e: 'user', when } });
    expect(spying.data.fields).toHaveProperty('figure');
    // An invalid filter must not become a threshold over all rows.
    const torn = await root.post('/admin/threshold/add', { ...values, figure: { e: 'lead', when: { field: 'name' } } });
    expect(torn.data.fields).toHaveProperty('figure');
    const { id, revision, bound } = allowed.data.row;
    const moved = await blind.post('/admin/threshold/edit', { id, revision, _base: { bound }, bound: -1 });
    expect(moved.data.fields).toHaveProperty('figure');
    expect((await reader.post('/admin/threshold/edit', { id, revision, _base: { bound }, bound: -1 })).code).toBe(1);
    await checked();
    const lines = async (who: Caller) => (await who.get('/admin/notice/index')).data.list as { link: string }[];
    const alerts = async (who: Caller) =>
      (await lines(who)).filter(({ link }) => link === `/admin/threshold/${id}`).length;
    expect([await alerts(reader), await alerts(blind)]).toEqual([1, 0]);
  });

  it.each(['today', 'hour', 'week', 'month', 'total'])('threshold: counts over %s', async (period) => {
    const values = { title: 'Rows', figure: { e: 'news_category' }, bound: 0, side: 'above', period };
    const { data } = await root.post('/admin/threshold/add', values);
    await checked();
    const state = async () => (await root.get('/admin/threshold/edit', { id: String(data.row.id) })).data.row.state;
    expect(await state()).toBe('calm');
    const made = await root.post('/admin/news_category/add', { name: `Of ${period}` });
    await checked();
    expect(await state()).toBe('raised');
    await root.post('/admin/news_category/del', { ids: [made.data.row.id] });
    await checked();
    expect(await state()).toBe('calm');
  });
});
