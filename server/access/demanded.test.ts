/** The demand of a second factor is answered from grants that are known, never guessed (L12). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitedAdmin } from '../testing/actors';
import { databases, startWorld, type World } from '../testing/world';
import { forgetGrants, isDemanded } from './grants';

describe.each(databases())('a demanded second factor on %s', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ database, settings: { captcha: 'never' } });
  });
  afterAll(() => world.end());

  it('L12: is demanded also right after the grants were forgotten', async () => {
    const { id } = await limitedAdmin(world, ['news/index'], 'all');
    const { services } = world;
    await services.db.transact((tx) => tx.run('UPDATE `admin_group` SET require_second_factor = 1'));
    forgetGrants(services);
    expect(await isDemanded(services, id)).toBe(true);
    forgetGrants(services);
    expect(await isDemanded(services, 0)).toBe(false);
  });
});
