/** MariaDB through version 3 of its driver: writers at READ COMMITTED through Sequelize, readers on a separate pool. */
import * as mariadb from 'mariadb';
import type { Connection, ConnectionConfig, Pool, PoolConnection } from 'mariadb';
import { Sequelize } from 'sequelize';
import type { DatabaseUrl } from '../../../config/env';
import { SITE_LIMITS } from '../../../common/siteLimits';
import type { Db, SqlValue, Tx } from '../../context';
import { canTransactionBeRetried, ReadTimeoutError, ReadUnavailableError, TransactionEndedError } from './dbErrors';
import { getTransactionConnection } from '../patches/getTransactionConnection';
import { withRetry, type Transact } from './transact';

const WRITERS = 12;
const READERS = 12;
/**
 * Limited reads of guests and members have their own connections, so that admins never wait for them: as many as both read queues run at
 * once (`CONCURRENT_READS` in `engine/read/publicReads.ts`), and one for each page that is rendered, so that none waits for a connection of
 * another.
 */
const BOUNDED_READERS = 6 + SITE_LIMITS.siteRendersAtOnce;
const ACQUIRE_MS = 9_000;
/** A limited read that waits this long and then uses up its deadline still returns before the deadline of the request. */
const BOUNDED_ACQUIRE_MS = 2_000;

const SESSION =
  "SET SESSION sql_mode = 'STRICT_ALL_TABLES,STRICT_TRANS_TABLES,ONLY_FULL_GROUP_BY,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', " +
  // a node that is suspended must not hold the head of the change log
  'idle_write_transaction_timeout = 5, innodb_lock_wait_timeout = 5, lock_wait_timeout = 30, ' +
  "time_zone = '+00:00', collation_connection = 'utf8mb4_nopad_bin'";
/** Writers are always in a transaction: the first statement after a commit starts the next one. */
const WRITER_SESSION = [
  SESSION,
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  'SET SESSION autocommit = 0',
];
const READER_SESSION = [SESSION, 'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY'];

/** Numbers are JS numbers and never rounded (the driver throws instead), JSON is text, and affected rows are matched rows, as in SQLite. */
const VALUE_OPTIONS = {
  bigIntAsNumber: true,
  decimalAsNumber: true,
  insertIdAsNumber: true,
  checkNumberRange: true,
  autoJsonMap: false,
  foundRows: true,
  charset: 'utf8mb4',
  keepAliveDelay: 30_000,
  connectTimeout: ACQUIRE_MS,
} satisfies ConnectionConfig;

/**
 * Sequelize 6 was written for version 2 of the driver and deletes `rows.meta`, which version 3 defines as fixed: so it gets a copy. Its own
 * conversions of values are left out.
 */
const dialectModule = (address: ConnectionConfig) => ({
  createConnection: async () => {
    const connection = await mariadb.createConnection({ ...address, ...VALUE_OPTIONS, initSql: WRITER_SESSION });
    const query = connection.query.bind(connection);
    const queryWithMeta = async (sql: string, params?: unknown): Promise<unknown> => {
      if (isRedundant(writer, sql)) return { affectedRows: 0 };
      if (writer.isCommitted && !sql.startsWith('ROLLBACK')) throw statementAfterCommit();
      const result: unknown = await query(sql, params);
      return Array.isArray(result) ? Object.assign(result.slice(), { meta: {} }) : result;
    };
    const writer: WriterConnection = Object.assign(connection, {
      query: queryWithMeta,
      rawQuery: query,
      isCommitted: false,
    });
    return writer;
  },
});
interface WriterConnection extends Connection {
  readonly rawQuery: Connection['query'];
  /** The transaction ended with its own last statement. */
  isCommitted: boolean;
}

const isWriterConnection = (value: unknown): value is WriterConnection =>
  typeof value === 'object' && value !== null && 'rawQuery' in value;

const statementAfterCommit = (): Error => new Error('a statement cannot run after the commit of its transaction');

/** Statements around a transaction that Sequelize sends and the server does not need. */
function isRedundant(writer: WriterConnection, sql: string): boolean {
  if (sql.startsWith('START TRANSACTION')) return true; // see WRITER_SESSION
  // a lost connection has rolled back already; the pool notices at its next use that it is invalid
  if (sql.startsWith('ROLLBACK') && !writer.isValid()) return true;
  return sql.startsWith('COMMIT') && writer.isCommitted;
}

