/** Designs whose names or values differ here: refused at the field, kept as sent, or listed in the response. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

const GENERATE = '/admin/crud.Crud/generate';
const KEY = { name: 'id', comment: 'ID', designType: 'pk', type: 'int', length: 10, primaryKey: true };

describe.each(testDialects())('names and values of a generated table on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    let client: CompatClient;
    beforeAll(async () => {
      client = createCompatClient(testServer, dialect);
      await client.signIn();
    });
    const text = (name: string, more: object = {}) => ({
      name,
      comment: name,
      designType: 'string',
      type: 'varchar',
      length: 40,
      ...(dialect === 'first' ? { default: 'none' } : { default: '', defaultType: 'NONE' }),
      ...more,
    });
    const withDefault = (value: string) =>
      dialect === 'first' ? { default: value } : { default: value, defaultType: 'INPUT' };
    const generate = (name: string, fields: readonly object[], table: object = {}) =>
      client.post(GENERATE, { type: 'create', table: { name, comment: 'Tables', ...table }, fields: [KEY, ...fields] });

    // @covers fault compat.design_names
    it('a column that cannot have its name is refused at the field, with another one', async () => {
      const table = `names_${dialect}`;
      const fields = ['a', 'A', 'leadTime', 'live', 'weight', 'a'].map((name) => text(name));
      const { status, code, msg, data } = await generate(table, [text('title'), ...fields]);
      expect([status, code]).toEqual([200, 0]);
      expect(msg).toContain('leadTime → lead_time');
      expect(msg).toContain('Nothing was changed');
      expect(data.fields).toMatchObject({
        A: 'Name it “a_2” here.',
        leadTime: 'Name it “lead_time” here.',
        live: 'Name it “live_value” here.',
        weight: 'Name it “weight_value” here.',
        a: 'Name it “a_3” here.',
      });
      expect((await client.get(`/admin/${table}/index`)).status).toBe(404);
      const { list } = (await client.get('/admin/crud_design/index?limit=100')).data;
      expect(list.map(({ table_name: name }: { table_name: string }) => name)).not.toContain(table);
    });

    it('keeps short names, the title of the table and the defaults of its choices', async () => {
      const table = `kept_${dialect}`;
      const several = { comment: 'Marks:x=One,y=Two', designType: 'checkbox', type: 'set', length: 0 };
      const marks = text('marks', { ...several, ...withDefault('x,y') });
      const { code, data, msg } = await generate(table, [text('a'), marks], { quickSearchField: ['id', 'a'] });
      expect([code, msg, data.ignored]).toEqual([1, 'Operation successful', undefined]);
      const added = await client.post(`/admin/${table}/add`, { a: 'First' });
      expect(added.data.row).toMatchObject({ a: 'First', marks: ['x', 'y'] });
      expect((await client.get('/admin/crud.Crud/databaseList')).data.dbs[table]).toBe('Tables');
      const read = (await client.post('/admin/crud.Crud/logStart', { id: data.crudLog })).data;
      expect(read.fields.find(({ name }: { name: string }) => name === 'marks').default).toBe('x,y');
    });

    it('lists what is otherwise: table, key, label, default, searched column; and an added title', async () => {
      const fields = [
        text('day', { designType: 'date', type: 'date', length: 0, ...withDefault('tomorrow') }),
        text('other', { comment: 'Same', designType: 'number', type: 'int', ...withDefault('5') }),
        text('third', { comment: 'Same', designType: 'number', type: 'int' }),
        text('deleted_at', { designType: 'timestamp', type: 'bigint' }),
      ];
      const table = { name: `Other${dialect}`, comment: 'Other', quickSearchField: ['uid', 'day'] };
      const key = { ...KEY, name: 'uid' };
      const { code, data, msg } = await client.post(GENERATE, { type: 'create', table, fields: [key, ...fields] });
      expect([code, data.added, data.ignored]).toEqual([
        ...[1, ['name']],
        [
          ...['table.name', 'table.quickSearchField.day', 'fields.uid.name', 'fields.deleted_at'],
          ...['fields.day.default', 'fields.third.comment'],
        ],
      ]);
      expect(msg).toContain('The column “name” was added');
      expect(msg).toContain('fields.day.default');
    });

    it('lists types and options of the form that it does not keep', async () => {
      const fields = [
        text('name', { form: { validator: ['required'], validatorMsg: 'Name it' } }),
        text('due', { designType: 'timestamp', type: 'bigint', length: 0 }),
        text('mood', { designType: 'emoji' }),
        text('group', {
          designType: 'remoteSelect',
          type: 'int',
          form: { 'remote-table': 'user_group', 'remote-field': 'rules' },
        }),
        text('many', { comment: 'Many:x=One,y=Two', designType: 'checkbox', type: 'set', length: 0 }),
        text('note', { designType: 'textarea', type: 'text', length: 0 }),
      ];
      const { code, msg, data } = await generate(`types_${dialect}`, fields);
      expect([code, msg, data.ignored]).toEqual([
        ...[1, expect.any(String)],
        [
          ...['fields.name.form.validatorMsg', 'fields.due.designType', 'fields.mood.designType'],
          'fields.group.form.remote-field',
        ],
      ]);
      const read = (await client.post('/admin/crud.Crud/logStart', { id: data.crudLog })).data;
      expect(read.fields.find(({ name }: { name: string }) => name === 'many').designType).toBe('checkbox');
    });
  });
});
