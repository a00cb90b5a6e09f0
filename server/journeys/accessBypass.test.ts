/** Attempts to bypass access rules: spellings, tokens of the other realm, flags, row filters, other sites. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../config/jest/testEnvironment';
import { seedContext } from '../db/seeds/base';
import {
  sendRequest,
  limitedAdmin,
  member,
  signIn,
  superAdmin,
  type ApiResponse,
  type Caller,
} from '../testing/callers';
import { connectLiveClient } from '../testing/live/liveClient';
import { createRandom, testSeed } from '../testing/random';
import { startTestServer, type TestServer } from '../testing/testServer';

const PASSWORD = 'limited-horse-7';
let testServer: TestServer;
let root: Caller;
let memberCaller: Caller;
beforeAll(async () => {
  testServer = await startTestServer({ seed: 'demo' });
  root = await superAdmin(testServer);
  memberCaller = await member(testServer);
});
afterAll(() => testServer.close());

const loadLogHead = async () =>
  Number((await testServer.services.db.rows<{ last: number }>('SELECT last FROM change_head WHERE id = 1'))[0]?.last);
/** Rows that changed, without page views and scheduled jobs. */
const changedSince = (head: number) =>
  testServer.services.db.rows<{ ent: string; op: string; actor: string }>(
    "SELECT ent, eid, op, actor FROM `change_log` WHERE seq > ? AND ent <> 'visit' AND actor <> 'system' ORDER BY seq",
    [head],
  );

describe('paths', () => {
  interface RawResponse {
    readonly code: number;
    readonly length: string | undefined;
  }
  const raw = (method: string, path: string, headers: Record<string, string> = {}): Promise<RawResponse> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(testServer.url);
      const json = method === 'POST' ? { 'content-type': 'application/json' } : undefined;
      const all = { server: 'true', ...json, ...headers };
      const sent = httpRequest({ hostname, port, path, method, headers: all }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        const length = response.headers['content-length'];
        response.on('end', () =>
          resolve({ code: text.startsWith('{') ? (JSON.parse(text) as ApiResponse).code : 404, length }),
        );
      });
      sent.on('error', reject).end(method === 'POST' ? '{}' : undefined);
    });
  const guardedRoutes = (method: string, maxRoutes: number) => {
    const routes = testServer.routes.routes().filter((route) => route.method === method && route.access === 'admin');
    return routes.filter((_, index) => index % Math.ceil(routes.length / maxRoutes) === 0);
  };
  const SPELLINGS: readonly ((path: string) => string)[] = [
    ...['/', '//', '/./', '/%2e/', '/x/../', '/api/../', '/%2f', '/;/'].map((head) => (p: string) => head + p.slice(1)),
    ...[
      '/',
      '//',
      ';',
      ';x',
      ';a=b',
      '%00',
      '%20',
      '%2f',
      '.',
      '..',
      '/.',
      '/..',
      '/%2e',
      '.json',
      '.css',
      '%3f',
      '%23',
      '\\',
      '/*',
      '~',
    ].map((tail) => (p: string) => p + tail),
    ...[
      '%61dmin',
      'adm%69n',
      'ADMIN%20',
      'admin%09',
      'ad\u200bmin',
      'аdmin',
      'admin;',
      'admin/.',
      'admin//',
      './admin',
    ].map((word) => (p: string) => encodeURI(p.replace('admin', word)).replaceAll('%25', '%')),
    ...['?/api/common/captcha', '?route=/api/index', '#/api', '?_method=GET', '?path=/api/Index/index'].map(
      (tail) => (p: string) => p + tail,
    ),
    ...['/index.php', '/index.php?s=', '/?s=', '/api?r=', '/api/common/captcha/..', '/public'].map(
      (head) => (p: string) => head + p,
    ),
    (p) => p.toUpperCase(),
    (p) => p.replace(/[a-z]/g, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter)),
    (p) => `http://elsewhere.example${p}`,
    (p) => p.split('').reverse().join(''),
    (p) => p.replaceAll('/', '%2f'),
    (p) => p.replaceAll('/', '\\'),
    (p) => p.replaceAll('_', '%5f'),
    (p) => p.replaceAll('_', '-'),
    (p) => p.replace('/index', '/index/index'),
    (p) => `${p}/../../../api/Index/index`,
    (p) => `${p}%2f..%2f..%2fapi`,
  ];
  // @case T6.02
  it('paths in sixty spellings open no guarded route to a guest', async () => {
    const some = [...guardedRoutes('GET', 20), ...guardedRoutes('POST', 20)];
    expect([SPELLINGS.length >= 60, some.length >= 30]).toEqual([true, true]);
    const before = await loadLogHead();
    for (const { method, path } of some) {
      const responses = await Promise.all(
        SPELLINGS.map((spell) => raw(method, spell(path), { 'x-original-url': '/api/Index/index' })),
      );
      // A parameter may lead to a page for guests, never into the console.
      const openedSpellings = responses.flatMap(({ code }, index) => (code === 1 ? [SPELLINGS[index]?.(path)] : []));
      expect([method, path, openedSpellings]).toEqual([method, path, []]);
    }
    expect(await changedSince(before)).toEqual([]);
  }, 60_000);
  // @case T6.02
  it('stay guarded under every method and every method-override header', async () => {
    const before = await loadLogHead();
    for (const { path } of guardedRoutes('GET', 10)) {
      const refusal = await raw('GET', path);
      const head = await raw('HEAD', path);
      expect([path, head.length]).toEqual([path, refusal.length]);
      for (const method of ['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE'])
        expect([method, path, (await raw(method, path)).code]).not.toEqual([method, path, 1]);
    }
    const publicPath = '/api/Index/index';
    const plainResponse = await raw('GET', publicPath);
    for (const { path } of guardedRoutes('POST', 10)) {
      const methodResponse = await raw('GET', path);
      expect([path, methodResponse.code >= 300]).toEqual([path, true]);
      for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
        expect([name, path, await raw('GET', path, { [name]: 'POST' })]).toEqual([name, path, methodResponse]);
      for (const name of ['x-original-url', 'x-rewrite-url'])
        expect([name, path, await raw('GET', publicPath, { [name]: path })]).toEqual([name, path, plainResponse]);
    }
    expect(await changedSince(before)).toEqual([]);
  });
});

