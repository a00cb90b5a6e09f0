/** A rollback gives a table its former description: the same columns and indexes, in the same order. */
import { expect, it } from '@jest/globals';
import { dumpTable } from '../../testing/database/dumpTable';
import { superAdmin, type ApiResponse } from '../../testing/callers';
import { startTestServer, testDialects } from '../../testing/testServer';

it.each(testDialects())(
  'a rollback after rename, widen, delete, add and require leaves the same dump of the table, on %s',
  async (database) => {
    const server = await startTestServer({ database });
    try {
      const { db } = server.services;
      const admin = await superAdmin(server);
      const { id } = (await admin.post('/admin/crud_design/start', { from: 'blank', table_name: 'parcel' })).data;
      await admin.post('/admin/crud_design/edit', { id, one_zh: '包裹', many_zh: '包裹' });
      const fields = new Map<string, number>();
      const addField = async (name: string, more: object = {}) => {
        const labels = { label_en: name, label_zh: `${name}文` };
        const field = { design_id: id, name, kind: 'text', ...labels, ...more };
        fields.set(name, (await admin.post('/admin/crud_design_field/add', field)).data.id);
      };
      const editField = async (name: string, change: object) => {
        const { msg, data } = await admin.post('/admin/crud_design_field/edit', { id: fields.get(name), ...change });
        expect([msg, data?.fields]).toEqual([msg, undefined]);
      };
      const settle = async ({ msg, data }: ApiResponse) => {
        expect([msg, data?.problems]).toEqual(['Job started.', undefined]);
        await server.jobs.settled();
        const { row } = (await admin.get('/admin/job/edit', { id: String(data.job) })).data;
        expect([row.status, row.error]).toEqual(['success', '']);
      };
      const apply = async (confirm?: string) => settle(await admin.post('/admin/crud_design/apply', { id, confirm }));
      const newest = async () =>
        (await admin.get('/admin/crud_record/index', { quick_search: 'parcel', order: 'id,desc' })).data.list[0].id;
      const rollBack = async () =>
        settle(await admin.post('/admin/crud_record/rollback', { id: await newest(), confirm: 'parcel' }));

      await addField('sender', { is_searched: 1, max: 60 });
      await addField('note', { is_unique: 1, max: 60, required: 1 });
      await addField('place', { is_searched: 1, max: 40 });
      await addField('handler_id', { kind: 'ref', target: 'admin' });
      await addField('grams', { kind: 'integer' });
      await apply();
      const row = { name: 'Box', sender: 'Ann', note: 'fragile', place: 'Hall', grams: 3 };
      const added = await admin.post('/admin/parcel/add', row);
      expect(added.code).toBe(1);
      const before = await dumpTable(db, 'parcel');
      expect(before).toContain('grams');

      await editField('sender', { name: 'sent_by', max: 200 });
      await editField('grams', { required: 1, default_value: '1' });
      await admin.post('/admin/crud_design_field/del', { ids: [fields.get('note'), fields.get('place')] });
      await addField('size', { kind: 'integer' });
      await apply('parcel');
      expect(await dumpTable(db, 'parcel')).not.toBe(before);
      await rollBack();
      expect(await dumpTable(db, 'parcel')).toBe(before);
      expect((await admin.get('/admin/parcel/edit', { id: String(added.data.id) })).data.row).toMatchObject(row);
      await apply('parcel');
      await rollBack();
      expect(await dumpTable(db, 'parcel')).toBe(before);

      const removed = await admin.post('/admin/crud_record/remove', { id: await newest(), confirm: 'parcel' });
      await settle(removed);
      await settle(await admin.post('/admin/crud_record/reinstate', { id: await newest() }));
      expect(await dumpTable(db, 'parcel')).toBe(before);
    } finally {
      await server.close();
    }
  },
);
