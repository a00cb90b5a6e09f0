/**
 * Reads of a SQLite file in a separate process, each with a deadline. SQLite is synchronous: in the server's process a slow query would
 * stop all other requests. A process can be killed at any time; a thread cannot, since the engine's binding aborts the whole server when a
 * thread ends inside a statement.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import type { SqlValue, Tx } from '../../context';
import { ReadTimeoutError, ReadUnavailableError, TransactionEndedError } from './dbErrors';
import { toSqliteError, toRow } from './sqlitePool';

/**
 * A condition that ends a scan once the deadline has passed. Only one row in 64 checks it, because a call from SQL into JavaScript costs
 * more than most conditions. Only connections of the reader process have the function.
 */
export const DEADLINE_SQL = '((id & 63) <> 0 OR within_deadline() = 1)';

/** Milliseconds after its deadline that a statement may still take before the process is replaced. */
const GRACE_MS = 1_000;

/** Plain JavaScript, so that neither the build nor the tests need a file for it. */
const READER_SOURCE = `
const [, file, engine] = process.argv;
const { DatabaseSync } = require(engine);
const idle = [];
const openConnections = new Map();
// of the statement that runs
let deadline = Infinity;
let isDeadlinePassed = false;
function connect() {
  const raw = new DatabaseSync(file, { readOnly: true, timeout: 1000 });
  raw.exec('PRAGMA busy_timeout = 1000; PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4000');
  raw.function('within_deadline', {}, () => {
    if (Date.now() < deadline) return 1;
    isDeadlinePassed = true;
    throw new Error('deadline');
  });
  return { raw, statements: new Map() };
}
function openConnection({ snapshot, deadline }) {
  const cached = openConnections.get(snapshot);
  if (cached) return cached;
  const connection = idle.pop() ?? connect();
  connection.raw.exec('BEGIN');
  Object.assign(connection, { deadline, lastEndedAt: 0 });
  openConnections.set(snapshot, connection);
  return connection;
}
function closeSnapshot(snapshot) {
  const connection = openConnections.get(snapshot);
  if (!connection) return;
  openConnections.delete(snapshot);
  connection.raw.exec('ROLLBACK');
  idle.push(connection);
}
function readRows({ raw, statements }, { sql, params }) {
  let statement = statements.get(sql);
  if (!statement) {
    if (statements.size >= 100) statements.clear();
    statement = raw.prepare(sql);
    statement.setReturnArrays?.(true);
    statements.set(sql, statement);
  }
  const names = statement.columns().map(({ name }) => name);
  const rows = statement.all(...params);
  return { names, rows: statement.setReturnArrays ? rows : rows.map((row) => names.map((name) => row[name])) };
}
process.on('message', (request) => {
  if (request.sql === undefined) return closeSnapshot(request.snapshot);
  const { id } = request;
  const startedAt = Date.now();
  let connection;
  isDeadlinePassed = false;
  try {
    connection = openConnection(request);
    // Extends the deadline by the time for which the process worked for other snapshots.
    connection.deadline += Math.max(0, startedAt - Math.max(request.sentAt, connection.lastEndedAt));
    deadline = connection.deadline;
    isDeadlinePassed = startedAt >= deadline;
    if (isDeadlinePassed) throw new Error('deadline');
    const result = readRows(connection, request);
    connection.lastEndedAt = Date.now();
    process.send({ id, remainingMs: deadline - connection.lastEndedAt, ...result });
  } catch (error) {
    if (connection) connection.lastEndedAt = Date.now();
    const { message, errcode, sqliteCode, sqliteExtendedCode } = error;
    process.send({ id, isDeadlinePassed, error: { message, errcode, sqliteCode, sqliteExtendedCode } });
  }
});
process.on('disconnect', () => process.exit());
process.send({ id: 0 });`;

interface ReaderMessage {
  readonly id: number;
  /** Milliseconds that the snapshot has left. */
  readonly remainingMs?: number;
  readonly names?: readonly string[];
  readonly rows?: readonly (readonly unknown[])[];
  readonly error?: object;
  readonly isDeadlinePassed?: boolean;
}
interface Snapshot {
  readonly id: number;
  /** Its deadline in Unix milliseconds. The process adds the time spent on other snapshots. */
  readonly deadline: number;
  /** Milliseconds that it has left at most, without those waits. */
  remainingMs: number;
}
interface PendingRead {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: Error) => void;
  readonly snapshot: Snapshot;
}
interface ReaderProcess {
  readonly child: ChildProcess;
  /** Statements without a response; the process works on the first. */
  readonly pending: Map<number, PendingRead>;
  /** Timer of the first statement's deadline. */
  timer?: NodeJS.Timeout;
  /** Resolves with its first message; rejects when the process ends before. */
  readonly ready: Promise<void>;
}

/** The path of the engine that `sqlitePool.ts` uses too, as the program can load it. */
function enginePath(): string {
  try {
    return createRequire(import.meta.url).resolve('@photostructure/sqlite');
  } catch {
    return 'node:sqlite';
  }
}

const readerEnded = (): Error => new ReadUnavailableError(new Error('the reader process ended'));

