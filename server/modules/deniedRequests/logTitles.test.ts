/** Titles of the audit log are shown in the reader's language by REST, in files and live; the stored text stays. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusedRequestTitle } from '../../../common/locales/logTitle';
import { titleContext } from '../../../common/locales/localizedTitles';
import { limitedAdmin, superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const LANGUAGES = ['en', 'zh-cn'] as const;
type Lang = (typeof LANGUAGES)[number];
const eventually = async <T>(readTitles: () => Promise<T | undefined> | T | undefined): Promise<T> => {
  const deadline = Date.now() + 5000;
  for (;;) {
    const found = await readTitles();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error('the frame did not arrive');
    await sleep(20);
  }
};

describe.each(sampleDialects())('titles of the audit log on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const read = (lang: Lang, path: string): Promise<ApiResponse> =>
    root.send('GET', path, { headers: { 'think-lang': lang } });
  const getStoredTitle = (who: Caller) =>
    testServer.services.db.rows<{ id: number; title: string }>(
      'SELECT id, title FROM `admin_log` WHERE admin_id = ? AND data LIKE \'%"refused"%\' ORDER BY id DESC LIMIT 1',
      [who.id],
    );
  const denyAt = async (path: string, body: object, lang: Lang = 'en') => {
    const who = await limitedAdmin(testServer, ['news/index']);
    const headers = { 'content-type': 'application/json', 'think-lang': lang };
    expect((await who.send('POST', path, { body: JSON.stringify(body), headers })).code).toBe(403);
    return eventually(async () => (await getStoredTitle(who))[0]);
  };

  it.each([
    ['/admin/pending_change/approve', 'Denied · Pending change · Approve', '批准'],
    ['/admin/admin/edit', 'Denied · Admin · Edit', '管理员 · 编辑'],
    ['/admin/ajax/clearCache', 'Denied · Cache · Clear', '缓存 · 清除'],
    ['/admin/terminal/add', 'Denied · Terminal task · Start', '终端任务 · 开始'],
  ])('names the entity and the action of a denied %s', async (path, en, zh) => {
    const { id, title } = await denyAt(path, { id: 1 });
    expect(title).toBe(en);
    const row = async (lang: Lang) => (await read(lang, `/admin/admin_log/edit?id=${id}`)).data.row.title;
    expect(await row('en')).toBe(en);
    expect(await row('zh-cn')).toMatch(new RegExp(`^已拒绝 · .*${zh}$`));
  });

  it('lists, pickers and files use the language of the request, and search finds the stored text', async () => {
    const { id, title } = await denyAt('/admin/news/add', { title: 'Mine' }, 'zh-cn');
    expect(title).toBe('已拒绝 · 新闻 · 添加');
    const query = `initKey=id&initValue=${id}`;
    for (const [lang, logTitles] of [
      ['en', 'Denied · News item · Add'],
      ['zh-cn', title],
    ] as const) {
      expect((await read(lang, `/admin/admin_log/index?${query}`)).data.list[0].title).toBe(logTitles);
      const [pick] = (await read(lang, `/admin/admin_log/select?${query}`)).data.list;
      expect(pick).toMatchObject({ id, title: logTitles });
      expect(pick).not.toHaveProperty('data');
      const file = (await read(lang, `/admin/admin_log/export?columns=title`)).text;
      expect(file).toContain(logTitles);
      expect(file).not.toContain('access.denied');
      const found = await read(lang, `/admin/admin_log/index?quick_search=${encodeURIComponent('已拒绝 · 新闻')}`);
      expect(found.data.list.map((row: { id: number }) => row.id)).toContain(id);
    }
    const [stored] = await testServer.services.db.rows<{ title: string }>(
      'SELECT title FROM `admin_log` WHERE id = ?',
      [id],
    );
    expect(stored?.title).toBe(title);
  });

  it('each live reader gets its own language', async () => {
    const clients = await Promise.all(
      LANGUAGES.map((lang) => connectLiveClient(`${testServer.url}/admin`, root.token, { lang })),
    );
    const spec = { k: 'list', e: 'admin_log', where: { all: [] }, sort: [{ field: 'id', dir: 'desc' }] } as const;
    for (const client of clients) await client.subscribe('log', spec);
    await root.post('/admin/news_category/add', { name: `Live ${database}` });
    const getTitle = ({ frames }: LiveClient) =>
      frames.flatMap(({ c }) => c).flatMap((change) => (change.op === 'enter' ? [change.row?.['title']] : []))[0];
    const titleRead = await Promise.all(clients.map((client) => eventually(() => getTitle(client))));
    expect(titleRead).toEqual(['News category · Add', '新闻分类 · 添加']);
    for (const client of clients) client.close();
  });

  it('both languages have titles for all requests that staff can be denied', () => {
    const { registry } = testServer.services;
    const requests = testServer.routes.routes().filter(({ realm }) => realm === 'admin');
    expect(requests.length).toBeGreaterThan(500);
    for (const { method, path } of requests) {
      const [en, zh] = LANGUAGES.map((lang) => refusedRequestTitle({ method, path }, titleContext(registry, lang)));
      expect([path, en]).toEqual([path, expect.stringMatching(/^Denied · [A-Z][^·]*(?: · [A-Z][^·]*)?$/)]);
      expect([path, zh]).toEqual([
        path,
        expect.stringMatching(/^已拒绝 · [^·]*[\u4e00-\u9fff][^·]*(?: · [^·]*[\u4e00-\u9fff][^·]*)?$/),
      ]);
      expect([path, en?.includes('_'), (en ?? '').length <= 120]).toEqual([path, false, true]);
    }
  });
});
