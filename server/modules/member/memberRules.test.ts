/**
 * Rules of the member center: open pages follow them at once, each opens an existing target, and the frame policy allows what they embed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MEMBER_SCREENS } from '../../../common/memberScreens';
import { member, superAdmin, type Body, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const WITHIN_MS = 1_500; // One second, and half a second for a loaded machine.
interface Node {
  readonly name: string;
  readonly children: readonly Node[];
}

describe.each(sampleDialects())('the rules of the member center on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let created = 0;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const createRow = (rule: Body) => {
    created += 1;
    return root.post('/admin/user_rule/add', {
      title: 'Rule',
      name: `made/${created}`,
      type: 'menu',
      weigh: 1,
      ...rule,
    });
  };
  const menuNames = (nodes: readonly Node[]): readonly string[] =>
    nodes.flatMap(({ name, children }) => [name, ...menuNames(children)]);

  it('a change of a rule reaches open pages within a second', async () => {
    const caller = await member(testServer);
    const menu = async () => menuNames((await caller.get('/api/user/index')).data.menus as readonly Node[]);
    const [rule] = await testServer.services.db.rows<{ id: number }>(
      "SELECT id FROM `user_rule` WHERE name = 'account/integral'",
    );
    const id = Number(rule?.id);
    const client = await connectLiveClient(`${testServer.url}/member`, caller.token, {});
    /** The server announces the change, and the menu differs afterwards. */
    const expectLiveMenuChange = async (
      runAction: () => Promise<{ readonly code: number }>,
      visible: boolean,
      why = 'rule',
    ) => {
      const received = client.authz.length;
      const began = performance.now();
      expect((await runAction()).code).toBe(1);
      while (client.authz.length === received) await sleep(5);
      expect(performance.now() - began).toBeLessThan(WITHIN_MS);
      // Only the menu changed; no permission did.
      expect(client.authz.at(-1)).toEqual({ why });
      expect((await menu()).includes('account/integral')).toBe(visible);
    };
    const editRule = (change: Body) => () => root.post('/admin/user_rule/edit', { id, ...change });
    expect(await menu()).toContain('account/integral');
    await expectLiveMenuChange(editRule({ status: 0 }), false);
    await expectLiveMenuChange(editRule({ status: 1 }), true);
    await expectLiveMenuChange(editRule({ title: 'My points' }), true, 'menu');
    await expectLiveMenuChange(() => root.post('/admin/user_rule/del', { ids: [id] }), false);
    await expectLiveMenuChange(() => root.post('/admin/user_rule/restore', { ids: [id] }), true);
    await expectLiveMenuChange(() => createRow({ menu_type: 'tab', path: 'more', component: 'balance' }), true, 'menu');
    client.close();
  });

  // @spec P6-012
  it('the routes of disabled rules, and of rules below a disabled folder, respond with 403', async () => {
    const caller = await member(testServer);
    const loadId = async (name: string) =>
      Number(
        (await testServer.services.db.rows<{ id: number }>('SELECT id FROM `user_rule` WHERE name = ?', [name]))[0]?.id,
      );
    const statuses = async () =>
      Promise.all(
        ['/api/account/balance', '/api/user_money_log/index', '/api/account/integral'].map(
          async (path) => (await caller.get(path)).status,
        ),
      );
    const setStatus = async (name: string, status: number) =>
      expect((await root.post('/admin/user_rule/edit', { id: await loadId(name), status })).code).toBe(1);
    expect(await statuses()).toEqual([200, 200, 200]);
    await setStatus('account/balance', 0);
    expect(await statuses()).toEqual([403, 403, 200]);
    await setStatus('account/balance', 1);
    await setStatus('account', 0);
    expect(await statuses()).toEqual([403, 403, 403]);
    await setStatus('account', 1);
    expect(await statuses()).toEqual([200, 200, 200]);
    const ids = [await loadId('account/integral')];
    expect((await root.post('/admin/user_rule/del', { ids })).code).toBe(1);
    expect(await statuses()).toEqual([200, 200, 403]);
    expect((await root.post('/admin/user_rule/restore', { ids })).code).toBe(1);
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it('a rule must name an existing screen; the field error lists them', async () => {
    for (const component of MEMBER_SCREENS) expect((await createRow({ menu_type: 'tab', component })).code).toBe(1);
    for (const component of ['nowhere', 'Overview', 'constructor', 'account/overview']) {
      const { code, data } = await createRow({ menu_type: 'tab', component });
      expect([component, code, data.fields]).toEqual([
        component,
        0,
        { component: expect.stringContaining('overview, profile, balance, integral, redeem, notices, changePassword') },
      ]);
    }
    expect((await createRow({ menu_type: 'tab' })).data.fields).toHaveProperty('component');
    expect((await createRow({ type: 'route', path: 'x', component: 'nowhere' })).data.fields).toHaveProperty(
      'component',
    );
    for (const type of ['link', 'iframe'])
      expect((await createRow({ menu_type: type })).data.fields).toHaveProperty('url');
    const own = await createRow({ menu_type: 'iframe', url: '/user/profile' });
    expect(own.data.fields.url).toContain('public pages');
    for (const url of ['http://board.example/x', 'https://*.example/']) {
      const { fields } = (await createRow({ menu_type: 'iframe', url })).data;
      expect([url, fields]).toEqual([url, { url: expect.anything() }]);
    }
    expect((await createRow({ menu_type: 'link', url: 'http://board.example/x' })).code).toBe(1);
    expect((await createRow({ type: 'menu_dir', component: 'nowhere' })).code).toBe(1);
  });

  it('a rule without a target can be disabled', async () => {
    const { id } = (await createRow({ menu_type: 'tab', component: 'profile' })).data;
    await testServer.services.db.transact((tx) =>
      tx.run("UPDATE `user_rule` SET component = 'old' WHERE id = ?", [id]),
    );
    expect((await root.post('/admin/user_rule/edit', { id, status: 0, title: 'Old' })).code).toBe(1);
    expect((await root.post('/admin/user_rule/edit', { id, menu_type: 'tab' })).code).toBe(1); // Changes nothing.
    expect((await root.post('/admin/user_rule/edit', { id, component: 'older' })).code).toBe(0);
  });

  it('the frame policy allows embedded rules on member pages and not on the console', async () => {
    const page = async (path: string, fetchDestination = 'document') => {
      const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': fetchDestination };
      return (await fetch(testServer.url + path, { headers })).headers.get('content-security-policy') ?? '';
    };
    const frames = async (path: string) => /frame-src ([^;]*)/.exec(await page(path))?.[1];
    const frameAncestors = async (path: string) => /frame-ancestors ([^;]*)/.exec(await page(path, 'iframe'))?.[1];
    expect(await frames('/user/overview')).toBe("'none'");
    const dashboardPage = await createRow({ menu_type: 'iframe', url: 'https://board.example/x' });
    await createRow({ menu_type: 'link', url: 'https://link.example/' });
    await createRow({ menu_type: 'iframe', url: 'https://entry.example/', extend: 'add_menu_only' });
    expect(await frames('/user/overview')).toBe('https://board.example');
    const address = `/user/iframe/${encodeURIComponent('https://board.example/x.html')}`;
    expect(await frames(address)).toBe('https://board.example');
    for (const path of ['/', '/404']) expect([path, await frames(path)]).toEqual([path, "'none'"]);
    expect(await frames('/admin')).toBe("'self'");
    await root.post('/admin/user_rule/edit', { id: dashboardPage.data.id, status: 0 });
    expect(await frames('/user/overview')).toBe("'none'");
    expect(await frameAncestors('/?lang=en')).toBe("'none'");
    await createRow({ menu_type: 'iframe', url: '/?lang=en' });
    expect([await frameAncestors('/?lang=en'), await frameAncestors('/'), await frames('/user')]).toEqual([
      "'self'",
      "'none'",
      "'self'",
    ]);
  });
});
