/** Rows that act for an admin: only the owner and admins who may manage the owner change them, by every route. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const writeActions = (entity: string) =>
  ['index', 'add', 'edit', 'del', 'restore', 'purge', 'revert', 'undo', 'history'].map((verb) => `${entity}/${verb}`);

describe.each(sampleDialects())('the owner of a token on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let lesser: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    lesser = await limitedAdmin(
      testServer,
      [...writeActions('api_token'), ...writeActions('wall_screen'), 'news/index'],
      'all',
    );
  });
  afterAll(() => testServer.close());

  const eventually = (days = 30) => Math.floor(testServer.services.clock.now() / 1000) + days * 86_400;
  const createRow = async (who: Caller, entity: string, more: object = {}) => {
    const scopes = entity === 'api_token' ? { scopes: ['news/index'] } : {};
    const created = await who.post(`/admin/${entity}/add`, {
      name: 'Lent',
      expire_time: eventually(),
      ...scopes,
      ...more,
    });
    expect(created.code).toBe(1);
    return created.data.row.id as number;
  };
  const loadRow = async (entity: string, id: number) => {
    const sql = `SELECT name, status, expire_time, delete_time FROM \`${entity}\` WHERE id = ?`;
    return (await testServer.services.db.rows<Record<string, unknown>>(sql, [id]))[0];
  };

  describe.each(['api_token', 'wall_screen'])('%s', (entity) => {
    it('edit, delete, restore and purge are refused for the row of an admin with more permissions', async () => {
      const id = await createRow(root, entity, { status: 0 });
      const before = await loadRow(entity, id);
      const edits = [{ status: 1 }, { expire_time: eventually(90) }, { name: 'Mine' }];
      for (const edit of edits) {
        const refused = await lesser.post(`/admin/${entity}/edit`, { id, ...edit });
        expect([refused.code, refused.msg]).toEqual([0, expect.stringContaining('permissions you don’t have')]);
      }
      const bulk = await lesser.post(`/admin/${entity}/batchEdit`, { ids: [id], set: { status: 1 } });
      expect(bulk.code).toBe(0);
      expect((await lesser.post(`/admin/${entity}/del`, { ids: [id] })).code).toBe(0);
      expect(await loadRow(entity, id)).toEqual(before);
      await root.post(`/admin/${entity}/del`, { ids: [id] });
      expect((await lesser.post(`/admin/${entity}/restore`, { ids: [id] })).code).toBe(0);
      expect((await lesser.post(`/admin/${entity}/purge`, { ids: [id] })).code).toBe(0);
      expect(await loadRow(entity, id)).toMatchObject({ status: 0, delete_time: expect.anything() });
      expect((await root.post(`/admin/${entity}/restore`, { ids: [id] })).code).toBe(1);
    });

    it('undo and revert that would enable the row are refused', async () => {
      const id = await createRow(root, entity);
      const off = await root.post(`/admin/${entity}/edit`, { id, status: 0 });
      const undone = await lesser.post('/admin/history/undo', { cid: off.data.cid });
      expect(undone.data).toMatchObject({ undone: 0, left: [{ id }] });
      const [line] = (await root.get(`/admin/${entity}/history`, { id: String(id) })).data.list;
      const reverted = await lesser.post(`/admin/${entity}/revert`, { id, seq: line.seq });
      expect([reverted.code, reverted.msg]).toEqual([0, expect.stringContaining('permissions you don’t have')]);
      expect(await loadRow(entity, id)).toMatchObject({ status: 0 });
    });

    it('the owner and an admin who may manage the owner change the row', async () => {
      const id = await createRow(lesser, entity);
      expect((await lesser.post(`/admin/${entity}/edit`, { id, name: 'Own' })).code).toBe(1);
      expect((await root.post(`/admin/${entity}/edit`, { id, status: 0 })).code).toBe(1);
      expect((await lesser.post(`/admin/${entity}/del`, { ids: [id] })).code).toBe(1);
    });

    it('the row of a deleted super admin cannot be changed', async () => {
      const chief = await limitedAdmin(testServer, ['*'], 'all');
      const id = await createRow(chief, entity, { status: 0 });
      await root.post('/admin/admin/del', { ids: [chief.id] });
      expect((await lesser.post(`/admin/${entity}/edit`, { id, status: 1 })).code).toBe(0);
    });
  });

  it('every edit checks all scopes of a token, but its owner may disable it', async () => {
    const owner = await limitedAdmin(testServer, [...writeActions('api_token'), 'news/index', 'news/edit']);
    const id = await createRow(owner, 'api_token', { scopes: ['news/index', 'news/edit'] });
    const group = (await root.get('/admin/admin/edit', { id: String(owner.id) })).data.row.group_arr[0];
    await root.post('/admin/admin_group/edit', { id: group, rules: [...writeActions('api_token'), 'news/index'] });
    const renamed = await owner.post('/admin/api_token/edit', { id, name: 'Again', expire_time: eventually(60) });
    expect(renamed.data.fields).toHaveProperty('scopes');
    expect((await owner.post('/admin/api_token/edit', { id, status: 0 })).code).toBe(1);
    expect((await owner.post('/admin/api_token/edit', { id, status: 1 })).data.fields).toHaveProperty('scopes');
    expect((await owner.post('/admin/api_token/edit', { id, status: 1, scopes: ['news/index'] })).code).toBe(1);
  });

  it('an API token cannot write admins or role groups with any scope', async () => {
    const id = await createRow(root, 'api_token', { scopes: ['*'] });
    const { token } = (await root.post('/admin/api_token/show', { id })).data;
    const group = (await root.post('/admin/admin_group/add', { name: 'Mine', rules: ['news/index'] })).data.id;
    const other = await limitedAdmin(testServer, ['news/index']);
    const program = (path: string, body: object) =>
      root.send('POST', path, {
        headers: { batoken: token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const person = { username: 'made_by_program', nickname: 'P', password: 'limited-horse-7', group_arr: [group] };
    const tries: readonly (readonly [string, object])[] = [
      ['/admin/admin/add', person],
      ['/admin/admin/edit', { id: other.id, nickname: 'Renamed' }],
      ['/admin/admin/del', { ids: [other.id] }],
      ['/admin/admin/revoke', { id: other.id }],
      ['/admin/admin_group/add', { name: 'By a program', rules: ['*'] }],
      ['/admin/admin_group/edit', { id: group, rules: ['*'] }],
      ['/admin/admin_group/del', { ids: [group] }],
    ];
    for (const [path, body] of tries) expect([path, (await program(path, body)).code]).toEqual([path, 403]);
    const bulk = await program('/admin/admin/batchEdit', { ids: [other.id], set: { status: 0 } });
    expect(bulk.code).toBe(403);
    expect((await program('/admin/news_category/add', { name: 'Allowed' })).code).toBe(1);
    const [left] = await testServer.services.db.rows<{ n: number }>(
      "SELECT COUNT(*) AS n FROM `admin` WHERE username = 'made_by_program' OR nickname = 'Renamed'",
    );
    expect(Number(left?.n)).toBe(0);
  });
});
