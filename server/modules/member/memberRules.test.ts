/** The rules of the member centre: open pages follow them at once, each opens something that is there, and frames hold what they name. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MEMBER_SCREENS } from '../../../common/memberScreens';
import { member, superAdmin, type Body, type Caller } from '../../testing/actors';
import { connectClient } from '../../testing/liveClient';
import { databases, startWorld, type World } from '../../testing/world';

const WITHIN_MS = 1_500; // a second, and half of one for a busy machine
interface Node {
  readonly name: string;
  readonly children: readonly Node[];
}

describe.each(databases())('the rules of the member centre on %s', (database) => {
  let world: World;
  let root: Caller;
  let made = 0;
  beforeAll(async () => {
    world = await startWorld({ database });
    root = await superAdmin(world);
  });
  afterAll(() => world.end());

  const add = (rule: Body) => {
    made += 1;
    return root.post('/admin/user_rule/add', { title: 'Rule', name: `made/${made}`, type: 'menu', weigh: 1, ...rule });
  };
  const namesIn = (nodes: readonly Node[]): readonly string[] =>
    nodes.flatMap(({ name, children }) => [name, ...namesIn(children)]);

  it('are followed by open pages within a second, whatever happens to a rule', async () => {
    const caller = await member(world);
    const menu = async () => namesIn((await caller.get('/api/user/index')).data.menus as readonly Node[]);
    const [rule] = await world.services.db.rows<{ id: number }>(
      "SELECT id FROM `user_rule` WHERE name = 'account/integral'",
    );
    const id = Number(rule?.id);
    const client = await connectClient(`${world.url}/member`, caller.token, {});
    /** The server says so, and then the menu is another. */
    const follows = async (act: () => Promise<{ readonly code: number }>, shown: boolean, why = 'rule') => {
      const heard = client.authz.length;
      const began = performance.now();
      expect((await act()).code).toBe(1);
      while (client.authz.length === heard) await new Promise((done) => setTimeout(done, 5));
      expect(performance.now() - began).toBeLessThan(WITHIN_MS);
      // The menu alone, where nothing was opened or closed.
      expect(client.authz.at(-1)).toEqual({ why });
      expect((await menu()).includes('account/integral')).toBe(shown);
    };
    const sets = (change: Body) => () => root.post('/admin/user_rule/edit', { id, ...change });
    expect(await menu()).toContain('account/integral');
    await follows(sets({ status: 0 }), false);
    await follows(sets({ status: 1 }), true);
    await follows(sets({ title: 'My points' }), true, 'menu');
    await follows(() => root.post('/admin/user_rule/del', { ids: [id] }), false);
    await follows(() => root.post('/admin/user_rule/restore', { ids: [id] }), true);
    await follows(() => add({ menu_type: 'tab', path: 'more', component: 'balance' }), true, 'menu');
    client.close();
  });

  it('that are switched off, or below a folder that is, open nothing to anybody', async () => {
    const caller = await member(world);
    const idOf = async (name: string) =>
      Number(
        (await world.services.db.rows<{ id: number }>('SELECT id FROM `user_rule` WHERE name = ?', [name]))[0]?.id,
      );
    const statuses = async () =>
      Promise.all(
        ['/api/account/balance', '/api/user_money_log/index', '/api/account/integral'].map(
          async (path) => (await caller.get(path)).status,
        ),
      );
    const sets = async (name: string, status: number) =>
      expect((await root.post('/admin/user_rule/edit', { id: await idOf(name), status })).code).toBe(1);
    expect(await statuses()).toEqual([200, 200, 200]);
    await sets('account/balance', 0);
    expect(await statuses()).toEqual([403, 403, 200]);
    await sets('account/balance', 1);
    await sets('account', 0);
    expect(await statuses()).toEqual([403, 403, 403]);
    await sets('account', 1);
    expect(await statuses()).toEqual([200, 200, 200]);
    const ids = [await idOf('account/integral')];
    expect((await root.post('/admin/user_rule/del', { ids })).code).toBe(1);
    expect(await statuses()).toEqual([200, 200, 403]);
    expect((await root.post('/admin/user_rule/restore', { ids })).code).toBe(1);
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it('name a screen that exists, or say at the field which ones there are', async () => {
    for (const component of MEMBER_SCREENS) expect((await add({ menu_type: 'tab', component })).code).toBe(1);
    for (const component of ['nowhere', 'Overview', 'constructor', 'account/overview']) {
      const { code, data } = await add({ menu_type: 'tab', component });
      expect([component, code, data.fields]).toEqual([
        component,
        0,
        { component: expect.stringContaining('overview, profile, balance, integral, redeem, changePassword') },
      ]);
    }
    expect((await add({ menu_type: 'tab' })).data.fields).toHaveProperty('component');
    expect((await add({ type: 'route', path: 'x', component: 'nowhere' })).data.fields).toHaveProperty('component');
    for (const type of ['link', 'iframe']) expect((await add({ menu_type: type })).data.fields).toHaveProperty('url');
    const own = await add({ menu_type: 'iframe', url: '/user/profile' });
    expect(own.data.fields.url).toContain('public pages');
    for (const url of ['http://board.example/x', 'https://*.example/']) {
      const { fields } = (await add({ menu_type: 'iframe', url })).data;
      expect([url, fields]).toEqual([url, { url: expect.anything() }]);
    }
    expect((await add({ menu_type: 'link', url: 'http://board.example/x' })).code).toBe(1);
    expect((await add({ type: 'menu_dir', component: 'nowhere' })).code).toBe(1);
  });

  it('can be switched off also where they lead nowhere any more', async () => {
    const { id } = (await add({ menu_type: 'tab', component: 'profile' })).data;
    await world.services.db.transact((tx) => tx.run("UPDATE `user_rule` SET component = 'old' WHERE id = ?", [id]));
    expect((await root.post('/admin/user_rule/edit', { id, status: 0, title: 'Old' })).code).toBe(1);
    expect((await root.post('/admin/user_rule/edit', { id, menu_type: 'tab' })).code).toBe(1); // nothing changes
    expect((await root.post('/admin/user_rule/edit', { id, component: 'older' })).code).toBe(0);
  });

  it('are what pages of the member centre may hold in a frame, and pages of the console may not', async () => {
    const page = async (path: string, into = 'document') => {
      const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': into };
      return (await fetch(world.url + path, { headers })).headers.get('content-security-policy') ?? '';
    };
    const frames = async (path: string) => /frame-src ([^;]*)/.exec(await page(path))?.[1];
    const held = async (path: string) => /frame-ancestors ([^;]*)/.exec(await page(path, 'iframe'))?.[1];
    expect(await frames('/user/overview')).toBe("'none'");
    const board = await add({ menu_type: 'iframe', url: 'https://board.example/x' });
    await add({ menu_type: 'link', url: 'https://link.example/' });
    await add({ menu_type: 'iframe', url: 'https://entry.example/', extend: 'add_menu_only' });
    expect(await frames('/user/overview')).toBe('https://board.example');
    const address = `/user/iframe/${encodeURIComponent('https://board.example/x.html')}`;
    expect(await frames(address)).toBe('https://board.example');
    for (const path of ['/admin', '/', '/404']) expect([path, await frames(path)]).toEqual([path, "'none'"]);
    await root.post('/admin/user_rule/edit', { id: board.data.id, status: 0 });
    expect(await frames('/user/overview')).toBe("'none'");
    expect(await held('/?lang=en')).toBe("'none'");
    await add({ menu_type: 'iframe', url: '/?lang=en' });
    expect([await held('/?lang=en'), await held('/'), await frames('/user')]).toEqual(["'self'", "'none'", "'self'"]);
  });
});
