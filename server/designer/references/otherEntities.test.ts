/** A change of one designed entity never takes another one offline: it is refused, or the other one follows; a broken one can be repaired. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { openTestDesign, type TestDesign } from '../../testing/designed/testDesign';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('other designed entities on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let parcel: TestDesign;
  let delivery: TestDesign;

  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    parcel = await openTestDesign(server, admin, 'parcel');
    await parcel.addField('size', 'integer');
    expect(await parcel.apply()).toEqual(['success', '']);
    delivery = await openTestDesign(server, admin, 'delivery');
    await delivery.addField('parcel_id', 'ref', { target: 'parcel', target_fields: ['size'] });
    expect(await delivery.apply()).toEqual(['success', '']);
  });
  afterAll(() => server.close());

  const spec = (table: string) => server.services.registry.get(table)?.spec;
  const newest = async (table: string) =>
    Number((await admin.get('/admin/crud_record/index', { quick_search: table, order: 'id,desc' })).data.list[0].id);
  const settle = async ({ msg, data }: ApiResponse) => {
    expect(msg).toBe('Job started.');
    await server.jobs.settled();
    const { row } = (await admin.get('/admin/job/edit', { id: String(data.job) })).data;
    return [row.status, row.error];
  };
  /** The problem of a design that cannot be applied, and the refusals in both languages. */
  const refusal = async (design: TestDesign) => {
    const problems = await design.problems();
    const texts = [];
    for (const lang of ['en', 'zh-cn']) {
      const headers = { 'content-type': 'application/json', 'think-lang': lang };
      const body = JSON.stringify({ id: design.id });
      const { code, msg } = await admin.send('POST', '/admin/crud_design/apply', { body, headers });
      texts.push([code, msg]);
    }
    return { problems, texts };
  };
  const params = { field: 'size', by: 'delivery', name: 'parcel_id' };

  it('a field that another entity shows cannot be hidden from staff', async () => {
    await parcel.editField('size', { sensitivity: 'restricted' });
    expect(await refusal(parcel)).toEqual({
      problems: [{ code: 'shown_unfit', field: 'size', property: 'sensitivity', params }],
      texts: [
        [0, expect.stringMatching(/size: Keep “size” short .* change “delivery” first: its field “parcel_id”/)],
        [0, expect.stringMatching(/size：请保持“size”.*先修改“delivery”：其字段“parcel_id”/)],
      ],
    });
    await parcel.editField('size', { sensitivity: null });
    expect(await parcel.problems()).toEqual([]);
  });

  it('a field that another entity shows cannot be removed', async () => {
    const fields = (await admin.get('/admin/crud_design_field/index', { limit: '100' })).data.list;
    const { id } = fields.find(({ name }: { readonly name: string }) => name === 'size');
    await admin.post('/admin/crud_design_field/del', { ids: [id] });
    expect(await refusal(parcel)).toEqual({
      problems: [{ code: 'shown_removed', property: 'fields', params }],
      texts: [
        [0, expect.stringMatching(/Keep “size”.*“delivery” first: its field “parcel_id”/)],
        [0, expect.stringMatching(/请保留“size”.*“delivery”/)],
      ],
    });
    expect(spec('delivery')?.fields['parcel_id']?.options.targetFields).toEqual(['size']);
    await parcel.addField('size', 'integer');
  });

  it('the children of another entity follow a rename; the reference by which it has them stays', async () => {
    const childrenBy = (by: string) => ({ children: [{ entity: 'delivery', by }] });
    await parcel.edit({ other_options: childrenBy('parcel_id') });
    expect(await parcel.apply()).toEqual(['success', '']);
    await delivery.editField('parcel_id', { name: 'box_id' });
    expect(await delivery.apply()).toEqual(['success', '']);
    expect(spec('parcel')?.children).toEqual(childrenBy('box_id').children);
    const { row } = (await admin.get('/admin/crud_design/edit', { id: String(parcel.id) })).data;
    expect(row.other_options).toEqual(childrenBy('box_id'));
    await delivery.editField('box_id', { target: 'admin', target_fields: null });
    expect((await refusal(delivery)).problems).toEqual([
      { code: 'child_broken', field: 'box_id', property: 'kind', params: { field: 'box_id', by: 'parcel' } },
    ]);
    await delivery.editField('box_id', { target: 'parcel', target_fields: ['size'] });
    const removed = await admin.post('/admin/crud_record/remove', {
      id: await newest('delivery'),
      confirm: 'delivery',
    });
    expect([removed.code, removed.msg]).toEqual([0, expect.stringContaining('(parcel) refers to it')]);
    await parcel.edit({ other_options: null });
    expect(await parcel.apply()).toEqual(['success', '']);
  });

  it('a roll back is refused before its job starts while another entity shows the field', async () => {
    await parcel.addField('tag', 'text');
    expect(await parcel.apply()).toEqual(['success', '']);
    await delivery.editField('box_id', { target_fields: ['size', 'tag'] });
    expect(await delivery.apply()).toEqual(['success', '']);
    const body = { id: await newest('parcel'), confirm: 'parcel' };
    const { code, msg } = await admin.post('/admin/crud_record/rollback', body);
    expect([code, msg]).toEqual([0, expect.stringMatching(/Other tables need “parcel”.*“tag”.*“delivery”.*“box_id”/)]);
    expect(spec('delivery')).toBeDefined();
  });

  it('a restore is refused while a field that the entity shows is gone, and follows a renamed one', async () => {
    const removed = await admin.post('/admin/crud_record/remove', {
      id: await newest('delivery'),
      confirm: 'delivery',
    });
    expect(await settle(removed)).toEqual(['success', '']);
    await parcel.editField('tag', { name: 'mark' });
    await parcel.editField('size', { sensitivity: 'restricted' });
    expect(await parcel.apply()).toEqual(['success', '']);
    const restore = async () => admin.post('/admin/crud_record/reinstate', { id: await newest('delivery') });
    const refused = await restore();
    expect([refused.code, refused.msg]).toEqual([0, expect.stringContaining('“box_id” shows “size” of parcel')]);
    await parcel.editField('size', { sensitivity: null });
    expect(await parcel.apply()).toEqual(['success', '']);
    expect(await settle(await restore())).toEqual(['success', '']);
    expect(spec('delivery')?.fields['box_id']?.options.targetFields).toEqual(['size', 'mark']);
  });

  it('an entity that the registry left out is applied again, and keeps its rows', async () => {
    const added = await admin.post('/admin/delivery/add', { name: 'First' });
    expect(added.code).toBe(1);
    const { db } = server.services;
    const record = await newest('parcel');
    const [row] = await db.rows<{ readonly fields: string }>('SELECT `fields` FROM crud_record WHERE id = ?', [record]);
    const fields = JSON.parse(row?.fields ?? '{}');
    fields.size.options.sensitivity = 'restricted';
    // An earlier version of the product stored such a definition.
    const columns = 'table_name, `table`, status, source, field_count, create_time, revision';
    await db.transact((tx) =>
      tx.run(`INSERT INTO crud_record (${columns}, \`fields\`) SELECT ${columns}, ? FROM crud_record WHERE id = ?`, [
        JSON.stringify(fields),
        record,
      ]),
    );
    // The registry is read again when any design is applied.
    expect(await (await openTestDesign(server, admin, 'depot')).apply()).toEqual(['success', '']);
    expect([spec('delivery'), (await admin.get('/admin/delivery/index')).status]).toEqual([undefined, 404]);
    expect(await delivery.problems()).toMatchObject([{ code: 'target_fields_unfit', field: 'box_id' }]);
    await delivery.editField('box_id', { target_fields: ['mark'] });
    expect(await delivery.problems()).toEqual([]);
    expect(await delivery.apply()).toEqual(['success', '']);
    expect((await admin.get('/admin/delivery/index')).data.list).toMatchObject([{ name: 'First' }]);
  });
});
