/**
 * SQLite over a synchronous engine, shaped as Sequelize's driver. Nothing here waits inside SQLite: a synchronous wait
 * would stop the very event loop that has to finish the transaction that holds the lock.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Sequelize, Transaction } from 'sequelize';
import type { Db, SqlValue, Tx } from '../context';
import { TransactionEnded } from './failure';
import { createHandles, type Handle, type Handles } from './sqliteHandles';
import { retrying, type Transact } from './retry';
import { createSqliteReader } from './sqliteReader';

/** Sequelize says it to each connection and waits for no answer. A handle has heard it, and would prepare all its statements anew. */
const SAID_ALREADY = 'PRAGMA FOREIGN_KEYS=ON';

/** Milliseconds that the statements of one connection hold the event loop before other requests get a turn. */
const SLICE_MS = 20;

/** Gives the event loop a turn after each slice of statements. Call it before each of them. */
function createSlicer(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since <= SLICE_MS) return;
    await nextTurn();
    since = performance.now();
  };
}

/** The part of the `sqlite3` package that Sequelize calls: one connection, leased from the pool of open handles. */
class Connection {
  /** Sequelize's name of the transaction it uses the connection for. */
  uuid: string | undefined;
  readonly filename: string;
  readonly #handles: Handles;
  #handle: Handle | undefined;
  /** Shared by Sequelize's statements and those of the transaction's own. */
  readonly slice = createSlicer();

  constructor(handles: Handles) {
    this.filename = handles.file;
    this.#handles = handles;
    this.#handle = handles.lease('write');
  }

  /** The handle of the transaction in progress. */
  get handle(): Handle {
    if (!this.#handle) throw new Error('the connection is closed');
    return this.#handle;
  }
  serialize(work: () => void): void {
    work();
  }
  run(sql: string, params?: unknown, done?: Done): void {
    if (sql === SAID_ALREADY) return;
    this.#answer(sql, params, done);
  }
  all(sql: string, params?: unknown, done?: Done): void {
    this.#answer(sql, params, done);
  }
  /** Gives the handle back, rolled back if need be. May be called again. */
  close(done?: (error: null) => void): void {
    const handle = this.#handle;
    this.#handle = undefined;
    if (handle) this.#handles.giveBack(handle);
    if (done) queueMicrotask(() => done(null));
  }

  #answer(sql: string, params: unknown, done: Done | undefined): void {
    const finish = (error: unknown, outcome?: Outcome) =>
      queueMicrotask(() => done?.call(new Statement(sql, outcome), error, outcome?.rows));
    this.slice()
      .then(() => this.#handles.patiently(() => this.handle.execute(sql, bound(params))))
      .then(
        (outcome) => finish(null, outcome),
        (error: unknown) => finish(error),
      );
  }
}
type Outcome = ReturnType<Handle['execute']>;
type Done = (this: Statement, error: unknown, rows?: readonly unknown[]) => void;

/** Sequelize looks at the class's name and reads the id and the count from it. */
class Statement {
  readonly lastID: number;
  readonly changes: number;
  constructor(
    readonly sql: string,
    outcome: Outcome | undefined,
  ) {
    this.lastID = outcome?.insertId ?? 0;
    this.changes = outcome?.changes ?? 0;
  }
}

const bound = (params: unknown): readonly unknown[] => {
  if (Array.isArray(params)) return params;
  return typeof params === 'object' && params !== null && Object.keys(params).length > 0 ? [params] : [];
};

interface Opened {
  readonly tx: Tx;
  /** Makes all later statements throw `TransactionEnded`. */
  readonly end: () => void;
}
/** Reads and writes straight on a handle: no query builder between. */
function openTx(handle: Handle, slice: () => Promise<void>): Opened {
  let isOpen = true;
  const execute = async (sql: string, params: readonly SqlValue[]): Promise<Outcome> => {
    await slice();
    // A statement that gave others their turn may come back after the rollback: the handle would commit it by itself.
    if (!isOpen) throw new TransactionEnded();
    return handle.execute(sql, params);
  };
  const tx: Tx = {
    // the caller names the shape of what its SQL selects
    rows: async <T>(sql: string, params: readonly SqlValue[] = []) => (await execute(sql, params)).rows as T[],
    run: async (sql, params = []) => {
      const { changes, insertId } = await execute(sql, params);
      return { changes, insertId };
    },
    runMany: async (sql, lists) => {
      let sum = 0;
      for (const params of lists) sum += (await execute(sql, params)).changes;
      return sum;
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
 * Writers of this process wait in line: SQLite has room for one, and a line is fairer and cheaper than asking again and
 * again. Each turn begins on a fresh turn of the event loop, since the synchronous engine would never let timers and
 * sockets have theirs.
 */
function createLine(): <T>(work: () => Promise<T>) => Promise<T> {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = tail.then(() => nextTurn()).then(work);
    tail = turn.catch(() => undefined);
    return turn;
  };
}

function createTransact(sequelize: Sequelize): Transact {
  const inLine = createLine();
  return (work) =>
    inLine(async () => {
      let used: Connection | undefined;
      try {
        return await sequelize.transaction(async (transaction) => {
          // Sequelize does not declare the connection it keeps on its transactions
          const { connection } = transaction as unknown as { readonly connection: Connection };
          used = connection;
          const { tx, end } = openTx(connection.handle, connection.slice);
          try {
            return await work({ ...tx, transaction });
          } finally {
            end();
          }
        });
      } finally {
        // a commit that failed, on a full disk say, must not keep the only write lock
        used?.close();
      }
    });
}

/** Opens (and creates) a database file. */
export async function openSqlite(file: string): Promise<Db> {
  const handles = await createHandles(file);
  const readers = { list: createSqliteReader(file), row: createSqliteReader(file) };
  function Database(_file: string, _mode: unknown, done: (error: null) => void): Connection {
    const connection = new Connection(handles);
    queueMicrotask(() => done(null));
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
    transact: retrying(createTransact(sequelize)),
    snapshot: (work) => snapshot(handles, work),
    snapshotWithin: (ms, work, lane = 'list') => readers[lane].snapshot(ms, work),
    rows: async <T>(sql: string, params: readonly SqlValue[] = []) =>
      handles.patiently(() => handles.using('read', (handle) => handle.execute(sql, params).rows as T[])),
    close: async () => {
      await sequelize.close();
      await Promise.all(Object.values(readers).map((reader) => reader.close()));
      handles.close();
    },
  };
}

async function snapshot<T>(handles: Handles, work: (tx: Tx) => Promise<T>): Promise<T> {
  const handle = handles.lease('read');
  const { tx, end } = openTx(handle, createSlicer());
  try {
    handle.execute('BEGIN', []);
    return await work(tx);
  } finally {
    end();
    handles.giveBack(handle);
  }
}