describe('tokens', () => {
  // @spec P6-003 P6-004
  // @case T6.03
  it('are accepted in their own header only', async () => {
    const get = (path: string, headers: Record<string, string>) =>
      sendRequest(testServer.url + path, { headers: { server: 'true', ...headers } });
    const [staff, mine] = [root.token, memberCaller.token];
    const cells: readonly [path: string, headers: Record<string, string>, code: number][] = [
      ['/admin/news/index', { batoken: mine }, 302],
      ['/admin/news/index', { 'ba-user-token': staff }, 302],
      ['/admin/news/index', { 'ba-user-token': mine }, 302],
      ['/admin/news/index', { batoken: mine, 'ba-user-token': staff }, 302],
      ['/admin/news/index', { batoken: staff, 'ba-user-token': mine }, 1],
      ['/admin/news/index', { authorization: `Bearer ${mine}` }, 302],
      ['/admin/news/index?batoken=' + staff, {}, 302],
      ['/api/user/index', { 'ba-user-token': staff }, 302],
      ['/api/user/index', { batoken: mine }, 302],
      ['/api/user/index', { batoken: staff }, 302],
      ['/api/user/index', { 'ba-user-token': staff, batoken: mine }, 302],
      ['/api/user/index', { 'ba-user-token': mine, batoken: staff }, 1],
      ['/api/user/index', { authorization: `Bearer ${mine}` }, 302],
    ];
    for (const [path, headers, code] of cells)
      expect([path, headers, (await get(path, headers)).code]).toEqual([path, headers, code]);
    for (const [namespace, token] of [
      ['admin', mine],
      ['member', staff],
    ] as const)
      await expect(connectLiveClient(`${testServer.url}/${namespace}`, token, {})).rejects.toThrow();
  });

  // @case T6.04
  it('do not become super by a parameter', async () => {
    const caller = await limitedAdmin(testServer, ['news/index', 'admin/index', 'admin/edit']);
    const forgedClaims = { super: true, nodes: ['*'], rules: ['*'], is_super: 1, group: 1, adminInfo: { super: true } };
    const json = {
      'content-type': 'application/json',
      super: '1',
      'x-super': 'true',
      cookie: 'super=1; adminInfo={"super":true}',
    };
    for (const path of ['/admin/user/del', '/admin/ajax/clearCache', '/admin/admin_group/add', '/admin/news/del']) {
      const { code } = await caller.send('POST', path, {
        body: JSON.stringify({ ...forgedClaims, ids: [1] }),
        headers: json,
      });
      expect([path, code]).toEqual([path, 403]);
    }
    await caller.post('/admin/profile/edit', { ...forgedClaims, motto: 'me', group_arr: [1] });
    await caller.post('/admin/admin/edit', { ...forgedClaims, id: caller.id, nickname: 'Me' });
    expect((await caller.get('/admin/Index/index')).data.adminInfo.super).toBe(false);
  });

  // @spec P6-001
  // @case T6.07
  it('tokens of an admin and a member with the same id are two users', async () => {
    const entity = testServer.services.registry.get('user');
    if (!entity) throw new Error('no members');
    const staff = await limitedAdmin(testServer, ['news/index']);
    const draft = { username: 'same_number', nickname: 'Same', password: PASSWORD };
    const { id } = await testServer.writer.create(seedContext(testServer.services), entity, draft);
    await testServer.services.db.transact((tx) =>
      tx.run('UPDATE `user` SET id = ? WHERE id = ?', [staff.id + 100_000, id]),
    );
    await testServer.services.db.transact((tx) => tx.run('DELETE FROM `user` WHERE id = ?', [staff.id]));
    await testServer.services.db.transact((tx) =>
      tx.run('UPDATE `user` SET id = ? WHERE id = ?', [staff.id, staff.id + 100_000]),
    );
    const sameIdMember = await signIn(testServer, 'member', draft);
    expect(sameIdMember.id).toBe(staff.id);
    const preferenceBody = (bell: boolean) => ({
      name: 'notices',
      value: { security: { bell } },
      _mid: 'one-and-the-same',
    });
    expect((await staff.post('/admin/preference/set', preferenceBody(true))).code).toBe(1);
    expect((await sameIdMember.post('/api/preference/set', preferenceBody(false))).code).toBe(1);
    const own = [await staff.get('/admin/preference/index'), await sameIdMember.get('/api/preference/index')];
    expect(own.map(({ data }) => data.list.map(({ realm }: { realm: string }) => realm))).toEqual([
      ['admin'],
      ['member'],
    ]);
    const sessions = [await staff.get('/admin/profile/sessions'), await sameIdMember.get('/api/account/sessions')];
    for (const { data } of sessions) expect(data.list).toHaveLength(1);
    expect((await sameIdMember.post('/api/account/revokeOthers')).code).toBe(1);
    expect((await staff.get('/admin/news/index')).code).toBe(1);
  });
});

