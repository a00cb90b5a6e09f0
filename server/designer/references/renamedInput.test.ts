/** What people entered or deleted before a field was renamed follows the new name, and the roll back of it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BULK_JOBS } from '../../bulkJobs/bulkJobs';
import { superAdmin, type Caller } from '../../testing/callers';
import { applyChange, complaintWith } from '../../testing/designed/renamedComplaint';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { DESIGNER_JOBS } from '../designerJobs';

describe.each(testDialects())('input of a renamed field on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let record: number;
  const add = async (values: object): Promise<number> =>
    (await admin.post('/admin/complaint/add', { ...values })).data.id;
  const rows = <T>(sql: string) => server.services.db.rows<T>(sql);
  const ids = { kept: 0, deleted: 0, purged: 0 };
  let seqBefore = 0;

  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    await applyChange(server, admin, { from: null, to: complaintWith('note') });
    const rule = { name: 'Complaints', data_table: 'complaint', status: 1 };
    expect((await admin.post('/admin/recycle_rule/add', rule)).code).toBe(1);
    for (const name of ['kept', 'deleted', 'purged'] as const) ids[name] = await add({ subject: name, note: name });
    expect((await admin.post('/admin/complaint/del', { ids: [ids.deleted, ids.purged] })).code).toBe(1);
    expect((await admin.post('/admin/complaint/purge', { ids: [ids.purged] })).code).toBe(1);
    const draft = { ent: 'complaint', id: ids.kept, form: '', revision: 1, at: Date.now() };
    const fields = { note: { base: 'kept', mine: 'typed' } };
    expect((await admin.post('/admin/draft/keep', { ...draft, fields })).code).toBe(1);
    await server.services.db.transact(async (tx) => {
      const key = `complaint:${ids.kept}:note`;
      await tx.run(
        'INSERT INTO shared_draft (id, ent, eid, field, epoch, snapshot, snapshot_n, last_n, base_hash, writers, `at`) VALUES (?, ?, ?, ?, ?, ?, 1, 2, ?, ?, ?)',
        [key, 'complaint', ids.kept, 'note', 'e', 'AA', '', '[]', Date.now()],
      );
      await tx.run('INSERT INTO shared_draft_update (draft, n, body) VALUES (?, 2, ?)', [key, 'AA']);
      await tx.run('INSERT INTO shared_draft_editor (id, draft, c, principal, `at`) VALUES (?, ?, 7, ?, ?)', [
        ...[`${key}:7`, key, `admin:${admin.id}`, Date.now()],
      ]);
    });
    const [head] = await rows<{ last: number }>('SELECT last FROM change_head WHERE id = 1');
    seqBefore = Number(head?.last);
  });
  afterAll(() => server.close());

  const expectNames = async (name: string) => {
    const { drafts } = (await admin.get('/admin/draft/one', { ent: 'complaint', id: String(ids.kept) })).data;
    expect(drafts).toMatchObject([{ fields: { [name]: { base: 'kept', mine: 'typed' } } }]);
    const key = `complaint:${ids.kept}:${name}`;
    expect(await rows('SELECT id, field FROM shared_draft')).toEqual([{ id: key, field: name }]);
    expect(await rows('SELECT draft FROM shared_draft_update')).toEqual([{ draft: key }]);
    expect(await rows('SELECT id, draft FROM shared_draft_editor')).toEqual([{ id: `${key}:7`, draft: key }]);
    const log = (await admin.get('/admin/recycle_log/index', { order: 'id,desc', limit: '20' })).data.list;
    const entries = log.filter(({ id_value: row }: { id_value: number }) => row === ids.purged);
    expect(entries.length).toBeGreaterThan(0);
    for (const { id } of entries) {
      const { row } = (await admin.get('/admin/recycle_log/info', { id: String(id) })).data;
      expect(row.data).toMatchObject({ subject: 'purged', [name]: 'purged' });
    }
  };

  it('drafts and the log of deleted rows follow the new name', async () => {
    const renames = [{ from: 'note', to: 'remark' }];
    record = await applyChange(server, admin, { from: complaintWith('note'), to: complaintWith('remark'), renames });
    await expectNames('remark');
  });

  it('a row that was deleted before comes back with its value', async () => {
    const log = (await admin.get('/admin/recycle_log/index', { order: 'id,desc', limit: '20' })).data.list;
    const entry = log.find(({ id_value: row }: { id_value: number }) => row === ids.deleted);
    expect((await admin.post('/admin/recycle_log/restore', { ids: [entry.id] })).code).toBe(1);
    const { row } = (await admin.get('/admin/complaint/edit', { id: String(ids.deleted) })).data;
    expect(row.remark).toBe('deleted');
  });

  const runBulk = async (set: object) => {
    const input = {
      ent: 'complaint',
      verb: 'edit',
      set,
      clear: [],
      ids: [ids.kept],
      cid: randomUUID(),
      seq: seqBefore,
    };
    const id = await server.jobs.enqueue({
      kind: BULK_JOBS.change,
      subject: 'complaint',
      input: JSON.parse(JSON.stringify(input)),
      adminId: admin.id,
    });
    await server.jobs.settled();
    return (await admin.get('/admin/job/edit', { id: String(id) })).data.row;
  };

  it('a bulk change that waited while the field was renamed writes the new one', async () => {
    expect((await runBulk({ note: 'bulk' })).status).toBe('success');
    const { row } = (await admin.get('/admin/complaint/edit', { id: String(ids.kept) })).data;
    expect(row.remark).toBe('bulk');
  });

  it('all follow the roll back', async () => {
    const change = { from: complaintWith('remark'), to: complaintWith('note'), restoredRecords: [record] };
    const renames = [{ from: 'remark', to: 'note' }];
    await applyChange(server, admin, { ...change, renames }, DESIGNER_JOBS.rollBack);
    await expectNames('note');
  });
});
