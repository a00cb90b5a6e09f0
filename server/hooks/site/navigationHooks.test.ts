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

  const make = async (body: object) => (await send('add', { url: '/', ...body })).data.row as { id: number };
  const stored = async (id: number) => (await root.get('/admin/navigation/edit', { id: String(id) })).data.row;

  it.each([
    ['en', 'A group can’t have a parent', 'There are only two levels'],
    ['zh-cn', '分组不能有上级', '最多两级'],
  ])('refuses a third level and a group inside another item at the parent, in %s', async (lang, group, level) => {
    const top = await make({ title: 'First', type: 1 });
    const child = await make({ title: 'Second', pid: top.id });
    const other = await make({ title: 'Other group', type: 1 });
    const third = await send('add', { title: 'Third', url: '/', pid: child.id }, lang);
    expect([third.code, third.data.fields]).toEqual([0, { pid: level }]);
    const moved = await send('edit', { id: other.id, pid: top.id }, lang);
    expect([moved.code, moved.data.fields]).toEqual([0, { pid: group }]);
    expect((await send('edit', { id: child.id, type: 1 }, lang)).data.fields).toEqual({ pid: group });
  });

  it('refuses to move a link with items below it under another item', async () => {
    const [link, other] = [await make({ title: 'Parent' }), await make({ title: 'Other' })];
    await make({ title: 'Below', pid: link.id });
    const moved = await send('edit', { id: link.id, pid: other.id });
    expect(moved.data.fields).toEqual({ pid: 'Move or delete the items under this one first' });
  });

  it('gives an item the position of its parent, and keeps it when the parent moves', async () => {
    const top = await make({ title: 'Top', type: 1, position: 0 });
    const child = await make({ title: 'Bottom link', pid: top.id, position: 1 });
    expect((await stored(child.id)).position).toBe(0);
    expect((await send('edit', { id: child.id, position: 1 })).data.row.position).toBe(0);
    await send('edit', { id: top.id, position: 1 });
    expect((await stored(child.id)).position).toBe(1);
    const free = await make({ title: 'Free', position: 0 });
    expect((await send('edit', { id: free.id, pid: top.id })).data.row.position).toBe(1);
  });

  it('lets an item that was stored at a third level be renamed', async () => {
    const top = await make({ title: 'One' });
    const child = await make({ title: 'Two', pid: top.id });
    const third = await make({ title: 'Three' });
    await testServer.services.db.transact((tx) =>
      tx.run('UPDATE `navigation` SET pid = ? WHERE id = ?', [child.id, third.id]),
    );
    expect((await send('edit', { id: third.id, title: 'Still three' })).code).toBe(1);
  });

  it('lets a link that was stored without an address be renamed', async () => {
    const { id } = (await send('add', { title: 'Old', url: '/' })).data;
    await testServer.services.db.transact((tx) => tx.run('UPDATE `navigation` SET url = NULL WHERE id = ?', [id]));
    expect((await send('edit', { id, title: 'Older' })).code).toBe(1);
  });
});
