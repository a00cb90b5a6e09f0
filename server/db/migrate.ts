/**
 * Migrates a database: runs each migration once and records it; outside production it then applies the remaining difference to the
 * definitions.
 */
import { createHash } from 'node:crypto';
import type { Registry } from '../../common/entity/registry';
import { createTable, planSql } from '../engine/schema/ddl';
import { planMigration, describeStep, getStepTable, type MigrationStep } from '../engine/schema/planMigration';
import { buildTableShape, type TableShape } from '../engine/schema/tableShape';
import type { Clock, Db, Log, Tx } from '../context';
import { introspectSchema } from './schema/introspect';
import { missingTriggers, createMissingTriggers } from './schema/triggers';
import { SYSTEM_TABLES, MIGRATION_TABLE, insertChangeHead } from './schema/systemTables';
import type { DataMigrationContext } from './dataMigrations/encryptCodes';
import { fillNormalizedColumns } from './schema/normalizedColumns';

export interface Migration {
  readonly id: string;
  readonly sqlite: readonly string[];
  readonly mariadb: readonly string[];
  /** Data changes that SQL cannot express, run after the statements; repeated from the start after a crash. */
  readonly migrateData?: (context: DataMigrationContext) => Promise<void>;
}
export interface MigrateOptions {
  readonly db: Db;
  readonly registry: Registry;
  readonly migrations: readonly Migration[];
  readonly log: Log;
  readonly clock: Clock;
  /** Tables of designed entities: their definitions are stored, so no migration file can contain their changes. */
  readonly designedTables?: ReadonlySet<string>;
  /** In production no statement runs that is not in a migration: a schema difference is an error. */
  readonly production: boolean;
  /** The keys of the installation, created on first use. */
  readonly keys: () => readonly string[];
}

/** All tables: the system tables and one for each entity. */
export const targetSchema = (registry: Registry): TableShape[] => [
  ...SYSTEM_TABLES,
  ...registry.all.map(buildTableShape),
];

/** Migrates; safe to call on every start and on several nodes at once. */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { db } = options;
  if (await isCurrent(options)) return;
  await db.transact((tx) => withMigrationLock(tx, db.dialect, () => migrateLocked(tx, options)));
  await fillNormalizedColumns(db, options.registry);
}

async function isCurrent(options: MigrateOptions): Promise<boolean> {
  const { db, registry, migrations } = options;
  const current = await introspectSchema(db, db.dialect);
  if (!current.some((table) => table.name === MIGRATION_TABLE.name)) return false;
  if (planMigration(current, targetSchema(registry), { allowDrops: false }).length > 0) return false;
  if ((await missingTriggers(db, db.dialect)).length > 0) return false;
  const migrationLog = await loadMigrationLog(db);
  return (
    migrations.every((migration) => typeof migrationLog.get(migration.id)?.finished_at === 'number') &&
    (await db.rows('SELECT id FROM change_head WHERE id = 1')).length === 1
  );
}

/**
 * Runs on one node at a time: SQLite by its write lock, MariaDB by a named lock, because DDL commits transactions there. It does not use `withNamedLock`, which would take a second connection and lock within a snapshot.
 */
async function withMigrationLock(tx: Tx, dialect: Db['dialect'], run: () => Promise<void>): Promise<void> {
  if (dialect === 'sqlite') return run();
  const name = `CONCAT('migrate:', LEFT(SHA1(DATABASE()), 40))`;
  const [lock] = await tx.rows<{ got: number | null }>(`SELECT GET_LOCK(${name}, 120) AS got`);
  if (lock?.got !== 1) throw new Error('another node has been migrating this database for two minutes');
  try {
    await run();
  } finally {
    await tx.rows(`SELECT RELEASE_LOCK(${name}) AS released`);
  }
}

async function migrateLocked(tx: Tx, options: MigrateOptions): Promise<void> {
  const { db, registry, migrations, log } = options;
  // Overwrites deleted content in the file instead of only freeing its pages.
  if (db.dialect === 'sqlite') await tx.rows('PRAGMA secure_delete = ON');
  for (const sql of createTable(db.dialect, MIGRATION_TABLE)) await tx.run(sql);
  for (const migration of migrations) await runMigration(tx, options, migration);
  const target = targetSchema(registry);
  const current = await introspectSchema(tx, db.dialect);
  await applyDifferences(tx, options, planMigration(current, target, { allowDrops: false }));
  const leftovers = planMigration(current, target, { allowDrops: true }).filter((step) => step.do.startsWith('drop_'));
  if (leftovers.length > 0)
    log.warn({ steps: leftovers.map(describeStep) }, 'tables or columns without a definition are kept');
  await createMissingTriggers(tx, db.dialect);
  await insertChangeHead(tx);
}

