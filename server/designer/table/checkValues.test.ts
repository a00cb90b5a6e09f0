/** Stored values that a changed design does not allow are found by the preview and by the first step of the job, at their field. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onOff, text, integer, ref } from '../../../common/entity/field';
import type { AnyEntity } from '../../../common/entity/entity';
import { superAdmin, type Caller } from '../../testing/callers';
import { changeInput, complaint } from '../../testing/designed/designedComplaint';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { DESIGNER_JOBS } from '../designerJobs';

const withFields = (fields: AnyEntity['spec']['fields']): AnyEntity => ({
  name: 'complaint',
  spec: { ...(complaint as AnyEntity).spec, fields: { ...complaint.spec.fields, ...fields } },
});
/** Every field may be empty, and none is unique. */
const loose = withFields({
  note: text({ max: 100 }),
  code: text({ max: 100 }),
  pin: text({ max: 100, sensitivity: 'restricted' }),
  points: integer(),
  handler_id: ref('admin'),
});

describe.each(testDialects())('stored values on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let designId: number;
  const run = async (from: AnyEntity | null, to: AnyEntity) => {
    const input = JSON.parse(JSON.stringify(changeInput({ from, to })));
    const id = await server.jobs.enqueue({ kind: DESIGNER_JOBS.apply, subject: 'complaint', input, adminId: admin.id });
    await server.jobs.settled();
    return (await admin.get('/admin/job/edit', { id: String(id) })).data.row;
  };
  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    const created = await run(null, labelled(loose));
    expect([created.status, created.error]).toEqual(['success', '']);
    for (const [subject, code, pin] of [
      ['Too loud', 'A1', '1234'],
      ['Too quiet', 'a1', '1234'],
      ['Too late', 'b2', '5678'],
    ])
      expect((await admin.post('/admin/complaint/add', { subject, code, pin, note: 'x'.repeat(70) })).code).toBe(1);
    const record = (await admin.get('/admin/crud_record/index', { quick_search: 'complaint', order: 'id,desc' })).data
      .list[0];
    designId = (await admin.post('/admin/crud_design/start', { from: 'record', record: record.id, replace: true })).data
      .id;
  });
  afterAll(() => server.close());

  const fieldId = async (name: string) => {
    const search = { 'search[0][field]': 'design_id', 'search[0][val]': String(designId), 'search[0][operator]': '=' };
    const { list } = (await admin.get('/admin/crud_design_field/index', { ...search, limit: '100' })).data;
    return list.find((row: { name: string }) => row.name === name).id as number;
  };
  /** The problems of the preview while a field of the design has other properties. */
  const problemsWith = async (name: string, values: object, restored: object) => {
    const id = await fieldId(name);
    expect((await admin.post('/admin/crud_design_field/edit', { id, ...values })).code).toBe(1);
    const { problems } = (await admin.get('/admin/crud_design/preview', { id: String(designId) })).data;
    const refused = await admin.post('/admin/crud_design/apply', { id: designId, confirm: 'complaint' });
    expect(refused.code).toBe(0);
    await admin.post('/admin/crud_design_field/edit', { id, ...restored });
    return problems;
  };

  it('preview: reports the number of duplicate values with an example', async () => {
    expect(await problemsWith('code', { is_unique: 1 }, { is_unique: 0 })).toEqual([
      { code: 'values_repeated', params: { count: 1, example: 'A1' }, field: 'code', property: 'is_unique' },
    ]);
  });

  it('preview: quotes no value of a restricted field', async () => {
    expect(await problemsWith('pin', { is_unique: 1 }, { is_unique: 0 })).toEqual([
      { code: 'values_repeated_unnamed', params: { count: 1 }, field: 'pin', property: 'is_unique' },
    ]);
  });

  it('preview: reports the number of values that are too long', async () => {
    expect(await problemsWith('note', { max: 60 }, { max: 100 })).toEqual([
      { code: 'values_too_long', params: { count: 3, max: 60 }, field: 'note', property: 'max' },
    ]);
  });

  it('preview: reports the number of rows without a value of a field that becomes required', async () => {
    expect(await problemsWith('points', { required: 1 }, { required: 0 })).toEqual([
      { code: 'values_missing', params: { count: 3 }, field: 'points', property: 'required' },
    ]);
    expect(await problemsWith('handler_id', { required: 1 }, { required: 0 })).toEqual([
      { code: 'values_missing', params: { count: 3 }, field: 'handler_id', property: 'required' },
    ]);
  });

  // @covers fault design.values_repeated
  // @covers fault design.values_missing
  it('job: the first step refuses what came after the preview; nothing has changed', async () => {
    const unique = await run(
      labelled(loose),
      labelled(withFields({ ...loose.spec.fields, code: text({ max: 100, unique: true }) })),
    );
    expect([unique.status, unique.error, unique.steps[1].status]).toEqual([
      ...['failed', '“code” can’t be unique. Values used more than once: 1.', 'waiting'],
    ]);
    const required = await run(
      labelled(loose),
      labelled(withFields({ ...loose.spec.fields, points: integer({ required: true }) })),
    );
    expect([required.status, required.error]).toEqual([
      ...['failed', 'Fill in “points” or set a default. Records without a value: 3.'],
    ]);
  });

  it('a new unique field is refused where it would have one value in all rows', async () => {
    const added = { ...loose.spec.fields, serial: text({ max: 20, required: true, unique: true }) };
    const failed = await run(labelled(loose), labelled(withFields(added)));
    expect([failed.status, failed.error]).toEqual([
      ...['failed', '“serial” can’t be unique. Values used more than once: 1.'],
    ]);
  });

  it('corrected values are accepted, and deleted rows do not count', async () => {
    const { list } = (await admin.get('/admin/complaint/index', { order: 'id,asc' })).data;
    await admin.post('/admin/complaint/del', { ids: [list[1].id] });
    const to = withFields({ ...loose.spec.fields, code: text({ max: 100, unique: true }), status: onOff() });
    const applied = await run(labelled(loose), labelled(to));
    expect([applied.status, applied.error]).toEqual(['success', '']);
    expect((await admin.post('/admin/complaint/add', { subject: 'Again', code: 'a1' })).code).toBe(0);
  });
});

/** With a label for every field. */
function labelled({ name, spec }: AnyEntity): AnyEntity {
  const missing = Object.keys(spec.fields).filter((field) => !Object.hasOwn(spec.labels.en, field));
  const labels = Object.fromEntries(missing.map((field) => [field, field]));
  const form = [...spec.form, ...missing] as NonNullable<typeof spec.form>;
  return {
    name,
    spec: {
      ...spec,
      form,
      labels: { en: { ...spec.labels.en, ...labels }, 'zh-cn': { ...spec.labels['zh-cn'], ...labels } },
    },
  };
}
