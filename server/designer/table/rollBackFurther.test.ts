/** Each roll back goes one version further back: values, names and permissions of the version return, at last the table goes. */
import { expect, it } from '@jest/globals';
import { superAdmin } from '../../testing/callers';
import { openTestDesign } from '../../testing/designed/testDesign';
import { startTestServer, testDialects } from '../../testing/testServer';

it.each(testDialects())('a roll back after a roll back undoes the change before, on %s', async (database) => {
  const server = await startTestServer({ database });
  try {
    const admin = await superAdmin(server);
    const design = await openTestDesign(server, admin, 'parcel');
    await design.addField('note', 'text');
    const apply = async () => expect(await design.apply({ confirm: 'parcel' })).toEqual(['success', '']);
    await apply();
    const { data } = await admin.post('/admin/parcel/add', { name: 'Box', note: 'fragile' });
    await design.editField('note', { name: 'remark' });
    await apply();
    await design.addField('size', 'integer');
    await apply();
    const newest = async () =>
      Number(
        (await admin.get('/admin/crud_record/index', { quick_search: 'parcel', order: 'id,desc' })).data.list[0].id,
      );
    const rollBack = async () => {
      const query = { id: String(await newest()), action: 'rollback' };
      const effects = (await admin.get('/admin/crud_record/effects', query)).data;
      const response = await admin.post('/admin/crud_record/rollback', { id: await newest(), confirm: 'parcel' });
      expect(response.msg).toBe('Job started.');
      await server.jobs.settled();
      const { row } = (await admin.get('/admin/job/edit', { id: String(response.data.job) })).data;
      expect([row.status, row.error]).toEqual(['success', '']);
      return effects;
    };
    const fields = () => Object.keys(server.services.registry.get('parcel')?.spec.fields ?? {});
    const load = async () => (await admin.get('/admin/parcel/edit', { id: String(data.id) })).data.row;

    expect(await rollBack()).toMatchObject({ removesTable: false, fields: [{ name: 'size' }] });
    expect([fields().sort(), await load()]).toMatchObject([['name', 'remark'], { remark: 'fragile' }]);
    expect(await rollBack()).toMatchObject({ removesTable: false, fields: [] });
    expect([fields().sort(), await load()]).toMatchObject([['name', 'note'], { note: 'fragile' }]);

    await design.addField('weight', 'integer');
    await apply();
    await rollBack();
    expect([fields().sort(), await load()]).toMatchObject([['name', 'note'], { note: 'fragile' }]);
    expect(await rollBack()).toMatchObject({ removesTable: true });
    expect((await admin.get('/admin/parcel/index')).status).toBe(404);
    const restored = await admin.post('/admin/crud_record/reinstate', { id: await newest() });
    expect(restored.msg).toBe('Job started.');
    await server.jobs.settled();
    expect(await load()).toMatchObject({ note: 'fragile' });
  } finally {
    await server.close();
  }
});
