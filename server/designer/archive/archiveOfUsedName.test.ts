/** The archive of a deleted entity can be restored after another entity had its name. */
import { expect, it } from '@jest/globals';
import { superAdmin, type ApiResponse } from '../../testing/callers';
import { startTestServer, testDialects } from '../../testing/testServer';

// @covers fault design.name_in_use
// @covers fault design.active
it.each(testDialects())('reinstate: an earlier archive comes back once its name is free, on %s', async (database) => {
  const server = await startTestServer({ database });
  try {
    const admin = await superAdmin(server);
    const settle = async ({ msg, data }: ApiResponse) => {
      expect(msg).toBe('Job started.');
      await server.jobs.settled();
      const { row } = (await admin.get('/admin/job/edit', { id: String(data.job) })).data;
      expect([row.status, row.error]).toEqual(['success', '']);
    };
    const newest = async () =>
      (await admin.get('/admin/crud_record/index', { quick_search: 'parcel', order: 'id,desc' })).data.list[0].id;
    const reinstate = (id: number) => admin.post('/admin/crud_record/reinstate', { id });
    const remove = async (): Promise<number> => {
      await settle(await admin.post('/admin/crud_record/remove', { id: await newest(), confirm: 'parcel' }));
      return newest();
    };
    const apply = async () => {
      const { id } = (await admin.post('/admin/crud_design/start', { from: 'blank', table_name: 'parcel' })).data;
      await admin.post('/admin/crud_design/edit', { id, one_zh: '包裹', many_zh: '包裹' });
      await settle(await admin.post('/admin/crud_design/apply', { id }));
    };
    const names = async () =>
      (await admin.get('/admin/parcel/index')).data.list.map(({ name }: { name: string }) => name);

    await apply();
    await admin.post('/admin/parcel/add', { name: 'First box' });
    const first = await remove();
    await apply();
    await admin.post('/admin/parcel/add', { name: 'Second box' });
    expect((await reinstate(first)).msg).toBe(
      'Another entity is named “parcel” now. Delete it first, then restore this one. The records of both stay archived.',
    );
    expect(await names()).toEqual(['Second box']);

    const second = await remove();
    await settle(await reinstate(first));
    expect(await names()).toEqual(['First box']);
    const third = await remove();
    await settle(await reinstate(second));
    expect(await names()).toEqual(['Second box']);
    await remove();
    expect((await reinstate(first)).msg).toContain('Only the newest change can be undone.');
    await settle(await reinstate(third));
    expect(await names()).toEqual(['First box']);
    expect((await reinstate(await newest())).msg).toBe('“parcel” is active. Only a deleted entity can be restored.');
  } finally {
    await server.close();
  }
});
