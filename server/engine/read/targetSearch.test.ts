/** The histories of balance and points are searched by the reason of an entry and by its member. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

const LEDGERS = [
  { name: 'user_money_log', amount: { money: '12.00' } },
  { name: 'user_score_log', amount: { score: 12 } },
];

describe.each(testDialects())('search in histories on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  const members: Record<string, number> = {};
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    for (const [username, nickname] of [
      ['hesiqi', '何思齐'],
      ['oscar', 'Oscar Wu'],
    ] as const) {
      const body = { username, nickname, password: 'Secret-word-8' };
      const response = await root.post('/admin/user/add', body);
      expect(response).toMatchObject({ code: 1 });
      members[username] = response.data.id;
    }
    for (const { name, amount } of LEDGERS) {
      await book(name, 'hesiqi', { ...amount, memo: '柜台充值' });
      await book(name, 'oscar', { ...amount, memo: 'Deposit at the till 4711' });
    }
  });
  afterAll(() => testServer.close());

  const book = async (name: string, member: string, body: object) =>
    expect(await root.post(`/admin/${name}/add`, { user_id: members[member], ...body })).toMatchObject({ code: 1 });
  const search = async (name: string, text: string, caller = root): Promise<readonly string[]> => {
    const { data } = await caller.get(`/admin/${name}/index`, { quick_search: text, order: 'id,asc' });
    return data.list.map(({ memo }: { memo: string }) => memo);
  };

  it.each(LEDGERS)('$name is found by reason, by number in the reason and by member', async ({ name }) => {
    expect(await search(name, 'deposit')).toEqual(['Deposit at the till 4711']);
    expect(await search(name, '4711')).toEqual(['Deposit at the till 4711']);
    expect(await search(name, '柜台')).toEqual(['柜台充值']);
    expect(await search(name, '何思齐')).toEqual(['柜台充值']);
    expect(await search(name, 'oscar deposit')).toEqual(['Deposit at the till 4711']);
    expect(await search(name, 'oscar 柜台')).toEqual([]);
    const { data } = await root.get(`/admin/${name}/summary`, { quick_search: '何思齐' });
    expect(Object.values(data.columns)[0]).toMatchObject({ sum: name === 'user_money_log' ? '12.00' : 12 });
    const file = await root.get(`/admin/${name}/export`, { quick_search: 'hesiqi', columns: 'memo' });
    expect(file.text).toContain('柜台充值');
    expect(file.text).not.toContain('Deposit');
  });

  it('the member is searched only for those who may read members', async () => {
    const clerk = await limitedAdmin(testServer, ['user_money_log/index', 'user_money_log/see_money']);
    expect(await search('user_money_log', '何思齐', clerk)).toEqual([]);
    expect(await search('user_money_log', '柜台', clerk)).toEqual(['柜台充值']);
  });
});
