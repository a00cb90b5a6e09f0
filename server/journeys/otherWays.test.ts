/** Who tries to get in by other ways than the authority screens: spellings, tokens of the other side, flags, questions about rows, other sites. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { samples } from '../../config/jest/tools';
import { seedCtx } from '../db/seeds/base';
import { ask, limitedAdmin, member, signIn, superAdmin, type Answer, type Caller } from '../testing/actors';
import { connectClient } from '../testing/liveClient';
import { createRandom, seedOf } from '../testing/random';
import { startWorld, type World } from '../testing/world';

const PASSWORD = 'limited-horse-7';
let world: World;
let root: Caller;
let outsider: Caller;
beforeAll(async () => {
  world = await startWorld({ seed: 'demo' });
  root = await superAdmin(world);
  outsider = await member(world);
});
afterAll(() => world.end());

const headNow = async () =>
  Number((await world.services.db.rows<{ last: number }>('SELECT last FROM change_head WHERE id = 1'))[0]?.last);
/** What anybody changed since; that pages were looked at is counted meanwhile, and the house has its hourly chores. */
const changedSince = (head: number) =>
  world.services.db.rows<{ ent: string; op: string; actor: string }>(
    "SELECT ent, eid, op, actor FROM `change_log` WHERE seq > ? AND ent <> 'visit' AND actor <> 'system' ORDER BY seq",
    [head],
  );

describe('paths', () => {
  interface Told {
    readonly code: number;
    readonly length: string | undefined;
  }
  const raw = (method: string, path: string, headers: Record<string, string> = {}): Promise<Told> =>
    new Promise((done, fail) => {
      const { hostname, port } = new URL(world.url);
      const json = method === 'POST' ? { 'content-type': 'application/json' } : undefined;
      const all = { server: 'true', ...json, ...headers };
      const sent = httpRequest({ hostname, port, path, method, headers: all }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        const length = answer.headers['content-length'];
        answer.on('end', () => done({ code: text.startsWith('{') ? (JSON.parse(text) as Answer).code : 404, length }));
      });
      sent.on('error', fail).end(method === 'POST' ? '{}' : undefined);
    });
  const guarded = (method: string, most: number) => {
    const routes = world.routes.routes().filter((route) => route.method === method && route.access === 'admin');
    return routes.filter((_, at) => at % Math.ceil(routes.length / most) === 0);
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
  it('in sixty spellings open no guarded route to a guest (T6.02)', async () => {
    const some = [...guarded('GET', 20), ...guarded('POST', 20)];
    expect([SPELLINGS.length >= 60, some.length >= 30]).toEqual([true, true]);
    const before = await headNow();
    for (const { method, path } of some) {
      const told = await Promise.all(
        SPELLINGS.map((spell) => raw(method, spell(path), { 'x-original-url': '/api/Index/index' })),
      );
      // a parameter may lead to a page of guests, never into the console
      const opened = told.flatMap(({ code }, at) => (code === 1 ? [SPELLINGS[at]?.(path)] : []));
      expect([method, path, opened]).toEqual([method, path, []]);
    }
    expect(await changedSince(before)).toEqual([]);
  }, 60_000);
  it('stay guarded under every method and every header that names another one (T6.02)', async () => {
    const before = await headNow();
    for (const { path } of guarded('GET', 10)) {
      const refusal = await raw('GET', path);
      const head = await raw('HEAD', path);
      expect([path, head.length]).toEqual([path, refusal.length]);
      for (const method of ['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE'])
        expect([method, path, (await raw(method, path)).code]).not.toEqual([method, path, 1]);
    }
    const open = '/api/Index/index';
    const plain = await raw('GET', open);
    for (const { path } of guarded('POST', 10)) {
      const asked = await raw('GET', path);
      expect([path, asked.code >= 300]).toEqual([path, true]);
      for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
        expect([name, path, await raw('GET', path, { [name]: 'POST' })]).toEqual([name, path, asked]);
      for (const name of ['x-original-url', 'x-rewrite-url'])
        expect([name, path, await raw('GET', open, { [name]: path })]).toEqual([name, path, plain]);
    }
    expect(await changedSince(before)).toEqual([]);
  });
});