function startReader(file: string, onEnd: (readerProcess: ReaderProcess) => void): ReaderProcess {
  const args = ['--no-warnings', '-e', READER_SOURCE, '--', file, enginePath()];
  // the process gets no environment variables of the server, which contain keys
  const child = spawn(process.execPath, args, {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  child.unref();
  child.channel?.unref();
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(readerEnded()));
    child.once('error', (error) => reject(new ReadUnavailableError(error)));
  });
  ready.catch(() => undefined);
  const readerProcess: ReaderProcess = { child, pending: new Map(), ready };
  child.on('message', (reply: ReaderMessage) => {
    resolveRead(readerProcess, reply);
    armDeadline(readerProcess, onEnd);
  });
  const end = () => {
    onEnd(readerProcess);
    rejectAll(readerProcess, readerEnded());
  };
  child.on('error', end);
  child.on('exit', end);
  return readerProcess;
}

/** Replaces the process when its first statement passes its deadline by the grace time; the other statements may be retried. */
function armDeadline(readerProcess: ReaderProcess, onEnd: (readerProcess: ReaderProcess) => void): void {
  clearTimeout(readerProcess.timer);
  const [first] = readerProcess.pending.values();
  if (!first) return;
  readerProcess.timer = setTimeout(
    () => {
      first.reject(new ReadTimeoutError());
      onEnd(readerProcess);
      rejectAll(readerProcess, readerEnded());
      readerProcess.child.kill('SIGKILL');
    },
    Math.max(0, first.snapshot.remainingMs) + GRACE_MS,
  );
}

function resolveRead(
  { pending }: ReaderProcess,
  { id, remainingMs, names = [], rows = [], error, isDeadlinePassed }: ReaderMessage,
): void {
  const pendingRead = pending.get(id);
  if (!pendingRead) return;
  pending.delete(id);
  pendingRead.snapshot.remainingMs = remainingMs ?? pendingRead.snapshot.remainingMs;
  if (error) pendingRead.reject(isDeadlinePassed === true ? new ReadTimeoutError() : toSqliteError(error));
  else pendingRead.resolve(rows.map((values) => toRow(names, values)));
}

function rejectAll({ pending, timer }: ReaderProcess, error: Error): void {
  clearTimeout(timer);
  for (const { reject } of pending.values()) reject(error);
  pending.clear();
}

export interface SqliteReader {
  /**
   * Runs several reads in one snapshot. The snapshot has `ms` milliseconds, not counting the time in which its statements wait for those of
   * other snapshots. Errors: `ReadTimeoutError` for a read that is not done by then; `ReadUnavailableError` in all open snapshots when the process
   * ends.
   */
  readonly snapshot: <T>(ms: number, work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

/** Creates the reader; the process starts with the first read. */
export function createSqliteReader(file: string): SqliteReader {
  let readerProcess: ReaderProcess | undefined;
  let lastId = 0;
  const forgetReader = (endedReader: ReaderProcess) => {
    if (readerProcess === endedReader) readerProcess = undefined;
  };
  const sendRead = (activeReader: ReaderProcess, snapshot: Snapshot, sql: string, params: readonly SqlValue[]) =>
    new Promise<readonly unknown[]>((resolve, reject) => {
      if (!activeReader.child.connected) {
        reject(readerEnded());
        return;
      }
      lastId += 1;
      activeReader.pending.set(lastId, { resolve, reject, snapshot });
      if (activeReader.pending.size === 1) armDeadline(activeReader, forgetReader);
      const { id, deadline } = snapshot;
      activeReader.child.send({ id: lastId, snapshot: id, deadline, sentAt: Date.now(), sql, params }, (error) => {
        if (error) rejectAll(activeReader, new ReadUnavailableError(error));
      });
    });
  return {
    snapshot: async (ms, work) => {
      if (readerProcess?.child.connected === false) readerProcess = undefined;
      const activeReader = (readerProcess ??= startReader(file, forgetReader));
      await activeReader.ready;
      lastId += 1;
      const snapshot: Snapshot = { id: lastId, deadline: Date.now() + ms, remainingMs: ms };
      let isOpen = true;
      const rows = async <T>(sql: string, params: readonly SqlValue[] = []) => {
        if (!isOpen) throw new TransactionEndedError();
        // the caller knows the shape of what its SQL selects
        return (await sendRead(activeReader, snapshot, sql, params)) as T[];
      };
      const rejectWrite = () => Promise.reject(new Error('a snapshot is read-only'));
      try {
        return await work({ rows, run: rejectWrite, runMany: rejectWrite });
      } finally {
        isOpen = false;
        if (activeReader.child.connected) activeReader.child.send({ snapshot: snapshot.id }, () => undefined);
      }
    },
    close: async () => {
      const lastReader = readerProcess;
      readerProcess = undefined;
      if (!lastReader || lastReader.child.exitCode !== null || lastReader.child.signalCode !== null) return;
      const exited = new Promise((resolve) => lastReader.child.once('exit', resolve));
      lastReader.child.kill('SIGKILL');
      await exited;
    },
  };
}
