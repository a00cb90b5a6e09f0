/** A password of a designed entity is stored as an argon2id hash, and nothing that is stored beside it has it in clear. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPasswordCorrect } from '../../access/passwords/passwordHash';
import { superAdmin, type Caller } from '../../testing/callers';
import { openTestDesign } from '../../testing/designed/testDesign';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

const [FIRST, SECOND] = ['First-secret-1', 'Second-secret-2'] as const;

describe.each(testDialects())('a designed password on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let id: number;
  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    const design = await openTestDesign(server, admin, 'door');
    await design.addField('entry', 'password', { in_list: 0 });
    expect(await design.apply()).toEqual(['success', '']);
  });
  afterAll(() => server.close());

  const storedPassword = async () => {
    const rows = await server.services.db.rows<{ readonly entry: string }>('SELECT entry FROM door WHERE id = ?', [id]);
    return rows[0]?.entry ?? '';
  };

  it('is hashed when a row is created and changed, and stays as it is with other changes', async () => {
    id = (await admin.post('/admin/door/add', { name: 'Front', entry: FIRST })).data.id;
    expect(await storedPassword()).toMatch(/^\$argon2id\$/);
    expect(await isPasswordCorrect(FIRST, await storedPassword())).toBe(true);
    expect((await admin.post('/admin/door/edit', { id, entry: SECOND })).code).toBe(1);
    const changed = await storedPassword();
    expect(await isPasswordCorrect(SECOND, changed)).toBe(true);
    expect((await admin.post('/admin/door/edit', { id, name: 'Back', entry: '' })).code).toBe(1);
    await admin.post('/admin/door/del', { ids: [id] });
    expect((await admin.post('/admin/door/restore', { ids: [id] })).code).toBe(1);
    expect(await storedPassword()).toBe(changed);
  });

  it('is in no row of another table, and no reader gets it', async () => {
    const { data } = await admin.get('/admin/door/edit', { id: String(id) });
    expect(JSON.stringify(data)).not.toMatch(/secret-|argon2id/);
    for (const table of ['change_log', 'admin_log']) {
      const rows = await server.services.db.rows(`SELECT * FROM \`${table}\``);
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toMatch(/(?:First|Second)-secret-/);
    }
  });
});
