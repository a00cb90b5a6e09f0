/** The reader process of SQLite: the errors of its callers when it ends, and that waits for others do not count. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tx } from '../../context';
import { findReaderPids } from '../../testing/database/readerProcesses';
import { createSqlitePool } from './sqlitePool';
import { ReadTimeoutError, ReadUnavailableError } from './dbErrors';
import { createSqliteReader, DEADLINE_SQL, type SqliteReader } from './sqliteReader';

let folder: string;
let file: string;
let reader: SqliteReader;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-reader-'));
  file = join(folder, 'reader.sqlite');
  const handles = await createSqlitePool(file);
  handles.withHandle('write', ({ raw }) => {
    raw.exec('CREATE TABLE n (id INTEGER PRIMARY KEY)');
    raw.exec(
      'WITH RECURSIVE c(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM c LIMIT 1000) INSERT INTO n SELECT v FROM c',
    );
  });
  handles.close();
  reader = createSqliteReader(file);
});
afterAll(async () => {
  await reader.close();
  rmSync(folder, { recursive: true, force: true });
});

const one = (tx: Tx) => tx.rows('SELECT 1 AS one');
/** Takes minutes without a deadline. CROSS JOIN keeps the order of the tables: each of the innermost rows may check the deadline. */
const many = (where: string) => (tx: Tx) =>
  tx.rows(`SELECT COUNT(*) AS n FROM (SELECT c.id AS id FROM n a CROSS JOIN n b CROSS JOIN n c) AS x WHERE ${where}`);
const isAlive = (id: number) => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};
/** Resolves when Node has noticed the end of the process. */
const kill = async () => {
  const ids = findReaderPids(file);
  expect(ids).toHaveLength(1);
  for (const id of ids) process.kill(id, 'SIGKILL');
  while (ids.some(isAlive)) await sleep(10);
};
const works = async () => {
  expect(await reader.snapshot(5_000, one)).toEqual([{ one: 1 }]);
};

it('sqliteReader: has its own process, which ends when the reader is closed', async () => {
  const path = join(folder, 'other.sqlite');
  (await createSqlitePool(path)).close();
  const other = createSqliteReader(path);
  await Promise.all([reader.snapshot(5_000, one), other.snapshot(5_000, one)]);
  const ids = [findReaderPids(file), findReaderPids(path)].flat();
  expect(new Set(ids).size).toBe(2);
  expect(findReaderPids(folder).toSorted()).toEqual(ids.toSorted());
  await other.close();
  expect(findReaderPids(folder)).toEqual(findReaderPids(file));
});

it('throws ReadUnavailableError when the process dies while a statement runs, and the next read works', async () => {
  await reader.snapshot(5_000, one);
  const running = reader.snapshot(30_000, many('1'));
  await sleep(200);
  await Promise.all([kill(), expect(running).rejects.toBeInstanceOf(ReadUnavailableError)]);
  await works();
});

it('sqliteReader: reads again after the idle process died, but not in a snapshot that was open', async () => {
  await reader.snapshot(5_000, one);
  await kill();
  await works();
  const open = reader.snapshot(30_000, async (tx) => {
    await one(tx);
    await kill();
    return one(tx);
  });
  await expect(open).rejects.toBeInstanceOf(ReadUnavailableError);
  await works();
});

it('throws ReadTimeoutError to the statement for which the process is replaced, and ReadUnavailableError to the others', async () => {
  const stuck = reader.snapshot(300, many('1'));
  const beside = reader.snapshot(5_000, one);
  const [timeout, other] = await Promise.allSettled([stuck, beside]);
  expect(timeout).toMatchObject({ reason: expect.any(ReadTimeoutError) });
  expect(other).toMatchObject({ reason: expect.any(ReadUnavailableError) });
  await works();
});

it('sqliteReader: counts the wait for other statements of the same snapshot', async () => {
  await reader.snapshot(5_000, one);
  const results = reader.snapshot(500, (tx) => Promise.allSettled([many(DEADLINE_SQL)(tx), one(tx)]));
  for (const result of await results) expect(result).toMatchObject({ reason: expect.any(ReadTimeoutError) });
});

it('sqliteReader: does not count the wait for statements of other snapshots', async () => {
  await reader.snapshot(5_000, one);
  const slow = reader.snapshot(1_500, many(DEADLINE_SQL));
  const quick = reader.snapshot(500, async (tx) => [...(await Promise.all([one(tx), one(tx)])), await one(tx)]);
  const [first, second] = await Promise.allSettled([slow, quick]);
  expect(first).toMatchObject({ reason: expect.any(ReadTimeoutError) });
  expect(second).toEqual({ status: 'fulfilled', value: [[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]] });
});
