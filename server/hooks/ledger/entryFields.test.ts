/** Type, reference and receipt number of an entry, and who booked and approved it with which client. */
import { describe, expect, it } from '@jest/globals';
import { verifyLedger } from '../../db/verify/verifyLedger';
import { limitedAdmin, member } from '../../testing/callers';
import { setSetting } from '../../testing/setSetting';
import { testDialects } from '../../testing/testServer';
import { createTestServerRunner } from '../../testing/testServerRunner';

const RECEIPT = /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/;

describe.each(testDialects())('fields of an entry on %s', (database) => {
  const withTestServer = createTestServerRunner({ database });

  it('type, reference, receipt and client are stored, searchable and covered by the HMAC', () =>
    withTestServer(async (testServer, root) => {
      const mia = await member(testServer);
      const body = { user_id: mia.id, money: '20.00', memo: 'Order' };
      const add = (more: object) => root.post('/admin/user_money_log/add', { ...body, ...more });
      const booked = await add({ type: 'top_up', reference: 'order-88' });
      expect(booked.data.row).toMatchObject({ type: 'top_up', reference: 'order-88', client: 'console' });
      expect(booked.data.row.receipt).toMatch(RECEIPT);
      for (const type of ['reversal', 'sign_in', 'opening', 'gift'])
        expect((await add({ type })).data.fields).toHaveProperty('type');
      expect((await add({ reference: 'x'.repeat(65) })).data.fields).toHaveProperty('reference');
      const found = async (text: string) =>
        (await root.get('/admin/user_money_log/index', { quick_search: text })).data.list.length;
      expect([await found('ORDER-88'), await found(booked.data.row.receipt), await found('order-89')]).toEqual([
        1, 1, 0,
      ]);
      const own = (await mia.get('/api/account/balance')).data.list[0];
      expect(own).toMatchObject({ type: 'top_up', reference: 'order-88', receipt: booked.data.row.receipt });
      for (const hidden of ['client', 'approved_by', 'approved_name']) expect(own).not.toHaveProperty(hidden);
      const { services } = testServer;
      const walk = () =>
        services.db.transact((tx) =>
          verifyLedger(tx, { registry: services.registry, keys: services.env.appKeys, dialect: services.db.dialect }),
        );
      expect((await walk()).findings).toEqual([]);
      await services.db.transact(async (tx) => {
        await tx.run('DROP TRIGGER `user_money_log__no_update`');
        await tx.run("UPDATE `user_money_log` SET reference = 'order-99' WHERE n = 1");
      });
      expect((await walk()).findings).toMatchObject([{ code: 'seal' }]);
    }));

  it('batch entries are marked, and reversals and approved bookings name requester, approver and client', () =>
    withTestServer(async (testServer, root) => {
      const mia = await member(testServer);
      const row = { user_id: mia.id, money: '1.00', memo: 'Two' };
      expect((await root.post('/admin/user_money_log/batchAdd', { list: [row, row] })).code).toBe(1);
      const entries = async () =>
        (await root.get('/admin/user_money_log/index', { order: 'id,asc' })).data.list as Record<string, unknown>[];
      expect((await entries()).map(({ client }) => client)).toEqual(['batch', 'batch']);
      expect(new Set((await entries()).map(({ receipt }) => receipt)).size).toBe(2);
      await setSetting(testServer, 'ledger_second_money', 500);
      const asked = { kind: 'money', money: '600.00', memo: 'Big', type: 'refund', reference: 'till 3' };
      expect((await root.post('/admin/user/ask_second', { id: mia.id, ...asked })).code).toBe(1);
      const refused = await root.post('/admin/user/ask_second', { id: mia.id, ...asked, type: 'opening' });
      expect(refused.data.fields).toHaveProperty('type');
      const nodes = ['index', 'approve', 'see_money'].map((verb) => `pending_booking/${verb}`);
      const more = ['user_money_log/add', 'user_money_log/see_money', 'user_money_log/index'];
      const chief = await limitedAdmin(testServer, [...nodes, ...more], 'all');
      const [{ id }] = (await root.get('/admin/pending_booking/index')).data.list;
      expect((await chief.post('/admin/pending_booking/approve', { id })).code).toBe(1);
      const [last] = (await entries()).slice(-1);
      expect(last).toMatchObject({
        type: 'refund',
        reference: 'till 3',
        client: 'console',
        approved_by: `admin:${chief.id}`,
      });
      expect(last?.['actor']).toBe(`admin:${root.id}`);
      expect(last?.['approved_name']).not.toBe('');
    }));
});
