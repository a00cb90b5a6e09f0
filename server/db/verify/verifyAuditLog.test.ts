/** The audit chain detects a changed, a missing and an added entry, and a truncated chain. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLog } from '../../hooks/audit/auditLog';
import { superAdmin } from '../../testing/callers';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';
import { verifyAll } from './verifyAll';

describe.each(testDialects())('the audit chain on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    const root = await superAdmin(testServer);
    const names = Array.from({ length: 12 }, (_, i) => `Chained ${i}`);
    await Promise.all(names.map((name) => root.post('/admin/news_category/add', { name })));
  });
  afterAll(() => testServer.close());

  const reports = async () => {
    const { db, registry, env } = testServer.services;
    const scope = { db, registry, dataDir: env.dataDir, keys: env.appKeys, auditLogEntity: auditLog.entity };
    const { findings, checked } = await verifyAll(scope);
    return {
      checked: checked.journal,
      what: findings.filter(({ rule }) => rule === 'journal').map(({ what }) => what),
    };
  };
  const run = (...statements: string[]) =>
    testServer.services.db.transact(async (tx) => {
      for (const sql of statements) await tx.run(sql);
    });

  it('verifyAuditLog: no findings after concurrent transactions', async () => {
    const { checked, what } = await reports();
    expect(what).toEqual([]);
    expect(checked).toBeGreaterThanOrEqual(12);
  });

  // @case T3.13
  it('the audit log refuses writes by the writer and SQL updates', async () => {
    await expect(run("UPDATE `admin_log` SET title = 'nothing' WHERE id = 2")).rejects.toThrow();
    await expect(run('DELETE FROM `journal_chain` WHERE eid = 2')).rejects.toThrow();
    expect((await reports()).what).toEqual([]);
  });

  // @case T3.13
  it.each([
    ['a changed entry', ["UPDATE `admin_log` SET title = 'nothing' WHERE id = 2"], 'entry 2 is not as it was written'],
    ['an entry taken out', ['DELETE FROM `admin_log` WHERE id = 3'], 'entry 3 is missing'],
    [
      'an entry that was not written by the server',
      ["INSERT INTO `admin_log` (id, username, title) VALUES (9999, 'x', 'y')"],
      'entry 9999 is missing in the hash chain',
    ],
    [
      'a chain cut short',
      [
        'CREATE TABLE kept AS SELECT MAX(seq) AS seq FROM journal_chain',
        'DELETE FROM journal_chain WHERE seq = (SELECT seq FROM kept)',
      ],
      'the chain ends before its head',
    ],
  ])('verifyAuditLog: reports %s by a direct change of the tables', async (_what, statements, finding) => {
    await run(
      ...['admin_log__no_update', 'admin_log__no_delete', 'journal_chain__no_delete'].map(
        (name) => `DROP TRIGGER IF EXISTS \`${name}\``,
      ),
    );
    await run(...statements);
    expect((await reports()).what).toContain(finding);
  });
});
