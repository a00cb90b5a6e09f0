/** Undo on both databases: edits, deletions, bulk changes and order, permissions, and rows that are left. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UndoResult } from '../../../common/protocol/history';
import { limitedAdmin, superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { createPicture } from '../../testing/createPicture';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const ALL = ['index', 'add', 'edit', 'del', 'restore', 'sortable'].map((verb) => `news/${verb}`);

describe.each(sampleDialects())('undo on %s', (database) => {
  let testServer: TestServer;
  let anna: Caller;
  let ben: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    [anna, ben] = [await limitedAdmin(testServer, ALL, 'all'), await limitedAdmin(testServer, ALL, 'all')];
  });
  afterAll(() => testServer.close());

  const createRow = (title: string, caller = anna): Promise<ApiResponse> =>
    caller.post('/admin/news/add', { title, content: '<p>x</p>' });
  const write = async (title: string): Promise<number> => (await createRow(title)).data.id;
  const edit = (id: number, change: object, caller = anna) => caller.post('/admin/news/edit', { id, ...change });
  const undo = (cid: string, caller = anna) => caller.post('/admin/history/undo', { cid });
  const undoChangeSet = async (cid: string, caller = anna): Promise<UndoResult & { readonly cid: string }> => {
    const response = await undo(cid, caller);
    expect([response.code, response.msg]).toEqual([1, response.data.undone > 0 ? 'Undone.' : 'Nothing was undone.']);
    return response.data;
  };
  const row = async (id: number) => (await anna.get('/admin/news/edit', { id: String(id) })).data?.row;

  it('edit: restores the old values, and an undo of the undo is a redo', async () => {
    const id = await write('One');
    const { cid } = (await edit(id, { title: 'Two', description: 'said' })).data;
    const first = await undoChangeSet(cid);
    expect(first).toMatchObject({ undone: 1, left: [], hidden: 0 });
    expect(await row(id)).toMatchObject({ title: 'One', description: null });
    const second = await undo(cid);
    expect([second.code, second.msg]).toEqual([0, expect.stringMatching(/^limited_\d+ already undid this\.$/)]);
    await undoChangeSet(first.cid, ben);
    expect(await row(id)).toMatchObject({ title: 'Two', description: 'said' });
    await undoChangeSet(cid);
    expect(await row(id)).toMatchObject({ title: 'One' });
  });

  it('edit: keeps other fields changed since, and leaves a row whose same field changed', async () => {
    const [mild, wild] = [await write('Mild'), await write('Wild')];
    const saved = (await edit(mild, { title: 'Mild 2' })).data.cid;
    await edit(mild, { description: 'by Ben' }, ben);
    expect(await undoChangeSet(saved)).toMatchObject({ undone: 1, left: [] });
    expect(await row(mild)).toMatchObject({ title: 'Mild', description: 'by Ben' });
    const clashed = (await edit(wild, { title: 'Wild 2' })).data.cid;
    await edit(wild, { title: 'Wild 3' }, ben);
    expect(await undoChangeSet(clashed)).toMatchObject({
      undone: 0,
      left: [{ e: 'news', id: wild, title: 'Wild 3', why: 'changed', by: { id: `admin:${ben.id}` } }],
    });
    await edit(wild, { title: 'Wild 2' }, ben);
    expect(await undoChangeSet(clashed)).toMatchObject({ undone: 1 });
  });

  it('bulk deletion: restores the rows except those that others changed since', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 6; n += 1) ids.push(await write(`Bulk ${n}`));
    const { cid } = (await anna.post('/admin/news/del', { ids })).data;
    const [stored = 0] = ids;
    await ben.post('/admin/news/restore', { ids: [stored] });
    await ben.post('/admin/news/del', { ids: [stored] });
    const response = await undoChangeSet(cid);
    expect(response).toMatchObject({
      undone: 5,
      left: [{ id: stored, why: 'changed', by: { id: `admin:${ben.id}` } }],
    });
    expect(await row(stored)).toBeUndefined();
    expect(await row(ids[5] ?? 0)).toMatchObject({ title: 'Bulk 5' });
  });

  it('tree: restores parents and children together', async () => {
    const admin = await superAdmin(testServer);
    const make = async (title: string, pid: number | null) =>
      (await admin.post('/admin/menu_rule/add', { title, name: title, type: 'menu_dir', pid, weigh: 1 })).data.id;
    const parent = await make('undotree', null);
    const child = await make('undotree/leaf', parent);
    const { cid } = (await admin.post('/admin/menu_rule/del', { ids: [parent, child] })).data;
    expect(await undoChangeSet(cid, admin)).toMatchObject({ undone: 2, left: [] });
  });

  it('deletion: restores a row only while the constraints allow it, and reports the reason', async () => {
    const admin = await superAdmin(testServer);
    const make = async (entity: string, values: object) =>
      (await admin.post(`/admin/${entity}/add`, { ...values })).data;
    const category = await make('plugin_category', {
      title: 'Shelf',
      image: await createPicture(testServer, '/storage/a.webp'),
    });
    const plugin = await make('plugin', { title: 'Lawful', name: 'lawful', cate_id: category.id });
    const version = { plugin_id: plugin.id, version: '9.9.9' };
    const first = await make('plugin_version', version);
    const { cid } = (await admin.post('/admin/plugin_version/del', { ids: [first.id] })).data;
    const second = await make('plugin_version', version);
    expect(await undoChangeSet(cid, admin)).toMatchObject({
      undone: 0,
      left: [{ id: first.id, title: '9.9.9', why: 'refused', msg: 'Version: This is already taken' }],
    });
    await admin.post('/admin/plugin_version/del', { ids: [second.id] });
    expect(await undoChangeSet(cid, admin)).toMatchObject({ undone: 1, left: [] });
  });

  it('creation: deletes the new row unless another person changed it', async () => {
    const createdRow = (await createRow('Fresh')).data;
    expect(await undoChangeSet(createdRow.cid)).toMatchObject({ undone: 1 });
    expect(await row(createdRow.id)).toBeUndefined();
    const used = (await createRow('Used')).data;
    await edit(used.id, { description: 'Ben was here' }, ben);
    expect(await undoChangeSet(used.cid)).toMatchObject({ undone: 0, left: [{ why: 'changed' }] });
  });

  it('reorder: restores the old weights', async () => {
    const ids = [await write('Low'), await write('Middle'), await write('High')];
    const weights = () => Promise.all(ids.map(async (id) => (await row(id)).weigh));
    const before = await weights();
    const { cid } = (await anna.post('/admin/news/sortable', { id: ids[2], targetId: ids[0] })).data;
    expect(await weights()).not.toEqual(before);
    expect(await undoChangeSet(cid)).toMatchObject({ undone: 3 });
    expect(await weights()).toEqual(before);
  });

  it('reorder: leaves the whole order once another person moved one of its rows', async () => {
    const ids: number[] = [];
    for (const title of ['1', '2', '3', '4', '5', '6']) ids.push(await write(title));
    const weights = () => Promise.all(ids.map(async (id) => (await row(id)).weigh));
    const { cid } = (await anna.post('/admin/news/sortable', { id: ids[0], targetId: ids[5] })).data;
    await ben.post('/admin/news/sortable', { id: ids[0], targetId: ids[3] });
    const before = await weights();
    const { undone, left } = await undoChangeSet(cid);
    expect([undone, left.length]).toEqual([0, 6]);
    expect(left).toContainEqual(expect.objectContaining({ id: ids[0], why: 'changed' }));
    expect(await weights()).toEqual(before);
    expect(new Set(before).size).toBe(6);
  });

  it('requires the permissions of the caller, and hides rows that it may not see', async () => {
    const reader = await limitedAdmin(testServer, ['news/index'], 'all');
    const scoped = await limitedAdmin(testServer, ALL);
    const id = await write('Guarded');
    const { cid } = (await edit(id, { title: 'Guarded 2' })).data;
    expect((await undo(cid, reader)).data).toMatchObject({ undone: 0, left: [{ id, why: 'forbidden' }] });
    expect((await undo(cid, scoped)).status).toBe(404);
    expect((await undo('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await undo('nonsense')).status).toBe(400);
    expect(await row(id)).toMatchObject({ title: 'Guarded 2' });
  });

  it('reports at the field why a row cannot be restored', async () => {
    const admin = await superAdmin(testServer);
    const make = (name: string) => admin.post('/admin/news_category/add', { name });
    const { id } = (await make('Only one')).data;
    const { cid } = (await admin.post('/admin/news_category/del', { ids: [id] })).data;
    await admin.post('/admin/news_category/purge', { ids: [id] });
    expect(await undoChangeSet(cid, admin)).toMatchObject({ undone: 0, left: [{ why: 'purged' }] });
  });

  it('concurrent requests undo once', async () => {
    const id = await write('Race');
    const { cid } = (await edit(id, { title: 'Raced' })).data;
    const responses = await Promise.all(Array.from({ length: 8 }, () => undo(cid)));
    expect(responses.map(({ code }) => code).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(await row(id)).toMatchObject({ title: 'Race', revision: 3 });
  });
});
