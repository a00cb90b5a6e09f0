/** What the parts of the server are handed: the Kit of a running system, and the Ctx of one act. Types only. */
import type { Sequelize, Transaction } from 'sequelize';
import type { Actor } from '../common/entity/access';
import type { AnyEntity } from '../common/entity/entity';
import type { Condition } from '../common/entity/filter';
import type { StoredRow } from '../common/entity/columns';
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
  /** One statement for each list of values, in one round trip where the database can; how many rows they met in all. */
  readonly runMany: (sql: string, lists: readonly (readonly SqlValue[])[]) => Promise<number>;
  /** Present where other acts travel in the same transaction. */
  readonly batch?: BatchScope;
  /** Several statements and the commit in one round trip, for whoever says the last word; absent where a commit costs none. */
  readonly commitWith?: <T>(statements: string, params: readonly SqlValue[]) => Promise<T[]>;
  /** For Sequelize's models; absent in read snapshots. */
  readonly transaction?: Transaction;
}

/** One result for each wish, in their order; `tx` is the transaction of all who wish. */
export type LoadBatch<W, R> = (requests: readonly W[], tx: Tx) => Promise<readonly R[]>;

/** How acts that share a transaction keep out of each other's way. */
export interface BatchScope {
  /** Does a part of the work for everybody who asks for it now: `load` gets all wishes made under this name, in the order of their coming. */
  readonly load: <W, R>(key: string, request: W, load: LoadBatch<W, R>) => Promise<R>;
  /** What an act locks is its own until the end; refused when another one holds it. */
  readonly claimLock: (name: string) => void;
  /** From here on it cannot leave without undoing what all have done. */
  readonly markWritten: () => void;
}

/** Which line a bounded read waits in: lists may take long, and rows and account pages do not wait behind them. */
export type ReadQueue = 'list' | 'row';

export interface Db {
  readonly dialect: 'sqlite' | 'mariadb';
  readonly sequelize: Sequelize;
  /** One write transaction (SQLite: IMMEDIATE, MariaDB: READ COMMITTED), tried again on deadlock or busy. `work` may run more than once. */
  readonly transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Several reads of one consistent snapshot. */
  readonly snapshot: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * The same with a deadline in milliseconds, for reads whose cost a stranger chooses. SQLite reads in a process of its own; MariaDB ends the
   * statement. A read that passes the deadline throws `ReadTimeout`.
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

export type Lang = 'en' | 'zh-cn';

/** The gateway text messages leave by; no URL: they are kept in the outbox. */
export interface SmsSettings {
  readonly url: string;
  /** A secret is asked for, so that nothing prints it by accident. */
  readonly key: () => string;
  /** The name messages are signed with. */
  readonly sign: string;
  /** What a number must begin with, each with its plus sign: other countries, and premium numbers of theirs, cost too much. */
  readonly countries: readonly string[];
  readonly timeoutMs: number;
}

/** Where mails go out; no host: nowhere, they are kept. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** A secret is asked for, so that nothing prints it by accident. */
  readonly password: () => string;
  readonly security: 'SSL' | 'TLS' | 'none';
  readonly sender: string;
  /** Who hears what the house itself has to say. */
  readonly recipient: string;
  /** Milliseconds the mail server may take to answer. */
  readonly timeoutMs: number;
}
/** An object store files are sent to directly: how it is reached, and with which keys. */
export interface ObjectStoreSettings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly keyId: string;
  /** A secret is asked for, so that nothing prints it by accident. */
  readonly secret: () => string;
  /** The bucket is a folder of the endpoint, not a host of its own. */
  readonly pathStyle: boolean;
  /** Where everybody may fetch objects; empty: each is fetched with a signed address. */
  readonly publicUrl: string;
  /** Headers the store wants with every object. */
  readonly params: Readonly<Record<string, string>>;
  /** Milliseconds the store may say nothing. */
  readonly timeoutMs: number;
}
export interface UploadSettings {
  /** Where new files go: the house's own disk, or the store. */
  readonly mode: 'local' | 's3';
  /** Absent until it is set up completely. */
  readonly store?: ObjectStoreSettings;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** `*`, endings with or without a dot, `type/*` or full MIME types. */
  readonly allowed: readonly string[];
  readonly saveName: string;
  /** Of one person. */
  readonly quotaBytes: number;
}