describe('tokens', () => {
  it('count in their own header and nowhere else (T6.03)', async () => {
    const get = (path: string, headers: Record<string, string>) =>
      ask(world.url + path, { headers: { server: 'true', ...headers } });
    const [staff, mine] = [root.token, outsider.token];
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
    for (const [space, token] of [
      ['admin', mine],
      ['member', staff],
    ] as const)
      await expect(connectClient(`${world.url}/${space}`, token, {})).rejects.toThrow();
  });

  it('do not become super by saying so (T6.04)', async () => {
    const caller = await limitedAdmin(world, ['news/index', 'admin/index', 'admin/edit']);
    const claim = { super: true, nodes: ['*'], rules: ['*'], is_super: 1, group: 1, adminInfo: { super: true } };
    const json = {
      'content-type': 'application/json',
      super: '1',
      'x-super': 'true',
      cookie: 'super=1; adminInfo={"super":true}',
    };
    for (const path of ['/admin/user/del', '/admin/ajax/clearCache', '/admin/admin_group/add', '/admin/news/del']) {
      const { code } = await caller.send('POST', path, { body: JSON.stringify({ ...claim, ids: [1] }), headers: json });
      expect([path, code]).toEqual([path, 403]);
    }
    await caller.post('/admin/profile/edit', { ...claim, motto: 'me', group_arr: [1] });
    await caller.post('/admin/admin/edit', { ...claim, id: caller.id, nickname: 'Me' });
    expect((await caller.get('/admin/Index/index')).data.adminInfo.super).toBe(false);
  });

  it('of an admin and a member with the same number are two people (T6.07)', async () => {
    const entity = world.services.registry.get('user');
    if (!entity) throw new Error('no members');
    const staff = await limitedAdmin(world, ['news/index']);
    const draft = { username: 'same_number', nickname: 'Same', password: PASSWORD };
    const { id } = await world.writer.create(seedCtx(world.services), entity, draft);
    await world.services.db.transact((tx) => tx.run('UPDATE `user` SET id = ? WHERE id = ?', [staff.id + 100_000, id]));
    await world.services.db.transact((tx) => tx.run('DELETE FROM `user` WHERE id = ?', [staff.id]));
    await world.services.db.transact((tx) =>
      tx.run('UPDATE `user` SET id = ? WHERE id = ?', [staff.id, staff.id + 100_000]),
    );
    const twin = await signIn(world, 'member', draft);
    expect(twin.id).toBe(staff.id);
    const choice = (bell: boolean) => ({ name: 'notices', value: { security: { bell } }, _mid: 'one-and-the-same' });
    expect((await staff.post('/admin/preference/set', choice(true))).code).toBe(1);
    expect((await twin.post('/api/preference/set', choice(false))).code).toBe(1);
    const own = [await staff.get('/admin/preference/index'), await twin.get('/api/preference/index')];
    expect(own.map(({ data }) => data.list.map(({ realm }: { realm: string }) => realm))).toEqual([
      ['admin'],
      ['member'],
    ]);
    const sessions = [await staff.get('/admin/profile/sessions'), await twin.get('/api/account/sessions')];
    for (const { data } of sessions) expect(data.list).toHaveLength(1);
    expect((await twin.post('/api/account/revokeOthers')).code).toBe(1);
    expect((await staff.get('/admin/news/index')).code).toBe(1);
  });
});

