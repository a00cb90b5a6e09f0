/** Icons of the menu: each entry has its own, also after an update of an older installation. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { createRegistry } from '../../../common/entity/registry';
import { m0064MenuIcons } from '../../db/migrations/0064_menu_icons';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';
import { requiredMenuRules } from './menu';
import { MENU_LAYOUT } from './menuLayout';

it('requiredMenuRules: no icon is used twice in the menu', () => {
  const rules = requiredMenuRules(createRegistry(entities).all, MENU_LAYOUT).filter(({ type }) => type !== 'button');
  const namesByIcon = new Map<string | null, string[]>();
  for (const { icon, name } of rules) namesByIcon.set(icon, [...(namesByIcon.get(icon) ?? []), name]);
  expect(rules.length).toBeGreaterThan(60);
  expect([...namesByIcon].filter(([icon, names]) => icon === null || names.length > 1)).toEqual([]);
});

describe.each(testDialects())('migration 0064_menu_icons on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  it('replaces former icons and keeps the icon that an admin chose', async () => {
    const { db } = testServer.services;
    const loadIcon = async (name: string) =>
      (await db.rows<{ icon: string }>('SELECT icon FROM `menu_rule` WHERE name = ?', [name]))[0]?.icon;
    const seededIcon = await loadIcon('visit');
    await db.transact(async (tx) => {
      await tx.run("UPDATE `menu_rule` SET icon = 'explore' WHERE name = 'visit'");
      await tx.run("UPDATE `menu_rule` SET icon = 'flag' WHERE name = 'user_rule'");
      for (const statement of m0064MenuIcons[db.dialect]) await tx.run(statement);
    });
    expect([await loadIcon('visit'), await loadIcon('user_rule')]).toEqual([seededIcon, 'flag']);
    expect(seededIcon).not.toBe('explore');
  });
});
