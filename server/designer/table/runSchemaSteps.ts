/**
 * Runs the steps of a schema change (online DDL). On MariaDB reads and writes of the table continue wherever the server supports it: each
 * statement is tried with the weakest lock first, waits only a second for the metadata lock, and fills existing rows in batches (backfill).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fault } from '../../../common/protocol/faults';
import type { Db } from '../../context';
import { planSql } from '../../engine/schema/ddl';
import { onlineVariants } from '../../engine/schema/onlineDdl';
import { getStepTable, type MigrationStep } from '../../engine/schema/planMigration';
import type { JobRun } from '../../modules/jobs/jobKind';
import { canTransactionBeRetried } from '../../platform/database/dbErrors';
import { triggerFailpoint } from '../../platform/failpoints';
import { quoteIdentifier } from '../../platform/database/sql';

/** While a statement waits for the lock, all later statements on the table wait behind it. */
const LOCK_WAIT_S = 1;
/** A metadata-only change takes milliseconds; anything longer waits for the lock. */
const INSTANT_S = 0.8;
/** Lets waiting statements run between two attempts. */
const PAUSE_MS = 2_000;
/** A transaction that used the table, such as a backup, may take this long to end. */
const MAX_WAIT_MS = 600_000;
const BACKFILL_ROWS = 2_000;
/** ER_STATEMENT_TIMEOUT */
const STATEMENT_TIMEOUT: readonly unknown[] = [1969];
/** ER_ALTER_OPERATION_NOT_SUPPORTED and the same with a reason. */
const UNSUPPORTED: readonly unknown[] = [1845, 1846];

/** Another transaction uses the table. Not retried at once, unlike the error of the database. */
class TableLockedError extends Error {
  constructor(cause: unknown) {
    super('another transaction uses the table', { cause });
  }
}

/** Whether a driver's error, bare or wrapped by Sequelize, has one of these codes. */
const hasCode = (error: unknown, codes: readonly unknown[]): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (('errno' in error && codes.includes(error.errno)) || ('original' in error && hasCode(error.original, codes)));

type RunScope = Pick<JobRun, 'services' | 'report' | 'assertRunning'>;
type OnlineScope = RunScope & { readonly maxWaitMs: number };

/** Runs the steps in order; on MariaDB each statement is its own transaction. Error: `design.table_busy`. */
export async function runSchemaSteps(
  job: RunScope,
  steps: readonly MigrationStep[],
  maxWaitMs = MAX_WAIT_MS,
): Promise<void> {
  const { db } = job.services;
  const planned = steps.flatMap((step) =>
    planSql(db.dialect, [step]).map((statement) => ({ statement, table: getStepTable(step) })),
  );
  if (planned.length === 0) return;
  for (const { statement } of planned) job.report(statement);
  if (db.dialect === 'mariadb') {
    for (const [index, { statement, table }] of planned.entries()) {
      await triggerFailpoint(job.services.env, `job_statement_${index}`);
      await runOnline({ ...job, maxWaitMs }, statement, table);
    }
    return;
  }
  await db.transact(async (tx) => {
    for (const [index, { statement }] of planned.entries()) {
      await triggerFailpoint(job.services.env, `job_statement_${index}`);
      await tx.run(statement);
    }
  });
}

async function runOnline(job: OnlineScope, statement: string, table: string): Promise<void> {
  const { variants, isBackfill } = onlineVariants(statement);
  if (isBackfill) {
    await backfill(job, statement, table);
    return;
  }
  for (const [index, variant] of variants.entries()) {
    try {
      await runWhenUnlocked(job, variant, table);
      return;
    } catch (error) {
      if (index === variants.length - 1 || !hasCode(error, UNSUPPORTED)) throw error;
    }
  }
}

async function runWhenUnlocked(job: OnlineScope, statement: string, table: string): Promise<void> {
  const { db } = job.services;
  for (const end = performance.now() + job.maxWaitMs; ;) {
    try {
      await runOnce(db, `SET STATEMENT ${getTimeouts(statement)} FOR ${statement}`);
      return;
    } catch (error) {
      if (!(error instanceof TableLockedError)) throw error;
      if (performance.now() > end) throw fault('design.table_busy', { table });
    }
    await job.assertRunning();
    await sleep(PAUSE_MS * (0.5 + Math.random()));
  }
}

const getTimeouts = (statement: string): string =>
  statement.endsWith('ALGORITHM=INSTANT')
    ? `lock_wait_timeout = ${LOCK_WAIT_S}, max_statement_time = ${INSTANT_S}`
    : `lock_wait_timeout = ${LOCK_WAIT_S}`;

const runOnce = (db: Db, sql: string): Promise<unknown> =>
  db.transact(async (tx) => {
    try {
      await tx.run(sql);
    } catch (error) {
      throw canTransactionBeRetried(error) || hasCode(error, STATEMENT_TIMEOUT) ? new TableLockedError(error) : error;
    }
  });

/** Fills the rows of one range of ids after the other, so that no row is locked for long. */
async function backfill(job: RunScope, statement: string, table: string): Promise<void> {
  const { db } = job.services;
  const next = `SELECT MAX(id) AS last FROM (SELECT id FROM ${quoteIdentifier(table)} WHERE id > ? ORDER BY id LIMIT ${BACKFILL_ROWS}) AS batch`;
  for (let first = 0; ;) {
    const [row] = await db.rows<{ readonly last: number | null }>(next, [first]);
    if (row?.last === null || row === undefined) return;
    const last = Number(row.last);
    await db.transact((tx) => tx.run(`${statement} AND id > ? AND id <= ?`, [first, last]));
    first = last;
    await job.assertRunning();
  }
}
