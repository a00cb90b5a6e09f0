/**
 * Restricts all files below the data folder to the operating system user of the server: they contain password hashes, sessions and the
 * ledger.
 */
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import type { Env } from '../../config/env';
import type { Log } from '../context';

const GROUP_AND_OTHERS_MASK = 0o077;
/** SQLite's files: the database, its write-ahead log, its shared memory and its rollback file. */
const SUFFIXES = ['', '-wal', '-shm', '-journal'] as const;

/** New files and folders of this process are readable only for its own user. Call it before anything is written. */
export function restrictNewFiles(): void {
  if (process.platform !== 'win32') process.umask(GROUP_AND_OTHERS_MASK);
}

/** Creates the data folder, and removes the permissions of other users from it and from the files of a SQLite database. */
export function restrictStoredFiles({ dataDir, database }: Pick<Env, 'dataDir' | 'database'>, log: Log): void {
  mkdirSync(dataDir, { recursive: true });
  if (process.platform === 'win32') return;
  const files = database.dialect === 'sqlite' ? SUFFIXES.map((suffix) => `${database.file}${suffix}`) : [];
  for (const [path, mode] of [[dataDir, 0o700] as const, ...files.map((file) => [file, 0o600] as const)]) {
    try {
      if (existsSync(path) && (statSync(path).mode & GROUP_AND_OTHERS_MASK) !== 0) chmodSync(path, mode);
    } catch (error) {
      // a mounted folder may belong to another user; the server works there nevertheless
      log.warn({ err: error, path }, 'restricting the permissions of a file failed');
    }
  }
}