// @case T6.06
describe('the row scope', () => {
  const seed = testSeed();
  it('applies to every query: a limited admin gets the own rows of the full response', async () => {
    const random = createRandom(seed);
    const entityNames = ['news', 'article', 'attachment', 'admin_log'] as const;
    const some = await limitedAdmin(
      testServer,
      entityNames.flatMap((name) => [`${name}/index`, `${name}/add`]),
    );
    for (let index = 0; index < 6; index += 1)
      await some.post('/admin/news/add', { title: `Mine ${index % 3}`, content: '<p>x</p>' });
    const peerAdmin = await limitedAdmin(
      testServer,
      entityNames.map((name) => `${name}/index`),
      'all',
    );
    const searchWords = ['1', 'a', 'Mine', 'e', '', '20', 'admin'];
    const randomQuery = (name: string): Record<string, string> => {
      const queryParams: Record<string, string> = {
        limit: '200',
        order: random.pick(['id,asc', 'id,desc', 'create_time,desc']),
      };
      if (random.chance(0.4)) queryParams['quick_search'] = random.pick(searchWords);
      if (random.chance(0.3))
        Object.assign(queryParams, {
          initKey: 'id',
          initValue: Array.from({ length: 20 }, () => 1 + random.below(60)).join(),
        });
      if (random.chance(0.2)) queryParams['select'] = 'true';
      if (random.chance(0.4))
        Object.assign(queryParams, {
          'search[0][field]': 'id',
          'search[0][operator]': random.pick(['>', '<', '>=', '<>', 'NOT IN', 'IN']),
          'search[0][val]': String(1 + random.below(40)),
        });
      if (name === 'news' && random.chance(0.3))
        Object.assign(queryParams, {
          'search[1][field]': 'admin_id',
          'search[1][operator]': random.pick(['=', '<>']),
          'search[1][val]': String(random.pick([1, 2, some.id])),
        });
      return queryParams;
    };
    for (let turn = 0; turn < sampleSize(120, 2000); turn += 1) {
      const name = random.pick(entityNames);
      const queryParams = randomQuery(name);
      const [mine, all] = [
        await some.get(`/admin/${name}/index`, queryParams),
        await peerAdmin.get(`/admin/${name}/index`, queryParams),
      ];
      const ids = (response: ApiResponse) =>
        (response.data?.list ?? []).map(({ id }: { id: number }) => id) as number[];
      const shown = ids(all);
      const own = new Set(
        (
          await testServer.services.db.rows<{ id: number }>(`SELECT id FROM \`${name}\` WHERE admin_id = ?`, [some.id])
        ).map(({ id }) => Number(id)),
      );
      expect({ seed, name, question: queryParams, code: mine.code, ids: ids(mine) }).toEqual({
        seed,
        name,
        question: queryParams,
        code: all.code,
        ids: shown.filter((id) => own.has(id)),
      });
    }
  }, 120_000);
});

