/** Connection pool: open handles of one SQLite file with their prepared statements, so that no transaction has to open one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** The part of `node:sqlite` that both engines have. */
interface RawStatement {
  readonly all: (...params: readonly unknown[]) => unknown[];
  readonly run: (...params: readonly unknown[]) => {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
  readonly columns: () => readonly { readonly name: string }[];
  /** Newer engines only. */
  readonly setReturnArrays?: (arrays: boolean) => void;
}
interface RawDatabase {
  readonly isTransaction: boolean;
  readonly prepare: (sql: string) => RawStatement;
  readonly exec: (sql: string) => void;
  readonly close: () => void;
}
interface Engine {
  readonly DatabaseSync: new (file: string, options: { readonly timeout: number }) => RawDatabase;
}

export interface StatementResult {
  readonly rows: readonly unknown[];
  readonly changes: number;
  readonly insertId: number;
}
export interface SqliteHandle {
  readonly role: HandleRole;
  readonly raw: RawDatabase;
  /** Runs one statement, which each handle prepares once. */
  readonly execute: (sql: string, params: readonly unknown[]) => StatementResult;
}
export type HandleRole = 'read' | 'write';
export interface SqlitePool {
  readonly file: string;
  /** An idle handle, or a new one: a lease never waits, so that a read within another one cannot deadlock. */
  readonly lease: (role: HandleRole) => SqliteHandle;
  /** Rolls back an open transaction; closes the handle when enough handles of its role are idle. */
  readonly release: (handle: SqliteHandle) => void;
  readonly withHandle: <T>(role: HandleRole, work: (handle: SqliteHandle) => T) => T;
  /** Runs synchronous work; while another process holds the lock, repeats it between turns of the event loop. */
  readonly retryWhileBusy: <T>(work: () => T) => Promise<T>;
  readonly close: () => void;
}

const MAX_PREPARED_STATEMENTS = 300;
/** Idle handles of one role that stay open. */
const MAX_IDLE_HANDLES = 8;
const BUSY_TIMEOUT_MS = 2_500;
const BUSY_RETRY_MS = 20;
const BUSY = 5;
/** A read transaction that cannot become a write transaction: waiting does not help. */
const BUSY_SNAPSHOT = 517;
/** Another process may change the table: the columns then differ from those when the statement was prepared. */
const SELECT_STAR = /\*\s*from\b/i;
const ROLLBACK = /^\s*rollback\b/i;
const CHANGES_SCHEMA = /^\s*(create|alter|drop)\b/i;

/** Opens the file in WAL mode. */
export async function createSqlitePool(file: string): Promise<SqlitePool> {
  const engine = await loadEngine();
  mkdirSync(dirname(file), { recursive: true });
  const idleHandles: Record<HandleRole, SqliteHandle[]> = { read: [], write: [] };
  const openHandles = new Set<SqliteHandle>();
  const schema = { version: 0 };

  const openHandle = (role: HandleRole) => {
    const handle = createHandle(openRaw(engine, file, role), role, schema);
    openHandles.add(handle);
    return handle;
  };
  const lease = (role: HandleRole) => idleHandles[role].pop() ?? openHandle(role);
  const release = (handle: SqliteHandle) => {
    if (!openHandles.has(handle)) return;
    if (handle.raw.isTransaction) handle.execute('ROLLBACK', []);
    if (idleHandles[handle.role].length < MAX_IDLE_HANDLES) {
      idleHandles[handle.role].push(handle);
      return;
    }
    openHandles.delete(handle);
    handle.raw.close();
  };
  idleHandles.write.push(openHandle('write'));
  return {
    file,
    lease,
    release,
    withHandle: (role, work) => {
      const handle = lease(role);
      try {
        return work(handle);
      } finally {
        release(handle);
      }
    },
    retryWhileBusy,
    close: () => {
      for (const handle of openHandles) handle.raw.close();
      openHandles.clear();
    },
  };
}

async function loadEngine(): Promise<Engine> {
  try {
    // first choice: the same version of SQLite on every version of Node
    return await import('@photostructure/sqlite');
  } catch (error) {
    // no binary for this platform; newer versions of Node have a built-in engine with the same interface
    const builtin = process.getBuiltinModule('node:sqlite');
    if (builtin) return builtin as Engine;
    throw error;
  }
}

function openRaw(engine: Engine, file: string, role: HandleRole): RawDatabase {
  const raw = new engine.DatabaseSync(file, { timeout: 0 });
  if (role === 'write') raw.exec('PRAGMA journal_mode = WAL');
  raw.exec(
    'PRAGMA busy_timeout = 0; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8000',
  );
  if (role === 'read') raw.exec('PRAGMA query_only = ON');
  return raw;
}

interface Prepared {
  readonly statement: RawStatement;
  /** Makes a row of the engine's value; absent when the statement returns no rows. */
  readonly toRow?: (engineRow: unknown) => unknown;
}

function createHandle(raw: RawDatabase, role: HandleRole, schema: { version: number }): SqliteHandle {
  const preparedStatements = new Map<string, Prepared>();
  let schemaVersion = schema.version;
  const prepared = (sql: string): Prepared => {
    if (schemaVersion !== schema.version) preparedStatements.clear();
    schemaVersion = schema.version;
    const cached = preparedStatements.get(sql);
    if (cached) return cached;
    const statement = raw.prepare(sql);
    const entry = toPrepared(statement, sql);
    if (preparedStatements.size >= MAX_PREPARED_STATEMENTS)
      preparedStatements.delete(preparedStatements.keys().next().value ?? '');
    preparedStatements.set(sql, entry);
    return entry;
  };
  const execute = (sql: string, params: readonly unknown[]): StatementResult => {
    // Sequelize rolls back after a BEGIN that failed
    if (ROLLBACK.test(sql) && !raw.isTransaction) return { rows: [], changes: 0, insertId: 0 };
    const { statement, toRow } = prepared(sql);
    if (toRow) return { rows: statement.all(...params).map(toRow), changes: 0, insertId: 0 };
    const { changes, lastInsertRowid } = statement.run(...params);
    if (CHANGES_SCHEMA.test(sql)) schema.version += 1;
    return { rows: [], changes: Number(changes), insertId: Number(lastInsertRowid) };
  };
  return {
    role,
    raw,
    execute: (sql, params) => {
      try {
        return execute(sql, params);
      } catch (error) {
        throw toSqliteError(error);
      }
    },
  };
}

/** The engine's own row objects are dictionaries, slow to create and to read: arrays of values become rows of one shape instead. */
function toPrepared(statement: RawStatement, sql: string): Prepared {
  const names = statement.columns().map(({ name }) => name);
  if (names.length === 0) return { statement };
  if (!statement.setReturnArrays || SELECT_STAR.test(sql))
    return { statement, toRow: (engineRow) => withBuffers(engineRow as Values) };
  statement.setReturnArrays(true);
  return { statement, toRow: (engineRow) => toRow(names, engineRow as readonly unknown[]) };
}

type Values = Record<string, unknown>;
/** A row of the engine's values under the names of their columns. */
export function toRow(names: readonly string[], values: readonly unknown[]): Values {
  const row: Values = {};
  let index = 0;
  for (const name of names) {
    const value = values[index];
    row[name] = typeof value === 'object' && value !== null ? toBuffer(value) : value;
    index += 1;
  }
  return row;
}
function withBuffers(row: Values): Values {
  for (const name in row) row[name] = toBuffer(row[name]);
  return row;
}
/** The engine returns blobs as plain byte arrays; the product uses Buffers. */
const toBuffer = (value: unknown): unknown =>
  ArrayBuffer.isView(value) ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

const PRIMARY_CODES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  19: 'SQLITE_CONSTRAINT',
  20: 'SQLITE_MISMATCH',
};
interface SqliteError extends Error {
  code: string;
  errno: number;
  extended: number;
}
/** Converts an error of the SQLite driver to the error codes of the `sqlite3` package, which Sequelize expects. */
export function toSqliteError(error: unknown): SqliteError {
  const engineError = error as { message?: string; errcode?: number; sqliteExtendedCode?: number; sqliteCode?: number };
  const extended = engineError.sqliteExtendedCode ?? engineError.errcode ?? engineError.sqliteCode ?? 1;
  const code = PRIMARY_CODES[extended & 0xff] ?? 'SQLITE_ERROR';
  return Object.assign(new Error(`${code}: ${engineError.message ?? ''}`, { cause: error }), {
    code,
    errno: extended & 0xff,
    extended,
  });
}

async function retryWhileBusy<T>(work: () => T): Promise<T> {
  for (let deadline = 0; ; deadline ||= Date.now() + BUSY_TIMEOUT_MS) {
    try {
      return work();
    } catch (error) {
      const { errno, extended } = error as Partial<SqliteError>;
      const isOverdue = deadline > 0 && Date.now() > deadline;
      if (errno !== BUSY || extended === BUSY_SNAPSHOT || isOverdue) throw error;
      await sleep(1 + Math.random() * BUSY_RETRY_MS);
    }
  }
}
