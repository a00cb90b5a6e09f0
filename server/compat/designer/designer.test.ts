/** The calls of the designer of older clients: check, generate, read back and delete, with their own form of a design. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

const primaryKey = { name: 'id', comment: 'ID', designType: 'pk', type: 'int', length: 10, primaryKey: true };
const design = {
  table: {
    name: 'parcel',
    comment: 'Parcel',
    quickSearchField: ['label'],
    defaultSortField: 'id',
    defaultSortType: 'desc',
  },
  fields: [
    primaryKey,
    {
      name: 'label',
      comment: 'Label',
      designType: 'string',
      type: 'varchar',
      length: 60,
      form: { validator: ['required'] },
    },
    { name: 'status', comment: 'Status:0=Off,1=On', designType: 'radio', type: 'enum', default: '1' },
    { name: 'weight_kg', comment: 'Weight (kg)', designType: 'float', type: 'decimal', length: 5, null: true },
    {
      name: 'receiver_id',
      comment: 'Receiver',
      designType: 'remoteSelect',
      type: 'int',
      null: true,
      form: { 'remote-table': 'user' },
    },
  ],
};

describe.each(testDialects())('the designer calls of older clients on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
  });
  afterAll(() => server.close());

  it('respond with code -1 for a table that exists', async () => {
    const check = await admin.post('/admin/crud.Crud/generateCheck', { table: 'news', controllerFile: '' });
    expect([check.code, check.data]).toEqual([-1, { table: true, controller: false }]);
    expect((await admin.post('/admin/crud.Crud/generateCheck', { table: 'parcel' })).code).toBe(1);
  });

  // @spec P5-021 P5-022 P5-023
  it('refuse a design without a table name and one without exactly one primary key', async () => {
    const generate = (table: object, fields: readonly object[]) =>
      admin.post('/admin/crud.Crud/generate', { table, fields });
    expect((await generate({ name: '' }, [primaryKey])).msg).toBe('Enter the data table name.');
    const response = await generate({ name: 'parcel' }, [primaryKey, { ...primaryKey, name: 'other' }]);
    expect(response.msg).toBe('Exactly one primary key field must be designed.');
    expect((await generate({ name: 'admin' }, design.fields)).code).toBe(0);
  });

  it('refuses an invalid table name with a message that quotes it, and stores no design', async () => {
    const generate = (table: string, fields: readonly object[] = design.fields) =>
      admin.post('/admin/crud.Crud/generate', { table: { ...design.table, name: table }, fields });
    for (const name of ['../x', 'a b', 'x;drop', '投诉', 'x'.repeat(41)]) {
      const { code, msg } = await generate(name);
      expect([code, msg]).toEqual([0, expect.stringContaining(`Change the name “${name}”`)]);
    }
    const [key, label] = design.fields;
    const response = await generate(
      'twice',
      [key, label, label].map((field) => ({ ...field })),
    );
    expect([response.code, Object.keys(response.data.fields)]).toEqual([0, ['label']]);
    for (const name of ['admin', 'change_log', 'select']) expect((await generate(name)).code).toBe(0);
    expect((await admin.get('/admin/crud_design/index')).data.total).toBe(0);
  });

  // @spec P7-060
  it('generate an entity that works, read its design back and delete it', async () => {
    const generated = await admin.post('/admin/crud.Crud/generate', design);
    expect([generated.code, generated.msg]).toEqual([1, 'Operation successful']);
    const added = await admin.post('/admin/parcel/add', { label: 'Books', status: 0, weight_kg: 2.5 });
    expect(added.data.row).toMatchObject({ label: 'Books', status: 0, weight_kg: 2.5, receiver_id: null });
    const { id } = (await admin.get('/admin/crud.Crud/checkCrudLog', { table: 'parcel' })).data;
    const read = (await admin.post('/admin/crud.Crud/logStart', { id })).data;
    expect(read.id).toBe(id);
    const parsed = await admin.post('/admin/crud.Crud/parseFieldData', { type: 'log', log: id });
    expect(parsed.data.columns).toEqual(read.fields);
    const unknown = await admin.post('/admin/crud.Crud/parseFieldData', { type: 'log', id: 987_654 });
    expect(unknown.msg).toBe('This record doesn’t exist or isn’t available to you.');
    expect((await admin.post('/admin/crud.Crud/logStart', { id: 987_654 })).msg).toBe(unknown.msg);
    expect(read.fields.map(({ name, designType }: { name: string; designType: string }) => [name, designType])).toEqual(
      [
        ...[
          ['id', 'pk'],
          ['label', 'string'],
          ['status', 'radio'],
        ],
        ...[
          ['weight_kg', 'float'],
          ['receiver_id', 'remoteSelect'],
        ],
      ],
    );
    expect(read.fields[2].comment).toBe('Status:0=Off,1=On');
    expect((await admin.get('/admin/crud.Crud/databaseList')).data.dbs.parcel).toBe('Parcels');
    // A second design of the same table keeps the rows, and the values of a renamed column.
    const renamed = design.fields.map((field) => (field.name === 'label' ? { ...field, name: 'caption' } : field));
    const change = (oldName: string, newName: string) => ({ type: 'change-field-name', index: 1, oldName, newName });
    const table = {
      ...design.table,
      quickSearchField: ['caption'],
      rebuild: 'No',
      designChange: [
        change('label', 'heading'),
        { type: 'change-field-attr', oldName: 'status' },
        change('heading', 'caption'),
      ],
    };
    const regenerated = await admin.post('/admin/crud.Crud/generate', { type: 'update', table, fields: renamed });
    expect([regenerated.code, regenerated.msg]).toEqual([1, 'Operation successful']);
    const kept = (await admin.get('/admin/parcel/index')).data.list;
    expect(kept).toEqual([expect.objectContaining({ caption: 'Books', weight_kg: 2.5 })]);
    const newest = (await admin.get('/admin/crud.Crud/checkCrudLog', { table: 'parcel' })).data.id;
    const earlyDelete = await admin.post('/admin/crud.Crud/delete', { id });
    expect([earlyDelete.code, earlyDelete.msg]).toEqual([
      0,
      expect.stringContaining('Choose the newest record of “parcel”'),
    ]);
    expect((await admin.get('/admin/parcel/index')).data.total).toBe(1);
    const deleted = await admin.post('/admin/crud.Crud/delete', { id: newest });
    expect(deleted.code).toBe(1);
    expect((await admin.get('/admin/parcel/index')).status).toBe(404);
    const restored = await admin.post('/admin/crud_record/reinstate', { id: deleted.data.crudLog });
    expect(restored.code).toBe(1);
    await server.jobs.settled();
    expect((await admin.get('/admin/parcel/index')).data.list).toMatchObject([{ caption: 'Books', weight_kg: 2.5 }]);
  });

  it('the routes parse SQL text and a table, and name no path outside the definitions', async () => {
    const sql = 'CREATE TABLE box (id INT PRIMARY KEY, title VARCHAR(40) NOT NULL)';
    const { columns } = (await admin.post('/admin/crud.Crud/parseFieldData', { type: 'sql', sql })).data;
    expect(columns.map(({ name }: { name: string }) => name)).toEqual(['id', 'title']);
    const designs = async () => (await admin.get('/admin/crud_design/index')).data.total;
    const before = await designs();
    const news = (await admin.post('/admin/crud.Crud/parseFieldData', { type: 'db', table: 'news' })).data;
    expect(news.columns.map(({ name }: { name: string }) => name)).toContain('title');
    expect(await designs()).toBe(before);
    expect((await admin.get('/admin/crud.Crud/getFileData', { table: 'box' })).data.modelFile).toBe(
      'common/entities/box.ts',
    );
    expect((await admin.get('/admin/crud.Crud/getFileData', { table: '../../x' })).code).not.toBe(1);
  });

  it('refuse admins who are not super', async () => {
    const clerk = await limitedAdmin(server, ['crud_record/index', 'crud_design/index'], 'all');
    expect((await clerk.get('/admin/crud.Crud/databaseList')).code).toBe(403);
    expect((await clerk.post('/admin/crud.Crud/generate', design)).code).toBe(403);
  });
});
