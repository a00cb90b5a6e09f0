/** The migration that records the menu rules of installed modules takes those that the product made, not those of staff. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin } from '../../testing/callers';
import { packFaq, TRUSTING_ENV, uploadModule } from '../../testing/modulePackages';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { seedMenuRules } from '../../modules/bootstrap/menuRules';
import { recordSeededRules } from '../../installer/rules/recordSeededRules';
import { recordModuleRules } from './recordModuleRules';

interface Parts {
  readonly rules?: readonly { readonly id: number; readonly name: string }[];
}

describe.each(testDialects())('menu rules of installed modules on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database, env: TRUSTING_ENV });
  });
  afterAll(() => server.close());

  const readParts = async (): Promise<Parts> => {
    const [row] = await server.services.db.rows<{ readonly parts: string }>('SELECT parts FROM module');
    return JSON.parse(row?.parts ?? '{}') as Parts;
  };
  /**
   * Runs the migration on the row as an earlier version of the product left it; returns the ids of the rules in order. With another
   * `historyOf`, it finds no history of the rules, as after a year.
   */
  const migrate = async (keptRules: readonly number[] = [], historyOf = 'menu_rule') => {
    const { rules: _, ...former } = await readParts();
    const { db, registry, log } = server.services;
    await db.transact(async (tx) => {
      await tx.run('UPDATE module SET parts = ?', [JSON.stringify({ ...former, keptRules })]);
      const rows: typeof tx.rows = (sql, params) =>
        tx.rows(sql.replace("ent = 'menu_rule'", `ent = '${historyOf}'`), params);
      await recordModuleRules({ tx: { ...tx, rows }, dialect: db.dialect, registry, keys: [], log });
    });
    return (await readParts()).rules?.map(({ id }) => id).sort((one, other) => one - other);
  };

  it('records those that the product made, with or without their history, and those of a start', async () => {
    const admin = await superAdmin(server);
    await uploadModule(admin, packFaq());
    expect((await admin.post('/admin/module/install', { uid: 'faq' })).code).toBe(1);
    await server.jobs.settled();
    const ids = (await readParts()).rules?.map(({ id }) => id).sort((one, other) => one - other) ?? [];
    expect(ids.length).toBeGreaterThan(10);
    const button = { type: 'button', title: 'Mine', name: 'faq_question/mine', weigh: 5, pid: null };
    expect((await admin.post('/admin/menu_rule/add', button)).code).toBe(1);
    expect(await migrate()).toEqual(ids);
    await server.services.db.transact((tx) =>
      tx.run("UPDATE menu_rule SET create_time = create_time + 100 WHERE name = 'faq_question/mine'"),
    );
    expect(await migrate([], 'none')).toEqual(ids);
    expect(await migrate(ids.slice(-1))).toEqual(ids.slice(0, -1));
    const { services, writer } = server;
    const [last = 0] = ids.slice(-1);
    const { name } = (await migrate(), await readParts()).rules?.find(({ id }) => id === last) ?? { name: '' };
    await admin.post('/admin/menu_rule/del', { ids: [last] });
    await admin.post('/admin/menu_rule/purge', { ids: [last] });
    await seedMenuRules(services, writer, new Set(), (write, rules) => recordSeededRules(services.db, write, rules));
    const { rules = [] } = await readParts();
    expect(rules.filter((rule) => rule.name === name)).toHaveLength(2);
    expect((await admin.post('/admin/module/uninstall', { uid: 'faq', rows: 'delete' })).code).toBe(1);
    await server.jobs.settled();
    const left = await services.db.rows<{ readonly name: string }>(
      "SELECT name FROM menu_rule WHERE name LIKE '%faq%'",
    );
    expect(left.map((rule) => rule.name)).toEqual(['faq_question/mine']);
  });
});