describe('other sites', () => {
  const ORIGINS = (host: string): readonly string[] => [
    ...[
      'null',
      'https://evil.example',
      'http://localhost',
      'http://localhost:1',
      `https://${host}`,
      `http://${host}.evil.example`,
    ],
    ...[
      `http://evil.example/${host}`,
      `http://${host}@evil.example`,
      'file://',
      'chrome-extension://abc',
      `http://x.${host}`,
      'http://127.0.0.1',
    ],
    ...[
      'http://127.1',
      'http://2130706433',
      'http://[::1]',
      'http://[::ffff:127.0.0.1]',
      'http://0.0.0.0',
      `http://${host}0`,
      'ws://evil.example',
    ],
    ...[
      'https://app.example.co',
      'https://app.example.com.evil',
      'http://atrium.example',
      'http://127.0.0.1.nip.io',
      'data:',
      'about:blank',
    ],
    ...[
      'http://127.0.0.1:65535',
      'http://evil.example:80',
      'http://evil.example:443',
      'http://sub.localhost',
      'https://xn--trium-3ve.example',
      'gopher://x',
    ],
  ];
  // @case T6.09 T6.11
  it('get no socket and no reflected content', async () => {
    const { host } = new URL(testServer.url);
    const origins = ORIGINS(host).filter((origin) => origin !== `https://${host}`);
    expect(origins.length).toBeGreaterThanOrEqual(30);
    for (const origin of origins) {
      await expect(connectLiveClient(`${testServer.url}/admin`, root.token, { origin })).rejects.toThrow();
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const init =
          method === 'POST'
            ? { body: '{"name":"x"}', headers: { origin, 'content-type': 'application/json' } }
            : { headers: { origin } };
        const { headers, code } = await root.send(
          method,
          method === 'POST' ? '/admin/news_category/add' : '/admin/news/index',
          init,
        );
        expect([
          origin,
          headers.get('access-control-allow-origin'),
          headers.get('access-control-allow-credentials'),
        ]).toEqual([origin, null, null]);
        if (method === 'POST') expect([origin, code]).toEqual([origin, 403]);
      }
    }
    const own = await connectLiveClient(`${testServer.url}/admin`, root.token, { origin: testServer.url });
    own.close();
  }, 60_000);

  // @case T6.10
  it('change nothing with requests that a page can send', async () => {
    const before = await loadLogHead();
    const postRoutes = testServer.routes
      .routes()
      .filter(
        ({ path, method, body, ignoresToken }) =>
          /^\/admin/.test(path) && method === 'POST' && body === 'json' && !ignoresToken,
      );
    const some = postRoutes.filter((_, index) => index % Math.ceil(postRoutes.length / 80) === 0);
    expect(some.length).toBeGreaterThanOrEqual(60);
    for (const { path } of some)
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const { status } = await root.send('POST', path, {
          body: '{"ids":[1],"id":1}',
          headers: { 'content-type': type },
        });
        expect([path, type, status === 415 || status === 403]).toEqual([path, type, true]);
      }
    // An export leaves only its audit entry.
    const readRoutes = testServer.routes
      .routes()
      .filter(({ method, ignoresToken }) => method === 'GET' && !ignoresToken);
    for (const { path } of readRoutes) if (!path.endsWith('/export')) await root.get(path);
    expect(await changedSince(before)).toEqual([]);
  }, 60_000);

  // @case T6.12
  it('a parameter that occurs twice or in two places is refused, or read from one place', async () => {
    for (const path of ['/admin/news/edit?id=1&id=2', '/admin/news/index?limit=1&limit=2', '/admin/news/edit?id[]=1'])
      expect([path, (await root.get(path)).status]).toEqual([path, 400]);
    const { title } = (await root.get('/admin/news/edit', { id: '2' })).data.row;
    const response = await root.post('/admin/news/edit?id=2', { id: 1, title: 'Only the body counts' });
    expect(response.status).toBe(400);
    expect((await root.get('/admin/news/edit', { id: '2' })).data.row.title).toBe(title);
    expect(
      (
        await root.send('DELETE', '/admin/news/del?ids=1', {
          body: '{"ids":[2]}',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(400);
    expect((await root.get('/admin/news/edit', { id: '1' })).code).toBe(1);
  });
});
