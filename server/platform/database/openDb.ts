/** Opens the database that the environment names: MariaDB, or a SQLite file. */
import type { DatabaseUrl } from '../../../config/env';
import type { Db, Log } from '../../context';
import { openMariadb } from './mariadb';
import { rejectNested } from './transact';
import { openSqlite } from './sqlite';

export interface DbOptions {
  readonly database: DatabaseUrl;
  readonly log: Log;
  /** Does not check for nested transactions. */
  readonly skipNestingCheck?: boolean;
}

/** Opens the database connection and checks that the database responds. */
export async function openDb({ database, log, skipNestingCheck = false }: DbOptions): Promise<Db> {
  const opened = database.dialect === 'mariadb' ? openMariadb(database) : await openSqlite(database.file);
  const db = skipNestingCheck ? opened : { ...opened, transact: rejectNested(opened.transact) };
  try {
    await db.rows('SELECT 1 AS one');
  } catch (error) {
    await db.close().catch(() => undefined);
    throw error;
  }
  log.debug({ dialect: db.dialect }, 'the database was opened');
  return db;
}
