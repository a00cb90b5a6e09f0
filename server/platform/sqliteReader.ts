/**
 * Reads of a SQLite file in a process of their own, each with a deadline. SQLite is synchronous: in the server's process a slow query
 * would stop every other request. A process can be killed at any time; a thread cannot, since the engine's binding aborts the whole
 * server when a thread ends inside a statement.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import type { SqlValue, Tx } from '../kit';
import { ReadTimeout } from './failure';
import { namedError, shaped } from './sqliteHandles';

/**
 * A condition that ends a scan once the deadline has passed. One row in 64 asks, because a call from SQL into JavaScript costs more
 * than most conditions. Only connections of the reading process know the function.
 */
export const DEADLINE_SQL = '((id & 63) <> 0 OR within_deadline() = 1)';

/** How long after its deadline a statement may still not answer before the process is replaced, milliseconds. */
const GRACE_MS = 1_000;

/** Plain JavaScript, so that neither the build nor the tests need another file. */
const PROGRAM = `
const [, file, engine] = process.argv;
const { DatabaseSync } = require(engine);
const idle = [];
const open = new Map();
let until = Infinity;
let passed = false;
function connect() {
  const raw = new DatabaseSync(file, { readOnly: true, timeout: 1000 });
  raw.exec('PRAGMA busy_timeout = 1000; PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4000');
  raw.function('within_deadline', {}, () => {
    if (Date.now() < until) return 1;
    passed = true;
    throw new Error('deadline');
  });
  return { raw, kept: new Map() };
}
function connection(snapshot) {
  const known = open.get(snapshot);
  if (known) return known;
  const made = idle.pop() ?? connect();
  made.raw.exec('BEGIN');
  open.set(snapshot, made);
  return made;
}
function finish(snapshot) {
  const used = open.get(snapshot);
  if (!used) return;
  open.delete(snapshot);
  used.raw.exec('ROLLBACK');
  idle.push(used);
}
function rows({ snapshot, sql, params }) {
  const { raw, kept } = connection(snapshot);
  let statement = kept.get(sql);
  if (!statement) {
    if (kept.size >= 100) kept.clear();
    statement = raw.prepare(sql);
    statement.setReturnArrays?.(true);
    kept.set(sql, statement);
  }
  const names = statement.columns().map(({ name }) => name);
  const found = statement.all(...params);
  return { names, rows: statement.setReturnArrays ? found : found.map((row) => names.map((name) => row[name])) };
}
process.on('message', (asked) => {
  if (asked.sql === undefined) return finish(asked.snapshot);
  until = asked.until;
  passed = Date.now() >= until;
  try {
    if (passed) throw new Error('deadline');
    process.send({ id: asked.id, ...rows(asked) });
  } catch (error) {
    const { message, errcode, sqliteCode, sqliteExtendedCode } = error;
    process.send({ id: asked.id, passed, error: { message, errcode, sqliteCode, sqliteExtendedCode } });
  }
});
process.on('disconnect', () => process.exit());
process.send({ id: 0 });`;

interface Answer {
  readonly id: number;
  readonly names?: readonly string[];
  readonly rows?: readonly (readonly unknown[])[];
  readonly error?: object;
  readonly passed?: boolean;
}
interface Waiting {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}
interface Program {
  readonly child: ChildProcess;
  readonly waiting: Map<number, Waiting>;
  /** Its first message came; rejects when the process ends before. */
  readonly ready: Promise<void>;
}

/** The engine that `sqliteHandles` uses too, as the program can load it. */
function enginePath(): string {
  try {
    return createRequire(import.meta.url).resolve('@photostructure/sqlite');
  } catch {
    return 'node:sqlite';
  }
}

function startProgram(file: string, onEnd: (program: Program) => void): Program {
  const args = ['--no-warnings', '-e', PROGRAM, '--', file, enginePath()];
  // No variable of the server, such as its keys, is handed on.
  const child = spawn(process.execPath, args, {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  child.unref();
  child.channel?.unref();
  const ready = new Promise<void>((done, fail) => {
    child.once('message', () => done());
    child.once('exit', () => fail(new Error('the reading process ended')));
    child.once('error', fail);
  });
  ready.catch(() => undefined);
  const program: Program = { child, waiting: new Map(), ready };
  child.on('message', (answer: Answer) => settle(program, answer));
  const end = (error: Error) => {
    onEnd(program);
    rejectAll(program, error);
  };
  child.on('error', end);
  child.on('exit', () => end(new Error('the reading process ended')));
  return program;
}

function settle({ waiting }: Program, { id, names = [], rows = [], error, passed }: Answer): void {
  const asked = waiting.get(id);
  if (!asked) return;
  waiting.delete(id);
  clearTimeout(asked.timer);
  if (error) asked.reject(passed === true ? new ReadTimeout() : namedError(error));
  else asked.resolve(rows.map((values) => shaped(names, values)));
}

function rejectAll({ waiting }: Program, error: Error): void {
  for (const { reject, timer } of waiting.values()) {
    clearTimeout(timer);
    reject(error);
  }
  waiting.clear();
}

export interface SqliteReader {
  /** Several reads of one snapshot; a read that is not done after so many milliseconds throws `ReadTimeout`. */
  readonly snapshot: <T>(ms: number, work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

/** Starts the process with the first read. */
export function createSqliteReader(file: string): SqliteReader {
  let program: Program | undefined;
  let ids = 0;
  const drop = (ended: Program) => {
    if (program === ended) program = undefined;
  };
  const replace = (stuck: Program) => {
    drop(stuck);
    rejectAll(stuck, new ReadTimeout());
    stuck.child.kill('SIGKILL');
  };
  const ask = (used: Program, request: object, until: number) =>
    new Promise<readonly unknown[]>((resolve, reject) => {
      ids += 1;
      const timer = setTimeout(() => replace(used), Math.max(0, until - Date.now()) + GRACE_MS);
      used.waiting.set(ids, { resolve, reject, timer });
      used.child.send({ ...request, id: ids, until }, (error) => {
        if (error) rejectAll(used, error);
      });
    });
  return {
    snapshot: async (ms, work) => {
      const used = (program ??= startProgram(file, drop));
      await used.ready;
      const until = Date.now() + ms;
      ids += 1;
      const snapshot = ids;
      const rows = async <T>(sql: string, params: readonly SqlValue[] = []) =>
        // the caller names the shape of what its SQL selects
        (await ask(used, { snapshot, sql, params }, until)) as T[];
      const refuse = () => Promise.reject(new Error('this snapshot only reads'));
      try {
        return await work({ rows, run: refuse, runMany: refuse });
      } finally {
        if (used.child.connected) used.child.send({ snapshot }, () => undefined);
      }
    },
    close: async () => {
      const ended = program;
      program = undefined;
      if (!ended || ended.child.exitCode !== null) return;
      const exit = new Promise((done) => ended.child.once('exit', done));
      ended.child.kill('SIGKILL');
      await exit;
    },
  };
}