describe('the reach over rows (T6.06)', () => {
  const seed = seedOf();
  it('holds for every question: whatever a limited admin asks is what everybody’s answer holds of his own', async () => {
    const random = createRandom(seed);
    const nouns = ['news', 'article', 'attachment', 'admin_log'] as const;
    const some = await limitedAdmin(
      world,
      nouns.flatMap((name) => [`${name}/index`, `${name}/add`]),
    );
    for (let at = 0; at < 6; at += 1)
      await some.post('/admin/news/add', { title: `Mine ${at % 3}`, content: '<p>x</p>' });
    const bosses = await limitedAdmin(
      world,
      nouns.map((name) => `${name}/index`),
      'all',
    );
    const words = ['1', 'a', 'Mine', 'e', '', '20', 'admin'];
    const ask1 = (name: string): Record<string, string> => {
      const question: Record<string, string> = {
        limit: '200',
        order: random.pick(['id,asc', 'id,desc', 'create_time,desc']),
      };
      if (random.chance(0.4)) question['quick_search'] = random.pick(words);
      if (random.chance(0.3))
        Object.assign(question, {
          initKey: 'id',
          initValue: Array.from({ length: 20 }, () => 1 + random.below(60)).join(),
        });
      if (random.chance(0.2)) question['select'] = 'true';
      if (random.chance(0.4))
        Object.assign(question, {
          'search[0][field]': 'id',
          'search[0][operator]': random.pick(['>', '<', '>=', '<>', 'NOT IN', 'IN']),
          'search[0][val]': String(1 + random.below(40)),
        });
      if (name === 'news' && random.chance(0.3))
        Object.assign(question, {
          'search[1][field]': 'admin_id',
          'search[1][operator]': random.pick(['=', '<>']),
          'search[1][val]': String(random.pick([1, 2, some.id])),
        });
      return question;
    };
    for (let turn = 0; turn < samples(120, 2000); turn += 1) {
      const name = random.pick(nouns);
      const question = ask1(name);
      const [mine, all] = [
        await some.get(`/admin/${name}/index`, question),
        await bosses.get(`/admin/${name}/index`, question),
      ];
      const ids = (answer: Answer) => (answer.data?.list ?? []).map(({ id }: { id: number }) => id) as number[];
      const shown = ids(all);
      const own = new Set(
        (await world.services.db.rows<{ id: number }>(`SELECT id FROM \`${name}\` WHERE admin_id = ?`, [some.id])).map(
          ({ id }) => Number(id),
        ),
      );
      expect({ seed, name, question, code: mine.code, ids: ids(mine) }).toEqual({
        seed,
        name,
        question,
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
  it('are let in nowhere and told nothing, by socket or by reflection (T6.09, T6.11)', async () => {
    const { host } = new URL(world.url);
    const origins = ORIGINS(host).filter((origin) => origin !== `https://${host}`);
    expect(origins.length).toBeGreaterThanOrEqual(30);
    for (const origin of origins) {
      await expect(connectClient(`${world.url}/admin`, root.token, { origin })).rejects.toThrow();
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
    const own = await connectClient(`${world.url}/admin`, root.token, { origin: world.url });
    own.close();
  }, 60_000);

  it('change nothing with what a page can send by itself (T6.10)', async () => {
    const before = await headNow();
    const posts = world.routes
      .routes()
      .filter(
        ({ path, method, body, withoutToken: tokenless }) =>
          /^\/admin/.test(path) && method === 'POST' && body === 'json' && !tokenless,
      );
    const some = posts.filter((_, at) => at % Math.ceil(posts.length / 80) === 0);
    expect(some.length).toBeGreaterThanOrEqual(60);
    for (const { path } of some)
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const { status } = await root.send('POST', path, {
          body: '{"ids":[1],"id":1}',
          headers: { 'content-type': type },
        });
        expect([path, type, status === 415 || status === 403]).toEqual([path, type, true]);
      }
    // An export leaves a note that it was made, and nothing else.
    const reads = world.routes.routes().filter(({ method, withoutToken: tokenless }) => method === 'GET' && !tokenless);
    for (const { path } of reads) if (!path.endsWith('/export')) await root.get(path);
    expect(await changedSince(before)).toEqual([]);
  }, 60_000);

  it('and a parameter said twice or in two places is refused, or read from one place (T6.12)', async () => {
    for (const path of ['/admin/news/edit?id=1&id=2', '/admin/news/index?limit=1&limit=2', '/admin/news/edit?id[]=1'])
      expect([path, (await root.get(path)).status]).toEqual([path, 400]);
    const { title } = (await root.get('/admin/news/edit', { id: '2' })).data.row;
    const answer = await root.post('/admin/news/edit?id=2', { id: 1, title: 'Only the body counts' });
    expect(answer.status).toBe(400);
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
