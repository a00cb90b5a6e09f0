/** Deleting members who hold money: every route requires a confirmation, and the approval of another admin from the limit on. */
import { describe, expect, it } from '@jest/globals';
import { createInterleaver } from '../../testing/database/interleave';
import { limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { setSetting } from '../../testing/setSetting';
import { testDialects, type TestServer } from '../../testing/testServer';
import { createTestServerRunner } from '../../testing/testServerRunner';

const CHIEF = [
  ...['index', 'approve', 'refuse', 'see_money'].map((verb) => `pending_booking/${verb}`),
  ...['index', 'add', 'see_money'].map((verb) => `user_money_log/${verb}`),
  ...['index', 'del', 'see_money'].map((verb) => `user/${verb}`),
];

describe.each(testDialects())('deleting members who hold money on %s', (database) => {
  const interleaving = createInterleaver();
  const withTestServer = createTestServerRunner({ database, wrapDb: interleaving.wrap });
  const createMemberWithBalance = async (testServer: TestServer, root: Caller, money: string) => {
    const one = await member(testServer);
    expect((await root.post('/admin/user_money_log/add', { user_id: one.id, money, memo: 'Top-up' })).code).toBe(1);
    return one;
  };
  const isThere = async (root: Caller, id: number) =>
    (await root.get('/admin/user/edit', { id: String(id) })).code === 1;

  it('del: responds with the amounts and deletes nothing until each is confirmed with the password', () =>
    withTestServer(async (testServer, root) => {
      const [mia, poor] = [await createMemberWithBalance(testServer, root, '11.00'), await member(testServer)];
      const del = (body: object) => root.post('/admin/user/del', { ids: [poor.id, mia.id], ...body });
      const asked = await del({});
      expect([asked.status, asked.code, asked.data.holders]).toEqual([
        200,
        0,
        [expect.objectContaining({ id: mia.id, money: '11.00' })],
      ]);
      expect(asked.msg).toContain('11.00');
      expect((await del({ confirm: { [mia.id]: '10.00' } })).data.holders).toHaveLength(1);
      expect((await del({ confirm: { [mia.id]: 11 } })).status).toBe(400);
      expect((await del({ confirm: 'yes' })).status).toBe(400);
      testServer.advanceClock(301_000);
      const confirm = { [mia.id]: '11.00' };
      const lateDelete = await del({ confirm });
      expect([lateDelete.status, lateDelete.data]).toEqual([403, { stepUp: true }]);
      expect([await isThere(root, mia.id), await isThere(root, poor.id)]).toEqual([true, true]);
      const blind = await limitedAdmin(testServer, ['user/index', 'user/del'], 'all');
      expect((await blind.post('/admin/user/del', { ids: [mia.id], confirm })).status).toBe(403);
      expect((await root.post('/admin/Index/stepUp', { password: 'correct-horse-9' })).code).toBe(1);
      expect((await del({ confirm })).code).toBe(1);
      const purge = (body: object) => root.post('/admin/user/purge', { ids: [mia.id], ...body });
      expect((await purge({})).data.holders).toHaveLength(1);
      expect((await purge({ confirm })).code).toBe(1);
      // A member without money needs no confirmation.
      expect((await root.post('/admin/user/del', { ids: [(await member(testServer)).id] })).code).toBe(1);
    }));

  it('del: requires the approval of another admin from the limit on, and the approval deletes only the requested member', () =>
    withTestServer(async (testServer, root) => {
      await setSetting(testServer, 'ledger_second_money', 500);
      const [mia, noa, ira] = [
        await createMemberWithBalance(testServer, root, '300.00'),
        await createMemberWithBalance(testServer, root, '300.00'),
        await createMemberWithBalance(testServer, root, '499.00'),
      ];
      const request = { ids: [mia.id, noa.id], confirm: { [mia.id]: '300.00', [noa.id]: '300.00' } };
      const split = await root.post('/admin/user/del', request);
      expect([split.code, split.data.secondPerson]).toEqual([0, true]);
      const ask = (id: number) => root.post('/admin/user/ask_delete', { id, memo: 'Closed at the counter' });
      expect((await root.post('/admin/user/ask_delete', { id: mia.id })).data.fields).toHaveProperty('memo');
      expect((await ask(mia.id)).code).toBe(1);
      expect((await ask(mia.id)).code).toBe(0);
      const [{ id }] = (await root.get('/admin/pending_booking/index')).data.list;
      const chief = await limitedAdmin(testServer, CHIEF, 'all');
      const approve = (by: Caller, row: number) => by.post('/admin/pending_booking/approve', { id: row });
      expect((await approve(root, id)).code).toBe(0);
      // The balance changed after the request, so the approval does not match.
      const more = { user_id: mia.id, money: '1.00', memo: 'Late' };
      expect((await root.post('/admin/user_money_log/add', more)).code).toBe(1);
      expect((await approve(chief, id)).code).toBe(0);
      expect(await isThere(root, mia.id)).toBe(true);
      expect((await root.post('/admin/user_money_log/add', { ...more, money: '-1.00' })).code).toBe(1);
      const clerk = await limitedAdmin(testServer, CHIEF.filter((node) => node !== 'user/del'), 'all'); // prettier-ignore
      expect((await approve(clerk, id)).status).toBe(403);
      expect((await approve(chief, id)).code).toBe(1);
      expect(await isThere(root, mia.id)).toBe(false);
      const purge = { ids: [mia.id], confirm: { [mia.id]: '300.00' } };
      await setSetting(testServer, 'ledger_second_money', 100);
      expect((await root.post('/admin/user/purge', purge)).code).toBe(1);
      // Without an approval, the purge needs approval too.
      await setSetting(testServer, 'ledger_second_money', 500);
      const own = { ids: [ira.id], confirm: { [ira.id]: '499.00' } };
      expect((await root.post('/admin/user/del', own)).code).toBe(1);
      await setSetting(testServer, 'ledger_second_money', 100);
      expect((await root.post('/admin/user/purge', own)).data.secondPerson).toBe(true);
    }));

  it('approve: refuses a booking between the check of the balance and the deletion', () =>
    withTestServer(async (testServer, root) => {
      await setSetting(testServer, 'ledger_second_money', 500);
      const mia = await createMemberWithBalance(testServer, root, '300.00');
      expect((await root.post('/admin/user/ask_delete', { id: mia.id, memo: 'Closed at the counter' })).code).toBe(1);
      const [{ id }] = (await root.get('/admin/pending_booking/index')).data.list;
      const chief = await limitedAdmin(testServer, CHIEF, 'all');
      const booking = interleaving.after(/^SELECT \* FROM `user` WHERE(?!.*FOR UPDATE)/, () =>
        root.post('/admin/user_money_log/add', { user_id: mia.id, money: '100.00', memo: 'Late' }),
      );
      expect((await chief.post('/admin/pending_booking/approve', { id })).code).toBe(1);
      expect((await booking).code).not.toBe(1);
      const rows = await testServer.services.db.rows(
        'SELECT money FROM `user` WHERE id = ? AND delete_time IS NOT NULL',
        [mia.id],
      );
      expect(rows.map((row) => Number((row as { money: unknown }).money))).toEqual([30_000]);
    }));

  it('del: several requests of one admin within an hour add up, and a purge counts once', () =>
    withTestServer(async (testServer, root) => {
      await setSetting(testServer, 'ledger_second_money', 500);
      const [mia, noa, ira, eli] = [
        await createMemberWithBalance(testServer, root, '200.00'),
        await createMemberWithBalance(testServer, root, '200.00'),
        await createMemberWithBalance(testServer, root, '100.00'),
        await createMemberWithBalance(testServer, root, '200.00'),
      ];
      const leave = (verb: 'del' | 'purge', id: number, money: string, by = root) =>
        by.post(`/admin/user/${verb}`, { ids: [id], confirm: { [id]: money } });
      expect((await leave('del', mia.id, '200.00')).code).toBe(1);
      expect((await leave('purge', mia.id, '200.00')).code).toBe(1);
      const race = await Promise.all([leave('del', noa.id, '200.00'), leave('del', eli.id, '200.00')]);
      expect(race.map(({ code }) => code).sort()).toEqual([0, 1]);
      const thirdDelete = await leave('del', ira.id, '100.00');
      expect([thirdDelete.code, thirdDelete.data.secondPerson, thirdDelete.data.holders]).toEqual([
        0,
        true,
        [expect.objectContaining({ id: ira.id, money: '100.00' })],
      ]);
      const chief = await limitedAdmin(testServer, CHIEF, 'all');
      expect((await leave('del', ira.id, '100.00', chief)).code).toBe(1);
      // A restored member no longer counts.
      const deleted = race[0].code === 1 ? noa : eli;
      expect((await root.post('/admin/user/restore', { ids: [deleted.id] })).code).toBe(1);
      expect((await leave('del', deleted === noa ? eli.id : noa.id, '200.00')).code).toBe(1);
      testServer.advanceClock(3_601_000);
      const later = await superAdmin(testServer);
      expect((await leave('del', deleted.id, '200.00', later)).code).toBe(1);
    }));

  it('del: deletions of one admin within a day of the site add up', () =>
    withTestServer(async (testServer, root) => {
      const [mia, noa] = [
        await createMemberWithBalance(testServer, root, '100.00'),
        await createMemberWithBalance(testServer, root, '200.01'),
      ];
      await setSetting(testServer, 'ledger_clerk_day_money', 300);
      const deletes = async (id: number, money: string, by: Caller) =>
        (await by.post('/admin/user/del', { ids: [id], confirm: { [id]: money } })).code;
      expect(await deletes(mia.id, '100.00', root)).toBe(1);
      expect(await deletes(noa.id, '200.01', root)).toBe(0);
      testServer.advanceClock(86_400_000);
      expect(await deletes(noa.id, '200.01', await superAdmin(testServer))).toBe(1);
    }));
});
