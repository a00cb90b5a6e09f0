/** Requests that never reach a handler: other spellings of paths, bodies that are not valid JSON, filters on hidden fields. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getColumns } from '../../common/entity/columns';
import { sampleSize } from '../../config/jest/testEnvironment';
import { guest, limitedAdmin, superAdmin, type ApiResponse, type Caller } from '../testing/callers';
import { startTestServer, type TestServer } from '../testing/testServer';

let testServer: TestServer;
let root: Caller;
beforeAll(async () => {
  testServer = await startTestServer({ seed: 'demo' });
  root = await superAdmin(testServer);
});
afterAll(() => testServer.close());

interface RawResponse {
  readonly status: number;
  readonly text: string;
}
/** Sends a path exactly as written; fetch would normalize it. */
const rawRequest = (
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body?: string | Buffer,
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(testServer.url);
    const request = httpRequest({ hostname, port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on('error', reject);
    request.end(body);
  });
const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<RawResponse> =>
  rawRequest(
    path,
    { 'content-type': 'application/json', batoken: root.token, server: 'true', ...headers },
    'POST',
    body,
  );

describe('paths', () => {
  // @spec P6-005
  it('match without regard to case and are guarded in every case', async () => {
    for (const path of ['/admin/news/index', '/ADMIN/News/INDEX', '/Admin/nEws/index']) {
      expect((await guest(testServer).get(path)).code).toBe(302);
      expect((await root.get(path)).code).toBe(1);
    }
  });

  it('paths in any other spelling respond with 404', async () => {
    const spellings = [
      (p: string) => `/${p}`,
      (p: string) => `${p}/`,
      (p: string) => `${p};x`,
      (p: string) => `${p};jsessionid=1`,
      (p: string) => p.replace('/admin', '/%61dmin'),
      (p: string) => `/.${p}`,
      (p: string) => `/api/..${p}`,
      (p: string) => p.replace(/^\/admin/, '/admin/'),
      (p: string) => p.replace(/^\/admin/, '/admin/.'),
      (p: string) => p.replace('/', '\\'),
      (p: string) => `${p}%00`,
      (p: string) => `${p}%20`,
      (p: string) => `${p}.`.replace('/index.', '/index%2e'),
      (p: string) => `http://elsewhere${p}`,
      (p: string) => `${p}#/api/common/captcha`,
    ];
    for (const path of ['/admin/news/index', '/admin/admin/index', '/admin/Index/index'])
      for (const respell of spellings) {
        const { status, text } = await rawRequest(respell(path), { batoken: root.token, server: 'true' });
        // The HTTP parser refuses some spellings without a body.
        const code = text === '' ? 404 : (JSON.parse(text) as ApiResponse).code;
        expect([respell(path), text === '' ? 404 : status, code]).toEqual([respell(path), 404, 404]);
        expect(status).toBeGreaterThanOrEqual(400);
      }
  });

  it('cannot be bypassed with headers, methods or a look-alike query', async () => {
    const bypassHeaders = [
      { 'x-original-url': '/api/Index/index' },
      { 'x-rewrite-url': '/api/Index/index' },
      { 'x-http-method-override': 'GET' },
    ];
    for (const headers of bypassHeaders)
      expect((await guest(testServer).send('GET', '/admin/news/index', { headers })).code).toBe(302);
    expect((await guest(testServer).get('/admin/news/index', { '/api/common/captcha': '' })).code).toBe(302);
    const head = await root.send('HEAD', '/admin/news/index');
    expect([head.status, head.text]).toEqual([200, '']);
    for (const method of ['OPTIONS', 'PUT', 'PATCH']) {
      const response = await root.send(method, '/admin/news/index');
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
    }
  });

  // @spec P2-001
  it('respond to browsers with the app page under /admin and /user, a page at /, and a 404 page elsewhere', async () => {
    const visitPage = (path: string) => rawRequest(path, { accept: 'text/html', 'sec-fetch-mode': 'navigate' });
    expect((await visitPage('/')).text).toContain('href="/admin"');
    expect((await visitPage('/admin/news')).status).toBe(200);
    expect((await visitPage('/admin/iframe/https%3A%2F%2Fexample.com%2F')).status).toBe(200);
    expect((await visitPage('/nothing/here')).status).toBe(404);
    expect((await visitPage('/api/nothing')).text).toContain('"code":404');
    expect((await visitPage('/?lang=zh-cn')).text).toContain('管理后台');
  });

  // @spec P6-013
  // @covers server auth.needed
  it('lead a guest to the home page and both logins, and to nothing else of either side', async () => {
    const visitPage = (path: string) => rawRequest(path, { accept: 'text/html', 'sec-fetch-mode': 'navigate' });
    for (const path of ['/', '/admin/login', '/user/login'])
      expect([path, (await visitPage(path)).status]).toEqual([path, 200]);
    const guestCaller = guest(testServer);
    for (const path of ['/api/Index/index', '/admin/Index/login', '/api/user/checkIn'])
      expect([path, (await guestCaller.get(path)).code]).toEqual([path, 1]);
    for (const [path, routeName] of [
      ['/admin/Index/index', 'adminLogin'],
      ['/admin/news/index', 'adminLogin'],
      ['/api/user/index', 'userLogin'],
      ['/api/account/overview', 'userLogin'],
      ['/api/user_money_log/index', 'userLogin'],
    ] as const) {
      const { status, code, data } = await guestCaller.get(path);
      expect([path, status, code, data.routeName]).toEqual([path, 200, 302, routeName]);
    }
  });
});

describe('bodies', () => {
  const path = '/admin/news/add';
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  it('are refused with 400, 413 or 415 without a server error', async () => {
    const before = (await root.get('/admin/news/index')).data;
    const malformedBodies: readonly (readonly [number, string | Buffer, Record<string, string>?])[] = [
      [400, '{'],
      [400, '[]'],
      [400, '"text"'],
      [400, 'null'],
      [400, '{"title":1e400}'],
      [400, '\ufeff{}'],
      [400, '{"title":"a","title":"b"}'],
      [400, '{"__proto__":{"polluted":true}}'],
      [400, '{"constructor":{"prototype":{"polluted":true}}}'],
      [400, '{"\\u005f_proto__":{}}'],
      [400, '{"a":{"b":[{"__proto__":1}]}}'],
      [400, '{"title":"\\ud800"}'],
      [400, '{"title":"a\\u0000b"}'],
      [400, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
      [400, nested(33)],
      [400, nested(20_000)],
      [400, `{${Array.from({ length: 5001 }, (_, index) => `"k${index}":1`).join(',')}}`],
      [413, JSON.stringify({ content: 'x'.repeat(1_300_000) })],
      [415, '{}', { 'content-type': 'text/plain' }],
      [415, '{}', { 'content-type': 'application/x-www-form-urlencoded' }],
      [415, '{}', { 'content-type': 'application/json; charset=latin1' }],
      [415, Buffer.from('1f8b0800', 'hex'), { 'content-encoding': 'gzip' }],
    ];
    for (const [status, body, headers] of malformedBodies) {
      const response = await post(path, body, headers);
      expect([String(body).slice(0, 40), response.status]).toEqual([String(body).slice(0, 40), status]);
      expect((JSON.parse(response.text) as ApiResponse).code).toBe(status);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    const after = (await root.get('/admin/news/index')).data;
    expect([after.total, after.seq]).toEqual([before.total, before.seq]);
  });

  it('may have a value of the wrong type for every field without a server error', async () => {
    const values = [
      null,
      true,
      0,
      -1,
      1.5,
      2 ** 53,
      1e300,
      '',
      ' ',
      'x'.repeat(70_000),
      [],
      [[]],
      {},
      [null],
      ['a'],
      { a: 1 },
      '0',
      "' OR 1=1 --",
      '<img src=x onerror=1>',
      '\u202e',
      '😀',
      '../../etc',
    ];
    for (const entity of testServer.services.registry.all.filter(({ spec }) => spec.access.staff === 'crud'))
      for (const [place, name] of [...getColumns(entity).keys()].entries())
        for (const value of [...values, ...values]
          .slice(place % values.length)
          .slice(0, sampleSize(2, values.length))) {
          const { status, code } = await root.post(`/admin/${entity.name}/add`, { [name]: value });
          const description = `${entity.name}.${name} = ${JSON.stringify(value).slice(0, 40)}`;
          expect([description, status < 500]).toEqual([description, true]);
          expect([0, 1, 400]).toContain(code);
        }
  }, 120_000);

  it('accept ids as numbers, digits and lists only', async () => {
    for (const ids of [
      null,
      'x',
      {},
      [],
      [0],
      [-1],
      [1.5],
      [{}],
      ['1;2'],
      true,
      Array.from({ length: 501 }, (_, index) => index + 1),
    ])
      expect((await root.post('/admin/news/del', { ids })).status).toBe(400);
    for (const id of ['', 'x', '0', '-1', '1e3', '1 or 1=1', '99999999999999999999'])
      expect((await root.get('/admin/news/edit', { id })).status).toBe(400);
    expect((await root.get('/admin/news/edit', { id: '987654' })).status).toBe(404);
  });
});

describe('queries', () => {
  // @spec P8-002
  // @covers fault request.unknown_key
  // @case T7.17
  it('refuse unknown names, names given twice and broken bytes', async () => {
    for (const query of [
      'nonsense=1',
      'page=1&page=2',
      'page=%FF',
      'page=%',
      '__proto__[a]=1',
      'search[__proto__][field]=id',
      'a.constructor=1',
      'page=1%00',
      'page=0',
      'limit=201',
      'page=1000001',
      'limit=1e3',
    ])
      expect([
        query,
        (await rawRequest(`/admin/news/index?${query}`, { batoken: root.token, server: 'true' })).status,
      ]).toEqual([query, 400]);
    const { msg } = await root.get('/admin/news/index?nonsense=1');
    expect(msg).toBe('Incorrect parameter! “nonsense” is not supported here.');
    for (const query of ['page=1', 'uuid=7', 'lang=en', '_=1', 'server=1', 'isTree=true', 'absoluteAuth=1'])
      expect([query, (await root.get(`/admin/news/index?${query}`)).code]).toEqual([query, 1]);
  });

  // @spec P8-002
  // @covers fault request.query
  // @case T3.12 T7.20
  it('respond about a hidden field exactly as about an unknown one', async () => {
    const limitedCaller = await limitedAdmin(
      testServer,
      testServer.services.registry.all.map(({ name }) => `${name}/index`),
    );
    // A field may have the name of an envelope key: only its position counts.
    const comparableResponse = ({ status, code, msg, data, text }: ApiResponse, name: string) =>
      [
        status,
        code,
        msg,
        JSON.stringify(data).replaceAll(name, '?'),
        text.length - JSON.stringify(data).length,
      ] as const;
    const questions = (field: string): Record<string, string>[] => [
      { order: `${field},desc` },
      { 'search[0][field]': field, 'search[0][operator]': 'LIKE', 'search[0][val]': '$argon' },
      { 'search[]': JSON.stringify({ field, operator: '=', val: 'x' }) },
      { 'search[0][field]': field, 'search[0][operator]': 'NOT NULL', 'search[0][val]': '' },
      { initKey: field, initValue: 'x' },
      { select: 'true', order: `${field},asc` },
    ];
    // Only super admins reach a list for super admins, whatever it is asked.
    for (const entity of testServer.services.registry.all.filter(({ spec }) => spec.superOnly !== true)) {
      const hidden = [...getColumns(entity).values()].filter(({ sensitivity }) =>
        ['secret', 'restricted', 'money'].includes(sensitivity),
      );
      for (const { name } of hidden)
        for (const [place, question] of questions(name).entries()) {
          const unknownField = 'q'.repeat(name.length);
          const response = await limitedCaller.get(`/admin/${entity.name}/index`, question);
          const unknownResponse = await limitedCaller.get(
            `/admin/${entity.name}/index`,
            questions(unknownField)[place],
          );
          expect([entity.name, name, response.status]).toEqual([entity.name, name, 400]);
          expect(comparableResponse(response, name)).toEqual(comparableResponse(unknownResponse, unknownField));
        }
    }
    const { msg } = await root.get('/admin/news/index', { order: 'ghost,asc' });
    expect(msg).toBe('Incorrect parameter! This list can’t be filtered or sorted like that.');
    expect((await root.get('/admin/admin/index', { quick_search: '$argon2id' })).data.total).toBe(0);
  });

  // @case T7.19
  it('turn SQL in any place into a 400 or a search without results', async () => {
    const sqlPayloads = [
      "id' OR '1'='1",
      'id;drop table news',
      'id,(select 1)',
      'id`',
      'id->"$.a"',
      'CAST(id AS int)',
      "1' AND SLEEP(5)#",
      'news.id',
      'id) UNION SELECT password FROM admin--',
    ];
    for (const text of sqlPayloads) {
      expect((await root.get('/admin/news/index', { order: `${text},desc` })).status).toBe(400);
      expect((await root.get('/admin/news/index', { order: `id,${text}` })).status).toBe(400);
      expect((await root.get('/admin/news/index', { 'search[0][field]': text, 'search[0][val]': '1' })).status).toBe(
        400,
      );
      const operator = { 'search[0][field]': 'title', 'search[0][operator]': text, 'search[0][val]': 'x' };
      expect((await root.get('/admin/news/index', operator)).status).toBe(400);
      const found = await root.get('/admin/news/index', {
        'search[0][field]': 'title',
        'search[0][operator]': '=',
        'search[0][val]': text,
      });
      expect([found.code, found.data.total]).toEqual([1, 0]);
      expect((await root.get('/admin/news/index', { quick_search: text })).code).toBe(1);
    }
  });
});

describe('messages', () => {
  // @spec P8-003
  // @covers fault auth.needed
  it('are in the language of the header, else the parameter, else the browser, else the site', async () => {
    const msg = async (headers: Record<string, string>, path = '/admin/news/index') =>
      (await guest(testServer).send('GET', path, { headers })).msg;
    const [english, chinese] = ['Sign in first.', '请先登录'];
    expect(await msg({})).toBe(english);
    expect(await msg({ 'think-lang': 'zh-cn', 'accept-language': 'en' })).toContain(chinese);
    expect(await msg({ 'accept-language': 'fr;q=0.9, zh-TW;q=0.8, en;q=0.1' })).toContain(chinese);
    expect(await msg({ 'accept-language': 'zh' }, '/admin/news/index?lang=en')).toBe(english);
    expect(await msg({ 'accept-language': 'xx' })).toBe(english);
  });

  it('never contain internals', async () => {
    const responses = await Promise.all([
      root.get('/admin/news/edit', { id: '424242' }),
      root.post('/admin/news/add', { title: 'x'.repeat(300) }),
      root.get('/no/such/<script>alert(1)</script>'),
      guest(testServer).get('/admin/Index/index'),
    ]);
    for (const { text, headers } of responses) {
      expect(text).not.toMatch(/SELECT|sqlite|mariadb|node_modules|\.ts:|at async|stack|argon/i);
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('other sites', () => {
  it('cannot make a browser change anything here', async () => {
    const body = JSON.stringify({ name: 'From afar' });
    const send = (headers: Record<string, string>) => post('/admin/news_category/add', body, headers);
    for (const origin of ['https://evil.example', 'null', `${testServer.url}.evil.example`, 'http://localhost:1'])
      expect((await send({ origin })).status).toBe(403);
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const preflight = await guest(testServer).send('OPTIONS', '/admin/news/add', {
      headers: { origin: 'https://evil.example' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});