interface StatementExecutor {
  readonly query: (sql: string) => Promise<unknown>;
  readonly execute: (sql: string, params: readonly SqlValue[]) => Promise<unknown>;
  readonly executeBatch: (sql: string, paramLists: readonly (readonly SqlValue[])[]) => Promise<unknown>;
}
/** Statements that can be prepared and run with values; others, such as compound statements, are sent as text. */
const PREPARABLE = /^\s*(select|insert|update|delete|replace|with)\b/i;
const runStatement = (executor: StatementExecutor, sql: string, params: readonly SqlValue[]) =>
  params.length > 0 || PREPARABLE.test(sql) ? executor.execute(sql, params) : executor.query(sql);

const createTx = (executor: StatementExecutor): Tx => ({
  // the caller knows the shape of what its SQL selects
  rows: async <T>(sql: string, params: readonly SqlValue[] = []) => (await runStatement(executor, sql, params)) as T[],
  run: async (sql, params = []) => {
    const outcome = (await runStatement(executor, sql, params)) as { affectedRows?: number; insertId?: number };
    return { changes: outcome.affectedRows ?? 0, insertId: outcome.insertId ?? 0 };
  },
  runMany: async (sql, paramLists) => {
    const [firstParams = []] = paramLists;
    const outcome =
      paramLists.length === 1 ? await executor.execute(sql, firstParams) : await executor.executeBatch(sql, paramLists);
    return (outcome as { affectedRows?: number }).affectedRows ?? 0;
  },
});
const getExecutor = (connection: Connection): StatementExecutor => ({
  query: (sql) => connection.query(sql),
  execute: (sql, params) => connection.execute(sql, params),
  executeBatch: (sql, paramLists) => connection.batch(sql, paramLists),
});

interface OpenExecutor {
  readonly executor: StatementExecutor;
  /** Makes all later statements throw `TransactionEndedError`, and waits for running ones: no statement may follow the rollback. */
  readonly end: () => Promise<void>;
}
function openExecutor(executor: StatementExecutor): OpenExecutor {
  const runningStatements = new Set<Promise<unknown>>();
  let isOpen = true;
  const track = async (runStatement: () => Promise<unknown>) => {
    if (!isOpen) throw new TransactionEndedError();
    const pendingResult = runStatement();
    runningStatements.add(pendingResult);
    try {
      return await pendingResult;
    } finally {
      runningStatements.delete(pendingResult);
    }
  };
  return {
    executor: {
      query: (sql) => track(() => executor.query(sql)),
      execute: (sql, params) => track(() => executor.execute(sql, params)),
      executeBatch: (sql, paramLists) => track(() => executor.executeBatch(sql, paramLists)),
    },
    end: async () => {
      isOpen = false;
      await Promise.allSettled(runningStatements);
    },
  };
}

const createTransact =
  (sequelize: Sequelize): Transact =>
  (work) =>
    sequelize.transaction(async (transaction) => {
      const connection = getTransactionConnection(transaction, isWriterConnection);
      connection.isCommitted = false;
      const { executor, end } = openExecutor({ ...getExecutor(connection), query: (sql) => connection.rawQuery(sql) });
      const { guardedExecutor, rollbackError } = failAfterDeadlock(executor, () => connection.isCommitted);
      const tx = createTx(guardedExecutor);
      const commitWith = async <T>(sql: string, params: readonly SqlValue[]) => {
        const rows = await tx.rows<T>(`BEGIN NOT ATOMIC ${sql}; COMMIT; END`, params);
        connection.isCommitted = true;
        return rows;
      };
      const pendingResult = await work({ ...tx, commitWith, transaction }).finally(end);
      const rollbackCause = rollbackError();
      if (rollbackCause !== undefined) throw rollbackCause;
      return pendingResult;
    });

/**
 * After a deadlock the server has rolled the transaction back, and each further statement would commit by itself. So all further statements
 * throw, even if the work swallowed the error.
 */
function failAfterDeadlock(
  executor: StatementExecutor,
  hasCommitted: () => boolean,
): { readonly guardedExecutor: StatementExecutor; readonly rollbackError: () => Error | undefined } {
  let rollbackCause: Error | undefined;
  const runGuarded = async (runStatement: () => Promise<unknown>) => {
    if (rollbackCause !== undefined) throw rollbackCause;
    if (hasCommitted()) throw statementAfterCommit();
    try {
      return await runStatement();
    } catch (error) {
      if (canTransactionBeRetried(error))
        rollbackCause =
          error instanceof Error ? error : new Error('the database rolled back the transaction', { cause: error });
      throw error;
    }
  };
  return {
    guardedExecutor: {
      query: (sql) => runGuarded(() => executor.query(sql)),
      execute: (sql, params) => runGuarded(() => executor.execute(sql, params)),
      executeBatch: (sql, paramLists) => runGuarded(() => executor.executeBatch(sql, paramLists)),
    },
    rollbackError: () => rollbackCause,
  };
}

