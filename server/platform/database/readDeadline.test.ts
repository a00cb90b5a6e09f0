/** Limited reads: the same results as a snapshot, an end at the deadline, and a server that continues meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { SITE_LIMITS } from '../../../common/siteLimits';
import type { Db } from '../../context';
import { loadFactor } from '../../testing/loadFactor';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { ReadTimeoutError, ReadUnavailableError } from './dbErrors';
import { DEADLINE_SQL } from './sqliteReader';

describeOnEachDatabase('a limited read', (database) => {
  let db: Db;
  beforeAll(async () => {
    db = await database.openBare();
    const id = db.dialect === 'sqlite' ? 'INTEGER PRIMARY KEY' : 'BIGINT PRIMARY KEY';
    await db.transact(async (tx) => {
      await tx.run(`CREATE TABLE n (id ${id}, s VARCHAR(60), b BLOB)`);
      const values = Array.from({ length: 1_000 }, (_, index) => [
        index + 1,
        `row ${index}`,
        Buffer.from([index & 255]),
      ]);
      await tx.runMany('INSERT INTO n (id, s, b) VALUES (?, ?, ?)', values);
    });
  });
  /** A thousand million rows to scan: minutes without a deadline. */
  const slow = () =>
    `SELECT COUNT(*) AS total FROM (SELECT c.id AS id, c.s AS s FROM n a, n b, n c) AS x WHERE ${db.dialect === 'sqlite' ? DEADLINE_SQL : '1 = 1'} AND s NOT LIKE ? AND s NOT LIKE ?`;

  it('returns the same rows as a snapshot, blobs included', async () => {
    const sql = 'SELECT id, s, b, NULL AS absent FROM n WHERE id <= ? ORDER BY id DESC';
    const bounded = await db.snapshotWithin(5_000, (tx) => tx.rows(sql, [3]));
    expect(bounded).toEqual(await db.snapshot((tx) => tx.rows(sql, [3])));
    expect(bounded).toHaveLength(3);
  });

  it('reads one consistent state while others write', async () => {
    await db.snapshotWithin(5_000, async (tx) => {
      const count = async () => (await tx.rows<{ total: number }>('SELECT COUNT(*) AS total FROM n'))[0]?.total;
      const before = await count();
      await db.transact((other) => other.run('INSERT INTO n (id, s) VALUES (?, ?)', [5_000 + Number(before), 'new']));
      expect(await count()).toBe(before);
    });
  });

  it('ends at its deadline, and timers run meanwhile', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    const started = performance.now();
    const asked = db.snapshotWithin(1_000, (tx) => tx.rows(slow(), ['%xx%', '%yy%']));
    await expect(asked).rejects.toBeInstanceOf(ReadTimeoutError);
    clearInterval(timer);
    const lasted = performance.now() - started;
    expect(lasted).toBeGreaterThan(500);
    // a second later the process would be replaced instead
    expect(lasted).toBeLessThan(1_000 + 900 * loadFactor());
    expect(turns).toBeGreaterThan(20);
    expect(await db.snapshotWithin(5_000, (tx) => tx.rows('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  });

  it('refuses statements after the deadline', async () => {
    const late = db.snapshotWithin(100, async (tx) => {
      await tx.rows('SELECT 1 AS one');
      await sleep(200);
      return tx.rows('SELECT 2 AS two');
    });
    await expect(late).rejects.toBeInstanceOf(ReadTimeoutError);
  });

  it('uses no connection of other reads, also for many limited reads', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    const bounded = Array.from({ length: 40 }, () =>
      db.snapshotWithin(20_000, async (tx) => {
        await tx.rows('SELECT 1 AS one');
        await held;
      }),
    );
    const ended = Promise.allSettled(bounded);
    const first = await Promise.race([
      Promise.all([db.rows('SELECT 1 AS one'), db.snapshot((tx) => tx.rows('SELECT 1 AS one'))]).then(() => 'read'),
      sleep(6_000, 'waited'),
    ]);
    expect(first).toBe('read');
    if (db.dialect === 'mariadb') await expect(bounded.at(-1)).rejects.toBeInstanceOf(ReadUnavailableError);
    release();
    const refused = (await ended).filter((one) => one.status === 'rejected');
    for (const { reason } of refused) expect(reason).toBeInstanceOf(ReadUnavailableError);
    expect(refused.length).toBe(db.dialect === 'mariadb' ? bounded.length - 6 - SITE_LIMITS.siteRendersAtOnce : 0);
  });

  it('throws an error of the statement with its code', async () => {
    const wrong = db.snapshotWithin(5_000, (tx) => tx.rows('SELECT nothing_such FROM n'));
    await expect(wrong).rejects.toThrow(/nothing_such/);
  });
});
