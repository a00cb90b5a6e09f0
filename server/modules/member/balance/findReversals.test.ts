/** A member's history links a reversed entry with its reversal in both directions. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { member, superAdmin } from '../../../testing/callers';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

describe.each(sampleDialects())('reversals on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  it.each([
    ['money', 'balance', ['5.00', '6.00']],
    ['score', 'integral', [5, 6]],
  ] as const)('entry and reversal name each other: %s', async (kind, path, amounts) => {
    const [root, mia] = [await superAdmin(testServer), await member(testServer)];
    const log = `/admin/user_${kind}_log`;
    for (const amount of amounts)
      expect((await root.post(`${log}/add`, { user_id: mia.id, [kind]: amount, memo: 'Order' })).code).toBe(1);
    const history = async (query = {}) => (await mia.get(`/api/account/${path}`, query)).data.list as Entry[];
    const [, first] = await history();
    const search = { 'search[0][field]': 'user_id', 'search[0][val]': String(mia.id) };
    const [, stored] = (await root.get(`${log}/index`, search)).data.list as Entry[];
    expect((await root.post(`${log}/reverse`, { id: stored?.id, memo: 'Twice' })).code).toBe(1);
    const [back, savedRow, taken] = await history();
    expect([back?.counterpart, savedRow?.counterpart, taken?.counterpart]).toEqual([first?.id, null, back?.id]);
    expect(taken?.id).toBe(first?.id);
    // Each on a page without the other.
    expect(await history({ limit: '1' })).toMatchObject([{ type: 'reversal', counterpart: first?.id }]);
    expect(await history({ limit: '1', page: '3' })).toMatchObject([{ type: 'adjust', counterpart: back?.id }]);
  });
});
interface Entry {
  readonly id: number;
  readonly type: string;
  readonly counterpart: number | null;
}
