/** Member groups accept existing rules; rules stored earlier may stay. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireEntity } from '../../engine/requireEntity';
import { seedContext } from '../../db/seeds/base';
import { superAdmin, type Caller } from '../../testing/callers';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

describe.each(testDialects())('rules of member groups on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    const rule = { title: 'Talk', name: 'talk/index', type: 'menu_dir', weigh: 1 };
    await testServer.writer.create(
      seedContext(testServer.services),
      requireEntity(testServer.services, 'user_rule'),
      rule,
    );
  });
  afterAll(() => testServer.close());

  it('add: accepts only names of existing rules', async () => {
    for (const rules of [[1, 2, 3], ['1'], ['account/overview', 'account/nothing'], ['TALK/none']]) {
      const { code, data } = await root.post('/admin/user_group/add', { name: 'Strange', rules });
      expect([rules, code, Object.keys(data.fields ?? {})]).toEqual([rules, 0, ['rules']]);
    }
    const rules = ['account/overview', 'account/profile', 'talk/index'];
    expect((await root.post('/admin/user_group/add', { name: 'Known', rules })).code).toBe(1);
    expect((await root.post('/admin/user_group/add', { name: 'All', rules: ['*'] })).code).toBe(1);
  });

  it('edit: stored rules may stay, an unknown new one is refused', async () => {
    const values = { name: 'Old', rules: ['gone/index'] };
    const { id } = await testServer.writer.create(
      seedContext(testServer.services),
      requireEntity(testServer.services, 'user_group'),
      values,
    );
    const edit = (rules: readonly string[]) => root.post('/admin/user_group/edit', { id, rules });
    expect((await edit(['gone/index', 'talk/index'])).code).toBe(1);
    expect((await edit(['gone/index', 'gone/too'])).data.fields).toHaveProperty('rules');
  });

  it('user_rule edit: a renamed rule is renamed in the groups, in the same transaction', async () => {
    const ring = await ruleNamed('ring/index');
    const [ringers, others] = [await group('Ringers', ['ring/index', 'account/overview']), await group('Others', [])];
    const { code } = await root.post('/admin/user_rule/edit', { id: ring, name: 'ring/board' });
    expect([code, await loadRules(ringers), await loadRules(others)]).toEqual([
      1,
      ['ring/board', 'account/overview'],
      [],
    ]);
    const { cid } = await lastSave(ringers);
    expect((await root.get('/admin/user_rule/history', { id: String(ring) })).data.list[0].cid).toBe(cid);
    expect((await root.post('/admin/user_rule/edit', { id: ring, title: 'Rings' })).code).toBe(1);
    expect(await loadRules(ringers)).toEqual(['ring/board', 'account/overview']);
    await root.post('/admin/history/undo', { cid });
    expect(await loadRules(ringers)).toEqual(['ring/index', 'account/overview']);
  });

  const loadRules = async (id: number) => (await root.get('/admin/user_group/edit', { id: String(id) })).data.row.rules;
  const group = async (name: string, rules: readonly string[]): Promise<number> =>
    (await root.post('/admin/user_group/add', { name, rules })).data.id;
  const ruleNamed = async (name: string): Promise<number> =>
    (await root.post('/admin/user_rule/add', { title: 'Walk', name, type: 'menu_dir', weigh: 1 })).data.id;
  const lastSave = async (id: number) =>
    (await root.get('/admin/user_group/history', { id: String(id) })).data.list[0] as { seq: string; cid: string };

  it('batchAdd: checks each group, and stores none when one has an unknown rule', async () => {
    const list = [
      { name: 'Crew', rules: ['account/overview', 'talk/index'] },
      { name: 'Mates', rules: ['account/nothing'] },
    ];
    const refused = await root.post('/admin/user_group/batchAdd', { list });
    expect([refused.code, Object.keys(refused.data.fields)]).toEqual([0, ['list.1.rules']]);
    expect((await root.get('/admin/user_group/index', { quick_search: 'Crew' })).data.total).toBe(0);
    const right = [list[0], { name: 'Mates', rules: 'account/overview,account/profile' }, { name: 'Nobody' }];
    expect((await root.post('/admin/user_group/batchAdd', { list: right })).code).toBe(1);
    const found = async (name: string) =>
      (await root.get('/admin/user_group/index', { quick_search: name })).data.list[0].rules;
    expect([await found('Crew'), await found('Mates'), await found('Nobody')]).toEqual([
      ['account/overview', 'talk/index'],
      ['account/overview', 'account/profile'],
      [],
    ]);
  });

  it('revert: restores rules that exist, and responds with a field error for removed ones', async () => {
    const walk = await ruleNamed('walk/index');
    const id = await group('Walkers', ['account/overview', 'walk/index']);
    await root.post('/admin/user_group/edit', { id, rules: ['account/overview'] });
    const revert = async () => root.post('/admin/user_group/revert', { id, seq: (await lastSave(id)).seq });
    expect((await revert()).code).toBe(1);
    expect(await loadRules(id)).toEqual(['account/overview', 'walk/index']);
    await root.post('/admin/user_group/edit', { id, rules: [] });
    await root.post('/admin/user_rule/del', { ids: [walk] });
    const refused = await revert();
    expect([refused.code, refused.data.fields]).toEqual([0, { rules: expect.stringContaining('walk/index') }]);
    const { undone, left } = (await root.post('/admin/history/undo', { cid: (await lastSave(id)).cid })).data;
    expect([undone, left.length, await loadRules(id)]).toEqual([0, 1, []]);
    await root.post('/admin/user_rule/restore', { ids: [walk] });
    expect((await root.post('/admin/history/undo', { cid: (await lastSave(id)).cid })).data.undone).toBe(1);
    expect(await loadRules(id)).toEqual(['account/overview', 'walk/index']);
  });

  it('restore and undo of a deletion: the group keeps its rules', async () => {
    const id = await group('Leavers', ['talk/index', 'account/balance']);
    await root.post('/admin/user_group/del', { ids: [id] });
    expect((await root.post('/admin/user_group/restore', { ids: [id] })).code).toBe(1);
    expect(await loadRules(id)).toEqual(['talk/index', 'account/balance']);
    const { cid } = (await root.post('/admin/user_group/del', { ids: [id] })).data;
    expect((await root.post('/admin/history/undo', { cid })).data.undone).toBe(1);
    expect(await loadRules(id)).toEqual(['talk/index', 'account/balance']);
  });
});
