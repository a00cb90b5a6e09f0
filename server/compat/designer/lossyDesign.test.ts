/** Generating again: values are lost only after a check has reported that the table exists, and a default stays. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, SUPER_ADMIN, testDialects, type TestServer } from '../../testing/testServer';
import { CHECK_MS } from './checkedTables';

const GENERATE = '/admin/crud.Crud/generate';
const CHECK = '/admin/crud.Crud/generateCheck';
const column = (name: string, more: object) => ({ name, comment: name, type: 'varchar', length: 60, ...more });
const FIELDS = [
  { name: 'id', comment: 'ID', designType: 'pk', type: 'int', length: 10, primaryKey: true },
  column('label', { designType: 'string' }),
  column('note', { designType: 'string', null: true }),
  column('grade', { comment: 'Grade:a=Alpha,b=Beta', designType: 'select', type: 'enum', length: 0, default: 'b' }),
  column('state', { comment: 'State:0=Off,1=On', designType: 'radio', type: 'tinyint', length: 1, default: '1' }),
];
const withoutNote = FIELDS.filter(({ name }) => name !== 'note');
const withShortNote = FIELDS.map((field) => (field.name === 'note' ? { ...field, length: 5 } : field));

describe.each(testDialects())('a table that is generated again on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    const name = dialect === 'first' ? 'CrateFirst' : 'CrateSecond';
    const table = dialect === 'first' ? 'crate_first' : 'crate_second';
    let client: CompatClient;
    const signIn = async () => {
      const signedIn = createCompatClient(testServer, dialect);
      expect((await signedIn.signIn()).code).toBe(1);
      return signedIn;
    };
    beforeAll(async () => {
      client = await signIn();
      expect((await client.post(CHECK, { table: name })).code).toBe(1);
      expect((await client.post(GENERATE, { type: 'create', table: { name }, fields: FIELDS })).code).toBe(1);
      const row = { label: 'Books', note: 'Fragile', grade: 'b', state: 1 };
      expect((await client.post(`/admin/${table}/add`, row)).code).toBe(1);
    });
    const generate = (fields: readonly object[], type = 'db') =>
      client.post(GENERATE, { type, table: { name }, fields });
    const expectRefused = async (fields: readonly object[], type?: string) => {
      const { status, code, msg } = await generate(fields, type);
      expect([status, code, msg]).toEqual([200, 0, expect.stringContaining('note')]);
      expect(msg).toContain(`“${table}”`);
      expect((await client.get(`/admin/${table}/index`)).data.list).toMatchObject([{ note: 'Fragile' }]);
    };

    it('keeps the defaults of its choices when a record is read and saved', async () => {
      const { id } = (await client.get(`/admin/crud.Crud/checkCrudLog?table=${name}`)).data;
      const read = (await client.post('/admin/crud.Crud/logStart', { id })).data;
      const parsed = (await client.post('/admin/crud.Crud/parseFieldData', { type: 'db', table })).data;
      const getDefaults = (fields: readonly { name: string; default: unknown }[]) =>
        ['grade', 'state'].map((field) => fields.find((found) => found.name === field)?.default);
      expect([getDefaults(read.fields), getDefaults(parsed.columns)]).toEqual([
        ['b', '1'],
        ['b', '1'],
      ]);
      await client.post(CHECK, { table: name });
      const again = { type: 'log', table: { ...read.table, comment: 'Crate again' }, fields: read.fields };
      expect((await client.post(GENERATE, again)).msg).toBe('Operation successful');
      const added = await client.post(`/admin/${table}/add`, { label: 'Default' });
      const { row } = (await client.get(`/admin/${table}/edit?id=${added.data.id}`)).data;
      expect(row).toMatchObject({ grade: 'b', state: 1 });
      expect((await client.del(`/admin/${table}/del`, [added.data.id])).code).toBe(1);
    });

    // @covers fault compat.design_lossy
    it('without such a check, refuses a change that loses values, names the columns, and truncates no value', async () => {
      await expectRefused(withoutNote);
      await expectRefused(withoutNote, 'log');
      const { code, msg } = await generate(withShortNote);
      expect([code, msg]).toEqual([
        0,
        expect.stringContaining('note: Allow more characters or shorten the values. Values longer than 5: 1.'),
      ]);
      // The check of another session, and one that is too old, do not count.
      const other = await signIn();
      expect((await other.post(CHECK, { table: name })).code).toBe(-1);
      await expectRefused(withoutNote);
      await client.post(CHECK, { table: name });
      testServer.advanceClock(CHECK_MS);
      await client.post('/admin/Index/stepUp', { password: SUPER_ADMIN.password });
      await expectRefused(withoutNote);
    });

    it('applies a change that loses values after the check has reported that the table exists, under its stored or its sent name', async () => {
      const check = await client.post(CHECK, { table: name, controllerFile: '' });
      expect([check.code, check.data]).toEqual([-1, { table: true, controller: true }]);
      const applied = await generate(withoutNote);
      // The table has another name than the one that was sent.
      expect([applied.code, applied.data.ignored]).toEqual([1, ['table.name']]);
      expect(applied.msg).toBe('Operation successful · Not taken over as sent: table.name.');
      expect((await client.get(`/admin/${table}/index`)).data.list[0]).not.toHaveProperty('note');
    });
  });
});
