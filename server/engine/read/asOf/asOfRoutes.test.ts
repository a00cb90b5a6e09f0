/** The parameter `asOf` of lists and rows over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../../testing/callers';
import { startTestServer, testDialects, type TestServer } from '../../../testing/testServer';

describe.each(testDialects())('the routes of lists and rows as of a moment on %s', (database) => {
  let testServer: TestServer;
  let admin: Caller;
  const now = () => Math.floor(testServer.services.clock.now() / 1000);
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    admin = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  it('the list returns the rows as of that time, with filters and order', async () => {
    const { data } = await admin.post('/admin/news/add', { title: 'Opening', content: '<p>one</p>' });
    const asOf = String(now());
    testServer.advanceClock(60_000);
    await admin.post('/admin/news/edit', { id: data.id, title: 'Grand opening', content: '<p>two</p>' });
    await admin.post('/admin/news/add', { title: 'Opening of another', content: '<p>x</p>' });
    const query = { asOf, quick_search: 'opening', order: 'title,asc' };
    const list = await admin.get('/admin/news/index', query);
    expect(list.data.list.map((row: { title: string }) => row.title)).toEqual(['Opening']);
    expect([list.data.total, list.data.purged]).toEqual([1, 0]);
    const row = await admin.get('/admin/news/edit', { id: String(data.id), asOf });
    expect(row.data.row).toMatchObject({ title: 'Opening', content: '<p>one</p>', revision: 1 });
  });

  it.each([
    ['en', /History starts at \d{4}-\d\d-\d\d/, 'Choose a time in the past'],
    ['zh-cn', /历史记录从 \d{4}-\d\d-\d\d/, '请选择已经过去的时间'],
  ])('refuse a moment outside the history with an error at the parameter (%s)', async (lang, early, future) => {
    const fieldError = async (asOf: number) => {
      const { status, data } = await admin.get('/admin/news/index', { asOf: String(asOf), lang });
      return [status, data.fields.asOf];
    };
    expect(await fieldError(1)).toEqual([400, expect.stringMatching(early)]);
    expect(await fieldError(now() + 60)).toEqual([400, future]);
  });

  // @covers fault request.moment
  it.each([
    ['en', 'The data can’t be shown as of this time.', 'Enter the time in Unix seconds, such as 1767225600'],
    ['zh-cn', '无法显示该时间的数据。', '请输入以秒为单位的 Unix 时间，例如 1767225600'],
  ])('say what a moment must be (%s)', async (lang, sentence, expected) => {
    for (const asOf of ['2026-01-01', '-1', '1.5', 'x', '9'.repeat(14)]) {
      const { status, msg, data } = await admin.get('/admin/news/index', { asOf, lang });
      expect([status, msg, data.fields]).toEqual([400, sentence, { asOf: expected }]);
    }
  });

  it('lists of the past are documented, and refuse the parameter `asOf` where rows have no history', async () => {
    expect((await admin.get('/admin/admin_log/index', { asOf: String(now()) })).status).toBe(400);
    expect((await admin.get('/admin/news/select', { asOf: String(now()) })).status).toBe(400);
    const { text } = await admin.get('/openapi.json');
    const { paths } = JSON.parse(text) as { paths: Record<string, { get: { parameters: { name: string }[] } }> };
    const getParameters = (path: string) => paths[path]?.get.parameters.map(({ name }) => name);
    expect(getParameters('/admin/news/index')).toContain('asOf');
    expect(getParameters('/admin/news/edit')).toContain('asOf');
    expect(getParameters('/admin/admin_log/index')).not.toContain('asOf');
  });
});
