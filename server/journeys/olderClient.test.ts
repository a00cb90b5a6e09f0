/**
 * An older client: it asks whether a captcha is required, signs in with `captcha_id`, boots, sends both tokens everywhere, refreshes once on
 * 409 and replays, and goes to login on 302.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRequest, member, type ApiResponse } from '../testing/callers';
import { testDialects, startTestServer, SUPER_ADMIN, type TestServer } from '../testing/testServer';
import { setSetting } from '../testing/setSetting';

interface UserInfo {
  readonly id: number;
  readonly token: string;
  readonly refreshToken: string;
}
/** A client with dotted controllers, mixed case, `search[]=<JSON>`, both tokens, and one refresh at a time. */
function createOlderClient(testServer: TestServer) {
  let adminInfo: UserInfo | undefined;
  let memberToken = '';
  let route = '/admin/login';
  let refreshes = 0;
  let refreshing: Promise<boolean> | undefined;
  const headers = (): Record<string, string> => ({
    'think-lang': 'zh-cn',
    server: 'true',
    ...(adminInfo ? { batoken: adminInfo.token } : {}),
    ...(memberToken === '' ? {} : { 'ba-user-token': memberToken }),
  });
  const send = (method: string, path: string, body?: object): Promise<ApiResponse> =>
    sendRequest(testServer.url + path, {
      method,
      headers: { ...headers(), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const refresh = async (): Promise<boolean> => {
    refreshes += 1;
    const response = await send('POST', '/api/common/refreshToken', { refresh_token: adminInfo?.refreshToken });
    if (response.code !== 1 || response.data.type !== 'admin-refresh' || !adminInfo) return false;
    // It stores the new access token and nothing else.
    adminInfo = { ...adminInfo, token: String(response.data.token) };
    return true;
  };
  const call = async (method: string, path: string, body?: object): Promise<ApiResponse> => {
    const response = await send(method, path, body);
    if (response.code === 409) {
      refreshing ??= refresh().finally(() => (refreshing = undefined));
      if (await refreshing) return send(method, path, body);
      adminInfo = undefined;
      route = '/admin/login';
    } else if (response.code === 302) {
      adminInfo = undefined;
      route = response.data.routeName ?? response.data.routePath;
    }
    return response;
  };
  return {
    call,
    login: async (more: object = {}): Promise<ApiResponse> => {
      const response = await send('POST', '/admin/index/login', { ...SUPER_ADMIN, keep: true, loading: true, ...more });
      if (response.code === 1) [adminInfo, route] = [response.data.userInfo, response.data.routePath];
      return response;
    },
    seeMember: (token: string) => {
      memberToken = token;
    },
    state: () => ({ adminInfo, route, refreshes }),
  };
}

describe.each(testDialects())('an older client on %s', (database) => {
  const sinkDir = mkdtempSync(join(tmpdir(), 'atrium-older-'));
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, env: { TEST_SINKS: sinkDir }, settings: { captcha: 'always' } });
  });
  afterAll(async () => {
    await testServer.close();
    rmSync(sinkDir, { recursive: true, force: true });
  });

  const solveCaptcha = async (): Promise<object> => {
    const id = crypto.randomUUID();
    const picture = await fetch(`${testServer.url}/api/common/captcha?id=${id}&server=1`);
    expect(picture.headers.get('content-type')).toBe('image/png');
    const { answer } = JSON.parse(readFileSync(join(sinkDir, `captcha-${id}.json`), 'utf8')) as {
      answer: string;
    };
    return { captcha: answer, captcha_id: id };
  };

  // @spec P7-030
  it('sees that a captcha is required, and signs in with it', async () => {
    const client = createOlderClient(testServer);
    expect((await client.call('GET', '/admin/index/login')).data).toMatchObject({ captcha: true });
    expect(await client.login()).toMatchObject({ code: 0, data: { fields: { captcha: expect.any(String) } } });
    const response = await client.login(await solveCaptcha());
    expect(response).toMatchObject({ code: 1, status: 200, data: { routePath: '/admin' } });
    for (const name of ['id', 'username', 'nickname', 'avatar', 'lastlogintime', 'token', 'refreshToken'])
      expect(response.data.userInfo).toHaveProperty(name);
    expect((JSON.parse(response.text) as { time: number }).time).toBeGreaterThan(1_600_000_000);
  });

  // @spec P9-016 P9-018
  it('boots: user, menus, site and terminal, in its own spelling', async () => {
    const client = createOlderClient(testServer);
    await client.login(await solveCaptcha());
    const { code, data } = await client.call('GET', '/admin/index/index');
    expect(code).toBe(1);
    expect(data.adminInfo).toMatchObject({ username: SUPER_ADMIN.username, super: true });
    expect(data.siteConfig).toMatchObject({ siteName: 'Atrium', cdnUrl: '', upload: { mode: 'local' } });
    expect(data.terminal).toMatchObject({ npmPackageManager: 'pnpm', installServicePort: expect.any(String) });
    expect(data.menus.length).toBeGreaterThan(0);
    for (const name of [
      'id',
      'pid',
      'type',
      'title',
      'name',
      'path',
      'icon',
      'menu_type',
      'url',
      'component',
      'keepalive',
    ])
      expect(data.menus[0]).toHaveProperty(name);
    expect((await client.call('GET', '/admin/Dashboard/dashboard')).data).toMatchObject({ remark: '' });
    const dottedResponse = await client.call('GET', '/admin/auth.adminLog/index?page=1&limit=10&order=id,desc');
    expect([dottedResponse.code, Array.isArray(dottedResponse.data.list), typeof dottedResponse.data.total]).toEqual([
      1,
      true,
      'number',
    ]);
    const search = encodeURIComponent(
      JSON.stringify({ field: 'username', val: SUPER_ADMIN.username, operator: '=', render: '' }),
    );
    const found = await client.call('GET', `/admin/auth.admin/index?search[]=${search}&quick_search=`);
    expect(found.data.list).toHaveLength(1);
    expect((await client.call('GET', '/admin/routine.AdminInfo/index')).data.info.username).toBe(SUPER_ADMIN.username);
  });

  it('refreshes once for all waiting requests, replays them, and continues without storing a new refresh token', async () => {
    const client = createOlderClient(testServer);
    await client.login(await solveCaptcha());
    for (const round of [1, 2, 3]) {
      testServer.advanceClock(16 * 60_000);
      const paths = [
        '/admin/index/index',
        '/admin/auth.group/index',
        '/admin/auth.menu/index',
        '/admin/user.user/index',
      ];
      const responses = await Promise.all(paths.map((path) => client.call('GET', path)));
      expect(responses.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
      expect(client.state().refreshes).toBe(round);
    }
  });

  // @spec P6-003 P6-004
  it('sends both tokens together, and each route reads its own', async () => {
    await setSetting(testServer, 'captcha', 'adaptive');
    const reader = await member(testServer);
    await setSetting(testServer, 'captcha', 'always');
    const client = createOlderClient(testServer);
    await client.login(await solveCaptcha());
    client.seeMember(reader.token);
    expect((await client.call('GET', '/admin/index/index')).data.adminInfo.username).toBe(SUPER_ADMIN.username);
    expect((await client.call('GET', '/api/user/index')).data.userInfo.id).toBe(reader.id);
  });

  it('goes to the login when its session ended, by name and path; a refusal does not sign it out', async () => {
    const client = createOlderClient(testServer);
    const { data } = await client.login(await solveCaptcha());
    await client.call('POST', '/admin/index/logout', { refresh_token: data.userInfo.refreshToken });
    const refused = await client.call('GET', '/admin/index/index');
    expect([refused.status, refused.code, refused.data]).toEqual([
      200,
      302,
      { type: 'need login', routeName: 'adminLogin', routePath: '/admin/login' },
    ]);
    expect(client.state()).toMatchObject({ adminInfo: undefined, route: 'adminLogin', refreshes: 0 });
    const memberResponse = await client.call('GET', '/api/user/index');
    expect(memberResponse.data.routeName).toBe('userLogin');
  });

  // @spec P7-031
  it('goes to the login without a loop when the refresh token is invalid too', async () => {
    const client = createOlderClient(testServer);
    await client.login(await solveCaptcha());
    testServer.advanceClock(8 * 86_400_000);
    const responses = await Promise.all([
      client.call('GET', '/admin/index/index'),
      client.call('GET', '/admin/auth.admin/index'),
    ]);
    expect(responses.every(({ code }) => code === 302)).toBe(true);
    const refusedRefresh = await client.call('POST', '/api/common/refreshToken', {
      refresh_token: 'ba_ar_no_such_thing',
    });
    expect([refusedRefresh.status, refusedRefresh.code]).toEqual([200, 302]);
    expect(client.state().adminInfo).toBeUndefined();
  });
});
