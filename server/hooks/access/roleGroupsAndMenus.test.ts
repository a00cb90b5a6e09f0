/** Permissions are granted only by admins who hold them, one super admin remains, and menu rules are complete. */
import { beforeAll, expect, it } from '@jest/globals';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import {
  catchFault,
  standardPermissions,
  openEngineHarness,
  createStaffActor,
  superAdminActor,
  type EngineHarness,
} from '../../testing/engineHarness';

describeOnEachDatabase('hooks of role groups and menus', (database) => {
  let engine: EngineHarness;
  const ids: Record<string, number> = {};
  const admin = superAdminActor(1);
  const rights = [...standardPermissions('admin'), ...standardPermissions('admin_group'), 'news/index'];
  const clerk = () => createStaffActor(ids['clerk'] ?? 0, rights);
  const admins = () => engine.entity('admin');
  const groups = () => engine.entity('admin_group');
  const code = async (act: Promise<unknown>) => (await catchFault(act)).code;

  beforeAll(async () => {
    engine = await openEngineHarness(database);
    const group = async (name: string, rules: string[], pid: number | null = null) => {
      ids[name] = (await engine.writer.create(engine.as(), groups(), { name, rules, pid })).id;
    };
    const person = async (username: string, of: string) => {
      const values = { username, nickname: username, password: 'Pa55-word', group_arr: [ids[of]] };
      ids[username] = (await engine.writer.create(engine.as(), admins(), values)).id;
    };
    await group('all', ['*']);
    await group('office', rights, ids['all']);
    await group('desk', ['news/index'], ids['office']);
    await person('boss', 'all');
    await person('clerk', 'office');
    await person('temp', 'desk');
  });

  it('admin: cannot edit, create or become an admin with more permissions', async () => {
    const as = engine.as(clerk());
    expect(await code(engine.writer.update(as, admins(), { id: ids['boss'] ?? 0, password: 'Pa55-mine' }))).toBe(
      'access.beyond',
    );
    expect(await code(engine.writer.remove(as, admins(), [ids['boss'] ?? 0]))).toBe('access.beyond');
    expect(await code(engine.writer.update(as, admins(), { id: ids['clerk'] ?? 0, group_arr: [ids['all']] }))).toBe(
      'access.beyond',
    );
    const values = { username: 'spy_9', nickname: 'spy', password: 'Pa55-word', group_arr: [ids['all']] };
    expect(await code(engine.writer.create(as, admins(), values))).toBe('access.beyond');
    const moved = await engine.writer.update(as, admins(), { id: ids['temp'] ?? 0, group_arr: [ids['office']] });
    expect(moved.row['group_arr']).toEqual([ids['office']]);
  });

  it('admin: cannot disable itself or the last super admin', async () => {
    const as = engine.as(admin);
    const id = ids['boss'] ?? 0;
    expect(await code(engine.writer.update(as, admins(), { id, status: 0 }))).toBe('access.self');
    expect(await code(engine.writer.remove(as, admins(), [id]))).toBe('access.self');
    expect(await code(engine.writer.update(engine.as(), admins(), { id, status: 0 }))).toBe('access.last_super');
    expect(await code(engine.writer.remove(engine.as(), admins(), [id]))).toBe('access.last_super');
    const group = ids['all'] ?? 0;
    expect(await code(engine.writer.update(as, groups(), { id: group, rules: ['news/index'] }))).toBe(
      'access.last_super',
    );
    expect(await code(engine.writer.update(as, groups(), { id: group, status: 0 }))).toBe('access.last_super');
  });

  it('admin_group: cannot hold more than its parent or its creator', async () => {
    const as = engine.as(clerk());
    const above = { name: 'above', rules: ['user/index'], pid: ids['office'] };
    expect(await code(engine.writer.create(as, groups(), above))).toBe('access.beyond');
    const refused = await catchFault(engine.writer.create(engine.as(admin), groups(), above));
    expect([refused.code, refused.fields?.map(({ path }) => path)]).toEqual(['access.beyond_parent', ['rules']]);
    expect(await code(engine.writer.update(as, groups(), { id: ids['all'] ?? 0, status: 1, name: 'mine' }))).toBe(
      'access.beyond',
    );
    const below = { name: 'below', rules: ['News/Index', 'news/index'], pid: ids['desk'] };
    expect((await engine.writer.create(as, groups(), below)).row['rules']).toEqual(['news/index']);
    const loop = engine.writer.update(engine.as(admin), groups(), { id: ids['all'] ?? 0, pid: ids['desk'] ?? 0 });
    expect((await catchFault(loop)).code).toMatch(/access.beyond|row.invalid/);
  });

  it('menu_rule: each type requires its fields', async () => {
    const rules = engine.entity('menu_rule');
    const rule = { title: 'Rule', name: 'Some/Rule', weigh: 1, type: 'menu' };
    const path = async (more: object) =>
      (await catchFault(engine.writer.create(engine.as(admin), rules, { ...rule, ...more }))).fields?.map(
        (issue) => issue.path,
      );
    expect(await path({ menu_type: 'tab' })).toEqual(['component']);
    expect(await path({ menu_type: 'link' })).toEqual(['url']);
    const made = await engine.writer.create(engine.as(admin), rules, {
      ...rule,
      menu_type: 'link',
      url: 'https://example.com',
    });
    expect(made.row['name']).toBe('some/rule');
  });
});
