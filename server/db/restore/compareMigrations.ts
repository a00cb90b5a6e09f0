/** Compares the migrations of a backup with those of this version. */
import type { BackupRow } from '../backupFormat';
import { getHash, type Migration } from '../migrate';
import type { Db, Tx } from '../../context';
import { RestoreRefusedError } from './restoreMark';

/** Schema changes that a development server makes automatically, without a migration file. */
const AUTOMATIC = 'auto:';

/** Throws `RestoreRefusedError` with both lists when the backup has other migrations than this version. */
export function assertSameMigrations(rows: readonly BackupRow[], migrations: readonly Migration[]): void {
  const finished = rows
    .filter(({ finished_at: finishedAt }) => finishedAt !== null)
    .flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  const applied = new Set(finished.filter((id) => !id.startsWith(AUTOMATIC)));
  const known = new Set(migrations.map(({ id }) => id));
  const unknown = [...applied].filter((id) => !known.has(id));
  const missing = [...known].filter((id) => !applied.has(id));
  if (unknown.length + missing.length === 0) return;
  const list = (ids: readonly string[]) => (ids.length === 0 ? '  none' : ids.map((id) => `  ${id}`).join('\n'));
  throw new RestoreRefusedError(
    `The backup belongs to another version. Restore it with that version, then update.\nMigrations only in the backup:\n${list(unknown)}\nMigrations only in this version:\n${list(missing)}`,
  );
}

/** Each database has its own statements: after a restore into the other one, the log of migrations has the hashes of the latter. */
export async function updateMigrationHashes(tx: Tx, dialect: Db['dialect'], migrations: readonly Migration[]) {
  const other = dialect === 'sqlite' ? 'mariadb' : 'sqlite';
  for (const migration of migrations)
    await tx.run('UPDATE migration SET hash = ?, done = ? WHERE id = ? AND hash = ?', [
      ...[getHash(migration[dialect]), migration[dialect].length],
      ...[migration.id, getHash(migration[other])],
    ]);
}
