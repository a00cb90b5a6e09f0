/**
 * SQLite through a synchronous engine, wrapped as Sequelize's driver `sqlite3`. No code waits inside SQLite: a synchronous wait would stop
 * the event loop, which has to finish the transaction that holds the lock.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Sequelize, Transaction } from 'sequelize';
import type { Db, SqlValue, Tx } from '../../context';
import { TransactionEndedError } from './dbErrors';
import { createSqlitePool, type SqliteHandle, type SqlitePool } from './sqlitePool';
import { getTransactionConnection } from '../patches/getTransactionConnection';
import { withRetry, type Transact } from './transact';
import { createSqliteReader } from './sqliteReader';
import { createMutex } from '../mutex';

/**
 * Sequelize sends this PRAGMA for each connection. Pooled handles have it already, and running it would invalidate their prepared
 * statements.
 */
const FOREIGN_KEYS_PRAGMA = 'PRAGMA FOREIGN_KEYS=ON';

/** Milliseconds that the statements of one connection run before other requests get a turn of the event loop. */
const MAX_SLICE_MS = 20;

/** Returns a function that yields to the event loop after each slice of statements. Call it before each statement. */
function createEventLoopYielder(): () => Promise<void> {
  let sliceStart = performance.now();
  return async () => {
    if (performance.now() - sliceStart <= MAX_SLICE_MS) return;
    await nextTurn();
    sliceStart = performance.now();
  };
}

/** The part of the `sqlite3` package that Sequelize calls: one connection, leased from the pool of open handles. */
class Connection {
  /** The id of the transaction for which Sequelize uses the connection. */
  uuid: string | undefined;
  readonly filename: string;
  readonly #handles: SqlitePool;
  #handle: SqliteHandle | undefined;
  /** Shared by Sequelize's statements and those of the transaction. */
  readonly yieldIfDue = createEventLoopYielder();

  constructor(pool: SqlitePool) {
    this.filename = pool.file;
    this.#handles = pool;
    this.#handle = pool.lease('write');
  }

