/** Idempotency keys of bookings: they belong to one caller and one request, and final refusals are stored. */
import { describe, expect, it } from '@jest/globals';
import { scopeIdempotencyKeys } from '../../db/dataMigrations/scopeIdempotencyKeys';
import { sendRequest, limitedAdmin, member, type Body, type Caller } from '../../testing/callers';
import { seedContext } from '../../db/seeds/base';
import { userMoneyLog } from '../../../common/entities/userMoneyLog';
import { setSetting } from '../../testing/setSetting';
import { testDialects, type TestServer } from '../../testing/testServer';
import { createTestServerRunner } from '../../testing/testServerRunner';
import { hashRequest } from './commit/idempotency';

const CLERK = ['user_money_log/index', 'user_money_log/add', 'user_money_log/see_money', 'user/index'];
const PATH = '/admin/user_money_log/add';
const BATCH = '/admin/user_money_log/batchAdd';

/** Creates an API token of an admin and returns a function that posts with it. */
async function addRegister(testServer: TestServer, by: Caller, name: string) {
  const end = Math.floor(testServer.services.clock.now() / 1000) + 86_400;
  const { id } = (await by.post('/admin/api_token/add', { name, scopes: ['*'], expire_time: end })).data.row;
  const { token } = (await by.post('/admin/api_token/show', { id })).data;
  const headers = { batoken: token, 'content-type': 'application/json', server: 'true' };
  return (path: string, body: Body) =>
    sendRequest(testServer.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

describe.each(testDialects())('idempotency keys on %s', (database) => {
  const withTestServer = createTestServerRunner({ database });

  it('belong to one caller: two tills may use the same key', () =>
    withTestServer(async (testServer, root) => {
      const [mia, clerk] = [await member(testServer), await limitedAdmin(testServer, CLERK, 'all')];
      const body = { user_id: mia.id, memo: 'Order', _mid: 'order-88' };
      const [first, second] = [
        await root.post(PATH, { ...body, money: '5.00' }),
        await clerk.post(PATH, { ...body, money: '7.00' }),
      ];
      expect([first.code, second.code]).toEqual([1, 1]);
      expect((await root.post(PATH, { ...body, money: '5.00' })).data.id).toBe(first.data.id);
      expect((await root.post(PATH, { ...body, money: '7.00' })).status).toBe(422);
      expect((await mia.get('/api/account/balance')).data.list.length).toBe(2);
    }));

  it('are free again after a refusal for missing permissions: the booking succeeds once they are granted', () =>
    withTestServer(async (testServer, root) => {
      const [mia, clerk] = [await member(testServer), await limitedAdmin(testServer, CLERK.slice(0, 2), 'all')];
      const book = () => clerk.post(PATH, { user_id: mia.id, money: '5.00', memo: 'Order', _mid: 'order-91' });
      expect((await book()).data.fields).toHaveProperty('money');
      const { group_arr: groups } = (await root.get('/admin/admin/edit', { id: String(clerk.id) })).data.row;
      expect((await root.post('/admin/admin_group/edit', { id: groups[0], rules: CLERK })).code).toBe(1);
      expect((await book()).code).toBe(1);
      expect((await mia.get('/api/account/balance')).data.list.length).toBe(1);
    }));

  it('belong to one API token: two tills of one admin may use the same key', () =>
    withTestServer(async (testServer, root) => {
      const mia = await member(testServer);
      const order = { user_id: mia.id, money: '5.00', memo: 'Order', _mid: 'order-89' };
      const [registerOne, registerTwo] = [
        await addRegister(testServer, root, 'Till one'),
        await addRegister(testServer, root, 'Till two'),
      ];
      const [bookInFirst, bookInSecond] = [() => registerOne(PATH, order), () => registerTwo(PATH, order)];
      const [first, second] = [await bookInFirst(), await bookInSecond()];
      expect([first.code, second.code]).toEqual([1, 1]);
      expect(second.data.id).not.toBe(first.data.id);
      expect((await bookInFirst()).data.id).toBe(first.data.id);
      expect((await mia.get('/api/account/balance')).data.list[0].after).toBe('10.00');
      // also when the mutation log no longer contains them
      await testServer.services.db.transact((tx) => tx.run('DELETE FROM mutation_log'));
      expect([(await bookInFirst()).data.id, (await bookInSecond()).data.id]).toEqual([first.data.id, second.data.id]);
      expect((await mia.get('/api/account/balance')).data.list.length).toBe(2);
    }));

  it('keys of an API token, stored as those of its admin, still find the entry and the batch of that token', () =>
    withTestServer(async (testServer, root) => {
      const mia = await member(testServer);
      const [postFromFirst, postFromSecond] = [
        await addRegister(testServer, root, 'Till one'),
        await addRegister(testServer, root, 'Till two'),
      ];
      const newRow = { user_id: mia.id, money: '5.00', memo: 'Order' };
      const store = (mid: string) =>
        testServer.writer.create(seedContext(testServer.services), userMoneyLog, {
          ...newRow,
          actor: `admin:${root.id}`,
          idem: `admin:${root.id}:${mid}`,
          client: 'api:Till one',
        });
      const old = await store('order-90');
      await store('batch-90');
      expect((await postFromFirst(PATH, { ...newRow, _mid: 'order-90' })).data.id).toBe(old.id);
      expect((await postFromFirst(PATH, { ...newRow, money: '6.00', _mid: 'order-90' })).status).toBe(422);
      const batch = { list: [newRow, newRow], _mid: 'batch-90' };
      expect((await postFromFirst(BATCH, batch)).status).toBe(422);
      expect((await mia.get('/api/account/balance')).data.list[0].after).toBe('10.00');
      const other = await postFromSecond(PATH, { ...newRow, _mid: 'order-90' });
      expect([other.code, other.data.id === old.id]).toEqual([1, false]);
      expect((await postFromSecond(BATCH, batch)).code).toBe(1);
    }));

  it('store only the final refusal of a booking, in any language', () =>
    withTestServer(async (testServer, root) => {
      const mia = await member(testServer);
      const debit = { user_id: mia.id, money: '-5.00', memo: 'Order', _mid: 'short-1' };
      const refused = await root.post(PATH, debit);
      expect([refused.code, refused.data.available]).toEqual([0, '0.00']);
      expect((await root.post(PATH, { user_id: mia.id, money: '50.00', memo: 'Top-up' })).code).toBe(1);
      const repeatedResponse = await root.send('POST', PATH, {
        body: JSON.stringify(debit),
        headers: { 'content-type': 'application/json', 'think-lang': 'zh-cn' },
      });
      expect([repeatedResponse.code, repeatedResponse.data]).toEqual([0, refused.data]);
      expect(repeatedResponse.msg).toContain('可用数额不足');
      expect((await root.post(PATH, { ...debit, _mid: 'short-2' })).code).toBe(1);
      // a refusal of a batch rolls everything back and is stored
      const list = ['1.00', '-500.00'].map((money) => ({ user_id: mia.id, money, memo: 'Batch' }));
      const batch = { list, _mid: 'batch-1' };
      const submitBatch = async () => (await root.post('/admin/user_money_log/batchAdd', batch)).code;
      expect(await submitBatch()).toBe(0);
      expect((await root.post(PATH, { user_id: mia.id, money: '900.00', memo: 'Top-up' })).code).toBe(1);
      expect(await submitBatch()).toBe(0);
      expect((await mia.get('/api/account/balance')).data.list[0].after).toBe('945.00');
      // a request that needs step-up may be repeated after it
      await setSetting(testServer, 'ledger_stepup_money', 100);
      testServer.advanceClock(301_000);
      const large = { user_id: mia.id, money: '100.00', memo: 'Large', _mid: 'large-1' };
      expect((await root.post(PATH, large)).status).toBe(403);
      expect((await root.post('/admin/Index/stepUp', { password: 'correct-horse-9' })).code).toBe(1);
      expect((await root.post(PATH, large)).code).toBe(1);
    }));

  it('give concurrent copies of one request one response, also after other bookings', () =>
    withTestServer(async (testServer, root) => {
      const mia = await member(testServer);
      for (let round = 0; round < 6; round += 1) {
        const debit = { user_id: mia.id, money: '-5.00', memo: 'Order', _mid: `race-${round}` };
        const credit = { user_id: mia.id, money: '5.00', memo: 'Top-up' };
        const [firstResponse, secondResponse, , thirdResponse] = await Promise.all([
          root.post(PATH, debit),
          root.post(PATH, debit),
          root.post(PATH, credit),
          root.post(PATH, debit),
        ]);
        const lateResponse = await root.post(PATH, debit);
        expect(
          new Set(
            [firstResponse, secondResponse, thirdResponse, lateResponse].map(({ code, data }) => `${code} ${data?.id}`),
          ).size,
        ).toBe(1);
      }
    }));

  it('refuse a header and a body that differ', () =>
    withTestServer(async (testServer, root) => {
      const mia = await member(testServer);
      const send = (key: string) =>
        root.send('POST', PATH, {
          body: JSON.stringify({ user_id: mia.id, money: '5.00', memo: 'Order', _mid: 'a-1' }),
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
        });
      expect([(await send('a-2')).status, (await send('a-1')).code, (await send('a-1')).code]).toEqual([400, 1, 1]);
      expect((await mia.get('/api/account/balance')).data.list.length).toBe(1);
    }));

  it('keys that an earlier version stored without a caller still replay', () =>
    withTestServer(async (testServer, root) => {
      const { services } = testServer;
      const mia = await member(testServer);
      const newRow = { user_id: mia.id, money: '5.00', memo: 'Order' };
      const storedResponse = JSON.stringify({ seq: '1', id: 4711, row: {}, cid: 'c' });
      const hash = hashRequest(['create', 'user_money_log', newRow]);
      await services.db.transact(async (tx) => {
        const values = ['old-1', `admin:${root.id}`, hash, storedResponse, services.clock.now()];
        await tx.run('INSERT INTO mutation_log (mid, actor, req_hash, response, `at`) VALUES (?, ?, ?, ?, ?)', values);
        const ground = {
          tx,
          dialect: services.db.dialect,
          registry: services.registry,
          keys: services.env.appKeys,
          log: services.log,
        };
        await scopeIdempotencyKeys(ground);
        await scopeIdempotencyKeys(ground);
      });
      expect((await root.post(PATH, { ...newRow, _mid: 'old-1' })).data.id).toBe(4711);
      expect((await mia.get('/api/account/balance')).data.list).toEqual([]);
    }));
});
