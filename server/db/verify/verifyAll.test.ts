/** `verify:all` reports nothing for an undamaged database, and each kind of damage at its place. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLog } from '../../hooks/audit/auditLog';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';
import type { Finding } from './finding';
import { verifyAll } from './verifyAll';

/** Ids need not begin at 1: MariaDB leaves gaps when a transaction is repeated. */
const FIRST_STORY = '(SELECT id FROM (SELECT MIN(id) AS id FROM news) AS first_story)';

describe.each(testDialects())('verify:all on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, seed: 'demo' });
  });
  afterAll(() => testServer.close());

  const verify = () => {
    const { db, registry, env } = testServer.services;
    return verifyAll({ db, registry, dataDir: env.dataDir, keys: env.appKeys, auditLogEntity: auditLog.entity });
  };
  const damage = (sql: string) => testServer.services.db.transact((tx) => tx.run(sql));

  it('demo data: no findings', async () => {
    const { isValid, findings, checked } = await verify();
    expect(findings).toEqual([]);
    expect(isValid).toBe(true);
    expect(checked.log).toBeGreaterThan(300);
    expect(checked.reference).toBeGreaterThan(300);
  });

  it('demo data: every transaction of staff has its origin in the audit log', async () => {
    const acts = await testServer.services.db.rows<{ url: string; ip: string }>('SELECT url, ip FROM `admin_log`');
    expect(acts.length).toBeGreaterThan(20);
    expect(acts.filter(({ url, ip }) => !url.startsWith('/admin/') || ip === '')).toEqual([]);
  });

  it.each<[Finding['rule'], string]>([
    ['revision', `UPDATE news SET revision = revision + 1 WHERE id = ${FIRST_STORY}`],
    ['reference', `UPDATE news SET admin_id = 999999 WHERE id = ${FIRST_STORY} + 1`],
    ['tree', 'UPDATE `admin_group` SET pid = id WHERE id = 2'],
    ['log', 'DELETE FROM `change_log` WHERE seq = 5'],
  ])('damage is reported by the check %s', async (rule, sql) => {
    await damage(sql);
    const { isValid, findings } = await verify();
    expect(isValid).toBe(false);
    expect(findings.map((finding) => finding.rule)).toContain(rule);
  });
});
