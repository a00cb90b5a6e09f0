/** Success messages name the outcome in the language of the request: clients show them unchanged. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildActionMessage } from '../../engine/http/successMessages';
import { superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('success messages on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const post = (lang: string, path: string, body: object): Promise<ApiResponse> =>
    root.send('POST', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'think-lang': lang },
    });
  const added = async (lang: string, name: string) => post(lang, '/admin/news_category/add', { name });

  it.each([
    ['en', 'News category added', '1 record deleted', '1 record restored', '1 record permanently deleted'],
    ['zh-cn', '新闻分类已添加', '已删除 1 条记录', '已恢复 1 条记录', '已彻底删除 1 条记录'],
  ])('name in %s the outcome for rows', async (lang, ...message) => {
    const one = await added(lang, `One ${lang}`);
    const ids = [one.data.id];
    const messages = [one.msg];
    for (const action of ['del', 'restore'])
      messages.push((await post(lang, `/admin/news_category/${action}`, { ids })).msg);
    await post(lang, '/admin/news_category/del', { ids });
    messages.push((await post(lang, '/admin/news_category/purge', { ids })).msg);
    expect(messages).toEqual(message);
    const several = [await added(lang, `Two ${lang}`), await added(lang, `Three ${lang}`)].map(({ data }) => data.id);
    expect((await post(lang, '/admin/news_category/del', { ids: several })).msg).toBe(
      lang === 'en' ? '2 records deleted' : '已删除 2 条记录',
    );
  });

  it.each([
    ['en', 'Saved', 'View saved'],
    ['zh-cn', '已保存', '视图已保存'],
  ])('name in %s what was saved', async (lang, profile, view) => {
    const { info } = (await root.get('/admin/profile/index')).data;
    const edit = { motto: `Quiet ${lang}`, revision: info.revision, _base: { motto: info.motto } };
    const own = await post(lang, '/admin/profile/edit', edit);
    expect([own.code, own.msg]).toEqual([1, profile]);
    const stored = await post(lang, '/admin/view/keep', { ent: 'news', title: lang, query: '', shared: false });
    expect([stored.code, stored.msg]).toEqual([1, view]);
  });

  it('actions: name the result, or the action where it has no text of its own', () => {
    const { registry } = testServer.services;
    const getSaid = (entity: string, action: string, row?: Readonly<Record<string, string | number>>) =>
      (['en', 'zh-cn'] as const).map((lang) => {
        const known = registry.get(entity);
        return known && buildActionMessage(lang, known, action, row);
      });
    expect(getSaid('pending_booking', 'approve', { n: 4, act: 'book' })).toEqual([
      'Approved and applied as entry #4',
      '已批准并记为第 4 条',
    ]);
    expect(getSaid('pending_booking', 'approve', { act: 'delete' })).toEqual([
      'Approved. Member deleted.',
      '已批准，会员已删除。',
    ]);
    expect(getSaid('config', 'approve')).toEqual(getSaid('pending_change', 'approve'));
    expect(getSaid('news', 'publish')).toEqual(['Publish: done', '发布：已完成']);
  });
});
