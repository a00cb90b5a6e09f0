/** Behavior that both databases share: values are stored unchanged, transactions lose no update, snapshots are consistent. */
import { setTimeout as sleep } from 'node:timers/promises';
import { EventEmitter, once } from 'node:events';
import { beforeAll, expect, it } from '@jest/globals';
import { QueryTypes } from 'sequelize';
import type { Db, SqlValue, Tx } from '../../context';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { classifyDbError, TransactionEndedError } from './dbErrors';

interface Thing {
  readonly id: number;
  readonly n: number | null;
  readonly s: string | null;
  readonly f: number | null;
  readonly b: Buffer | null;
}

describeOnEachDatabase('a database', (database) => {
  let db: Db;
  beforeAll(async () => {
    db = await database.openBare();
    const [auto, options] =
      db.dialect === 'sqlite'
        ? ['INTEGER PRIMARY KEY AUTOINCREMENT', '']
        : ['BIGINT PRIMARY KEY AUTO_INCREMENT', 'DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin'];
    await db.transact(async (tx) => {
      await tx.run(`CREATE TABLE thing (id ${auto}, n BIGINT, s LONGTEXT, f DOUBLE, b LONGBLOB) ${options}`);
      await tx.run('CREATE TABLE account (id BIGINT PRIMARY KEY, cents BIGINT NOT NULL)');
      await tx.run('INSERT INTO account (id, cents) VALUES (1, 0), (2, 1000), (3, 1000), (4, 0)');
    });
  });

  const kept = async (values: readonly SqlValue[]): Promise<Thing> => {
    const { insertId, changes } = await db.transact((tx) =>
      tx.run('INSERT INTO thing (n, s, f, b) VALUES (?, ?, ?, ?)', values),
    );
    expect(changes).toBe(1);
    const [row] = await db.rows<Thing>('SELECT id, n, s, f, b FROM thing WHERE id = ?', [insertId]);
    if (!row) throw new Error('the row is gone');
    return row;
  };

  it('returns every value as it was stored', async () => {
    const values: SqlValue[][] = [
      [2 ** 53 - 1, '😀 𠮷 e\u0301 \u0001? \r\n', 0.1, Buffer.from([0, 255, 10])],
      [-(2 ** 53 - 1), JSON.stringify({ a: [1, null, '"\\'] }), 1e308, Buffer.alloc(0)],
      [0, '', -0.5, Buffer.from('x')],
      [null, null, null, null],
    ];
    for (const [n, s, f, b] of values) {
      const row = await kept([n ?? null, s ?? null, f ?? null, b ?? null]);
      expect([row.n, row.s, row.f]).toEqual([n, s, f]);
      expect(row.b === null ? null : Buffer.from(row.b).toString('hex')).toBe(
        b === null ? null : Buffer.from(b as Buffer).toString('hex'),
      );
    }
  });

  const isMariadb = database.dialect === 'mariadb';
  // MariaDB's statements never block the event loop
  (isMariadb ? it.skip : it).each(['its own', 'Sequelize’s'])(
    'lets others have their turn within a long transaction of %s statements',
    async (whose) => {
      let turns = 0;
      let isOver = false;
      const count = () => {
        turns += 1;
        if (!isOver) setImmediate(count);
      };
      // milliseconds for each statement
      const slow =
        'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 40000) SELECT COUNT(*) AS n FROM c';
      const { lasted, longest } = await db.transact(async (tx) => {
        setImmediate(count);
        const begun = performance.now();
        let [now, most] = [begun, 0];
        while (now - begun < 600) {
          if (whose === 'its own') await tx.rows(slow);
          else await db.sequelize.query(slow, { transaction: tx.transaction ?? null, type: QueryTypes.SELECT });
          const endedAt = performance.now();
          [now, most] = [endedAt, Math.max(most, endedAt - now)];
        }
        isOver = true;
        return { lasted: now - begun, longest: most };
      });
      // from one turn to the next: the slice of 20 ms, the statement that exceeds it, and the turn itself, which the next statement measures
      expect(turns).toBeGreaterThanOrEqual(Math.max(1, Math.floor(lasted / (20 + 2 * longest)) - 1));
    },
  );

  it('stores hostile texts as texts', async () => {
    const hostile = [
      "'; DROP TABLE thing; --",
      '\\',
      "\\'",
      '`',
      '%_',
      "' OR '1'='1",
      '\u2028"\u0001\\0',
      '${x}',
      '?',
      ':a $1',
    ];
    for (const text of hostile) expect((await kept([1, text, null, null])).s).toBe(text);
    for (const text of hostile) expect(await db.rows('SELECT id FROM thing WHERE s = ?', [text])).toHaveLength(1);
  });

  it('throws rather than round a number', async () => {
    await expect(db.rows('SELECT 9007199254740993 AS n')).rejects.toThrow();
  });

  it('compares texts character by character', async () => {
    const [row] = await db.rows<Record<string, number>>(
      "SELECT 'a' = 'A' AS cased, 'a' = 'a ' AS padded, 'a' = 'á' AS accented, 'a' < 'b' AS ordered",
    );
    expect(row).toMatchObject({ cased: 0, padded: 0, accented: 0, ordered: 1 });
  });

  it('returns sums and counts as numbers', async () => {
    const [row] = await db.rows('SELECT SUM(cents) AS sum, COUNT(*) AS count FROM account WHERE id IN (2, 3)');
    expect(row).toMatchObject({ sum: 2000, count: 2 });
  });

  it('loses no update in 50 transactions that read, wait and write', async () => {
    const lock = db.dialect === 'sqlite' ? '' : ' FOR UPDATE';
    const add = () =>
      db.transact(async (tx) => {
        const [row] = await tx.rows<{ cents: number }>(`SELECT cents FROM account WHERE id = 1${lock}`);
        await sleep(1);
        await tx.run('UPDATE account SET cents = ? WHERE id = 1', [(row?.cents ?? 0) + 1]);
      });
    await Promise.all(Array.from({ length: 50 }, add));
    expect(await db.rows('SELECT cents FROM account WHERE id = 1')).toMatchObject([{ cents: 50 }]);
  });

  it('loses no update between two nodes', async () => {
    const other = await database.openBare();
    const lock = db.dialect === 'sqlite' ? '' : ' FOR UPDATE';
    const add = (node: Db) =>
      node.transact(async (tx) => {
        const [row] = await tx.rows<{ cents: number }>(`SELECT cents FROM account WHERE id = 4${lock}`);
        await tx.run('UPDATE account SET cents = ? WHERE id = 4', [(row?.cents ?? 0) + 1]);
      });
    await Promise.all(Array.from({ length: 40 }, (_none, i) => add(i % 2 === 0 ? db : other)));
    await other.close();
    expect(await db.rows('SELECT cents FROM account WHERE id = 4')).toMatchObject([{ cents: 40 }]);
  });

  it('shows the commits of others to a writer that waited', async () => {
    const steps = new EventEmitter();
    const lock = db.dialect === 'sqlite' ? '' : ' FOR UPDATE';
    const [held, begun] = [once(steps, 'held'), once(steps, 'begun')];
    const first = db.transact(async (tx) => {
      await tx.run('UPDATE account SET cents = cents + 1 WHERE id = 4');
      steps.emit('held');
      // on SQLite a writer does not start before the other has ended
      if (db.dialect === 'mariadb') await begun;
      await tx.run('INSERT INTO account (id, cents) VALUES (5, 12)');
    });
    await held;
    const seen = await db.transact(async (tx) => {
      await tx.rows('SELECT COUNT(*) AS n FROM thing');
      steps.emit('begun');
      await tx.rows(`SELECT cents FROM account WHERE id = 4${lock}`);
      return tx.rows('SELECT cents FROM account WHERE id = 5');
    });
    await first;
    expect(seen).toMatchObject([{ cents: 12 }]);
  });

  it('retries a transaction after a deadlock', async () => {
    const move = (from: number, to: number) =>
      db.transact(async (tx) => {
        await tx.run('UPDATE account SET cents = cents - 1 WHERE id = ?', [from]);
        await sleep(5);
        await tx.run('UPDATE account SET cents = cents + 1 WHERE id = ?', [to]);
      });
    await Promise.all([move(2, 3), move(3, 2), move(2, 3), move(3, 2)]);
    expect(await db.rows('SELECT cents FROM account WHERE id IN (2, 3)')).toMatchObject([
      { cents: 1000 },
      { cents: 1000 },
    ]);
  });

  it('rolls back a failed transaction and runs the next one', async () => {
    const failing = db.transact(async (tx) => {
      await tx.run('UPDATE account SET cents = 5 WHERE id = 2');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.rows('SELECT cents FROM account WHERE id = 2')).toMatchObject([{ cents: 1000 }]);
    const duplicateInsert = db.transact((tx) => tx.run('INSERT INTO account (id, cents) VALUES (1, 1)'));
    await expect(
      duplicateInsert.catch((error: unknown) => Promise.reject(new Error(classifyDbError(error).kind))),
    ).rejects.toThrow('unique');
  });

  it('refuses statements after the end of a transaction or snapshot', async () => {
    const late: Promise<unknown>[] = [];
    const ended: Tx[] = [];
    const add = 'INSERT INTO account (id, cents) VALUES (?, 0)';
    const failing = db.transact(async (tx) => {
      ended.push(tx);
      // SQLite defers the statements of a transaction that has blocked the event loop for long
      for (const end = performance.now() + 40; performance.now() < end;);
      late.push(
        tx.run('INSERT INTO nothing_such (id) VALUES (?)', [1]),
        tx.run(add, [900]),
        tx.runMany(add, [[901], [902]]),
      );
      await Promise.all(late);
    });
    await expect(failing).rejects.toThrow(/nothing_such/);
    await Promise.allSettled(late);
    const read = (tx: Tx) => {
      ended.push(tx);
      return tx.rows('SELECT 1 AS one');
    };
    await Promise.all([db.transact(read), db.snapshot(read), db.snapshotWithin(5_000, read)]);
    expect(ended).toHaveLength(4);
    // on MariaDB a late statement would be part of the next transaction of its connection
    await Promise.all(Array.from({ length: 12 }, () => db.transact((tx) => tx.rows('SELECT 1 AS one'))));
    expect(await db.rows('SELECT id FROM account WHERE id >= 900')).toEqual([]);
    for (const tx of ended) await expect(tx.rows('SELECT 1 AS one')).rejects.toBeInstanceOf(TransactionEndedError);
    await expect(ended[0]?.run(add, [903])).rejects.toBeInstanceOf(TransactionEndedError);
  });

  // SQLite's commit needs no round trip
  (isMariadb ? it : it.skip)('commits with its last statements, or does nothing at all', async () => {
    const cents = async () => (await db.rows<{ cents: number }>('SELECT cents FROM account WHERE id = 2'))[0]?.cents;
    const was = Number(await cents());
    const add = 'UPDATE account SET cents = cents + ? WHERE id = 2';
    const finishing = (last: string, then?: string) =>
      db.transact(async (tx) => {
        await tx.run(add, [1]);
        const rows: unknown = await tx.commitWith?.(`${add}; ${last}`, [10]);
        if (then !== undefined) await tx.run(then);
        return rows;
      });
    expect(JSON.stringify(await finishing('SELECT cents AS now FROM account WHERE id = 2'))).toContain(`${was + 11}`);
    expect(await cents()).toBe(was + 11);
    // one of them fails, before and after a result was returned
    for (const broken of ['INSERT INTO account (id, cents) VALUES (1, 1)', "SELECT 1; SIGNAL SQLSTATE '45000'"]) {
      await expect(finishing(broken)).rejects.toThrow();
      expect(await cents()).toBe(was + 11);
    }
    // no statement follows it, and the connection can be used again
    await expect(finishing('SELECT 1', add.replace('?', '100'))).rejects.toThrow('after the commit');
    await Promise.all(Array.from({ length: 30 }, () => db.transact((tx) => tx.run(add, [1]))));
    expect(await cents()).toBe(was + 52);
    await db.transact((tx) => tx.run(add, [-52]));
  });

  it('snapshot: reads one consistent state while others write, several at once', async () => {
    let writing = true;
    const writer = async () => {
      for (; writing;) {
        await db.transact(async (tx) => {
          await tx.run('UPDATE account SET cents = cents - 7 WHERE id = 2');
          await tx.run('UPDATE account SET cents = cents + 7 WHERE id = 3');
        });
      }
    };
    const reader = () =>
      db.snapshot(async (tx) => {
        const sum = async () =>
          (await tx.rows<{ sum: number }>('SELECT SUM(cents) AS sum FROM account WHERE id > 1 AND id < 4'))[0]?.sum;
        const single = async () =>
          (await tx.rows<{ cents: number }>('SELECT cents FROM account WHERE id = 2'))[0]?.cents;
        const [first, one] = [await sum(), await single()];
        await sleep(3);
        const [second, two] = [await sum(), await single()];
        return first === 2000 && second === 2000 && one === two;
      });
    const written = writer();
    const responses: boolean[] = [];
    for (let round = 0; round < 10; round += 1) {
      responses.push(...(await Promise.all(Array.from({ length: 8 }, reader))));
    }
    writing = false;
    await written;
    expect(responses).toEqual(Array.from({ length: 80 }, () => true));
  });

  it('snapshot: refuses writes', async () => {
    await expect(db.snapshot((tx) => tx.run('UPDATE account SET cents = 0'))).rejects.toThrow();
    await expect(db.rows('DELETE FROM account')).rejects.toThrow();
  });
});
