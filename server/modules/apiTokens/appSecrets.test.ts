/** T3.03: the secret of an app is shown once to admins who may create a new one, and stored nowhere. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('the secret of an app on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let id = 0;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    const companyRow = await root.post('/admin/enterprise/add', { name: 'Harbour', title: 'Harbour' });
    const created = await root.post('/admin/app/add', {
      title: 'Desk',
      name: 'Desk',
      company_id: companyRow.data.row.id,
      secret: 'mine',
    });
    expect([created.code, created.data.fields]).toEqual([1, undefined]);
    id = created.data.row.id as number;
  });
  afterAll(() => testServer.close());

  const showSecret = (who: Caller) => who.post('/admin/app/show', { id });

  it('a secret is shown once, when it is created or replaced', async () => {
    const first = await showSecret(root);
    expect(first.data.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await showSecret(root)).code).toBe(404);
    expect((await root.post('/admin/app/reset_secret', { id })).data.row.shown_time).toBeNull();
    const second = await showSecret(root);
    expect(second.data.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(second.data.token).not.toBe(first.data.token);
  });

  it('the secret is shown only to admins who may create a new one, for apps in their scope', async () => {
    await root.post('/admin/app/reset_secret', { id });
    const reader = await limitedAdmin(testServer, ['app/index', 'app/edit', 'app/see_restricted'], 'all');
    expect((await showSecret(reader)).code).toBe(403);
    const blind = await limitedAdmin(testServer, ['app/reset_secret'], 'all');
    expect((await showSecret(blind)).code).toBe(404);
    const keeper = await limitedAdmin(testServer, ['app/index', 'app/reset_secret'], 'all');
    expect((await showSecret(keeper)).code).toBe(1);
  });

  it('the secret is in no other response and in no table', async () => {
    await root.post('/admin/app/reset_secret', { id });
    const shownSecret = String((await showSecret(root)).data.token);
    const where = { id: String(id) };
    const responses = [
      await root.get('/admin/app/index'),
      await root.get('/admin/app/edit', where),
      await root.get('/admin/app/history', where),
      await root.get('/admin/app/export', { columns: 'id,title' }),
      await showSecret(root),
    ];
    for (const { text } of responses) expect(text).not.toContain(shownSecret);
    for (const { data } of responses.slice(0, 2)) expect(data.row ?? data.list[0]).not.toHaveProperty('secret');
    const logs = ['change_log', 'record_history', 'mutation_log'];
    const tables = [...testServer.services.registry.all.map(({ name }) => name), ...logs];
    for (const table of tables) {
      const rows = await testServer.services.db.rows(`SELECT * FROM \`${table}\``);
      expect([table, JSON.stringify(rows).includes(shownSecret)]).toEqual([table, false]);
    }
  });
});