/** Migrates a schema drift between database and definitions: in development at once, in production it throws and asks for a migration. */
async function applyDifferences(tx: Tx, options: MigrateOptions, differences: readonly MigrationStep[]) {
  if (differences.length === 0) return;
  const missingSteps = differences.map(describeStep);
  const unexpected = differences.filter((step) => options.designedTables?.has(getStepTable(step)) !== true);
  if (options.production && unexpected.length > 0) throw missingMigrationError(unexpected.map(describeStep));
  const statements = planSql(options.db.dialect, differences);
  const id = `auto:${getHash(statements).slice(0, 12)}:${options.clock.now()}`;
  options.log.info({ id, steps: missingSteps }, 'migrated the schema to the definitions');
  await runMigration(tx, options, { id, sqlite: statements, mariadb: statements });
}

function missingMigrationError(missingSteps: readonly string[]): Error {
  const message = [
    'The database schema differs from the definitions, and no migration contains these changes:',
    ...missingSteps.map((step) => `  - ${step}`),
    'Write one with `npm run migrate:make <name>`, review it, commit it and start again.',
  ].join('\n');
  // Operators read this error: a stack trace would not help them.
  return Object.assign(new Error(message), { stack: message });
}

interface MigrationRow {
  readonly id: string;
  readonly hash: string;
  readonly done: number;
  readonly finished_at: number | null;
}
async function loadMigrationLog(reader: Pick<Db, 'rows'>): Promise<Map<string, MigrationRow>> {
  const entries = await reader.rows<MigrationRow>('SELECT id, hash, done, finished_at FROM migration');
  return new Map(entries.map((entry) => [entry.id, entry]));
}
/** The hash that the log of migrations stores for statements. */
export const getHash = (statements: readonly string[]): string =>
  createHash('sha256').update(statements.join(';\n')).digest('hex');

/** Runs the remaining steps of one migration. On MariaDB each statement is recorded separately, so that a run after a crash continues. */
async function runMigration(tx: Tx, options: MigrateOptions, migration: Migration): Promise<void> {
  const { db, clock, log, registry, keys } = options;
  const statements = migration[db.dialect];
  const hash = getHash(statements);
  const entry = (await loadMigrationLog(tx)).get(migration.id);
  if (entry && typeof entry.finished_at === 'number') {
    if (entry.hash !== hash) log.warn({ id: migration.id }, 'a migration was changed after it ran');
    return;
  }
  if (!entry) {
    await tx.run('INSERT INTO migration (id, hash, done, started_at, finished_at) VALUES (?, ?, 0, ?, NULL)', [
      ...[migration.id, hash],
      clock.now(),
    ]);
  }
  for (const [index, sql] of statements.entries()) {
    if (index < (entry?.done ?? 0)) continue;
    if (!(await isStatementApplied(tx, db.dialect, sql))) await tx.run(sql);
    await tx.run('UPDATE migration SET done = ? WHERE id = ?', [index + 1, migration.id]);
  }
  await migration.migrateData?.({ tx, dialect: db.dialect, registry, keys: keys(), log });
  await tx.run('UPDATE migration SET finished_at = ? WHERE id = ?', [clock.now(), migration.id]);
  log.info({ id: migration.id, statements: statements.length }, 'a migration ran');
}

const COLUMN_STEP = /^ALTER TABLE `(\w+)` (ADD|DROP) COLUMN `(\w+)`/;
/** A development database may have the change already, from the definitions; SQLite has no IF EXISTS for columns. */
async function isStatementApplied(tx: Tx, dialect: Db['dialect'], sql: string): Promise<boolean> {
  const [, table, verb, column] = COLUMN_STEP.exec(sql) ?? [];
  if (dialect !== 'sqlite' || table === undefined || column === undefined) return false;
  const found = await tx.rows('SELECT 1 FROM pragma_table_info(?) WHERE name = ?', [table, column]);
  return found.length > 0 === (verb === 'ADD');
}