/** What the house decided about itself: each value is read where it is needed, so that a change acts at once. */
export interface Settings {
  readonly siteName: string;
  readonly recordNumber: string;
  readonly cdnUrl: string;
  /** The origin that clients send their API calls to; empty: the page's own. */
  readonly apiUrl: string;
  /** Addresses of stylesheets that pages load besides their own. */
  readonly stylesheets: readonly string[];
  readonly defaultLocale: Lang;
  /** The language of a text that the chosen language lacks. */
  readonly fallbackLocale: Lang;
  /** Days for which every version of every record is kept. */
  readonly historyDays: number;
  /** Whether somebody new may register. */
  readonly registration: boolean;
  readonly upload: UploadSettings;
  readonly mail: MailSettings;
  /** When signing in asks for a captcha. */
  readonly captcha: 'always' | 'adaptive' | 'never';
  /** The shortest password of each realm. */
  readonly passwordMin: { readonly admin: number; readonly member: number };
  /** The time zone of the site, by its IANA name: where its days begin. */
  readonly timeZone: string;
  /** The currency of all balances, by its ISO 4217 code; it has two decimals. */
  readonly currency: string;
  /** Whether the member centre is open (specification, point 6). */
  readonly memberCentre: boolean;
  /** How codes can be sent: what a form offers. */
  readonly verification: readonly ('email' | 'mobile')[];
  /** Points of the first, second … day of checking in without a break; the last counts for every further day. Empty: none. */
  readonly checkInPoints: readonly number[];
  readonly sms: SmsSettings;
  readonly ledger: {
    /** Bookings of at least so much (cents, points) ask staff for their password again; infinity: none does. */
    readonly stepUp: { readonly money: number; readonly score: number };
    /** Bookings of at least so much wait for another admin. */
    readonly secondPerson: { readonly money: number; readonly score: number };
    /** The most one admin books alone in one day of the site, all amounts without their signs; infinity: no limit. */
    readonly clerkDay: { readonly money: number; readonly score: number };
  };
}

/** A committed change as caches see it; `live/log` says what the values mean. */
export interface CommittedChange {
  readonly ent: string;
  readonly eid: number;
  readonly op: string;
  readonly img: StoredRow | null;
  readonly prev: StoredRow | null;
  readonly actor: string;
}

export interface Services {
  readonly env: Env;
  readonly log: Log;
  readonly clock: Clock;
  readonly db: Db;
  readonly registry: Registry;
  readonly settings: Settings;
  /** What a text is found by in an entity's rows, any of it; undefined: by itself. No field: a quick search. */
  readonly searchBy?: (entity: AnyEntity, text: string, field?: string) => readonly Condition[] | undefined;
  readonly live: {
    /** Something was committed: look at the change log now. */
    readonly nudge: () => void;
    /** These changes were committed on this node: values in memory that they made old are dropped. */
    readonly committed?: (changes: readonly CommittedChange[]) => void;
    /** Settings were changed by this act: they count before it is answered. */
    readonly settingsChanged?: () => Promise<void>;
    /** A reconciliation waits to be done. */
    readonly reconciliationQueued?: () => void;
    /** A message waits to be sent. */
    readonly messageQueued?: () => void;
    /** Sessions of this principal end with the transaction, of which this is the last step: every node looks again who may listen. */
    readonly sessionsEnded?: (tx: Tx, principal: string) => Promise<void>;
  };
}

/** One act of one actor: a request, a socket event, a job. */
export interface RequestContext {
  readonly services: Services;
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
  /** Amounts the caller read and confirmed, by the row they belong to. */
  readonly confirmed?: Readonly<Record<string, string>>;
  /** The row is one of several that one request creates. */
  readonly isBatch?: true;
  /** Client mutation id; the same id with the same body is answered from the mutation log. */
  readonly mid?: string;
  /** Whether the caller was told that it took too long: from then on nothing of the act may be committed. */
  readonly deadline?: { readonly passed: boolean };
}
