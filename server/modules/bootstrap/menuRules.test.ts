/** Menu rules: the place of a screen, the screen itself, and the requests that a permission allows. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { locales } from '../../../common/locales/index';
import type { TopicSpec } from '../../../common/protocol/liveEvents';
import { sendRequest, limitedAdmin, member, superAdmin, type Body, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { waitUntil } from '../../testing/live/presenceClient';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('menu rules on %s', (database) => {
  let testServer: TestServer;
  let admin: Caller;
  let clerk: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    admin = await superAdmin(testServer);
    clerk = await limitedAdmin(testServer, ['news/index', 'news/edit', 'news/add'], 'all');
  });
  afterAll(() => testServer.close());

  const ruleNamed = async (name: string): Promise<Body> => {
    const rows = await testServer.services.db.rows<Body>('SELECT id, component, path FROM `menu_rule` WHERE name = ?', [
      name,
    ]);
    return { ...rows[0], id: Number(rows[0]?.['id']) };
  };
  const change = async (name: string, changes: Body) =>
    admin.post('/admin/menu_rule/edit', { id: (await ruleNamed(name))['id'], ...changes });
  const permissions = async (who: Caller) => (await who.get('/admin/Index/index')).data.permissions;
  const screen = { type: 'menu', menu_type: 'tab', weigh: 1, title: 'Press' };

  it('the first start stores the screen of each rule', async () => {
    expect((await ruleNamed('news'))['component']).toBe('news');
    expect((await ruleNamed('terminal'))['component']).toBe('terminal');
    expect(await ruleNamed('dashboard')).toMatchObject({ component: 'dashboard', path: 'dashboard' });
  });

  it('the marketplace has an entry below the modules, for super admins only', async () => {
    expect(await ruleNamed('market')).toMatchObject({ component: 'market', path: 'module/market' });
    const menus = async (who: Caller) => JSON.stringify((await who.get('/admin/Index/index')).data.menus);
    expect(await menus(admin)).toContain('"module/market"');
    const other = await limitedAdmin(testServer, ['module/index', 'market', 'market/index'], 'all');
    expect(await menus(other)).toContain('"module"');
    expect(await menus(other)).not.toContain('"module/market"');
  });

  it('a changed path keeps its permissions, for super and other admins', async () => {
    expect((await permissions(clerk))['/admin/news']).toEqual(
      expect.arrayContaining(['/admin/news/index', '/admin/news/edit']),
    );
    expect((await change('news', { path: 'content/articles' })).code).toBe(1);
    for (const who of [admin, clerk]) {
      const map = await permissions(who);
      expect(map['/admin/news']).toBeUndefined();
      expect(map['/admin/content/articles']).toEqual(expect.arrayContaining(['/admin/news/index', '/admin/news/edit']));
    }
    expect((await clerk.get('/admin/news/index')).code).toBe(1);
    expect((await change('news', { path: '/admin/News' })).code).toBe(1);
    expect((await permissions(clerk))['/admin/news']).toContain('/admin/news/index');
  });

  it.each([
    ['an unknown screen', { component: 'nowhere' }, 'component', /^Choose one of the screens/],
    ['the address of another screen', { component: 'news', path: 'user' }, 'path', /Another screen/],
    ['an address of the console itself', { component: 'news', path: 'login' }, 'path', /valid path/],
    ['the address of a record', { component: 'news', path: 'banner/5' }, 'path', /valid path/],
    ['an address outside', { component: 'news', path: '../user' }, 'path', /valid path/],
  ])('add: refused at the field: %s', async (_, more, field, titles) => {
    const { code, data } = await admin.post('/admin/menu_rule/add', { ...screen, name: 'press', ...more });
    expect([code, data.fields[field]]).toEqual([0, expect.stringMatching(titles)]);
    const zh = await admin.post('/admin/menu_rule/add?lang=zh-cn', { ...screen, name: 'press', ...more });
    expect(zh.data.fields[field]).toMatch(/[\u4e00-\u9fff]/);
  });

  it('edit: is refused below a button and below itself, with an error for each', async () => {
    const button = Number((await ruleNamed('news/edit'))['id']);
    const below = await admin.post('/admin/menu_rule/add', {
      ...screen,
      name: 'press',
      component: 'news',
      pid: button,
    });
    expect(below.data.fields.pid).toBe('A button can’t be a parent rule');
    const itself = await admin.post('/admin/menu_rule/edit', { id: button, pid: button });
    expect(itself.data.fields.pid).toBe('An item can’t be its own parent');
  });

  it('a second rule of a screen is visible to admins with the list permission of the screen', async () => {
    const { code, data } = await admin.post('/admin/menu_rule/add', { ...screen, name: 'press', component: 'news' });
    expect(code).toBe(1);
    const visible = async (who: Caller) => JSON.stringify((await who.get('/admin/Index/index')).data.menus);
    expect(await visible(clerk)).toContain('"press"');
    const other = await limitedAdmin(testServer, ['user/index'], 'all');
    expect(await visible(other)).not.toContain('"press"');
    await admin.post('/admin/menu_rule/del', { ids: [data.id] });
  });

  // @spec P1-033
  it('a second rule for a screen grants the screen’s permissions at its path, and shows its remark if no other rule opens the screen', async () => {
    const second = { ...screen, name: 'press', path: 'my/news', component: 'news', remark: 'Press only' };
    const { data } = await admin.post('/admin/menu_rule/add', second);
    for (const who of [admin, clerk]) {
      const map = await permissions(who);
      expect(map['/admin/my/news']).toEqual(expect.arrayContaining(['/admin/news/index', '/admin/news/edit']));
      expect(map['/admin/my/news']).toEqual(map['/admin/news']);
    }
    expect((await permissions(clerk))['/admin/my/news']).not.toContain('/admin/news/del');
    const remark = async () => (await clerk.get('/admin/news/index')).data.remark;
    expect(await remark()).toBe('');
    await change('news', { status: 0 });
    expect(await remark()).toBe('Press only');
    await change('news', { status: 1 });
    await admin.post('/admin/menu_rule/del', { ids: [data.id] });
  });

  it('the responses of the dashboard and of the settings contain the remarks of their menu rules', async () => {
    const [dashboard, config] = ['/admin/Dashboard/dashboard', '/admin/routine.config/index'];
    expect([(await admin.get(dashboard)).data.remark, (await admin.get(config)).data.remark]).toEqual(['', '']);
    await change('dashboard', { remark: 'Figures are live' });
    await change('config', { remark: 'Ask before you change mail' });
    expect((await admin.get(dashboard)).data.remark).toBe('Figures are live');
    expect((await admin.get(config)).data.remark).toBe('Ask before you change mail');
  });

  it('member groups: the selectable rules come in the order of the menu', async () => {
    const reader = await limitedAdmin(testServer, ['user_group/index'], 'all');
    const { list } = (await reader.get('/admin/user_group/rules')).data;
    const names = list.map(({ name }: { name: string }) => name);
    expect(names.slice(0, 3)).toEqual(['account', 'account/overview', 'account/profile']);
    expect((await clerk.get('/admin/user_group/rules')).code).toBe(403);
  });

  it('a method limits a permission to requests of that method, at once, except for super admins', async () => {
    const { id } = (await admin.post('/admin/news_category/add', { name: 'Method' })).data;
    expect(id).toBeGreaterThan(0);
    const values = { title: 'One', description: 'One', content: '<p>One</p>', cat_ids: [id] };
    expect((await clerk.post('/admin/news/add', values)).code).toBe(1);
    expect((await change('news/add', { method: 'GET' })).code).toBe(1);
    expect((await clerk.post('/admin/news/add', values)).code).toBe(403);
    expect((await permissions(clerk))['/admin/news']).not.toContain('/admin/news/add');
    expect((await admin.post('/admin/news/add', values)).code).toBe(1);
    expect((await change('news/add', { method: 'POST' })).code).toBe(1);
    expect((await clerk.post('/admin/news/add', values)).code).toBe(1);
    expect((await permissions(clerk))['/admin/news']).toContain('/admin/news/add');
    await change('news/index', { method: 'POST' });
    expect((await clerk.get('/admin/news/index')).code).toBe(403);
    await change('news/index', { method: null });
    expect((await clerk.get('/admin/news/index')).code).toBe(1);
  });

  // @spec P3-271
  it('a list whose permission is limited to POST has no menu entry, no permissions and no columns', async () => {
    const visible = async () => {
      const { menus, permissions, entities } = (await clerk.get('/admin/Index/index')).data;
      return [JSON.stringify(menus).includes('"name":"news"'), '/admin/news' in permissions, 'news' in entities];
    };
    expect(await visible()).toEqual([true, true, true]);
    await change('news/index', { method: 'POST' });
    expect(await visible()).toEqual([false, false, false]);
    await change('news/index', { method: 'GET' });
    expect(await visible()).toEqual([true, true, true]);
    await change('news/index', { method: null });
  });

  // @spec P3-271
  it('a method is refused at its field unless the rule is a button; a stored one limits nothing and may stay', async () => {
    const edit = async (lang: string, changes: Body) =>
      admin.post(`/admin/menu_rule/edit?lang=${lang}`, { id: (await ruleNamed('news'))['id'], ...changes });
    for (const lang of ['en', 'zh-cn'] as const) {
      const { code, data } = await edit(lang, { method: 'POST' });
      expect([code, data.fields]).toEqual([0, { method: locales[lang].issues.only_buttons }]);
    }
    await testServer.services.db.transact((tx) => tx.run("UPDATE `menu_rule` SET method = 'POST' WHERE name = 'news'"));
    expect((await edit('en', { method: 'POST', keepalive: 1 })).code).toBe(1);
    expect((await clerk.get('/admin/news/index')).code).toBe(1);
    expect((await edit('en', { method: 'ANY', keepalive: 0 })).code).toBe(1);
    expect((await edit('en', { method: null })).code).toBe(1);
  });

  it('a method other than GET on a list refuses its live topics and ends running ones', async () => {
    const list: TopicSpec = { k: 'list', e: 'news', where: { all: [] }, sort: [] };
    const client = await connectLiveClient(`${testServer.url}/admin`, clerk.token, {});
    await client.subscribe('before', list);
    await change('news/index', { method: 'POST' });
    await waitUntil(() => client.resets.some(({ why }) => why === 'perm'), 'the topic ended', 5_000);
    const subscribe = async (id: string, spec: TopicSpec) => {
      const response = await client.ask({ epoch: '', topics: [{ t: id, spec }] });
      return response.ok && response.r[id];
    };
    expect(await subscribe('list', list)).toMatchObject({ ok: false, code: 404 });
    expect(await subscribe('row', { k: 'row', e: 'news', id: 1 })).toMatchObject({ ok: false, code: 404 });
    client.close();
    const later = await connectLiveClient(`${testServer.url}/admin`, clerk.token, {});
    const refused = await later.ask({ epoch: '', topics: [{ t: 'a', spec: list }] });
    expect(refused.ok && refused.r['a']).toMatchObject({ ok: false, code: 404 });
    await change('news/index', { method: 'GET' });
    await waitUntil(() => later.authz.length > 0, 'the rights changed', 5_000);
    await later.subscribe('after', list);
    await change('news/index', { method: null });
    later.close();
  });

  async function createTokenClient() {
    const end = new Date(testServer.services.clock.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const scopes = [
      'user_money_log/index',
      'user_money_log/add',
      'user_money_log/see_money',
      'user/index',
      'news/index',
    ];
    const created = await admin.post('/admin/api_token/add', { name: 'Shop', scopes, expire_time: end });
    const { data } = await admin.post('/admin/api_token/show', { id: created.data.row.id });
    return (path: string, body?: object) =>
      sendRequest(testServer.url + path, {
        method: body ? 'POST' : 'GET',
        headers: { Authorization: `Bearer ${data.token}`, 'Content-Type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
  }

  it('a rule limited to POST refuses GET requests of an API token', async () => {
    const by = await createTokenClient();
    await change('news/index', { method: 'POST' });
    expect((await by('/admin/news/index')).code).toBe(403);
    await change('news/index', { method: null });
    expect((await by('/admin/news/index')).code).toBe(1);
  });

  it('a booking by an API token stores the name of the token while a rule is limited to GET', async () => {
    const by = await createTokenClient();
    const { id } = await member(testServer);
    // For a request other than GET the token's actor is a copy without this node.
    await change('news/index', { method: 'GET' });
    const sale = { user_id: id, money: '20.00', memo: 'Sale' };
    expect(await by('/admin/user_money_log/add', sale)).toMatchObject({ code: 1 });
    await change('news/index', { method: null });
    const booked = await testServer.services.db.rows<Body>('SELECT client FROM `user_money_log` WHERE user_id = ?', [
      id,
    ]);
    expect(booked).toEqual([{ client: 'api:Shop' }]);
  });
});
