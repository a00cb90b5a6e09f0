/**
 * Bulk changes of all rows that match a list: applied by a job as one change-set, limited to the permissions of the admin, undone as a
 * whole.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BulkJobState } from '../../common/protocol/bulkJob';
import { systemContext } from '../platform/systemContext';
import { limitedAdmin, superAdmin, type Caller } from '../testing/callers';
import { sampleDialects } from '../testing/sampleDialects';
import { startTestServer, type TestServer } from '../testing/testServer';

const ROWS = 620;

describe.each(sampleDialects())('bulk changes on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    const news = server.services.registry.get('news');
    if (news === undefined) throw new Error('news');
    const rows = Array.from({ length: ROWS }, (_, index) => ({ title: `Bulk ${index}`, content: 'x', status: 1 }));
    const ctx = systemContext(server.services, 'test');
    for (let at = 0; at < ROWS; at += 500) await server.writer.createMany(ctx, news, rows.slice(at, at + 500));
  });
  afterAll(() => server.close());

  const state = async (job: number, who = admin): Promise<BulkJobState> =>
    (await who.get('/admin/bulk/state', { job: String(job) })).data;
  const ended = async (job: number, who = admin): Promise<BulkJobState> => {
    for (let tries = 0; tries < 1200; tries += 1) {
      const now = await state(job, who);
      if (now.status !== 'waiting' && now.status !== 'running') return now;
      await sleep(50);
    }
    throw new Error('the job did not end');
  };
  const start = (body: object, who = admin) =>
    who.post('/admin/bulk/start', { ent: 'news', query: { quick_search: 'bulk' }, ...body });
  const count = async (query: Readonly<Record<string, string>>) =>
    Number((await admin.get('/admin/news/index', { quick_search: 'bulk', limit: '1', ...query })).data.total);
  const hidden = { 'search[0][field]': 'status', 'search[0][val]': '0' };

  it('edit every row that matches, of all pages, and are undone together', async () => {
    const { data, code } = await start({ verb: 'edit', set: { status: 0 } });
    expect([code, data.total]).toEqual([1, ROWS]);
    expect(await ended(data.job)).toMatchObject({
      status: 'success',
      total: ROWS,
      done: ROWS,
      changed: ROWS,
      skipped: 0,
    });
    expect(await count(hidden)).toBe(ROWS);
    const undo = await admin.post('/admin/bulk/undo', { job: data.job });
    expect(await ended(undo.data.job)).toMatchObject({
      status: 'success',
      isUndo: true,
      changed: ROWS,
      canUndo: false,
    });
    expect(await count(hidden)).toBe(0);
    const repeatedUndo = await admin.post('/admin/bulk/undo', { job: data.job });
    expect(await ended(repeatedUndo.data.job)).toMatchObject({ status: 'failed' });
  });

  it('delete the rows of a filter, leave those that others changed when they are undone', async () => {
    const chosen = { quick_search: 'bulk 6', order: 'id,asc' };
    const { total } = (await admin.get('/admin/news/index', chosen)).data;
    const [first] = (await admin.get('/admin/news/index', chosen)).data.list;
    const { data } = await start({ verb: 'remove', query: chosen });
    expect(await ended(data.job)).toMatchObject({ status: 'success', changed: total });
    expect(await count({})).toBe(ROWS - total);
    const other = await limitedAdmin(server, ['*'], 'all');
    expect((await other.post('/admin/news/restore', { ids: [first.id] })).code).toBe(1);
    const undo = await admin.post('/admin/bulk/undo', { job: data.job });
    expect(await ended(undo.data.job)).toMatchObject({ status: 'success', changed: total - 1, skipped: 1 });
    expect(await count({})).toBe(ROWS);
  });

  it('need the permissions of the admin, an own job, and fields that may be written', async () => {
    const reader = await limitedAdmin(server, ['news/index'], 'all');
    expect((await start({ verb: 'edit', set: { status: 0 } }, reader)).status).toBe(403);
    expect((await start({ verb: 'remove' }, reader)).status).toBe(403);
    const stranger = await limitedAdmin(server, ['lead/index'], 'all');
    expect((await start({ verb: 'remove' }, stranger)).status).toBe(404);
    expect((await start({ verb: 'edit', set: { id: 5 } })).status).toBe(403);
    expect((await start({ verb: 'edit', set: {} })).status).toBe(403);
    expect((await start({ verb: 'edit', set: { status: 0 }, query: { ghost: '1' } })).status).toBe(400);
    const editor = await limitedAdmin(server, ['news/index', 'news/edit'], 'own');
    const { data } = await start({ verb: 'edit', set: { status: 0 } }, editor);
    expect(data.total).toBe(0);
    expect(await ended(data.job, editor)).toMatchObject({ status: 'success', changed: 0, canUndo: false });
    expect((await admin.get('/admin/bulk/state', { job: String(data.job) })).status).toBe(404);
    expect((await admin.post('/admin/bulk/undo', { job: data.job })).status).toBe(404);
  });

  it('a failed batch reverts the written rows', async () => {
    const failpoints = server.services.env.failpoints as string[];
    failpoints.push('bulk.after_batch:throw');
    const { data } = await start({ verb: 'edit', set: { status: 0 } });
    const failed = await ended(data.job);
    failpoints.splice(0, failpoints.length);
    expect(failed).toMatchObject({ status: 'failed', canUndo: false });
    expect(await count(hidden)).toBe(0);
  });

  it('bulk edits refuse an empty value, which would delete data, and clear only a field that is named', async () => {
    const { data } = await start({ verb: 'edit', set: { title: '' } });
    expect(await ended(data.job)).toMatchObject({ status: 'failed', changed: 0 });
    const cleared = await start({ verb: 'edit', clear: ['cat_ids'] });
    expect(await ended(cleared.data.job)).toMatchObject({ status: 'success', changed: ROWS });
  });
});
