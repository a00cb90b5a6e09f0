/** Fields of the other spelling that nobody may write: ignored and listed, in rows, in settings and in bulk calls; nothing of them is stored. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { createCompatClient, DIALECTS, type CompatClient } from '../../testing/compat/compatClient';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

/** Both spellings of columns that the server sets, one that no client has, and a setting of the first client. */
const FOREIGN = { createtime: 5, create_time: 5, updatetime: 6, jointime: 7, join_time: 7, no_such: 'x' };
const NAMES = Object.keys(FOREIGN).sort();
const sorted = (names: readonly string[] | undefined) => [...(names ?? [])].sort();

describe.each(testDialects())('fields that older clients may not write on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());
  const expectOwnTimes = async (ids: readonly number[]) => {
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) {
      const { row } = (await root.get('/admin/user/edit', { id: String(id) })).data;
      expect(row.create_time).toBeGreaterThan(1_000_000_000);
      expect([row.join_time === 7, 'createtime' in row]).toEqual([false, false]);
    }
  };

  describe.each(DIALECTS)('in the %s dialect', (dialect) => {
    const page = '/admin/user.user/';
    const draft = (name: string) => ({
      username: `${name}_${dialect}`,
      nickname: 'Ignored',
      group_id: 1,
      password: 'quiet-river-42',
      ...FOREIGN,
    });
    let client: CompatClient;
    beforeAll(async () => {
      client = createCompatClient(testServer, dialect);
      await client.signIn();
    });

    it('rows: a new one, an edit of a part, and the whole form with changed times', async () => {
      const added = await client.post(`${page}add`, { ...draft('row'), status: 'enable' });
      expect([added.code, sorted(added.data.ignored)]).toEqual([1, NAMES]);
      const { id } = added.data;
      const edited = await client.post(`${page}edit`, { id, motto: 'New', ...FOREIGN });
      expect([edited.code, sorted(edited.data.ignored), edited.data.row.motto]).toEqual([1, NAMES, 'New']);
      const { row } = (await client.get(`${page}edit?id=${id}`)).data;
      const response = await client.post(`${page}edit`, { ...row, motto: 'Whole', createtime: 9, create_time: 9 });
      expect([response.code, sorted(response.data.ignored)]).toEqual([1, ['create_time', 'createtime']]);
      await expectOwnTimes([id]);
    });

    it('settings: names that no item has', async () => {
      const path = dialect === 'first' ? '/admin/routine.config/edit' : '/admin/routine.Config/edit';
      const before = testServer.services.settings.siteName;
      const { code, data } = await client.post(path, { siteName: 'Camel', ...FOREIGN });
      expect([code, data.ids, sorted(data.ignored)]).toEqual([1, [], sorted([...NAMES, 'siteName'])]);
      expect(testServer.services.settings.siteName).toBe(before);
    });

    it('the own account: columns that only others may write', async () => {
      const page = '/admin/routine.AdminInfo/';
      const { info } = (await client.get(`${page}index`)).data;
      const sent = { nickname: `Own ${dialect}`, username: 'renamed', status: 0, ...FOREIGN };
      const { code, data } = await client.post(`${page}edit`, sent);
      expect([code, sorted(data.ignored)]).toEqual([1, sorted([...NAMES, 'username', 'status'])]);
      const after = (await client.get(`${page}index`)).data.info;
      expect([after.nickname, after.username]).toEqual([`Own ${dialect}`, info.username]);
      const plain = await root.post('/admin/profile/edit', { motto: dialect, username: 'renamed', foo: 1 });
      expect([plain.code, sorted(plain.data.ignored)]).toEqual([1, ['foo', 'username']]);
    });

    it('bulk calls: several new rows, and one change of several', async () => {
      const list = [draft('bulk_a'), draft('bulk_b')];
      const added = await client.post(`${page}batchAdd`, { list });
      const rows = added.data.rows as readonly { readonly id: number; readonly ignored: readonly string[] }[];
      expect([added.code, rows.map(({ ignored }) => sorted(ignored))]).toEqual([1, [NAMES, NAMES]]);
      const ids = rows.map(({ id }) => id);
      const changed = await client.post(`${page}batchEdit`, { ids, set: { motto: 'Both', ...FOREIGN } });
      expect([changed.code, sorted(changed.data.ignored)]).toEqual([1, NAMES]);
      await expectOwnTimes(ids);
    });
  });
});
