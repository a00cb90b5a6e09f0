/** The audit log also contains staff actions that change no row: sign-in and sign-out, uploads, clearing the cache. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { permissionActions } from '../../../common/entity/permissionKeys';
import { entityLabels } from '../../../common/locales/entityLabels';
import { logTitle, verbLabel } from '../../../common/locales/logTitle';
import { createRegistry } from '../../../common/entity/registry';
import { sendRequest, superAdmin, type Body, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, SUPER_ADMIN, type TestServer } from '../../testing/testServer';
import { auditLog } from '../../hooks/audit/auditLog';
import { verifyAll } from '../../db/verify/verifyAll';

const registry = createRegistry(entities);

describe.each(sampleDialects())('the audit log on %s', (database) => {
  let testServer: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    admin = await superAdmin(testServer);
    const { list } = (await admin.get('/admin/admin/index')).data;
    await admin.post('/admin/admin/edit', { id: list[0].id, nickname: 'The Boss' });
  });
  afterAll(() => testServer.close());

  const newest = async (): Promise<Body> =>
    (await admin.get('/admin/admin_log/index?limit=1&order=id,desc')).data.list[0];
  const signIn = () =>
    sendRequest(`${testServer.url}/admin/Index/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', server: 'true', 'think-lang': 'zh-cn' },
      body: JSON.stringify(SUPER_ADMIN),
    });

  it('contains the account name, not the nickname', async () => {
    await admin.post('/admin/news_category/add', { name: 'Audit' });
    expect(await newest()).toMatchObject({ username: SUPER_ADMIN.username, title: 'News category · Add' });
  });

  it('records sign-in and sign-out with account and IP', async () => {
    const { data } = await signIn();
    const entry = await newest();
    expect(entry).toMatchObject({ username: SUPER_ADMIN.username, title: 'Sign-in', data: { act: 'sign_in' } });
    const stored = await testServer.services.db.rows('SELECT title FROM `admin_log` WHERE id = ?', [
      Number(entry['id']),
    ]);
    expect(stored).toEqual([{ title: '登录' }]);
    expect(entry['ip']).toMatch(/^(?:127|::)/);
    const body = JSON.stringify({ refresh_token: data.userInfo.refresh_token });
    const headers = { 'content-type': 'application/json', server: 'true' };
    await sendRequest(`${testServer.url}/admin/Index/logout`, { method: 'POST', headers, body });
    expect(await newest()).toMatchObject({
      username: SUPER_ADMIN.username,
      title: 'Sign-out',
      data: { act: 'sign_out' },
    });
    // A second sign-out adds no entry.
    const before = (await newest())['id'];
    await sendRequest(`${testServer.url}/admin/Index/logout`, { method: 'POST', headers, body });
    expect((await newest())['id']).toBe(before);
  });

  it('a failed sign-in is not recorded as a sign-in', async () => {
    const before = (await newest())['id'];
    const headers = { 'content-type': 'application/json', server: 'true' };
    const body = JSON.stringify({ ...SUPER_ADMIN, password: 'wrong-horse-1' });
    await sendRequest(`${testServer.url}/admin/Index/login`, { method: 'POST', headers, body });
    expect((await newest())['id']).toBe(before);
  });

  it('records clearing the cache and uploads', async () => {
    await admin.post('/admin/ajax/clearCache', { type: 'all' });
    expect(await newest()).toMatchObject({ title: 'Cache · Clear', data: { act: 'clear_cache', type: 'all' } });
    const form = new FormData();
    form.set('file', new Blob(['a few words']), 'words.txt');
    const sent = await sendRequest(`${testServer.url}/admin/ajax/upload`, {
      method: 'POST',
      headers: { batoken: admin.token, server: 'true' },
      body: form,
    });
    expect(sent.code).toBe(1);
    const entry = await newest();
    expect(entry).toMatchObject({ username: SUPER_ADMIN.username, title: 'Attachment · Upload' });
    expect(entry['data']).toMatchObject({
      entity: 'attachment',
      verb: 'upload',
      data: { name: 'words.txt', size: 11 },
    });
  });

  it('its chain stays complete', async () => {
    const { db, registry, env } = testServer.services;
    const scope = { db, registry, dataDir: env.dataDir, keys: env.appKeys, auditLogEntity: auditLog.entity };
    const { findings } = await verifyAll(scope);
    expect(findings.filter(({ rule }) => rule === 'journal')).toEqual([]);
  });
});

describe('titles of the audit log', () => {
  const reading = { entityNamed: (name: string) => registry.get(name) };

  it('are in the language of the reader', () => {
    const data = { entity: 'news', verb: 'batchedit', ids: [1] };
    expect(logTitle('old', data, { ...reading, lang: 'en' })).toBe('News item · Bulk edit');
    expect(logTitle('old', data, { ...reading, lang: 'zh-cn' })).toBe('新闻 · 批量编辑');
    expect(logTitle('old', { act: 'sign_in' }, { ...reading, lang: 'zh-cn' })).toBe('登录');
    expect(logTitle('old', { terminal: 'retry' }, { ...reading, lang: 'zh-cn' })).toBe('终端任务 · 重试');
    const refused = { refused: 'access.denied', path: '/admin/news/del' };
    expect(logTitle('Denied · Delete rows', refused, { ...reading, lang: 'zh-cn' })).toBe('已拒绝 · 新闻 · 删除');
    expect(logTitle('Denied · Delete rows', refused, { ...reading, lang: 'en' })).toBe('Denied · News item · Delete');
    const flood = 'Denied · List rows (more denied requests in this minute aren’t listed)';
    expect(logTitle(flood, { ...refused, path: '/admin/news/index' }, { ...reading, lang: 'zh-cn' })).toBe(
      '已拒绝 · 新闻 · 查看 （这一分钟内的其余拒绝不再逐条记录）',
    );
    expect(logTitle('Denied · Elsewhere', { refused: 'access.denied' }, { ...reading, lang: 'zh-cn' })).toBe(
      'Denied · Elsewhere',
    );
    expect(logTitle('An old entry', {}, { ...reading, lang: 'zh-cn' })).toBe('An old entry');
  });

  it('exist for every verb in both languages, and differ from the verb', () => {
    const common = ['batchadd', 'batchedit', 'undo', 'restore', 'rollback', 'reverse', 'reveal', 'upload', 'purge'];
    for (const entity of registry.all) {
      const moves = Object.values(entity.spec.transitions ?? {}).flatMap((named) => Object.keys(named ?? {}));
      const verbs = new Set([...common, ...permissionActions(entity), ...(entity.spec.actions ?? []), ...moves]);
      for (const verb of verbs) {
        const [en, zh] = [verbLabel(entity, verb, 'en'), verbLabel(entity, verb, 'zh-cn')];
        expect([entity.name, verb, en]).toEqual([entity.name, verb, expect.stringMatching(/^[A-Z]/)]);
        expect([entity.name, verb, zh]).toEqual([entity.name, verb, expect.stringMatching(/[\u4e00-\u9fff]/)]);
      }
      expect(entityLabels(entity, 'en').one).not.toBe('');
    }
  });
});