  /** The handle of the transaction in progress. */
  get handle(): SqliteHandle {
    if (!this.#handle) throw new Error('the connection is closed');
    return this.#handle;
  }
  serialize(work: () => void): void {
    work();
  }
  run(sql: string, params?: unknown, callback?: DriverCallback): void {
    if (sql === FOREIGN_KEYS_PRAGMA) return;
    this.#answer(sql, params, callback);
  }
  all(sql: string, params?: unknown, callback?: DriverCallback): void {
    this.#answer(sql, params, callback);
  }
  /** Returns the handle to the pool, after a rollback if a transaction is open. May be called twice. */
  close(callback?: (error: null) => void): void {
    const handle = this.#handle;
    this.#handle = undefined;
    if (handle) this.#handles.release(handle);
    if (callback) queueMicrotask(() => callback(null));
  }

  #answer(sql: string, params: unknown, callback: DriverCallback | undefined): void {
    const finish = (error: unknown, result?: StatementResult) =>
      queueMicrotask(() => callback?.call(new StatementContext(sql, result), error, result?.rows));
    this.yieldIfDue()
      .then(() => this.#handles.retryWhileBusy(() => this.handle.execute(sql, toParamList(params))))
      .then(
        (result) => finish(null, result),
        (error: unknown) => finish(error),
      );
  }
}
const isConnection = (value: unknown): value is Connection => value instanceof Connection;

type StatementResult = ReturnType<SqliteHandle['execute']>;
type DriverCallback = (this: StatementContext, error: unknown, rows?: readonly unknown[]) => void;

/** Sequelize reads the class's name, the id and the number of changes. */
class StatementContext {
  readonly lastID: number;
  readonly changes: number;
  constructor(
    readonly sql: string,
    result: StatementResult | undefined,
  ) {
    this.lastID = result?.insertId ?? 0;
    this.changes = result?.changes ?? 0;
  }
}

const toParamList = (params: unknown): readonly unknown[] => {
  if (Array.isArray(params)) return params;
  return typeof params === 'object' && params !== null && Object.keys(params).length > 0 ? [params] : [];
};

interface OpenTx {
  readonly tx: Tx;
  /** Makes all later statements throw `TransactionEndedError`. */
  readonly end: () => void;
}
/** Runs statements directly on a handle, without Sequelize's query builder. */
function openTx(handle: SqliteHandle, yieldIfDue: () => Promise<void>): OpenTx {
  let isOpen = true;
  const execute = async (sql: string, params: readonly SqlValue[]): Promise<StatementResult> => {
    await yieldIfDue();
    // a statement that yielded may continue after the rollback: the handle would commit it by itself
    if (!isOpen) throw new TransactionEndedError();
    return handle.execute(sql, params);
  };
  const tx: Tx = {
    // the caller knows the shape of what its SQL selects
    rows: async <T>(sql: string, params: readonly SqlValue[] = []) => (await execute(sql, params)).rows as T[],
    run: async (sql, params = []) => {
      const { changes, insertId } = await execute(sql, params);
      return { changes, insertId };
    },
    runMany: async (sql, paramLists) => {
      let totalChanges = 0;
      for (const params of paramLists) totalChanges += (await execute(sql, params)).changes;
      return totalChanges;
    },
  };
  return {
    tx,
    end: () => {
      isOpen = false;
    },
  };
}

/**
 * Writers of this process wait for a mutex: SQLite has one writer at a time, and a queue is fairer and cheaper than polling. Each starts on a
 * new turn of the event loop, since the synchronous engine would otherwise never let timers and sockets run.
 */
function createTransact(sequelize: Sequelize, latestConnection: () => Connection | undefined): Transact {
  const runExclusive = createMutex();
  return (work) =>
    runExclusive(async () => {
      await nextTurn();
      let usedConnection: Connection | undefined;
      try {
        return await sequelize.transaction(async (transaction) => {
          const connection = getTransactionConnection(transaction, isConnection, latestConnection);
          usedConnection = connection;
          const { tx, end } = openTx(connection.handle, connection.yieldIfDue);
          try {
            return await work({ ...tx, transaction });
          } finally {
            end();
          }
        });
      } finally {
        // a commit that failed, for example on a full disk, must not keep the only write lock
        usedConnection?.close();
      }
    });
}

/** Opens a database file, and creates it if it does not exist. */
export async function openSqlite(file: string): Promise<Db> {
  const pool = await createSqlitePool(file);
  const readers = { list: createSqliteReader(file), row: createSqliteReader(file) };
  let latestConnection: Connection | undefined;
  function Database(_file: string, _mode: unknown, callback: (error: null) => void): Connection {
    const connection = new Connection(pool);
    latestConnection = connection;
    queueMicrotask(() => callback(null));
    return connection;
  }
  const sequelize = new Sequelize({
    dialect: 'sqlite',
    storage: file,
    dialectModule: { Database, OPEN_READONLY: 1, OPEN_READWRITE: 2, OPEN_CREATE: 4 },
    transactionType: Transaction.TYPES.IMMEDIATE,
    logging: false,
  });
  return {
    dialect: 'sqlite',
    sequelize,
    transact: withRetry(createTransact(sequelize, () => latestConnection)),
    snapshot: (work) => runSnapshot(pool, work),
    snapshotWithin: (ms, work, lane = 'list') => readers[lane].snapshot(ms, work),
    rows: async <T>(sql: string, params: readonly SqlValue[] = []) =>
      pool.retryWhileBusy(() => pool.withHandle('read', (handle) => handle.execute(sql, params).rows as T[])),
    close: async () => {
      await sequelize.close();
      await Promise.all(Object.values(readers).map((reader) => reader.close()));
      pool.close();
    },
  };
}

async function runSnapshot<T>(pool: SqlitePool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const handle = pool.lease('read');
  const { tx, end } = openTx(handle, createEventLoopYielder());
  try {
    handle.execute('BEGIN', []);
    return await work(tx);
  } finally {
    end();
    pool.release(handle);
  }
}
