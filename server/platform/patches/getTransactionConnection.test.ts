/** The connection of a Sequelize transaction, and the contract of the `sqlite3` driver that our driver module implements. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { Transaction } from 'sequelize';
import { openSqlite } from '../database/sqlite';
import { installedVersion } from '../../testing/installedVersion';
import { getTransactionConnection } from './getTransactionConnection';

const isText = (value: unknown): value is string => typeof value === 'string';
const transactionWith = (connection: unknown) => ({ connection }) as unknown as Transaction;

it('getTransactionConnection: is checked with this version of sequelize', () => {
  expect(installedVersion('sequelize')).toBe('6.37.8');
});

it('getTransactionConnection: returns the connection of the transaction', () => {
  expect(getTransactionConnection(transactionWith('own'), isText, () => 'found')).toBe('own');
});

it('getTransactionConnection: asks the driver module when the property is missing, and throws when it finds none', () => {
  expect(getTransactionConnection(transactionWith(undefined), isText, () => 'found')).toBe('found');
  expect(() => getTransactionConnection(transactionWith(7), isText)).toThrow('does not show the connection');
});

it('the driver module of SQLite: Sequelize commits and rolls back transactions through it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-sequelize-'));
  const db = await openSqlite(join(folder, 'contract.sqlite'));
  try {
    await db.transact((tx) => tx.run('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)'));
    await db.transact((tx) => tx.run('INSERT INTO t (name) VALUES (?)', ['kept']));
    await expect(
      db.transact(async (tx) => {
        await tx.run('INSERT INTO t (name) VALUES (?)', ['rolled back']);
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(await db.rows('SELECT id, name FROM t')).toEqual([{ id: 1, name: 'kept' }]);
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
