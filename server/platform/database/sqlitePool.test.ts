/** The open handles of a SQLite file: how many stay open after a burst of reads. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../../context';
import { openSqlite } from './sqlite';
import { createSqlitePool, type SqliteHandle, type SqlitePool } from './sqlitePool';

let folder: string;
let file: string;
let handles: SqlitePool;
let db: Db;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-handles-'));
  file = join(folder, 'handles.sqlite');
  handles = await createSqlitePool(file);
  db = await openSqlite(file);
});
afterAll(async () => {
  handles.close();
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

const isOpen = (handle: SqliteHandle): boolean => {
  try {
    return handle.execute('SELECT 1 AS one', []).rows.length === 1;
  } catch {
    return false;
  }
};

it('sqlitePool: keeps at most eight idle handles open after 100 concurrent reads', () => {
  const leased = Array.from({ length: 100 }, () => handles.lease('read'));
  expect(leased.filter(isOpen)).toHaveLength(100);
  for (const handle of leased) handles.release(handle);
  expect(leased.filter(isOpen)).toHaveLength(8);
  // a second release of a closed handle is ignored
  for (const handle of leased.filter((one) => !isOpen(one))) handles.release(handle);
  expect(isOpen(handles.lease('read'))).toBe(true);
});

it('sqlitePool: runs 100 concurrent snapshots, each with a snapshot inside', async () => {
  const one = (inner: () => Promise<unknown>) =>
    db.snapshot(async (tx) => {
      await sleep(30);
      await inner();
      return tx.rows('SELECT 1 AS one');
    });
  const all = Array.from({ length: 100 }, () => one(() => one(() => Promise.resolve())));
  for (const rows of await Promise.all(all)) expect(rows).toEqual([{ one: 1 }]);
});
