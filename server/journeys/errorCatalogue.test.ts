/** The error catalog: every text of the specification exists and is used, and no response reveals more than it should. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ISSUE_CODES } from '../../common/entity/issue';
import { LANGUAGES } from '../../common/lang';
import { findTranslation } from '../../common/locales/translate';
import { FAULTS } from '../../common/protocol/faults';
import { guest, superAdmin, type ApiResponse, type Caller } from '../testing/callers';
import { testDialects, startTestServer, type TestServer } from '../testing/testServer';

/** The texts of the specification, by fault code. */
const CATALOGUE_SENTENCES: readonly (readonly [key: string, sentence: string])[] = [
  ['client.redirected', 'Interface redirected!'],
  ['request.malformed', 'Incorrect parameter!'],
  ['access.denied', 'You do not have permission to operate!'],
  ['route.missing', 'Error requesting address'],
  ['request.timeout', 'Request timed out!'],
  ['row.duplicate', 'The same data already exists in the system!'],
  ['server.internal', 'Server internal error!'],
  ['server.not_implemented', 'Service not implemented!'],
  ['server.gateway', 'Gateway error!'],
  ['server.busy', 'Service unavailable!'],
  ['server.deadline', 'The service is temporarily unavailable Please try again later!'],
  ['server.http_version', 'HTTP version is not supported!'],
  ['client.other', 'Abnormal problem, please contact the website administrator!'],
  ['client.timeout', 'Network request timeout!'],
  ['client.network', 'Server exception!'],
  ['client.offline', 'You are disconnected!'],
  ['client.duplicate', 'utomatic cancellation due to duplicate request'],
  ['upload.incomplete', 'file data is incomplete'],
  ['upload.type', 'is not allowed'],
  ['upload.too_large', 'exceeds the allowed'],
  ['navigation.range', 'beyond the movable range'],
  ['navigation.type', 'menu type is unrecognized'],
  ['navigation.guard', 'intercepted by the navigation guard'],
  ['navigation.here', 'already there'],
  ['navigation.route', 'route is invalid'],
  ['client.fullscreen', 'full screen'],
  ['client.editor_missing', 'nstall it from the module market'],
  ['client.terminal_port', 'not running under the install service'],
  ['member.disabled', 'Member center disabled'],
];

/** The texts of the validation rules. */
const ISSUE_SENTENCES: readonly (readonly [rule: string, code: (typeof ISSUE_CODES)[number], sentence: RegExp])[] = [
  ['account', 'account', /3 to 15 letters, digits or underscores, starting with a letter/],
  ['password', 'password', /\{\{min\}\} to \{\{max\}\} characters, without & < > " '/],
  ['captcha', 'captcha', /captcha is wrong/],
  ['mobile', 'mobile', /valid mobile/],
  ['name', 'name', /Use only letters/],
  ['content and required fields', 'required', /Fill in/],
  ['repeat password', 'password_repeat', /don’t match/],
  ['old password', 'password_old', /current password is wrong/],
  ['own parent', 'self_parent', /own parent/],
  ['URL', 'url', /valid URL/],
  ['email', 'email', /valid email/],
];

const readSources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|locales|testing/.test(name))
    .map((name) => join(folder, name));

