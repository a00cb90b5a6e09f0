/** What the parts of the server are handed: the Kit of a running system, and the Ctx of one act. Types only. */
import type { Sequelize, Transaction } from 'sequelize';
import type { Actor } from '../common/entity/access';
import type { Registry } from '../common/entity/registry';
import type { Env } from '../config/env';

export type SqlValue = string | number | null | Buffer;

/** One open transaction. SQL uses `?` placeholders and back-ticked names, which both databases understand. */
export interface Tx {
  readonly rows: <T>(sql: string, params?: readonly SqlValue[]) => Promise<T[]>;
  readonly run: (
    sql: string,
    params?: readonly SqlValue[],
  ) => Promise<{ readonly changes: number; readonly insertId: number }>;
  /** For Sequelize's models; absent in read snapshots. */
  readonly transaction?: Transaction;
}

export interface Db {
  readonly dialect: 'sqlite' | 'mariadb';
  readonly sequelize: Sequelize;
  /** One write transaction (SQLite: IMMEDIATE, MariaDB: READ COMMITTED), tried again on deadlock or busy. `work` may run more than once. */
  readonly transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Several reads of one consistent snapshot. */
  readonly snapshot: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
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

export type Lang = 'en' | 'zh-cn';

/** What the house decided about itself, as the operator left it. */
export interface Settings {
  /** When signing in asks for a captcha. */
  readonly captcha: 'always' | 'adaptive' | 'never';
  /** The shortest password of each realm. */
  readonly passwordMin: { readonly admin: number; readonly member: number };
}

export interface Kit {
  readonly env: Env;
  readonly log: Log;
  readonly clock: Clock;
  readonly db: Db;
  readonly registry: Registry;
  readonly settings: Settings;
  readonly live: {
    /** Something was committed: look at the change log now. */
    readonly nudge: () => void;
    /** Sessions of these principals ended: look again who may still listen. */
    readonly rightsChanged?: (principals: readonly string[]) => void;
  };
}

/** One act of one actor: a request, a socket event, a job. */
export interface Ctx {
  readonly kit: Kit;
  readonly actor: Actor;
  readonly lang: Lang;
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Path and query of the request, tokens redacted. */
  readonly url: string;
  /** The session that acts; absent for guests, jobs and the system. */
  readonly sessionId?: string;
  /** The actor proved its present password with this act: only then may it give itself a new one. */
  readonly knowsPassword?: true;
  readonly channel: 'ui' | 'api' | 'import' | 'undo' | 'job' | 'system';
  /** Client mutation id; the same id with the same body is answered from the mutation log. */
  readonly mid?: string;
  /** Whether the caller was told that it took too long: from then on nothing of the act may be committed. */
  readonly deadline?: { readonly passed: boolean };
}
