/**
 * Bookings above the limit wait for another admin, who cannot be the requester; each is booked once, and requester and approvers are notified.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verifyLedger } from '../../db/verify/verifyLedger';
import { limitedAdmin, member, signIn, superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { setSetting } from '../../testing/setSetting';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

const CLERK = [
  ...['user/index', 'user/see_money', 'user/ask_second', 'pending_booking/index', 'pending_booking/see_money'],
  ...['user_money_log/index', 'user_money_log/add', 'user_money_log/see_money', 'pending_booking/withdraw'],
];

describe.each(testDialects())('approval by another admin on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let clerk: Caller;
  let chief: Caller;
  let mia: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    mia = await member(testServer);
    clerk = await limitedAdmin(testServer, CLERK, 'all');
    chief = await limitedAdmin(testServer, [...CLERK, 'pending_booking/approve', 'pending_booking/refuse'], 'all');
    await setSetting(testServer, 'ledger_second_money', 500);
  });
  afterAll(() => testServer.close());

  const book = (money: string, by = clerk) =>
    by.post('/admin/user_money_log/add', { user_id: mia.id, money, memo: 'Prize of the year' });
  const ask = (body: object, by = clerk): Promise<ApiResponse> =>
    by.post('/admin/user/ask_second', { id: mia.id, kind: 'money', memo: 'Prize of the year', ...body });
  const newest = async (by = chief) => (await by.get('/admin/pending_booking/index', { limit: '1' })).data.list[0];
  const balance = async () => (await mia.get('/api/user/edit', { id: String(mia.id) })).data.row.money;
  const noticeTitles = async (by: Caller) =>
    (await by.get('/admin/notice/index')).data.list.map(({ title }: { title: string }) => title);

  it('ask_second: creates one request per reversal, and none for a reversed entry', async () => {
    const lena = await member(testServer);
    expect(
      (await root.post('/admin/user_money_log/add', { user_id: lena.id, money: '40.00', memo: 'Drop' })).code,
    ).toBe(1);
    const [{ id: entry }] = (await root.get('/admin/user_money_log/index', { limit: '1' })).data.list;
    const again = () => ask({ id: lena.id, entry });
    const responses = await Promise.all([again(), again()]);
    expect(responses.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect((await again()).msg).toBe('The reversal of this entry is already waiting for approval.');
    const { id } = await newest();
    expect((await root.post('/admin/user_money_log/reverse', { id: entry, memo: 'Wrong' })).code).toBe(1);
    expect((await root.post('/admin/pending_booking/approve', { id })).msg).toBe('This entry was already reversed.');
    expect((await clerk.post('/admin/pending_booking/withdraw', { id })).code).toBe(1);
    expect((await again()).msg).toBe('This entry was already reversed.');
  });

  it('add: responds with `secondPerson` from the limit on, for every role, and books nothing', async () => {
    for (const by of [clerk, root]) {
      const refused = await book('500.00', by);
      expect([refused.status, refused.code, refused.data.secondPerson]).toEqual([200, 0, true]);
    }
    expect((await book('499.99')).code).toBe(1);
    expect((await ask({ money: '0' })).data.fields).toHaveProperty('money');
    expect((await ask({ money: '1.234' })).data.fields).toHaveProperty('money');
    expect((await ask({ money: '500.00', memo: ' ' })).data.fields).toHaveProperty('memo');
    expect((await ask({ kind: 'score', score: 5 })).status).toBe(403);
    for (const kind of ['gold', 'SCORE', '', null, 0, ['money']]) {
      const { code, data } = await ask({ kind, money: '500.00' }, root);
      expect([kind, code, Object.keys(data.fields ?? {})]).toEqual([kind, 0, ['kind']]);
    }
    expect((await ask({ money: '500.00' })).code).toBe(1);
    expect(await newest()).toMatchObject({
      user_id: mia.id,
      money: '500.00',
      score: null,
      status: 0,
      asked_by: clerk.id,
    });
    expect(await balance()).toBe('499.99');
    expect(await noticeTitles(chief)).toContain('booking_asked_money');
    expect(await noticeTitles(clerk)).not.toContain('booking_asked_money');
  });

  it('approve: refused for the requester, and concurrent approvals book once', async () => {
    const { id } = await newest();
    expect((await clerk.post('/admin/pending_booking/approve', { id })).status).toBe(403);
    const own = await ask({ money: '600.00' }, chief);
    expect(own.code).toBe(1);
    const ownRequest = (await newest()).id;
    for (const verb of ['approve', 'refuse'])
      expect((await chief.post(`/admin/pending_booking/${verb}`, { id: ownRequest, memo: 'Mine' })).code).toBe(0);
    const responses = await Promise.all([
      chief.post('/admin/pending_booking/approve', { id }),
      root.post('/admin/pending_booking/approve', { id }),
    ]);
    expect(responses.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(await balance()).toBe('999.99');
    const { row } = (await root.get('/admin/pending_booking/edit', { id: String(id) })).data;
    expect(row).toMatchObject({ status: 1, n: 2 });
    expect([chief.id, root.id]).toContain(row.decided_by);
    const [entry] = (await root.get('/admin/user_money_log/index', { limit: '1' })).data.list;
    expect(entry).toMatchObject({ n: 2, money: '500.00', actor: `admin:${clerk.id}`, ref: `approval:${id}` });
    expect(await noticeTitles(clerk)).toContain('booking_approved');
    expect((await root.post('/admin/pending_booking/approve', { id })).code).toBe(0);
    const log = (await root.get('/admin/admin_log/index', { limit: '20' })).text;
    expect(log).toContain('Pending adjustment · Approve');
  });

  it('approve: requires a fresh password; refuse: requires a reason', async () => {
    expect((await ask({ money: '-700.00' })).code).toBe(1);
    const { id } = await newest();
    testServer.advanceClock(301_000);
    const asked = await chief.post('/admin/pending_booking/approve', { id });
    expect([asked.status, asked.data]).toEqual([403, { stepUp: true }]);
    expect((await chief.post('/admin/pending_booking/refuse', { id })).data.fields).toHaveProperty('memo');
    expect((await chief.post('/admin/pending_booking/refuse', { id, memo: 'Not agreed' })).code).toBe(1);
    expect(await newest()).toMatchObject({ status: 2, answer: 'Not agreed', n: null });
    expect(await noticeTitles(clerk)).toContain('booking_refused');
    expect(await balance()).toBe('999.99');
  });

  it('reverse: a large reversal needs the approval of another admin, and the requester may withdraw it', async () => {
    const [entry] = (await root.get('/admin/user_money_log/index', { limit: '1' })).data.list;
    expect((await root.post('/admin/user_money_log/reverse', { id: entry.id, memo: 'Wrong' })).data.secondPerson).toBe(
      true,
    );
    expect((await ask({ entry: entry.id, memo: 'Wrong' })).code).toBe(1);
    const { id } = await newest();
    expect((await chief.post('/admin/pending_booking/withdraw', { id })).status).toBe(403);
    expect((await clerk.post('/admin/pending_booking/withdraw', { id })).code).toBe(1);
    expect((await root.post('/admin/Index/stepUp', { password: 'correct-horse-9' })).code).toBe(1);
    expect((await ask({ entry: entry.id, memo: 'Wrong' })).code).toBe(1);
    expect((await root.post('/admin/pending_booking/approve', { id: (await newest()).id })).code).toBe(1);
    expect(await balance()).toBe('499.99');
    expect((await ask({ entry: entry.id, memo: 'Again' })).msg).toBe('This entry was already reversed.');
    const { services } = testServer;
    const scope = { registry: services.registry, keys: services.env.appKeys, dialect: services.db.dialect };
    expect((await services.db.snapshot((tx) => verifyLedger(tx, scope))).findings).toEqual([]);
  });
  describe('the limit for split bookings', () => {
    let other: Caller;
    let nora: Caller;
    beforeAll(async () => {
      other = await limitedAdmin(testServer, CLERK, 'all');
      nora = await member(testServer);
    });
    const entry = (money: string) => ({ user_id: nora.id, money, memo: 'In parts' });
    const split = (...parts: readonly string[]) =>
      other.post('/admin/user_money_log/batchAdd', { list: parts.map(entry) });
    const add = (money: string, by = other) => by.post('/admin/user_money_log/add', entry(money));
    /** Moves the bookings out of the last hour; sign-ins are renewed. */
    const anHourLater = async () => {
      testServer.advanceClock(3_601_000);
      const [row] = await testServer.services.db.rows<{ username: string }>(
        'SELECT username FROM `admin` WHERE id = ?',
        [other.id],
      );
      other = await signIn(testServer, 'admin', { username: row?.username ?? '', password: 'limited-horse-7' });
    };
    const own = async () => (await nora.get('/api/user/edit', { id: String(nora.id) })).data.row.money;

    it('batch: entries add up to the limit, and none is booked above it', async () => {
      expect((await split('200.00', '200.00', '100.00')).code).toBe(0);
      expect((await split(...Array.from({ length: 126 }, () => '4.00'))).code).toBe(0);
      expect(await own()).toBe('0.00');
      expect((await split('200.00', '200.00')).code).toBe(1);
    });

    it('small single entries add up to the limit', async () => {
      const memberWithLittle = await member(testServer);
      const refused: ApiResponse[] = [];
      for (let index = 0; index < 126; index += 1) {
        const response = await other.post('/admin/user_money_log/add', {
          user_id: memberWithLittle.id,
          money: '4.00',
          memo: 'Drop',
        });
        if (response.code !== 1) refused.push(response);
      }
      // 124 × 4.00 is below 500.00; one more is not.
      expect(refused.map(({ data }) => data.secondPerson)).toEqual([true, true]);
    });

    it('bookings of one admin for one member within the hour add up', async () => {
      const refused = await add('100.00');
      expect([refused.code, refused.data.secondPerson]).toEqual([0, true]);
      expect((await add('99.99')).code).toBe(1);
      // The other direction, another admin and another hour have separate sums.
      expect((await add('-450.00')).code).toBe(1);
      expect((await add('100.00', clerk)).code).toBe(1);
      expect((await add('-50.00')).data.secondPerson).toBe(true);
      await anHourLater();
      expect((await add('100.00')).code).toBe(1);
    });

    it('approved bookings do not count', async () => {
      const asked = { id: nora.id, kind: 'money', memo: 'Approved', money: '800.00' };
      expect((await other.post('/admin/user/ask_second', asked)).code).toBe(1);
      root = await superAdmin(testServer);
      const { id } = await newest(root);
      expect((await root.post('/admin/pending_booking/approve', { id })).code).toBe(1);
      expect((await add('100.00')).code).toBe(1);
    });

    // @covers fault ledger.step_up
    it('add: requires a fresh password when the sum exceeds the password limit', async () => {
      await setSetting(testServer, 'ledger_stepup_money', 300);
      await anHourLater();
      testServer.advanceClock(301_000);
      expect((await add('150.00')).code).toBe(1);
      const asked = await split('100.00', '50.00');
      expect([asked.status, asked.data]).toEqual([403, { stepUp: true }]);
      expect(asked.msg).toBe('Adjustments of ¥300.00 or more within an hour need your password.');
    });
  });
});
