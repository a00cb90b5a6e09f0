/** The pages of older clients begin: every entry opens, and buttons are shown for the permissions of the admin. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVER_LIMITS } from '../../common/serverLimits';
import { limitedAdmin, member, superAdmin } from '../testing/callers';
import { createCompatClient, DIALECTS } from '../testing/compat/compatClient';
import { startTestServer, SUPER_ADMIN, testDialects, type TestServer } from '../testing/testServer';

describe.each(testDialects())('the menus of older clients on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    const open = async () => {
      const client = createCompatClient(testServer, dialect);
      const signedIn = await client.signIn();
      return { client, signedIn, ...(await client.openConsole()) };
    };

    it('every menu entry opens: a file of the client at its path, or an explanation with a link to our page', async () => {
      const { entries, routes } = await open();
      for (const entry of entries) {
        const isLink = entry.menu_type === 'link' && entry.url.startsWith(`${testServer.url}/admin/`);
        expect([entry.name, isLink || routes.get(entry.name)?.path === entry.path]).toEqual([entry.name, true]);
        if (isLink) expect(entry.title).toContain('opens in Atrium');
      }
      const opened = entries.filter(({ menu_type: type }) => type === 'tab').map(({ path }) => path);
      expect(opened).toEqual(
        expect.arrayContaining([
          ...['dashboard', 'auth/group', 'auth/admin', 'auth/rule', 'auth/adminLog', 'user/user', 'user/group'],
          ...['user/rule', 'user/moneyLog', 'user/scoreLog', 'routine/config', 'routine/attachment'],
          ...['routine/adminInfo', 'security/dataRecycle', 'security/dataRecycleLog', 'security/sensitiveData'],
          ...['security/sensitiveDataLog', 'crud/crud', 'moduleStore'],
        ]),
      );
      expect(entries.map(({ url }) => url)).toContain(`${testServer.url}/admin/news`);
      expect([...routes.keys()]).not.toContain('admin');
    });

    it('shows the buttons of the permissions, below each screen', async () => {
      const { buttons } = await open();
      for (const action of ['index', 'add', 'edit', 'del'])
        for (const screen of ['auth/group', 'auth/admin', 'auth/rule', 'user/user', 'security/dataRecycle'])
          expect(buttons.get(`/admin/${screen}`)).toContain(`/admin/${screen}/${action}`);
      expect(buttons.get('/admin/auth/rule')).toContain('/admin/auth/rule/sortable');
      expect(buttons.get('/admin/security/dataRecycleLog')).toContain('/admin/security/dataRecycleLog/restore');
      expect(buttons.get('/admin/security/sensitiveDataLog')).toContain('/admin/security/sensitiveDataLog/rollback');
      expect(buttons.get('/admin/user/moneyLog')).toContain('/admin/user/moneyLog/add');
      const caller = await limitedAdmin(testServer, ['user/index', 'user/edit']);
      const client = createCompatClient(testServer, dialect);
      client.useToken('admin', caller.token);
      const limited = await client.openConsole();
      expect(limited.buttons.get('/admin/user/user')).toEqual(['/admin/user/user/index', '/admin/user/user/edit']);
      expect(limited.entries.map(({ path }) => path).sort()).toEqual(['dashboard', 'routine/adminInfo', 'user/user']);
    });

    it('shows titles in the language of the request', async () => {
      const client = createCompatClient(testServer, dialect, 'zh-cn');
      await client.signIn();
      const { entries } = await client.openConsole();
      expect(entries.find(({ path }) => path === 'auth/group')?.title).toBe('角色组');
    });

    it('shows the last sign-in as text, a default picture, and the upload settings in both spellings', async () => {
      const { client, data, signedIn } = await open();
      const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
      for (const info of [data.adminInfo, signedIn.data.userInfo]) {
        expect(info.lastlogintime).toMatch(time);
        expect(info.last_login_time).toMatch(time);
        expect(info.avatar).toBe(`${testServer.url}/static/images/avatar.png`);
      }
      const { upload } = data.siteConfig;
      expect(upload).toMatchObject({ maxSize: upload.maxsize, saveName: upload.savename, allowedMimeTypes: '' });
      expect(upload.allowedSuffixes.split(',')).toContain('png');
      const dashboard = dialect === 'first' ? '/admin/Dashboard/dashboard' : '/admin/Dashboard/index';
      expect((await client.get(dashboard)).data).toMatchObject({ remark: '' });
    });

    it('refreshes an expired session in the spelling of the client, and signs out', async () => {
      const client = createCompatClient(testServer, dialect);
      const { userInfo } = (await client.signIn({ ...SUPER_ADMIN, keep: true })).data;
      expect([userInfo.refreshToken, userInfo.refresh_token]).toEqual([expect.any(String), userInfo.refreshToken]);
      const past = (SERVER_LIMITS.adminAccessTokenSeconds + 1) * 1_000;
      testServer.advanceClock(past);
      const page = '/admin/user.user/index?page=1&limit=10';
      expect((await client.get(page)).code).toBe(409);
      const body = (token: string) => (dialect === 'first' ? { refresh_token: token } : { refreshToken: token });
      const refreshed = await client.post('/api/common/refreshToken', body(userInfo.refreshToken));
      expect([refreshed.code, refreshed.data.type]).toEqual([1, 'admin-refresh']);
      client.useToken('admin', refreshed.data.token);
      expect((await client.get(page)).code).toBe(1);
      const { refreshToken = userInfo.refreshToken } = refreshed.data;
      expect((await client.post('/admin/index/logout', body(refreshToken))).code).toBe(1);
      expect((await client.get(page)).code).toBe(302);
      expect((await client.post('/api/common/refreshToken', body(refreshToken))).code).not.toBe(1);
      testServer.advanceClock(-past);
    });

    it('opens the member center: each screen of the client, and links to our own pages', async () => {
      const client = createCompatClient(testServer, dialect);
      client.useToken('member', (await member(testServer)).token);
      const { routes, entries, data } = await client.openMemberCenter();
      expect([...routes.values()].map(({ path }) => path)).toEqual(
        expect.arrayContaining(['account/overview', 'account/profile', 'account/balance', 'account/integral']),
      );
      expect(entries.find(({ menu_type: type }) => type === 'link')?.url).toBe(`${testServer.url}/user/redeem`);
      expect(data.userInfo.avatar).toBe(`${testServer.url}/static/images/avatar.png`);
      expect(typeof data.userInfo.lastlogintime).toBe('number');
    });
  });

  it.each(DIALECTS)('asks the %s client to sign in again when the token of a member is dead', async (dialect) => {
    const client = createCompatClient(testServer, dialect);
    client.useToken('member', 'ba_ua_dead');
    const center = dialect === 'first' ? '/api/user/index' : '/api/index/index?requiredLogin=1';
    const { code, data } = await client.get(center);
    expect([code, data.type]).toEqual([302, 'need login']);
    const site = dialect === 'first' ? '/api/index/index' : '/api/index/index?requiredLogin=0';
    const visitor = (await createCompatClient(testServer, dialect).get(site)).data;
    expect(visitor).toMatchObject({ rules: [], menus: [], userInfo: [], site: { siteName: 'Atrium' } });
  });

  it('leaves the responses of our own client as they are', async () => {
    const root = await superAdmin(testServer);
    const { data } = await root.get('/admin/Index/index');
    expect(data.menus.flatMap(({ children }: { children: object[] }) => children)).toContainEqual(
      expect.objectContaining({ name: 'admin', component: 'admin', title: 'admin' }),
    );
    const reader = await member(testServer);
    const { menus } = (await reader.get('/api/user/index')).data;
    expect(menus[0].children[0]).toMatchObject({ path: 'overview', component: 'overview' });
    expect((await reader.get('/api/Index/index')).data).not.toHaveProperty('rules');
  });
});
