/** A designed entity can be watched as soon as it is active, and no longer when it is deleted. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../testing/callers';
import { changeInput, complaint, type TestChange } from '../testing/designed/designedComplaint';
import { startTestServer, testDialects, type TestServer } from '../testing/testServer';
import { DESIGNER_JOBS } from './designerJobs';

describe.each(testDialects())('a designed entity on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  const run = async (change: TestChange) => {
    const kind = change.to === null ? DESIGNER_JOBS.remove : DESIGNER_JOBS.apply;
    const input = JSON.parse(JSON.stringify(changeInput(change)));
    await server.jobs.enqueue({ kind, subject: 'complaint', input, adminId: admin.id });
    await server.jobs.settled();
  };
  const options = async (rule: string) => (await admin.get(`/admin/${rule}/add`)).data;
  const add = (entity: string, values: Readonly<Record<string, unknown>>) => admin.post(`/admin/${entity}/add`, values);
  const refusedFields = async (rule: string, values: Readonly<Record<string, unknown>>) =>
    Object.keys((await add(rule, values)).data.fields);
  const entries = async (log: string) => (await admin.get(`/admin/${log}/index`)).data.list;

  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
  });
  afterAll(() => server.close());

  it('can be chosen in rules at once, with its controller and fields', async () => {
    expect(await options('recycle_rule')).not.toHaveProperty('tables.complaint');
    expect(await refusedFields('recycle_rule', { name: 'Early', data_table: 'complaint' })).toEqual(['data_table']);
    await run({ from: null, to: complaint });
    expect(await options('recycle_rule')).toMatchObject({
      tables: { complaint: 'Complaints' },
      controllers: { complaint: 'Complaints' },
    });
    expect((await options('sensitive_rule')).fields.complaint).toMatchObject({ subject: 'Subject', note: 'Note' });
  });

  // @case T1.06 T1.07
  it('is recorded by both logs from the first change on', async () => {
    const rule = (await add('recycle_rule', { name: 'Complaints', data_table: 'complaint' })).data.row;
    expect(rule).toMatchObject({ controller: 'complaint', primary_key: 'id' });
    const fields = { data_table: 'complaint', data_fields: ['note'] };
    expect((await add('sensitive_rule', { name: 'Notes', ...fields })).code).toBe(1);
    const { id } = (await add('complaint', { subject: 'Too loud', note: 'at night' })).data.row;
    expect((await admin.post('/admin/complaint/edit', { id, note: 'at noon' })).code).toBe(1);
    expect((await admin.post('/admin/complaint/del', { ids: [id] })).code).toBe(1);
    expect(await entries('sensitive_log')).toMatchObject([
      { data_field: 'note', before: 'at night', after: 'at noon' },
    ]);
    expect(await entries('recycle_log')).toMatchObject([{ event: 'deleted', id_value: id, title: 'Too loud' }]);
  });

  it('cannot be chosen any more when it is deleted', async () => {
    await run({ from: complaint, to: null });
    expect(await options('recycle_rule')).not.toHaveProperty('tables.complaint');
    const late = { name: 'Late', data_table: 'complaint', data_fields: ['note'] };
    expect(await refusedFields('sensitive_rule', late)).toEqual(['data_table']);
  });
});
