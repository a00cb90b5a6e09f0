/** Applying a design grants permissions to role groups; applying and rolling back record the renames and the author. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('applying a design on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let designId: number;
  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    designId = (await admin.post('/admin/crud_design/start', { from: 'blank', table_name: 'ticket' })).data.id;
    await admin.post('/admin/crud_design/edit', { id: designId, one_zh: '工单', many_zh: '工单' });
  });
  afterAll(() => server.close());

  const addGroup = async (values: object): Promise<number> =>
    (await admin.post('/admin/admin_group/add', { rules: ['news/index'], data_scope: 'all', ...values })).data.id;
  const waitForJob = async (response: ApiResponse) => {
    expect([response.code, response.msg]).toEqual([1, 'Job started.']);
    await server.jobs.settled();
    const { row } = (await admin.get('/admin/job/edit', { id: String(response.data.job) })).data;
    expect([row.status, row.error]).toEqual(['success', '']);
    return row;
  };
  const apply = (groups: object[] = []) => admin.post('/admin/crud_design/apply', { id: designId, groups });
  const newestRecord = async () =>
    (await admin.get('/admin/crud_record/index', { quick_search: 'ticket', order: 'id,desc' })).data.list[0];
  const fieldNamed = async (name: string) => {
    const search = { 'search[0][field]': 'design_id', 'search[0][val]': String(designId), 'search[0][operator]': '=' };
    const { list } = (await admin.get('/admin/crud_design_field/index', { ...search, limit: '100' })).data;
    return list.find((field: { name: string }) => field.name === name);
  };

  // @covers fault design.grant_to_none
  it('refuses permissions for a group that does not exist', async () => {
    const refused = await apply([{ group: 4242, actions: ['index'] }]);
    expect([refused.code, refused.msg]).toEqual([0, 'There is no role group 4242. Select the groups again.']);
  });

  // @covers fault design.grant_beyond_parent
  it('refuses a permission for a group below one that lacks it, before anything changes', async () => {
    const office = await addGroup({ name: 'Office' });
    const desk = await addGroup({ name: 'Desk', pid: office });
    const refused = await apply([{ group: desk, actions: ['index'] }]);
    expect([refused.code, refused.msg]).toEqual([
      0,
      '“Desk” can’t have permissions that the group above it doesn’t have. Grant them to “Office” too.',
    ]);
    expect((await admin.get('/admin/ticket/index')).status).toBe(404);
    await waitForJob(
      await apply([
        { group: desk, actions: ['index'] },
        { group: office, actions: ['index'] },
      ]),
    );
    expect((await admin.get('/admin/admin_group/edit', { id: String(desk) })).data.row.rules).toContain('ticket/index');
    const history = await admin.get('/admin/admin_group/history', { id: String(desk) });
    expect(history.data.list[0]).toMatchObject({ by: { id: `admin:${admin.id}` } });
    const audit = await admin.get('/admin/admin_log/index', { order: 'id,desc', limit: '200' });
    expect(JSON.stringify(audit.data.list)).toContain('"entity":"admin_group"');
  });

  it('stores the last job of the design', async () => {
    const { row } = (await admin.get('/admin/crud_design/edit', { id: String(designId) })).data;
    expect(row.job_id).toEqual(expect.any(Number));
  });

  it('a renamed field keeps its old name after a rollback, and when an earlier record is opened', async () => {
    await admin.post('/admin/ticket/add', { name: 'Keep me' });
    const first = await newestRecord();
    const field = await fieldNamed('name');
    await admin.post('/admin/crud_design_field/edit', { id: field.id, name: 'subject' });
    await waitForJob(await apply());
    await waitForJob(
      await admin.post('/admin/crud_record/rollback', { id: (await newestRecord()).id, confirm: 'ticket' }),
    );
    expect((await fieldNamed('subject')).applied_name).toBe('name');
    await waitForJob(await apply());
    expect((await admin.get('/admin/ticket/index')).data.list[0].subject).toBe('Keep me');
    await admin.post('/admin/crud_design/start', { from: 'record', record: first.id, replace: true });
    expect((await fieldNamed('name')).applied_name).toBe('subject');
    const { changes } = (await admin.get('/admin/crud_design/preview', { id: String(designId) })).data;
    expect(changes).toEqual([expect.objectContaining({ kind: 'renamed', name: 'name' })]);
  });

  it('a rename that is not applied yet is kept after the entity is deleted and restored', async () => {
    await waitForJob(
      await admin.post('/admin/crud_record/remove', { id: (await newestRecord()).id, confirm: 'ticket' }),
    );
    expect((await admin.get('/admin/ticket/index')).status).toBe(404);
    await waitForJob(await admin.post('/admin/crud_record/reinstate', { id: (await newestRecord()).id }));
    expect((await fieldNamed('name')).applied_name).toBe('subject');
    const { changes } = (await admin.get('/admin/crud_design/preview', { id: String(designId) })).data;
    expect(changes).toEqual([expect.objectContaining({ kind: 'renamed', name: 'name' })]);
    await waitForJob(await apply());
    expect((await admin.get('/admin/ticket/index')).data.list[0].name).toBe('Keep me');
  });
});
