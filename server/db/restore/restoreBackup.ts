/** Restores a backup into an empty database, of either kind. Reads the file twice: first to verify it, then to load it row by row. */
import type { Registry } from '../../../common/entity/registry';
import { createTable } from '../../engine/schema/ddl';
import { planMigration } from '../../engine/schema/planMigration';
import type { TableShape } from '../../engine/schema/tableShape';
import type { Clock, Db, SqlValue, Tx } from '../../context';
import { placeholders, quoteIdentifier, quoteIdentifiers } from '../../platform/database/sql';
import { verifyBackup } from '../backup';
import { BackupFileError, parseBackupValue, readBackup, type BackupTable, type BackupTotals } from '../backupFormat';
import { targetSchema, type Migration } from '../migrate';
import { createEpoch } from '../schema/systemTables';
import { createMissingTriggers } from '../schema/triggers';
import { assertSameMigrations, updateMigrationHashes } from './compareMigrations';
import { markRestore, removeRestoreMark } from './restoreMark';

export interface RestoreScope {
  readonly db: Db;
  readonly clock: Clock;
  readonly registry: Registry;
  /** The migrations of this version. */
  readonly migrations: readonly Migration[];
}

/** A batch is written when it has this many rows, or values of about this many bytes. */
const BATCH_ROWS = 2_000;
const BATCH_BYTES = 2_000_000;

/**
 * Tables of sign-ins in progress. Their rows stay out of the restored database: a code or ticket that was used after the backup would be valid
 * again.
 */
const SIGN_IN_TABLES = [
  ...['access_token', 'captcha', 'one_time_code', 'factor_ticket', 'member_ticket'],
  ...['factor_challenge', 'oidc_request', 'terminal_ticket'],
] as const;

/**
 * Verifies the file, then creates all tables and loads all rows. Sessions end, and the change log gets a new epoch, so that every client
 * loads its data again. Before it writes anything it throws `BackupFileError` for a damaged file, and `RestoreRefusedError` for a database
 * that is not empty and for a backup of another version.
 */
export async function restoreBackup(
  { db, clock, registry, migrations }: RestoreScope,
  file: string,
): Promise<BackupTotals> {
  const { totals, tables, migrations: applied } = await verifyBackup(file);
  assertSameMigrations(applied, migrations);
  assertKnownShapes(tables, registry);
  await markRestore(db, clock.now());
  await createTables(db, tables);
  await loadRows(db, file);
  await db.transact(async (tx) => {
    for (const table of tables) await setLastId(tx, db.dialect, table);
    await updateMigrationHashes(tx, db.dialect, migrations);
    await endSignIns(tx, tables, clock.now());
    await tx.run('UPDATE change_head SET epoch = ?', [createEpoch()]);
  });
  // MariaDB commits each of these statements by itself: the mark goes last
  await db.transact(async (tx) => {
    await createMissingTriggers(tx, db.dialect);
    await removeRestoreMark(tx);
  });
  return totals;
}

/** Tables that this version knows must be its own; those of designed entities are not known here. */
function assertKnownShapes(tables: readonly BackupTable[], registry: Registry): void {
  const target = new Map(targetSchema(registry).map((shape) => [shape.name, shape]));
  for (const { shape } of tables) {
    const known = target.get(shape.name);
    if (known !== undefined && !hasShape(shape, known))
      throw new BackupFileError(`The table ${shape.name} of the backup differs from the schema of this version.`);
  }
}
/** Columns that an earlier version left are kept. */
const hasShape = (shape: TableShape, known: TableShape): boolean =>
  shape.primary === known.primary &&
  shape.auto === known.auto &&
  planMigration([shape], [known], { allowDrops: false }).length === 0;

/** Without the triggers of the ledgers, which refuse accounts that have a balance already. */
const createTables = (db: Db, tables: readonly BackupTable[]): Promise<void> =>
  db.transact(async (tx) => {
    for (const { shape } of tables) for (const sql of createTable(db.dialect, shape)) await tx.run(sql);
  });

interface RowBatch {
  readonly shape: TableShape;
  readonly rows: (readonly SqlValue[])[];
  bytes: number;
}

async function loadRows(db: Db, file: string): Promise<void> {
  let batch: RowBatch | undefined;
  for await (const line of readBackup(file)) {
    if (line[0] === 'row') {
      if (batch === undefined) throw new BackupFileError('The backup has a row before its first table.');
      const values = batch.shape.columns.map(({ name }) => parseBackupValue(line[1][name]));
      batch.rows.push(values);
      batch.bytes += values.reduce<number>((sum, value) => sum + getSize(value), 0);
      if (batch.rows.length < BATCH_ROWS && batch.bytes < BATCH_BYTES) continue;
    }
    if (batch !== undefined) await insertBatch(db, batch);
    if (line[0] === 'table') batch = { shape: line[2].shape, rows: [], bytes: 0 };
  }
}
const getSize = (value: SqlValue): number => (value === null || typeof value === 'number' ? 8 : value.length);

/** One transaction, which the database may repeat; empties the batch. */
async function insertBatch(db: Db, batch: RowBatch): Promise<void> {
  const { shape, rows } = batch;
  if (rows.length === 0) return;
  const columns = quoteIdentifiers(shape.columns.map(({ name }) => name));
  const values = placeholders(shape.columns.length);
  const sql = `INSERT INTO ${quoteIdentifier(shape.name)} (${columns}) VALUES (${values})`;
  await db.transact((tx) => tx.runMany(sql, rows));
  rows.length = 0;
  batch.bytes = 0;
}

/** Ids that were assigned before the backup are not assigned again, even those of rows that are gone. */
async function setLastId(tx: Tx, dialect: Db['dialect'], { shape, lastId }: BackupTable): Promise<void> {
  if (lastId === null) return;
  if (dialect === 'mariadb') {
    await tx.run(`ALTER TABLE ${quoteIdentifier(shape.name)} AUTO_INCREMENT = ${Math.trunc(Number(lastId)) + 1}`);
    return;
  }
  await tx.run('DELETE FROM sqlite_sequence WHERE name = ?', [shape.name]);
  await tx.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [shape.name, lastId]);
}

async function endSignIns(tx: Tx, tables: readonly BackupTable[], now: number): Promise<void> {
  const existing = new Set(tables.map(({ shape }) => shape.name));
  for (const name of SIGN_IN_TABLES) if (existing.has(name)) await tx.run(`DELETE FROM ${quoteIdentifier(name)}`);
  await tx.run("UPDATE `session` SET revoked_at = ?, ended = 'staff' WHERE revoked_at IS NULL", [now]);
}