/** Opens the database; connections are made when they are needed. */
export function openMariadb(database: Extract<DatabaseUrl, { dialect: 'mariadb' }>): Db {
  const { dialect, ...address } = database;
  const readerConfig = { ...address, ...VALUE_OPTIONS, initSql: READER_SESSION };
  const readers = mariadb.createPool({
    ...readerConfig,
    connectionLimit: READERS,
    minimumIdle: 1,
    acquireTimeout: ACQUIRE_MS,
  });
  const boundedReaders = mariadb.createPool({
    ...readerConfig,
    connectionLimit: BOUNDED_READERS,
    minimumIdle: 0,
    acquireTimeout: BOUNDED_ACQUIRE_MS,
  });
  const sequelize = new Sequelize(address.database, address.user, address.password, {
    dialect,
    host: address.host,
    port: address.port,
    dialectModule: dialectModule(address),
    pool: { max: WRITERS, min: 0, acquire: ACQUIRE_MS, idle: 60_000 },
    logging: false,
  });
  const closing = new Set<Promise<void>>();
  const runSnapshotOn = async <T>(connection: PoolConnection, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const { executor, end } = openExecutor(getExecutor(connection));
    try {
      return await runInSnapshot(connection, () => work(createTx(executor)));
    } finally {
      // the caller does not wait for the end of a transaction that only read
      const release = end()
        .then(() => connection.query('COMMIT'))
        .then(() => connection.release())
        .catch(() => connection.destroy())
        .finally(() => closing.delete(release));
      closing.add(release);
    }
  };
  return {
    dialect,
    sequelize,
    transact: withRetry(createTransact(sequelize)),
    snapshot: async (work) => runSnapshotOn(await readers.getConnection(), work),
    snapshotWithin: async (ms, work) =>
      runSnapshotOn(await acquireBounded(boundedReaders), (tx) => work(withStatementTimeout(tx, ms))),
    rows: async <T>(sql: string, params: readonly SqlValue[] = []) => {
      const connection = await readers.getConnection();
      try {
        return await createTx(getExecutor(connection)).rows<T>(sql, params);
      } finally {
        await connection.release();
      }
    },
    close: async () => {
      await Promise.all(closing);
      await sequelize.close();
      await Promise.all([readers.end(), boundedReaders.end()]);
    },
  };
}

/** ER_GET_CONNECTION_TIMEOUT of the driver */
const ACQUIRE_TIMEOUT = 45_028;
async function acquireBounded(pool: Pool): Promise<PoolConnection> {
  try {
    return await pool.getConnection();
  } catch (error) {
    throw (error as { errno?: number }).errno === ACQUIRE_TIMEOUT ? new ReadUnavailableError(error) : error;
  }
}

/** ER_STATEMENT_TIMEOUT */
const STATEMENT_TIMEOUT = 1969;
/** Reads that the server ends at a deadline, in milliseconds from now. */
function withStatementTimeout(tx: Tx, ms: number): Tx {
  const deadline = Date.now() + ms;
  return {
    ...tx,
    rows: async (sql, params) => {
      const remainingMs = deadline - Date.now();
      if (remainingMs <= 0) throw new ReadTimeoutError();
      // whole seconds, so that there are few different prepared statements
      const seconds = Math.ceil(remainingMs / 1000);
      try {
        return await tx.rows(`SET STATEMENT max_statement_time = ${seconds} FOR ${sql}`, params);
      } catch (error) {
        throw (error as { errno?: number }).errno === STATEMENT_TIMEOUT ? new ReadTimeoutError(error) : error;
      }
    },
  };
}

/** The session is REPEATABLE READ and read-only; the start is sent together with the first read. */
async function runInSnapshot<T>(connection: PoolConnection, work: () => Promise<T>): Promise<T> {
  const snapshotStart = connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  // a failed start is reported below, after the reads that fail with it
  snapshotStart.catch(() => undefined);
  const pendingResult = await work();
  await snapshotStart;
  return pendingResult;
}