describe('the error catalog', () => {
  // @spec P9-011
  it.each(CATALOGUE_SENTENCES)('%s is “%s” in English and has a Chinese text', (key, sentence) => {
    expect(findTranslation('en', `faults.${key}`)).toContain(sentence);
    expect(findTranslation('zh-cn', `faults.${key}`)).toMatch(/\p{Script=Han}/u);
  });
  // @spec P5-001 P5-004 P5-007 P5-008 P5-017 P5-018
  // @covers issue account, issue password, issue mobile, issue name, issue url, issue email
  it.each(ISSUE_SENTENCES)('the rule of the %s has its text', (_rule, code, sentence) => {
    expect(findTranslation('en', `issues.${code}`)).toMatch(sentence);
    expect(findTranslation('zh-cn', `issues.${code}`)).toMatch(/\p{Script=Han}/u);
  });
  it('has no unused text', () => {
    const text = ['common', 'server', 'client']
      .flatMap(readSources)
      .filter((file) => !/(protocol[\\/]faults|entity[\\/]issue)\.ts$/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const unusedCodes = Object.keys(FAULTS).filter((code) => !text.includes(`${code}'`));
    expect(unusedCodes).toEqual([]);
    expect(ISSUE_CODES.filter((code) => !text.includes(`'${code}'`))).toEqual([]);
  });
  it('has the default success message', () => {
    expect(LANGUAGES.map((lang) => findTranslation(lang, 'success.fallback'))).toEqual([
      'Operation successful',
      '操作成功',
    ]);
  });
});

describe.each(testDialects())('refusals on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    const failingRoute = {
      method: 'GET',
      realm: 'admin',
      access: 'guest',
      query: [],
      body: 'none',
      summary: '',
    } as const;
    const failures: Readonly<Record<string, () => Promise<never>>> = {
      throws: () => Promise.reject(new Error('SELECT secret FROM `admin` at /work/house/secret.ts:1:2')),
      query: async () => {
        await testServer.services.db.rows('SELECT nothing_here FROM `admin`');
        throw new Error('never');
      },
      type: async () => {
        throw new TypeError("Cannot read properties of undefined (reading 'password')");
      },
      text: () => Promise.reject('a bare text with /etc/passwd'), // eslint-disable-line @typescript-eslint/prefer-promise-reject-errors -- libraries do
    };
    for (const [name, handler] of Object.entries(failures))
      testServer.routes.add({ ...failingRoute, path: `/admin/boom/${name}`, handler });
    testServer.routes.add({
      ...failingRoute,
      access: 'admin',
      stepUp: true,
      path: '/admin/boom/guarded',
      handler: async () => ({}),
    });
  });
  afterAll(() => testServer.close());

  const tells =
    /SELECT |INSERT |sqlite|mariadb|sequelize|node_modules|\.tsx?\b|\.js:|\/work|\/etc\/passwd|at async|stack|argon|nothing_here|undefined/i;

  // @spec P8-028
  // @covers fault server.internal
  it('show only a request id for a bug; the log has the error', async () => {
    for (const name of ['throws', 'query', 'type', 'text']) {
      const { status, code, msg, data, text, headers } = await root.get(`/admin/boom/${name}`);
      expect([status, code]).toEqual([500, 500]);
      expect(data).toEqual({ requestId: headers.get('x-request-id') });
      expect(msg).toBe('Server internal error!');
      expect(text).not.toMatch(tells);
    }
  });

  // @case T8.02
  it('never contain code, queries or paths, for any input', async () => {
    const hostileTexts = [
      "'",
      '"; DROP TABLE admin; --',
      '../../etc/passwd',
      '<img src=x onerror=alert(1)>',
      '{{7*7}}',
      '\u202e',
      '9'.repeat(400),
    ];
    const responses: ApiResponse[] = [];
    for (const text of hostileTexts) {
      responses.push(await root.get('/admin/news/index', { quick_search: text }));
      responses.push(await root.get('/admin/news/index', { order: text }));
      responses.push(await root.get('/admin/news/edit', { id: text }));
      responses.push(await root.get('/admin/news/index', { [text.slice(0, 20)]: '1' }));
      responses.push(await root.post('/admin/news/add', { title: text, cat_ids: text }));
      responses.push(await root.post('/admin/admin/edit', { id: 1, email: text, group_arr: text }));
      responses.push(await root.send('DELETE', `/admin/news/del?ids=${encodeURIComponent(text)}`));
      responses.push(await root.send('PUT', '/admin/news/add'));
      responses.push(await guest(testServer).get(`/no/such/${encodeURIComponent(text)}`));
      responses.push(await guest(testServer).post('/admin/Index/login', { username: text, password: text }));
    }
    for (const { status, headers, text } of responses) {
      expect(status).toBeLessThan(500);
      expect(text.replace(/"title":"[^"]*"|"url":"[^"]*"|Error requesting address: [^"]*|“[^”]*”/g, '')).not.toMatch(
        tells,
      );
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('content-type')).toContain('application/json');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  // @case T8.01
  it('only an expired access token gives envelope code 409', async () => {
    const category = { name: 'Taken name' };
    expect((await root.post('/admin/enterprise/add', category)).code).toBe(1);
    const duplicate = await root.post('/admin/enterprise/add', category);
    expect([duplicate.status, duplicate.code, Object.keys(duplicate.data.fields)]).toEqual([409, 0, ['name']]);
    expect(duplicate.msg).toBe('The same data already exists in the system!');
    const { row } = (await root.get('/admin/enterprise/edit', { id: '1' })).data;
    await root.post('/admin/enterprise/edit', {
      id: 1,
      revision: row.revision,
      _base: { name: row.name },
      name: 'Second',
    });
    const stale = await root.post('/admin/enterprise/edit', {
      id: 1,
      revision: row.revision,
      _base: { name: row.name },
      name: 'Third',
    });
    expect([stale.status, stale.code]).toEqual([200, 412]);
    for (const token of ['', 'x', root.token, 'ba_ar_x.1.y']) {
      const { status, code } = await guest(testServer).post('/api/common/refreshToken', { refresh_token: token });
      expect([status, code]).not.toContain(409);
    }
  });

  // @spec P6-013
  it('send people without a session to the login of their own realm, and nowhere else', async () => {
    const admin = await guest(testServer).get('/admin/news/index');
    const reader = await guest(testServer).get('/api/user/index');
    expect([admin.status, admin.code, admin.data.routeName, admin.data.routePath]).toEqual([
      200,
      302,
      'adminLogin',
      '/admin/login',
    ]);
    expect([reader.status, reader.code, reader.data.routeName, reader.data.routePath]).toEqual([
      200,
      302,
      'userLogin',
      '/user/login',
    ]);
  });

  // @covers fault access.step_up
  it('require the password again where a step-up is needed, which lasts five minutes', async () => {
    testServer.advanceClock(16 * 60_000);
    const caller = await superAdmin(testServer);
    expect(await caller.get('/admin/boom/guarded')).toMatchObject({ code: 1, msg: 'Operation successful' });
    testServer.advanceClock(5 * 60_000);
    const refused = await caller.get('/admin/boom/guarded');
    expect([refused.status, refused.code, refused.data]).toEqual([403, 403, { stepUp: true }]);
    expect(refused.msg).toBe('Enter your password to continue.');
    expect((await caller.post('/admin/Index/stepUp', { password: 'correct-horse-9' })).code).toBe(1);
    expect((await caller.get('/admin/boom/guarded')).code).toBe(1);
    expect((await guest(testServer).get('/admin/boom/guarded')).code).toBe(302);
    testServer.advanceClock(5 * 60_000);
    expect((await caller.get('/admin/boom/guarded')).code).toBe(403);
  });
});
