/** A support session needs a reason and shows only data of the member that the admin may see. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest, limitedAdmin, member, superAdmin, type Caller } from '../../../testing/callers';
import { connectLiveClient } from '../../../testing/live/liveClient';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

const LOOKS = ['index', 'support', 'see_restricted', 'see_money'].map((verb) => `user/${verb}`);
const LEDGERS = ['user_money_log', 'user_score_log'].flatMap((one) => [`${one}/index`, `${one}/see_money`]);

describe.each(sampleDialects())('a support session on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let mia: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    mia = await member(testServer);
    await root.post('/admin/user_money_log/add', { user_id: mia.id, money: '7.00', memo: 'Gift' });
  });
  afterAll(() => testServer.close());

  const ticketFor = (by: Caller, more: object = { reason: 'Ticket 4711' }) =>
    by.post('/admin/user/support', { id: mia.id, ...more });
  const openSupport = async (by: Caller) => {
    const { ticket } = (await ticketFor(by)).data;
    const { token } = (await guest(testServer).post('/api/user/support', { ticket })).data.userInfo;
    const read = (path: string) => guest(testServer).send('GET', path, { headers: { 'ba-user-token': token } });
    return { token: token as string, read };
  };

  it.each(LOOKS)('is refused to an admin without %s', async (missing) => {
    const clerk = await limitedAdmin(
      testServer,
      [...LOOKS, ...LEDGERS].filter((node) => node !== missing),
      'all',
    );
    const refused = await ticketFor(clerk);
    expect([refused.code, refused.data?.ticket]).not.toContain(1);
    expect(refused.data?.ticket).toBeUndefined();
  });

  it('hides ledgers that the admin may not see in the console, also live', async () => {
    const clerk = await limitedAdmin(testServer, LOOKS, 'all');
    const { token, read } = await openSupport(clerk);
    expect((await read('/api/user/index')).code).toBe(1);
    expect((await read('/api/user_money_log/index')).code).not.toBe(1);
    const client = await connectLiveClient(`${testServer.url}/member`, token, {});
    const spec = { k: 'list', e: 'user_money_log', where: { all: [] }, sort: [{ field: 'id', dir: 'desc' }] } as const;
    const asked = await client.ask({ epoch: '', topics: [{ t: 'money', spec }] });
    expect(asked.ok && asked.r['money']?.ok).toBe(false);
    client.close();
    const whole = await openSupport(await limitedAdmin(testServer, [...LOOKS, ...LEDGERS], 'all'));
    expect((await whole.read('/api/user_money_log/index')).data.list).toHaveLength(1);
  });

  it('ends when the admin loses a required permission', async () => {
    const clerk = await limitedAdmin(testServer, [...LOOKS, ...LEDGERS], 'all');
    const { read } = await openSupport(clerk);
    const group = (await root.get('/admin/admin/edit', { id: String(clerk.id) })).data.row.group_arr[0];
    await root.post('/admin/admin_group/edit', { id: group, rules: LOOKS.filter((node) => node !== 'user/see_money') });
    expect((await read('/api/user/index')).code).toBe(302);
  });

  it('needs a reason, which is in the audit log, the security event and the member’s notice', async () => {
    for (const reason of [undefined, ' ', 7, 'x'.repeat(201)]) {
      const refused = await ticketFor(root, { reason });
      expect([refused.code, Object.keys(refused.data.fields)]).toEqual([0, ['reason']]);
    }
    const reason = 'Asked by telephone: case 0815';
    expect((await ticketFor(root, { reason })).data.ticket).toEqual(expect.any(String));
    const [entry] = (await root.get('/admin/admin_log/index', { limit: '1' })).data.list;
    expect(JSON.stringify(entry.data)).toContain(reason);
    const [event] = await testServer.services.db.rows<{ detail: string }>(
      "SELECT detail FROM `security_event` WHERE kind = 'support_sign_in' ORDER BY id DESC",
    );
    expect(JSON.parse(event?.detail ?? '{}')).toEqual({ reason });
    const [ledgerEntry] = (await mia.get('/api/notice/index')).data.list;
    expect(ledgerEntry).toMatchObject({ title: 'support_looked', params: { memo: reason }, actor_name: null });
  });
});
