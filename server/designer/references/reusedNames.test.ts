/** A field that takes the name of another field would get its values: the design is refused until the name is free. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { openTestDesign, type TestDesign } from '../../testing/designed/testDesign';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('reused field names on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let design: TestDesign;
  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    design = await openTestDesign(server, admin, 'parcel');
    await design.addField('note', 'text');
    await design.addField('phone', 'text', { sensitivity: 'restricted' });
    expect(await design.apply()).toEqual(['success', '']);
    const row = { name: 'One', note: 'note', phone: '12345' };
    expect((await admin.post('/admin/parcel/add', row)).code).toBe(1);
  });
  afterAll(() => server.close());

  const reused = (name: string) => ({ code: 'name_reused', params: { name }, field: name, property: 'name' });
  const values = async () => {
    const { id } = (await admin.get('/admin/parcel/index')).data.list[0];
    return (await admin.get('/admin/parcel/edit', { id: String(id) })).data.row;
  };

  it('two fields cannot swap their names in one step', async () => {
    await design.editField('note', { name: 'other' });
    await design.editField('phone', { name: 'note' });
    await design.editField('other', { name: 'phone' });
    expect((await design.problems()).map(({ field, code }) => `${field} ${code}`).sort()).toEqual([
      'note name_reused',
      'phone name_reused',
    ]);
    const refused = await admin.post('/admin/crud_design/apply', { id: design.id });
    expect([refused.code, refused.msg]).toEqual([0, expect.stringContaining('Apply the other changes first')]);
    await design.editField('phone', { name: 'other' });
    await design.editField('note', { name: 'phone' });
    await design.editField('other', { name: 'note' });
    expect(await design.problems()).toEqual([]);
  });

  it('a field cannot take a name that another one gives up in the same step', async () => {
    await design.editField('phone', { name: 'tel' });
    await design.editField('note', { name: 'phone' });
    expect(await design.problems()).toEqual([reused('phone')]);
    await design.editField('phone', { name: 'note' });
    expect(await design.apply()).toEqual(['success', '']);
    expect(await values()).toMatchObject({ note: 'note', tel: '12345' });
  });

  it('a new field gets the former name of another one in the next step, without its values', async () => {
    await design.editField('note', { name: 'memo' });
    const labels = { label_en: 'New note', label_zh: '新备注' };
    const id = await design.addField('note', 'text', labels);
    expect(await design.problems()).toEqual([reused('note')]);
    await admin.post('/admin/crud_design_field/del', { ids: [id] });
    expect(await design.apply()).toEqual(['success', '']);
    await design.addField('note', 'text', labels);
    expect(await design.apply()).toEqual(['success', '']);
    expect(await values()).toMatchObject({ memo: 'note', note: null });
  });
});
