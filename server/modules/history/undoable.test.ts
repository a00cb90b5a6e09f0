/** A record's history offers undo only for change-sets whose part of this record the reader can undo. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HistoryEntry } from '../../../common/protocol/history';
import { limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('undo offered in a record history on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const isUndoOffered = async (entity: string, id: number, caller = root) => {
    const { list } = (await caller.get(`/admin/${entity}/history`, { id: String(id) })).data;
    return (list as readonly HistoryEntry[]).map(({ op, undoable }) => [op, undoable === true]);
  };
  const write = async (title: string) =>
    (await root.post('/admin/news/add', { title, content: '<p>one</p>' })).data.id as number;

  it('offered for created, edited and deleted records, and not after an undo or a purge', async () => {
    const id = await write('Offered');
    const { cid } = (await root.post('/admin/news/edit', { id, title: 'Offered 2' })).data;
    expect(await isUndoOffered('news', id)).toEqual([
      ['u', true],
      ['c', true],
    ]);
    await root.post('/admin/history/undo', { cid });
    expect((await isUndoOffered('news', id)).slice(1)).toEqual([
      ['u', false],
      ['c', true],
    ]);
    await root.post('/admin/news/del', { ids: [id] });
    expect((await isUndoOffered('news', id))[0]).toEqual(['d', true]);
    await root.post('/admin/news/purge', { ids: [id] });
    expect((await isUndoOffered('news', id)).every(([, undoable]) => undoable === false)).toBe(true);
  });

  it('is not offered to a reader who cannot write the field or delete the record', async () => {
    const id = await write('Read');
    await root.post('/admin/news/edit', { id, title: 'Read 2' });
    const reader = await limitedAdmin(testServer, ['news/index'], 'all');
    const editor = await limitedAdmin(testServer, ['news/index', 'news/edit'], 'all');
    expect(await isUndoOffered('news', id, reader)).toEqual([
      ['u', false],
      ['c', false],
    ]);
    expect(await isUndoOffered('news', id, editor)).toEqual([
      ['u', true],
      ['c', false],
    ]);
  });

  it('is not offered for a balance change in the history of the member', async () => {
    const { id } = await member(testServer);
    expect((await root.post('/admin/user_money_log/add', { user_id: id, money: '5.00', memo: 'Refund' })).code).toBe(1);
    const [booked] = await isUndoOffered('user', id);
    expect(booked).toEqual(['u', false]);
  });
});
