/** A member group gives rules that there are; what it was given before may stay. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nounOf } from '../access/members';
import { seedCtx } from '../db/seeds/base';
import { superAdmin, type Caller } from '../testing/actors';
import { databases, startWorld, type World } from '../testing/world';

describe.each(databases())('rules of member groups on %s', (database) => {
  let world: World;
  let root: Caller;
  beforeAll(async () => {
    world = await startWorld({ database });
    root = await superAdmin(world);
    const rule = { title: 'Talk', name: 'talk/index', type: 'menu_dir', weigh: 1 };
    await world.writer.create(seedCtx(world.kit), nounOf(world.kit, 'user_rule'), rule);
  });
  afterAll(() => world.end());

  it('must be there, by their names', async () => {
    for (const rules of [[1, 2, 3], ['1'], ['account/overview', 'account/nothing'], ['TALK/none']]) {
      const { code, data } = await root.post('/admin/user_group/add', { name: 'Strange', rules });
      expect([rules, code, Object.keys(data.fields ?? {})]).toEqual([rules, 0, ['rules']]);
    }
    const rules = ['account/overview', 'account/profile', 'talk/index'];
    expect((await root.post('/admin/user_group/add', { name: 'Known', rules })).code).toBe(1);
    expect((await root.post('/admin/user_group/add', { name: 'All', rules: ['*'] })).code).toBe(1);
  });

  it('may stay what they were, and take nothing strange besides', async () => {
    const draft = { name: 'Old', rules: ['gone/index'] };
    const { id } = await world.writer.create(seedCtx(world.kit), nounOf(world.kit, 'user_group'), draft);
    const edit = (rules: readonly string[]) => root.post('/admin/user_group/edit', { id, rules });
    expect((await edit(['gone/index', 'talk/index'])).code).toBe(1);
    expect((await edit(['gone/index', 'gone/too'])).data.fields).toHaveProperty('rules');
  });
});
