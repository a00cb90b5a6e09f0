/** Titles of references and picker options are in the language of the reader: the English companion unless it is empty. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('titles with an English companion on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  const ids: number[] = [];
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    for (const values of [{ name: '港口', name_en: 'Port' }, { name: '码头' }]) {
      const { id } = (await root.post('/admin/news_category/add', values)).data;
      ids.push(Number(id));
    }
    await root.post('/admin/news/add', { title: 'Both', content: '<p>x</p>', cat_ids: ids });
  });
  afterAll(() => testServer.close());

  const get = async (path: string, lang: string) =>
    (await root.send('GET', path, { headers: { 'think-lang': lang } })).data as Readonly<Record<string, unknown>>;

  it.each([
    ['en', 'Port', '码头'],
    ['zh-cn', '港口', '码头'],
  ])('a reader of %s', async (lang, first, second) => {
    const titles = Object.fromEntries(ids.map((id, index) => [id, index === 0 ? first : second]));
    expect((await get('/admin/news/index', lang))['refs']).toMatchObject({ news_category: titles });
    const { list } = await get('/admin/news_category/select', lang);
    const options = (list as readonly { readonly id: number; readonly name: string }[]).map(({ id, name }) => [
      id,
      name,
    ]);
    expect(Object.fromEntries(options)).toEqual(titles);
    expect((list as readonly object[])[0]).not.toHaveProperty('name_en');
  });
});
