/** Every explanation names the deciding rule and agrees with the server's behavior. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { computeEffectivePermissions, type RoleGroup } from '../../access/rbac/rbac';
import { explainAccess } from '../../access/rbac/explainAccess';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const group = (id: number, pid: number | null, permissions: readonly string[], enabled = true): RoleGroup => ({
  id,
  pid,
  enabled,
  permissions: new Set(permissions),
  scope: 'all',
});
const groups = new Map(
  [
    group(1, null, ['*']),
    group(2, 1, ['news/index', 'news/edit']),
    group(3, 2, ['news/index', 'user/index']),
    group(4, 1, ['news/index'], false),
    group(5, 4, ['news/index']),
    group(6, 99, ['news/index']),
  ].map((one) => [one.id, one]),
);

describe('explain', () => {
  it.each([
    [[1], 'news/index', { rule: 'super', group: 1 }],
    [[3], 'news/index', { rule: 'granted', group: 3 }],
    [[3], 'user/index', { rule: 'limited', group: 3, by: 2 }],
    [[3], 'user/edit', { rule: 'missing' }],
    [[5], 'news/index', { rule: 'group_disabled', group: 5, by: 4 }],
    [[6], 'news/index', { rule: 'group_lost', group: 6, by: 99 }],
    [[3, 2], 'news/edit', { rule: 'granted', group: 2 }],
    [[], 'news/index', { rule: 'no_group' }],
  ] as const)('for groups %j and %s', (groupIds, permission, reason) => {
    const verdict = explainAccess(groups, { enabled: true, groups: groupIds }, permission);
    expect(verdict.reason).toEqual(reason);
    const isGranted = groupIds.some((id) =>
      ['*', permission].some((one) => computeEffectivePermissions(groups, id).permissions.has(one)),
    );
    expect(verdict.allowed).toBe(isGranted);
  });
});

describe.each(sampleDialects())('explained permissions on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let reader: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database, seed: 'demo' });
    root = await superAdmin(testServer);
    reader = await limitedAdmin(testServer, ['news/index', 'news/edit', 'user/index']);
  });
  afterAll(() => testServer.close());

  const explain = async (more: Readonly<Record<string, string>>, who = root) => {
    const { code, data } = await who.get('/admin/admin_group/explain', { admin_id: String(reader.id), ...more });
    return { code, allowed: data?.allowed as boolean, rule: data?.reason?.rule as string, data: data as unknown };
  };

  it('responds with the cursor at which it was read, so that a subscription misses no later change', async () => {
    const { data } = await explain({ node: 'news/edit' });
    const admins = await root.get('/admin/admin/index');
    expect(data).toMatchObject({ seq: admins.data.seq as string });
  });

  it('names group, row and field', async () => {
    expect(await explain({ node: 'news/edit' })).toMatchObject({ allowed: true, rule: 'granted' });
    expect(await explain({ node: 'news/del' })).toMatchObject({ allowed: false, rule: 'missing' });
    const [story] = await testServer.services.db.rows<{ id: number }>('SELECT MIN(id) AS id FROM news');
    expect(await explain({ node: 'news/edit', id: String(story?.id) })).toMatchObject({
      allowed: false,
      rule: 'row_out_of_reach',
    });
    expect(await explain({ node: 'news/edit', id: '99999' })).toMatchObject({ rule: 'row_missing' });
    expect(await explain({ node: 'user/index', field: 'money' })).toMatchObject({
      rule: 'field_masked',
      data: { reason: { node: 'user/see_money' } },
    });
    expect(await explain({ node: 'user/index', field: 'password' })).toMatchObject({ rule: 'field_secret' });
  });

  it('agrees with the responses of the server', async () => {
    const edit = (id: number) => reader.post('/admin/news/edit', { id, title: 'Renamed' });
    expect((await edit(1)).code).toBe(404);
    expect((await reader.post('/admin/news/add', { title: 'x' })).code).toBe(403);
  });

  it('refused without the permission to see groups and the person, and for invalid questions', async () => {
    expect((await explain({ node: 'news/edit' }, reader)).code).toBe(403);
    const groupReader = await limitedAdmin(testServer, ['admin_group/index']);
    expect((await explain({ node: 'news/edit' }, groupReader)).code).toBe(403);
    for (const bad of [{ node: 'news' }, { node: 'nothing/index' }, { node: 'news/edit', id: 'x' }, {}])
      expect((await explain(bad as Record<string, string>)).code).toBe(400);
    expect((await explain({ node: 'news/index', admin_id: '99999' })).code).toBe(404);
  });
});
