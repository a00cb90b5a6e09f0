/** The check of all laws finds a sound house sound, and each kind of damage where it is. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { journal } from '../behaviours/journal';
import { databases, startWorld, type World } from '../testing/world';
import type { Finding } from './finding';
import { verifyAll } from './verify';

describe.each(databases())('verify:all on %s', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ database, seed: 'demo' });
  });
  afterAll(() => world.end());

  const verify = () => {
    const { db, registry, env } = world.services;
    return verifyAll({ db, registry, dataDir: env.dataDir, keys: env.appKeys, journal: journal.entity });
  };
  const damage = (sql: string) => world.services.db.transact((tx) => tx.run(sql));

  it('finds the demo house sound', async () => {
    const { sound, findings, checked } = await verify();
    expect(findings).toEqual([]);
    expect(sound).toBe(true);
    expect(checked.log).toBeGreaterThan(300);
    expect(checked.reference).toBeGreaterThan(300);
  });

  it('knows of every act of the demo staff where it came from', async () => {
    const acts = await world.services.db.rows<{ url: string; ip: string }>('SELECT url, ip FROM `admin_log`');
    expect(acts.length).toBeGreaterThan(20);
    expect(acts.filter(({ url, ip }) => !url.startsWith('/admin/') || ip === '')).toEqual([]);
  });

  it.each<[Finding['law'], string]>([
    ['revision', 'UPDATE `news` SET revision = revision + 1 WHERE id = 1'],
    ['reference', 'UPDATE `news` SET admin_id = 999999 WHERE id = 2'],
    ['tree', 'UPDATE `admin_group` SET pid = id WHERE id = 2'],
    ['log', 'DELETE FROM `change_log` WHERE seq = 5'],
  ])('tells damage to the law of %s', async (law, sql) => {
    await damage(sql);
    const { sound, findings } = await verify();
    expect(sound).toBe(false);
    expect(findings.map((finding) => finding.law)).toContain(law);
  });
});
