/** The services of a running server and the context of one request. Types only. */
import type { Sequelize, Transaction } from 'sequelize';
import type { Actor } from '../common/entity/access';
import type { AnyEntity } from '../common/entity/entity';
import type { Condition } from '../common/entity/filter';
import type { StoredRow } from '../common/entity/columns';
import type { Registry } from '../common/entity/registry';
import type { Lang } from '../common/lang';
import type { Env } from '../config/env';
import type { Settings } from './platform/settings';

export type SqlValue = string | number | null | Buffer;

/** One open transaction. SQL uses `?` placeholders and back-ticked names, which both databases understand. */
export interface Tx {
  readonly rows: <T>(sql: string, params?: readonly SqlValue[]) => Promise<T[]>;
  readonly run: (
    sql: string,
    params?: readonly SqlValue[],
  ) => Promise<{ readonly changes: number; readonly insertId: number }>;
  /** Runs one statement per list of values, in one round trip where the database can; returns the number of matched rows of all. */
  readonly runMany: (sql: string, lists: readonly (readonly SqlValue[])[]) => Promise<number>;
  /** Present in a group commit: other units of work share this transaction. */
  readonly batch?: BatchScope;
  /** Runs several statements and the commit in one round trip; absent where a commit needs no round trip. */
  readonly commitWith?: <T>(statements: string, params: readonly SqlValue[]) => Promise<T[]>;
  /** For Sequelize models; absent in read snapshots. */
  readonly transaction?: Transaction;
}

/**
 * Runs the requests of several participants as one statement (DataLoader): returns one result per request, in the same order. `tx` is the
 * shared transaction.
 */
export type LoadBatch<W, R> = (requests: readonly W[], tx: Tx) => Promise<readonly R[]>;

/**
 * One participant of a group commit, that is, a unit of work that shares its transaction with others. `load` batches equal statements of all
 * participants, `claimLock` and `markWritten` keep the participants independent of each other.
 */
export interface BatchScope {
  /** Waits until every participant waits, then runs `load` once with all requests of the same key, in the order in which they came. */
  readonly load: <W, R>(key: string, request: W, load: LoadBatch<W, R>) => Promise<R>;
  /** Takes a lock until the end of the transaction. Throws `NotBatchableError` when another participant has it. */
  readonly claimLock: (name: string) => void;
  /** Reports that the participant wrote: from now on its failure rolls back the whole transaction. */
  readonly markWritten: () => void;
}

/** The queue of a read with a deadline: reads of rows do not wait behind long reads of lists. */
export type ReadQueue = 'list' | 'row';

export interface Db {
  readonly dialect: 'sqlite' | 'mariadb';
  readonly sequelize: Sequelize;
  /** One write transaction (SQLite: IMMEDIATE, MariaDB: READ COMMITTED), retried on deadlock or busy: `work` may run more than once. */
  readonly transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Several reads of one consistent snapshot. */
  readonly snapshot: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * A snapshot with a deadline in milliseconds, for reads whose cost the caller controls. SQLite reads in a separate process; MariaDB ends
   * the statement. A read beyond the deadline throws `ReadTimeoutError`.
   */
  readonly snapshotWithin: <T>(ms: number, work: (tx: Tx) => Promise<T>, queue?: ReadQueue) => Promise<T>;
  /** One read outside any transaction. */
  readonly rows: <T>(sql: string, params?: readonly SqlValue[]) => Promise<T[]>;
  readonly close: () => Promise<void>;
}

export interface Clock {
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface Log {
  readonly debug: (fields: object, message: string) => void;
  readonly info: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
}

/** A committed change as caches see it; `live/log/changeLog.ts` documents the values. */
export interface CommittedChange {
  readonly entityName: string;
  readonly rowId: number;
  readonly op: string;
  readonly image: StoredRow | null;
  readonly previousValues: StoredRow | null;
  readonly actor: string;
}

export interface Services {
  readonly env: Env;
  readonly log: Log;
  readonly clock: Clock;
  readonly db: Db;
  readonly registry: Registry;
  readonly settings: Settings;
  /** The conditions that find a text in encrypted columns by their blind index; undefined where the text is searched as it is. Without `field`: a quick search. */
  readonly searchBy?: (entity: AnyEntity, text: string, field?: string) => readonly Condition[] | undefined;
  readonly live: {
    /** Wakes the tailer of the change log after a commit. */
    readonly wakeTailer: () => void;
    /** Drops cached values that these changes, committed on this node, made stale. */
    readonly committed?: (changes: readonly CommittedChange[]) => void;
    /** Reloads the settings, so that they apply before the response is sent. */
    readonly settingsChanged?: () => Promise<void>;
    /** Wakes the reconciler. */
    readonly reconciliationQueued?: () => void;
    /** Wakes the outbox. */
    readonly messageQueued?: () => void;
    /** Logs the end of the principal’s sessions as the last step of the transaction, so that every node rechecks its connections. */
    readonly sessionsEnded?: (tx: Tx, principal: string) => Promise<void>;
  };
}

/** One request, socket event or job of one actor. */
export interface RequestContext {
  readonly services: Services;
  readonly actor: Actor;
  /** The admin whose job the system runs: history and audit log name this admin. */
  readonly author?: Actor;
  readonly lang: Lang;
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Path and query of the request, tokens redacted. */
  readonly url: string;
  /** The Host header, only to recognize addresses of this site in what the caller sent; never for links that others get. */
  readonly host?: string;
  /** Absent for guests, jobs and the system. */
  readonly sessionId?: string;
  /** The request contained the actor’s current password, which a change of its own password requires. */
  readonly knowsPassword?: true;
  /** How the request came in, as the history of a record stores it. */
  readonly channel: 'ui' | 'api' | 'import' | 'undo' | 'job' | 'system';
  /** Amounts that the caller confirmed, by the row they belong to. */
  readonly confirmed?: Readonly<Record<string, string>>;
  /** The row is one of several that one request creates. */
  readonly isBatch?: true;
  /** The change-set that the write belongs to, for one that spans several transactions; by default each transaction begins its own. */
  readonly changeSetId?: string;
  /** Idempotency key (`_mid` or the header `idempotency-key` of the request); the same key with the same body returns the stored result. */
  readonly idempotencyKey?: string;
  /** `hasPassed` once the caller received a timeout: after that the request may commit nothing. */
  readonly deadline?: { readonly hasPassed: boolean };
}
