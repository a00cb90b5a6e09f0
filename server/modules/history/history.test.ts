/** A record's history for each reader, and the revert of one save. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HistoryEntry } from '../../../common/protocol/history';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const NEWS = ['news/index', 'news/add', 'news/edit', 'news/del'];

describe.each(sampleDialects())('history on %s', (database) => {
  let testServer: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    admin = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const write = async (title: string, caller = admin): Promise<number> =>
    (await caller.post('/admin/news/add', { title, content: '<p>one</p>' })).data.id;
  const edit = (id: number, change: Record<string, unknown>, caller = admin) =>
    caller.post('/admin/news/edit', { id, ...change });
  const entries = async (id: number, caller = admin, entity = 'news'): Promise<readonly HistoryEntry[]> =>
    (await caller.get(`/admin/${entity}/history`, { id: String(id) })).data.list;

  it('list: one entry for every save, newest first, with actor, IP and fields', async () => {
    const anna = await limitedAdmin(testServer, NEWS, 'all');
    const id = await write('Opening');
    await edit(id, { title: 'Grand opening', status: 1 }, anna);
    const [newest, first, ...more] = await entries(id);
    expect(more).toEqual([]);
    expect(newest).toMatchObject({
      op: 'u',
      revision: 2,
      channel: 'ui',
      hidden: 0,
      by: { id: `admin:${anna.id}` },
      fields: [
        { field: 'title', before: 'Opening', after: 'Grand opening' },
        { field: 'status', before: 0, after: 1 },
        { field: 'publish_time', before: null, after: expect.any(Number) },
      ],
    });
    expect(newest?.ip).toMatch(/127\.0\.0\.1|::1/);
    expect(first).toMatchObject({ op: 'c', revision: 1 });
    expect(first?.fields.find(({ field }) => field === 'content')).toEqual({
      field: 'content',
      before: null,
      after: null,
      long: true,
    });
    const wholeEntry = await admin.get('/admin/news/history', { id: String(id), seq: String(first?.seq) });
    expect(wholeEntry.data.list[0].fields).toContainEqual({ field: 'content', before: null, after: '<p>one</p>' });
    expect((await entries(id, anna))[0]).not.toHaveProperty('ip');
  });

  it('list: returns one page of entries at a time', async () => {
    const id = await write('Paged');
    for (let n = 0; n < 24; n += 1) await edit(id, { title: `Paged ${n}` });
    const first = (await admin.get('/admin/news/history', { id: String(id) })).data;
    expect([first.list.length, first.more]).toEqual([20, true]);
    const before = first.list.at(-1).seq;
    const olderPage = (await admin.get('/admin/news/history', { id: String(id), before })).data;
    expect([olderPage.list.length, olderPage.more]).toEqual([5, false]);
  });

  it('list: counts fields that the reader may not read, without their names', async () => {
    const anna = await limitedAdmin(testServer, ['user/index', 'user/edit']);
    const values = { username: 'secretive', nickname: 'Sec', password: 'S3cret-pass', email: 'canary@example.test' };
    const { id } = (await admin.post('/admin/user/add', values)).data;
    await admin.post('/admin/user/edit', {
      id,
      email: 'canary2@example.test',
      nickname: 'Second',
      password: 'Other-9pass',
    });
    const text = JSON.stringify(await entries(id, anna, 'user'));
    expect(text).not.toContain('canary');
    expect(text).not.toContain('email');
    expect(text).toContain('Second');
    const [entry] = await entries(id, anna, 'user');
    expect(entry?.hidden).toBe(1);
    const all = JSON.stringify(await entries(id, admin, 'user'));
    expect(all).toContain('canary2@example.test');
    expect(all).not.toMatch(/password|S3cret|Other-9|argon/);
  });

  it('list: 404 for a record that the reader may not read', async () => {
    const [own, stranger] = [await limitedAdmin(testServer, NEWS), await limitedAdmin(testServer, ['user/index'])];
    const id = await write('Not yours');
    expect((await own.get('/admin/news/history', { id: String(id) })).status).toBe(404);
    expect((await stranger.get('/admin/news/history', { id: String(id) })).status).toBe(403);
    await admin.post('/admin/news/del', { ids: [id] });
    const reader = await limitedAdmin(testServer, NEWS, 'all');
    expect((await reader.get('/admin/news/history', { id: String(id) })).status).toBe(404);
    expect((await entries(id))[0]).toMatchObject({ op: 'd', fields: [] });
  });

  it('revert: restores a field or a whole save, and reports a conflict like any save', async () => {
    const id = await write('First');
    await edit(id, { title: 'Second', description: 'Words' });
    const [entry] = await entries(id);
    const revert = (fields?: string[]) =>
      admin.post('/admin/news/revert', { id, seq: entry?.seq, ...(fields ? { fields } : {}) });
    const one = await revert(['title']);
    expect(one.data).toMatchObject({ row: { title: 'First', description: 'Words' } });
    expect((await entries(id))[0]).toMatchObject({ channel: 'undo', fields: [{ field: 'title', after: 'First' }] });
    await edit(id, { description: 'Other words' });
    const clash = await revert();
    expect([clash.code, clash.data.fields.map(({ field }: { field: string }) => field)]).toEqual([
      412,
      ['description'],
    ]);
    expect(clash.data.fields[0]).toMatchObject({ base: 'Words', mine: null, theirs: 'Other words' });
    expect((await admin.get('/admin/news/edit', { id: String(id) })).data.row.description).toBe('Other words');
  });

  it('list: keeps the entry of a purged record without its values', async () => {
    const id = await write('Canary purged');
    await edit(id, { title: 'Canary purged twice' });
    await admin.post('/admin/news/del', { ids: [id] });
    await admin.post('/admin/news/purge', { ids: [id] });
    const past = await entries(id);
    expect(past.map(({ op }) => op)).toEqual(['x', 'd', 'u', 'c']);
    expect(JSON.stringify(past)).not.toContain('Canary');
    const scoped = await limitedAdmin(testServer, [...NEWS, 'news/purge', 'news/restore']);
    expect((await scoped.get('/admin/news/history', { id: String(id) })).status).toBe(404);
  });
});
