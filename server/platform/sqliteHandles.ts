/** Open handles of one SQLite file, kept with their prepared statements so that no transaction pays for opening it. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** The part of `node:sqlite` that both engines share. */
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

export interface Outcome {
  readonly rows: readonly unknown[];
  readonly changes: number;
  readonly insertId: number;
}
export interface Handle {
  readonly role: Role;
  readonly raw: RawDatabase;
  /** Runs one statement, prepared once per handle. */
  readonly execute: (sql: string, params: readonly unknown[]) => Outcome;
}
export type Role = 'read' | 'write';
export interface Handles {
  readonly file: string;
  /** An idle handle, or a new one: a lease never waits, so that a read within another one cannot deadlock. */
  readonly lease: (role: Role) => Handle;
  /** Rolls back an open transaction; closes the handle when enough handles of its role are idle. */
  readonly giveBack: (handle: Handle) => void;
  readonly using: <T>(role: Role, work: (handle: Handle) => T) => T;
  /** Does synchronous work again, between turns of the event loop, while another process holds the lock. */
  readonly patiently: <T>(work: () => T) => Promise<T>;
  readonly close: () => void;
}

const STATEMENTS_KEPT = 300;
/** Idle handles of one role that stay open. */
const IDLE_KEPT = 8;
const BUSY_LIMIT_MS = 2_500;
const BUSY_STEP_MS = 20;
const BUSY = 5;
/** A read transaction that may not become a write transaction: waiting never helps. */
const BUSY_SNAPSHOT = 517;
/** Another process may change the table, and the engine then gives other columns than when the statement was prepared. */
const ANY_COLUMNS = /\*\s*from\b/i;
const ROLLBACK = /^\s*rollback\b/i;
const CHANGES_SCHEMA = /^\s*(create|alter|drop)\b/i;

/** Opens the file in WAL mode and keeps its handles. */
export async function createHandles(file: string): Promise<Handles> {
  const engine = await loadEngine();
  mkdirSync(dirname(file), { recursive: true });
  const idle: Record<Role, Handle[]> = { read: [], write: [] };
  const all = new Set<Handle>();
  const schema = { version: 0 };

  const open = (role: Role) => {
    const handle = createHandle(openRaw(engine, file, role), role, schema);
    all.add(handle);
    return handle;
  };
  const lease = (role: Role) => idle[role].pop() ?? open(role);
  const giveBack = (handle: Handle) => {
    if (!all.has(handle)) return;
    if (handle.raw.isTransaction) handle.execute('ROLLBACK', []);
    if (idle[handle.role].length < IDLE_KEPT) {
      idle[handle.role].push(handle);
      return;
    }
    all.delete(handle);
    handle.raw.close();
  };
  idle.write.push(open('write'));
  return {
    file,
    lease,
    giveBack,
    using: (role, work) => {
      const handle = lease(role);
      try {
        return work(handle);
      } finally {
        giveBack(handle);
      }
    },
    patiently,
    close: () => {
      for (const handle of all) handle.raw.close();
      all.clear();
    },
  };
}

async function loadEngine(): Promise<Engine> {
  try {
    // first choice: the same SQLite on every version of Node
    return await import('@photostructure/sqlite');
  } catch (error) {
    // no binary of it for this platform; newer versions of Node bring an engine of the same shape
    const builtin = process.getBuiltinModule('node:sqlite');
    if (builtin) return builtin as Engine;
    throw error;
  }
}

function openRaw(engine: Engine, file: string, role: Role): RawDatabase {
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
  /** Makes a row of what the engine gave; absent when the statement answers none. */
  readonly rowOf?: (given: unknown) => unknown;
}

function createHandle(raw: RawDatabase, role: Role, schema: { version: number }): Handle {
  const kept = new Map<string, Prepared>();
  let seen = schema.version;
  const prepared = (sql: string): Prepared => {
    if (seen !== schema.version) kept.clear();
    seen = schema.version;
    const hit = kept.get(sql);
    if (hit) return hit;
    const statement = raw.prepare(sql);
    const entry = preparedFrom(statement, sql);
    if (kept.size >= STATEMENTS_KEPT) kept.delete(kept.keys().next().value ?? '');
    kept.set(sql, entry);
    return entry;
  };
  const execute = (sql: string, params: readonly unknown[]): Outcome => {
    // Sequelize rolls back after a BEGIN that failed
    if (ROLLBACK.test(sql) && !raw.isTransaction) return { rows: [], changes: 0, insertId: 0 };
    const { statement, rowOf } = prepared(sql);
    if (rowOf) return { rows: statement.all(...params).map(rowOf), changes: 0, insertId: 0 };
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
        throw namedError(error);
      }
    },
  };
}

/** The engine's own objects are dictionaries, dear to make and to read; from bare lists of values come rows of one shape. */
function preparedFrom(statement: RawStatement, sql: string): Prepared {
  const names = statement.columns().map(({ name }) => name);
  if (names.length === 0) return { statement };
  if (!statement.setReturnArrays || ANY_COLUMNS.test(sql))
    return { statement, rowOf: (given) => withBuffers(given as Values) };
  statement.setReturnArrays(true);
  return { statement, rowOf: (given) => shaped(names, given as readonly unknown[]) };
}

type Values = Record<string, unknown>;
/** A row of the engine's bare values under their columns' names. */
export function shaped(names: readonly string[], values: readonly unknown[]): Values {
  const row: Values = {};
  let at = 0;
  for (const name of names) {
    const value = values[at];
    row[name] = typeof value === 'object' && value !== null ? buffered(value) : value;
    at += 1;
  }
  return row;
}
function withBuffers(row: Values): Values {
  for (const name in row) row[name] = buffered(row[name]);
  return row;
}
/** Blobs come as bare bytes; everybody else speaks of Buffers. */
const buffered = (value: unknown): unknown =>
  ArrayBuffer.isView(value) ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

const PRIMARY: Readonly<Record<number, string>> = {
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
interface NamedError extends Error {
  code: string;
  errno: number;
  extended: number;
}
/** Gives an engine's error the names Sequelize knows from the `sqlite3` package. */
export function namedError(error: unknown): NamedError {
  const told = error as { message?: string; errcode?: number; sqliteExtendedCode?: number; sqliteCode?: number };
  const extended = told.sqliteExtendedCode ?? told.errcode ?? told.sqliteCode ?? 1;
  const code = PRIMARY[extended & 0xff] ?? 'SQLITE_ERROR';
  return Object.assign(new Error(`${code}: ${told.message ?? ''}`, { cause: error }), {
    code,
    errno: extended & 0xff,
    extended,
  });
}

async function patiently<T>(work: () => T): Promise<T> {
  for (let giveUp = 0; ; giveUp ||= Date.now() + BUSY_LIMIT_MS) {
    try {
      return work();
    } catch (error) {
      const { errno, extended } = error as Partial<NamedError>;
      const tooLate = giveUp > 0 && Date.now() > giveUp;
      if (errno !== BUSY || extended === BUSY_SNAPSHOT || tooLate) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * BUSY_STEP_MS));
    }
  }
}
