/** T3.03: the secret of an app is shown once to whoever may make a new one, and stands nowhere. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/actors';
import { databases, startWorld, type World } from '../../testing/world';

describe.each(databases())('the secret of an app on %s', (database) => {
  let world: World;
  let root: Caller;
  let id = 0;
  beforeAll(async () => {
    world = await startWorld({ database });
    root = await superAdmin(world);
    const company = await root.post('/admin/enterprise/add', { name: 'Harbour', title: 'Harbour' });
    const made = await root.post('/admin/app/add', {
      title: 'Desk',
      name: 'Desk',
      company_id: company.data.row.id,
      secret: 'mine',
    });
    expect([made.code, made.data.fields]).toEqual([1, undefined]);
    id = made.data.row.id as number;
  });
  afterAll(() => world.end());

  const show = (who: Caller) => who.post('/admin/app/show', { id });

  it('is shown once, and anew after a new one was made', async () => {
    const first = await show(root);
    expect(first.data.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await show(root)).code).toBe(404);
    expect((await root.post('/admin/app/reset_secret', { id })).data.row.shown_time).toBeNull();
    const second = await show(root);
    expect(second.data.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(second.data.token).not.toBe(first.data.token);
  });

  it('is for whoever may make a new one, of apps within reach', async () => {
    await root.post('/admin/app/reset_secret', { id });
    const reader = await limitedAdmin(world, ['app/index', 'app/edit', 'app/see_restricted'], 'all');
    expect((await show(reader)).code).toBe(403);
    const blind = await limitedAdmin(world, ['app/reset_secret'], 'all');
    expect((await show(blind)).code).toBe(404);
    const keeper = await limitedAdmin(world, ['app/index', 'app/reset_secret'], 'all');
    expect((await show(keeper)).code).toBe(1);
  });

  it('is in no answer and in no table', async () => {
    await root.post('/admin/app/reset_secret', { id });
    const told = String((await show(root)).data.token);
    const where = { id: String(id) };
    const answers = [
      await root.get('/admin/app/index'),
      await root.get('/admin/app/edit', where),
      await root.get('/admin/app/history', where),
      await root.get('/admin/app/export', { columns: 'id,title' }),
      await show(root),
    ];
    for (const { text } of answers) expect(text).not.toContain(told);
    for (const { data } of answers.slice(0, 2)) expect(data.row ?? data.list[0]).not.toHaveProperty('secret');
    const logs = ['change_log', 'record_history', 'mutation_log'];
    const tables = [...world.services.registry.all.map(({ name }) => name), ...logs];
    for (const table of tables) {
      const rows = await world.services.db.rows(`SELECT * FROM \`${table}\``);
      expect([table, JSON.stringify(rows).includes(told)]).toEqual([table, false]);
    }
  });
});
