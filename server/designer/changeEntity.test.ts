/** A designed entity is created, changed, rolled back, deleted and restored while the server runs. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { text } from '../../common/entity/field';
import { introspectSchema, sortSchema } from '../db/schema/introspect';
import { limitedAdmin, superAdmin, type Caller } from '../testing/callers';
import { startTestServer, testDialects, type TestServer } from '../testing/testServer';
import {
  changedComplaint,
  changeInput,
  complaint,
  COMPLAINT_RENAMES,
  type TestChange,
} from '../testing/designed/designedComplaint';
import { DESIGNER_JOBS } from './designerJobs';

describe.each(testDialects())('a designed entity on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
  });
  afterAll(() => server.close());

  const schema = async () => JSON.stringify(sortSchema(await introspectSchema(server.services.db, database)));
  const run = async (change: TestChange, kind: string = DESIGNER_JOBS.apply) => {
    const input = JSON.parse(JSON.stringify(changeInput(change)));
    const id = await server.jobs.enqueue({ kind, subject: 'complaint', input, adminId: admin.id });
    await server.jobs.settled();
    return (await admin.get('/admin/job/edit', { id: String(id) })).data.row;
  };
  const definitions = async (caller = admin): Promise<readonly string[]> =>
    (await caller.get('/admin/Index/index')).data.definitions.map(({ name }: { name: string }) => name);
  let before: string;

  it('gets table, routes, API document and menu when it is applied', async () => {
    before = await schema();
    expect((await admin.get('/admin/complaint/index')).status).toBe(404);
    const job = await run({ from: null, to: complaint });
    expect([job.status, job.error]).toEqual(['success', '']);
    const { data } = await admin.post('/admin/complaint/add', { subject: 'Too loud', note: 'at night', severity: 2 });
    await admin.post('/admin/complaint/add', { subject: 'Too quiet' });
    expect((await admin.get('/admin/complaint/index')).data.list).toHaveLength(2);
    expect((await admin.get('/admin/complaint/history', { id: String(data.id) })).data.list).toHaveLength(1);
    expect((await admin.get('/openapi.json')).text).toContain('/admin/complaint/index');
    expect(await definitions()).toEqual(['complaint']);
    const rules = await admin.get('/admin/menu_rule/index', { quick_search: 'complaint', limit: '50' });
    expect(rules.data.list.map(({ name }: { name: string }) => name).sort()).toEqual(
      ['', '/add', '/del', '/edit', '/index', '/purge', '/restore', '/sortable'].map((action) => `complaint${action}`),
    );
  });

  it('change of an entity: the chosen groups get its permission keys', async () => {
    const clerk = await limitedAdmin(server, ['news/index']);
    expect((await clerk.get('/admin/complaint/index')).code).toBe(403);
    expect(await definitions(clerk)).toEqual([]);
    const { data } = await admin.get('/admin/admin/edit', { id: String(clerk.id) });
    const group = Number(data.row.group_arr[0]);
    const before = await run({
      from: complaint,
      to: complaint,
      grants: [{ group, nodes: ['complaint/index', 'complaint/edit'] }],
    });
    expect([before.status, before.error]).toEqual(['success', '']);
    expect((await clerk.get('/admin/complaint/index')).code).toBe(1);
    expect((await clerk.post('/admin/complaint/add', { subject: 'No' })).code).toBe(403);
    expect(await definitions(clerk)).toEqual(['complaint']);
  });

  it('keeps the values of a renamed column and archives those of a lost one', async () => {
    const applied = await run({ from: complaint, to: changedComplaint, renames: COMPLAINT_RENAMES });
    expect([applied.status, applied.error]).toEqual(['success', '']);
    const { list } = (await admin.get('/admin/complaint/index', { quick_search: 'loud' })).data;
    expect(list[0]).toMatchObject({ headline: 'Too loud', severity: 2 });
    expect(list[0]).not.toHaveProperty('note');
    const record = applied.state.recordId;
    const response = await run(
      {
        from: changedComplaint,
        to: complaint,
        renames: [{ from: 'headline', to: 'subject' }],
        restoredRecords: [record],
      },
      DESIGNER_JOBS.rollBack,
    );
    expect([response.status, response.error]).toEqual(['success', '']);
    const rows = (await admin.get('/admin/complaint/index', { order: 'id,asc' })).data.list;
    expect(rows.map(({ subject }: { subject: string }) => subject)).toEqual(['Too loud', 'Too quiet']);
    expect((await admin.get('/admin/complaint/edit', { id: String(rows[0].id) })).data.row.note).toBe('at night');
  });

  it('deleting a designed entity restores schema, menu and permissions; it can be restored with its rows', async () => {
    const applied = await run({ from: complaint, to: null }, DESIGNER_JOBS.remove);
    expect([applied.status, applied.error]).toEqual(['success', '']);
    expect(await schema()).toBe(before);
    expect((await admin.get('/admin/complaint/index')).status).toBe(404);
    expect(await definitions()).toEqual([]);
    expect((await admin.get('/admin/menu_rule/index', { quick_search: 'complaint' })).data.list).toEqual([]);
    const groups = await server.services.db.rows<{ rules: string }>('SELECT rules FROM admin_group');
    expect(JSON.stringify(groups)).not.toContain('complaint');
    const response = await run(
      { from: null, to: complaint, restoredRecords: [applied.state.recordId] },
      DESIGNER_JOBS.restore,
    );
    expect([response.status, response.error]).toEqual(['success', '']);
    const { list } = (await admin.get('/admin/complaint/index', { order: 'id,asc' })).data;
    expect(list.map(({ subject, severity }: { subject: string; severity: number }) => [subject, severity])).toEqual([
      ['Too loud', 2],
      ['Too quiet', 1],
    ]);
  });

  // @spec P1-025 P3-334 P3-335 P3-336 P3-337 P3-338
  it('records every start and every outcome in the log of definitions', async () => {
    const { list } = (await admin.get('/admin/crud_record/index', { limit: '200', order: 'id,asc' })).data;
    const designed = list.filter(({ source }: { source: string }) => source === 'designer');
    expect(designed.map(({ status }: { status: string }) => status)).toEqual([
      'start',
      'success',
      'start',
      'success',
      'start',
      'success',
      'start',
      'success',
      'start',
      'delete',
      'start',
      'success',
    ]);
  });

  it('a job whose definition is no longer active does not change the entity', async () => {
    const outdated = await run({ from: changedComplaint, to: complaint });
    expect(outdated.status).toBe('failed');
    expect(outdated.error).toContain('has changed. Check the changes again.');
    expect(await definitions()).toEqual(['complaint']);
  });

  it('keeps its definition when values do not fit the narrower column', async () => {
    await admin.post('/admin/complaint/add', { subject: 'x'.repeat(70) });
    const { spec } = complaint;
    const subject = text({ required: true, max: 60, search: true });
    const narrow = { name: 'complaint', spec: { ...spec, fields: { ...spec.fields, subject } } };
    const failed = await run({ from: complaint, to: narrow });
    expect([failed.status, failed.error]).toEqual([
      'failed',
      'Allow more than 60 characters in “subject”, or shorten its longer values first: 1.',
    ]);
    expect((await admin.get('/admin/complaint/index')).data.list[0].subject).toHaveLength(70);
  });
});
