/** A link of the navigation has an address; the fault names the field in the language of the person. */
import { afterAll, beforeAll, expect, describe, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('navigation on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const send = (path: string, body: object, lang = 'en') =>
    root.send('POST', `/admin/navigation/${path}`, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'think-lang': lang },
    });

  it.each([
    ['en', /^Fill in this field$/],
    ['zh-cn', /填/],
  ])('refuses a link without an address at its field, in %s', async (lang, words) => {
    for (const url of [undefined, null, ''])
      expect(await send('add', { title: 'Offers', url }, lang)).toMatchObject({
        code: 0,
        data: { fields: { url: expect.stringMatching(words) } },
      });
    const several = await send('batchAdd', { list: [{ title: 'One', url: '/' }, { title: 'Two' }] }, lang);
    expect(several).toMatchObject({ code: 0, data: { fields: { 'list.1.url': expect.stringMatching(words) } } });
  });

  it('takes a group without an address, which cannot become a link', async () => {
    const { id } = (await send('add', { title: 'Company', type: 1 })).data;
    expect((await send('edit', { id, type: 0 })).data.fields).toHaveProperty('url');
    expect((await send('edit', { id, type: 0, url: '/page/about' })).code).toBe(1);
    expect((await send('edit', { id, url: null })).data.fields).toHaveProperty('url');
  });

  it('lets a link that was stored without an address be renamed', async () => {
    const { id } = (await send('add', { title: 'Old', url: '/' })).data;
    await testServer.services.db.transact((tx) => tx.run('UPDATE `navigation` SET url = NULL WHERE id = ?', [id]));
    expect((await send('edit', { id, title: 'Older' })).code).toBe(1);
  });
});
