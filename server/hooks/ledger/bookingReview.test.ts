/**
 * The review of bookings: an admin who may not see an amount neither requests, decides nor is notified; a decided request notifies and
 * blocks no admin.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verifyAll } from '../../db/verify/verifyAll';
import { limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { setSetting } from '../../testing/setSetting';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

const KINDS = [
  { kind: 'money', ledger: 'user_money_log', large: '600.00', less: '-600.00' },
  { kind: 'score', ledger: 'user_score_log', large: 600, less: -600 },
] as const;
const PERMISSIONS_WITHOUT_AMOUNTS = [
  ...['user/index', 'user/ask_second', 'pending_booking/index', 'pending_booking/approve', 'pending_booking/refuse'],
  ...KINDS.flatMap(({ ledger }) => [`${ledger}/index`, `${ledger}/add`, `${ledger}/reverse`]),
];
const PERMISSIONS_WITH_AMOUNTS = [
  ...PERMISSIONS_WITHOUT_AMOUNTS,
  'pending_booking/see_money',
  ...KINDS.map(({ ledger }) => `${ledger}/see_money`),
];

describe.each(testDialects())('the review of bookings on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let adminWithoutAmounts: Caller;
  let approver: Caller;
  let secondApprover: Caller;
  let amountViewer: Caller;
  let mia: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    mia = await member(testServer);
    adminWithoutAmounts = await limitedAdmin(testServer, PERMISSIONS_WITHOUT_AMOUNTS, 'all');
    approver = await limitedAdmin(testServer, PERMISSIONS_WITH_AMOUNTS, 'all');
    secondApprover = await limitedAdmin(testServer, PERMISSIONS_WITH_AMOUNTS, 'all');
    // May see pending amounts but may not book.
    amountViewer = await limitedAdmin(
      testServer,
      ['pending_booking/see_money', ...PERMISSIONS_WITHOUT_AMOUNTS.slice(0, 5)],
      'all',
    );
    for (const { kind } of KINDS) await setSetting(testServer, `ledger_second_${kind}`, 500);
  });
  afterAll(() => testServer.close());

  const requestApproval = (body: object, caller = root, memo = 'Prize') =>
    caller.post('/admin/user/ask_second', { id: mia.id, memo, ...body });
  const newest = async () => (await root.get('/admin/pending_booking/index', { limit: '1' })).data.list[0];
  const decide = (action: string, id: number, by: Caller) =>
    by.post(`/admin/pending_booking/${action}`, { id, memo: 'Because' });
  const notices = async (by: Caller, text: string) =>
    (await by.get('/admin/notice/index')).data.list.filter(({ title }: { title: string }) => title === text);

  it.each(KINDS)(
    'pending_booking: visible only with the permission for the amount: $kind',
    async ({ kind, ledger, large }) => {
      const direct = { user_id: mia.id, [kind]: large, memo: 'Prize' };
      const refused = await adminWithoutAmounts.post(`/admin/${ledger}/add`, direct);
      expect([refused.code, refused.data.fields]).toEqual([
        0,
        { [kind]: 'This field is required, but you don’t have permission to fill it in' },
      ]);
      expect((await requestApproval({ kind, [kind]: large }, adminWithoutAmounts)).status).toBe(403);
      const smallBooking = { ...direct, [kind]: kind === 'money' ? '5.00' : 5 };
      expect((await root.post(`/admin/${ledger}/add`, smallBooking)).code).toBe(1);
      const [{ id: entry }] = (await root.get(`/admin/${ledger}/index`, { limit: '1' })).data.list;
      expect((await adminWithoutAmounts.post(`/admin/${ledger}/reverse`, { id: entry, memo: 'Wrong' })).status).toBe(
        403,
      );
      expect((await requestApproval({ kind, entry }, adminWithoutAmounts)).status).toBe(403);

      expect((await requestApproval({ kind, [kind]: large })).code).toBe(1);
      const { id } = await newest();
      for (const what of ['approve', 'refuse']) expect((await decide(what, id, adminWithoutAmounts)).status).toBe(403);
      expect((await decide('approve', id, amountViewer)).status).toBe(403);
      expect(await newest()).toMatchObject({ id, status: 0 });
      expect((await decide('refuse', id, amountViewer)).code).toBe(1);
      expect((await approver.post(`/admin/${ledger}/reverse`, { id: entry, memo: 'Wrong' })).code).toBe(1);
    },
  );

  it.each(KINDS)(
    'a request notifies exactly the possible approvers, with name and amount: $kind',
    async ({ kind, large }) => {
      const text = `booking_asked_${kind}`;
      const [, user] = [
        await requestApproval({ kind, [kind]: large }),
        await root.get('/admin/user/edit', { id: String(mia.id) }),
      ];
      const { id } = await newest();
      const title = user.data.row.nickname;
      for (const by of [approver, secondApprover]) {
        const [notice] = await notices(by, text);
        expect(notice).toMatchObject({ link: `/admin/pending_booking/${id}`, read_time: null });
        expect(notice.params).toMatchObject({ title, sign: '+', amount: String(large) });
      }
      for (const by of [root, adminWithoutAmounts, amountViewer]) expect(await notices(by, text)).toEqual([]);
      expect((await decide('approve', id, approver)).code).toBe(1);
      for (const by of [approver, secondApprover])
        expect((await notices(by, text)).map((notice: { read_time: unknown }) => notice.read_time)).not.toContain(null);
    },
  );

  it('notices: removed for refused and withdrawn requests, kept for waiting ones', async () => {
    const createPending = async () => {
      await requestApproval({ kind: 'money', money: '600.00' });
      return Number((await newest()).id);
    };
    const [one, other, kept] = [await createPending(), await createPending(), await createPending()];
    expect((await decide('refuse', one, approver)).code).toBe(1);
    expect((await decide('withdraw', other, root)).code).toBe(1);
    const unread = (await notices(secondApprover, 'booking_asked_money')).filter(
      (notice: { read_time: unknown }) => notice.read_time === null,
    );
    expect(unread.map(({ link }: { link: string }) => link)).toEqual([`/admin/pending_booking/${kept}`]);
    expect((await decide('withdraw', kept, root)).code).toBe(1);
  });

  it.each(KINDS)(
    'ask_second: refused for an insufficient balance before approvers are notified: $kind',
    async ({ kind, ledger, less }) => {
      const memberWithoutBalance = await member(testServer);
      await setSetting(testServer, `ledger_stepup_${kind}`, 1);
      const body = { user_id: memberWithoutBalance.id, [kind]: less, memo: 'Too much' };
      const refused = await root.post(`/admin/${ledger}/add`, body);
      expect([refused.code, refused.data]).toEqual([0, { available: kind === 'money' ? '0.00' : '0' }]);
      const asked = await requestApproval({ id: memberWithoutBalance.id, kind, [kind]: less });
      expect([asked.code, asked.msg]).toEqual([0, refused.msg]);
      // Points that are spent cannot be taken back.
      const gift = { ...body, [kind]: kind === 'money' ? '400.00' : 400 };
      expect((await root.post(`/admin/${ledger}/add`, gift)).code).toBe(1);
      const [{ id: entry }] = (await root.get(`/admin/${ledger}/index`, { limit: '1' })).data.list;
      expect((await root.post(`/admin/${ledger}/add`, { ...body, [kind]: kind === 'money' ? '-1.00' : -1 })).code).toBe(
        1,
      );
      expect((await root.post(`/admin/${ledger}/reverse`, { id: entry, memo: 'Wrong' })).msg).toMatch(/^Not enough/);
      expect((await requestApproval({ id: memberWithoutBalance.id, kind, entry })).msg).toMatch(/^Not enough/);
      await setSetting(testServer, `ledger_stepup_${kind}`, 500);
    },
  );

  it('member: cannot be purged while a request waits, and can be afterwards', async () => {
    const lena = await member(testServer);
    const deleteMember = (id: number) => root.post('/admin/user/del', { ids: [id] });
    expect((await requestApproval({ id: lena.id, kind: 'money', money: '600.00' })).code).toBe(1);
    const { id } = await newest();
    const refusal = await deleteMember(lena.id);
    expect([refusal.code, refusal.msg]).toEqual([0, expect.stringContaining('Pending adjustments')]);
    expect((await decide('approve', id, approver)).code).toBe(1);
    expect((await deleteMember(lena.id)).data.holders).toEqual([
      expect.objectContaining({ id: lena.id, money: '600.00' }),
    ]);
    await setSetting(testServer, 'ledger_second_money', 1_000);
    const confirm = { [lena.id]: '600.00' };
    expect((await root.post('/admin/user/del', { ids: [lena.id], confirm })).code).toBe(1);
    await setSetting(testServer, 'ledger_second_money', 500);
    const list = async () => (await root.get('/admin/pending_booking/index', { limit: '1' })).data;
    expect((await list()).list[0]).toMatchObject({ id, user_id: lena.id, status: 1 });
    expect((await requestApproval({ id: lena.id, kind: 'money', money: '600.00' })).status).toBe(404);
    const { services } = testServer;
    const scope = {
      db: services.db,
      registry: services.registry,
      dataDir: services.env.dataDir,
      keys: services.env.appKeys,
    };
    expect((await verifyAll({ ...scope, auditLogEntity: 'admin_log' })).findings).toEqual([]);
    expect((await root.post('/admin/user/restore', { ids: [lena.id] })).code).toBe(1);
    expect((await requestApproval({ id: lena.id, kind: 'money', money: '600.00' })).code).toBe(1);
    expect((await decide('withdraw', (await newest()).id, root)).code).toBe(1);
    await setSetting(testServer, 'ledger_second_money', 1_000);
    for (const action of ['del', 'purge'])
      expect((await root.post(`/admin/user/${action}`, { ids: [lena.id], confirm })).code).toBe(1);
    await setSetting(testServer, 'ledger_second_money', 500);
    expect((await list()).list[0].user_id).toBe(lena.id);
  });
});
