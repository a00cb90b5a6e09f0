/** Restored rows whose references were deleted for good meanwhile, or are in the recycle bin, on both databases. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { testRegistry } from '../../testing/testEntities';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('restore: references of the row, on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database, registry: testRegistry });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const add = async (entity: string, values: Readonly<Record<string, unknown>>): Promise<number> => {
    const { code, data } = await root.post(`/admin/${entity}/add`, values);
    expect(code).toBe(1);
    return data.id;
  };
  const runVerb = (verb: string, entity: string, ...ids: readonly number[]) =>
    root.post(`/admin/${entity}/${verb}`, { ids });
  const row = async (entity: string, id: number) =>
    (await root.get(`/admin/${entity}/edit`, { id: String(id) })).data?.row;

  it('drops a reference to a purged row: a child becomes a root of its tree', async () => {
    const parent = await add('navigation', { title: 'Parent', type: 1 });
    const child = await add('navigation', { title: 'Child', url: '/', pid: parent });
    await runVerb('del', 'navigation', parent, child);
    expect((await runVerb('purge', 'navigation', parent)).code).toBe(1);
    expect(await runVerb('restore', 'navigation', child)).toMatchObject({ code: 1 });
    expect(await row('navigation', child)).toMatchObject({ title: 'Child', pid: null });
  });

  it('keeps the other references of a list', async () => {
    const [retained, lost] = [
      await add('news_category', { name: 'Kept' }),
      await add('news_category', { name: 'Lost' }),
    ];
    const id = await add('specimen', { name: 'Two', category: lost, categories: [retained, lost] });
    await runVerb('del', 'specimen', id);
    await runVerb('del', 'news_category', lost);
    expect((await runVerb('purge', 'news_category', lost)).code).toBe(1);
    expect(await runVerb('restore', 'specimen', id)).toMatchObject({ code: 1 });
    expect(await row('specimen', id)).toMatchObject({ category: null, categories: [retained] });
  });

  it('reports a reference to a row in the recycle bin, and restores both together or one after the other', async () => {
    const parent = await add('navigation', { title: 'Above', type: 1 });
    const child = await add('navigation', { title: 'Below', url: '/', pid: parent });
    await runVerb('del', 'navigation', parent, child);
    expect(await runVerb('restore', 'navigation', child)).toMatchObject({
      code: 0,
      data: { fields: { pid: 'The parent record is in the trash. Restore it first.' } },
    });
    expect(await runVerb('restore', 'navigation', child, parent)).toMatchObject({ code: 1 });
    expect(await row('navigation', child)).toMatchObject({ pid: parent });
  });

  it('a reference to a row in the recycle bin is not reported to an actor who may not read that recycle bin', async () => {
    const category = await add('news_category', { name: 'Closed' });
    const id = await add('specimen', { name: 'Curious', category });
    await runVerb('del', 'specimen', id);
    await runVerb('del', 'news_category', category);
    const subset = await limitedAdmin(testServer, ['specimen/index', 'specimen/del', 'specimen/restore'], 'all');
    expect(await subset.post('/admin/specimen/restore', { ids: [id] })).toMatchObject({
      code: 0,
      data: { fields: { category: 'This record no longer exists' } },
    });
  });
});
