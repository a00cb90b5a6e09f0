/** The test of a rule says what its log would record, and the log then records exactly that. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RuleTest } from '../../../common/protocol/dataWatch';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('the test of a watch rule on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const add = async (entity: string, row: Record<string, unknown>): Promise<number> =>
    (await root.post(`/admin/${entity}/add`, row)).data.id;
  const test = (entity: string, rule: number, row: number, caller = root) =>
    caller.get(`/admin/${entity}/test`, { id: String(rule), row: String(row) });
  const newest = async (log: string) =>
    (await root.get(`/admin/${log}/index`, { limit: '1', order: 'id,desc' })).data.list[0];

  it('the test of a recycle rule equals the entry of the deletion that follows, and writes nothing', async () => {
    const rule = await add('recycle_rule', { name: 'News', data_table: 'news' });
    const row = await add('news', { title: 'Tested', content: '<p>x</p>'.repeat(100) });
    const before = await newest('recycle_log');
    const { data } = await test('recycle_rule', rule, row);
    const tested = data as RuleTest;
    expect(tested).toMatchObject({ enabled: true, table: 'news', title: 'Tested', unknown: [] });
    expect(await newest('recycle_log')).toEqual(before);
    await root.post('/admin/news/del', { ids: [row] });
    const [entry] = await testServer.services.db.rows<{ data: string; title: string }>(
      'SELECT data, title FROM recycle_log ORDER BY id DESC LIMIT 1',
    );
    expect(entry?.title).toBe('Tested');
    expect(Object.fromEntries(tested.fields.map(({ field, value }) => [field, value]))).toEqual(
      JSON.parse(entry?.data ?? '{}'),
    );
    expect((await test('recycle_rule', rule, row)).status).toBe(404);
  });

  it('the test of a sensitive data rule shows the current values of the watched fields, a disabled rule, and no secret', async () => {
    const rule = await add('sensitive_rule', {
      name: 'Admins',
      data_table: 'admin',
      data_fields: ['email', 'password'],
      status: 0,
    });
    const { data } = await test('sensitive_rule', rule, 1);
    expect(data).toMatchObject({ enabled: false, table: 'admin' });
    expect(data.fields.map(({ field }: { field: string }) => field)).toEqual(['email', 'password']);
    expect(data.fields[1].value).toBe('••••••');
  });

  it('hides values that the caller may not read, and rows outside its scope', async () => {
    const rule = await add('sensitive_rule', { name: 'Members', data_table: 'user', data_fields: ['email'] });
    const member = await add('user', {
      username: 'watched_1',
      nickname: 'Watched',
      password: 'S3cret-pass',
      email: 'canary@example.test',
    });
    const reader = await limitedAdmin(testServer, ['sensitive_rule/index', 'user/index'], 'all');
    const response = await test('sensitive_rule', rule, member, reader);
    expect(response.data.fields).toEqual([{ field: 'email', value: null, hidden: true }]);
    expect(response.text).not.toContain('canary');
    const stranger = await limitedAdmin(testServer, ['sensitive_rule/index'], 'all');
    expect((await test('sensitive_rule', rule, member, stranger)).code).not.toBe(1);
  });
});
