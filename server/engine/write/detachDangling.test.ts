/** A row comes back though what it belonged to was destroyed meanwhile; what only waits in the recycle bin is named (both databases). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/actors';
import { testRegistry } from '../../testing/nouns';
import { databases, startWorld, type World } from '../../testing/world';

describe.each(databases())('what a row that comes back refers to, on %s', (database) => {
  let world: World;
  let root: Caller;
  beforeAll(async () => {
    world = await startWorld({ database, registry: testRegistry });
    root = await superAdmin(world);
  });
  afterAll(() => world.end());

  const add = async (noun: string, values: Readonly<Record<string, unknown>>): Promise<number> => {
    const { code, data } = await root.post(`/admin/${noun}/add`, values);
    expect(code).toBe(1);
    return data.id;
  };
  const act = (verb: string, noun: string, ...ids: readonly number[]) => root.post(`/admin/${noun}/${verb}`, { ids });
  const row = async (noun: string, id: number) => (await root.get(`/admin/${noun}/edit`, { id: String(id) })).data?.row;

  it('is let go of where it was destroyed: a child stands at the top of its tree', async () => {
    const parent = await add('navigation', { title: 'Parent' });
    const child = await add('navigation', { title: 'Child', pid: parent });
    await act('del', 'navigation', parent, child);
    expect((await act('purge', 'navigation', parent)).code).toBe(1);
    expect(await act('restore', 'navigation', child)).toMatchObject({ code: 1 });
    expect(await row('navigation', child)).toMatchObject({ title: 'Child', pid: null });
  });

  it('keeps the others of several', async () => {
    const [kept, lost] = [await add('news_category', { name: 'Kept' }), await add('news_category', { name: 'Lost' })];
    const id = await add('specimen', { name: 'Two', category: lost, categories: [kept, lost] });
    await act('del', 'specimen', id);
    await act('del', 'news_category', lost);
    expect((await act('purge', 'news_category', lost)).code).toBe(1);
    expect(await act('restore', 'specimen', id)).toMatchObject({ code: 1 });
    expect(await row('specimen', id)).toMatchObject({ category: null, categories: [kept] });
  });

  it('is named where it waits in the bin, and both come back together or one after the other', async () => {
    const parent = await add('navigation', { title: 'Above' });
    const child = await add('navigation', { title: 'Below', pid: parent });
    await act('del', 'navigation', parent, child);
    expect(await act('restore', 'navigation', child)).toMatchObject({
      code: 0,
      data: { fields: { pid: 'The record it belongs to is in the recycle bin: bring that one back first' } },
    });
    expect(await act('restore', 'navigation', child, parent)).toMatchObject({ code: 1 });
    expect(await row('navigation', child)).toMatchObject({ pid: parent });
  });

  it('is not told of to whom its bin is closed', async () => {
    const category = await add('news_category', { name: 'Closed' });
    const id = await add('specimen', { name: 'Curious', category });
    await act('del', 'specimen', id);
    await act('del', 'news_category', category);
    const few = await limitedAdmin(world, ['specimen/index', 'specimen/del', 'specimen/restore'], 'all');
    expect(await few.post('/admin/specimen/restore', { ids: [id] })).toMatchObject({
      code: 0,
      data: { fields: { category: 'The chosen record no longer exists' } },
    });
  });
});
