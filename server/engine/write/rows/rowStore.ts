/** The row store interface: every statement with which the write path reads and stores rows. */
import type { StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Fault } from '../../../../common/protocol/faults';
import type { SqlValue } from '../../../context';
import type { SqlFragment } from '../../read/filterToSql';

/** The columns of one row as the database takes them. */
export type ColumnValues = Readonly<Record<string, SqlValue>>;

/** An idempotency key, and the request that claims it. */
export interface KeyClaim {
  /** As `formatStoredKey` makes it. */
  readonly key: string;
  readonly actor: string;
  /** Fingerprint of verb, entity and body. */
  readonly hash: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** A SELECT by the values of one column, whose rows stay locked until the transaction ends. */
export interface LockingSelect {
  readonly entity: AnyEntity;
  readonly columns: string;
  /** The column that the keys are values of. */
  readonly keyColumn: string;
  readonly keys: readonly SqlValue[];
  readonly where: SqlFragment;
  /** `shared`: others may read-lock the row too; `exclusive`: nobody else may lock it. SQLite has one writer and needs neither. */
  readonly lock: 'shared' | 'exclusive';
}

/**
 * The statements of the write path about rows. `createDirectRowStore` runs each at once; `createBatchedRowStore` joins those of several
 * units of work that share a transaction (group commit).
 */
export interface RowStore {
  /** Inserts an idempotency key. False: it exists already, and the transaction that claimed it first has committed. */
  readonly claimKey: (claim: KeyClaim) => Promise<boolean>;
  /** Locks rows in ascending order of their ids and returns those that exist, by id. */
  readonly lockRows: (entity: AnyEntity, ids: readonly number[]) => Promise<Map<number, StoredRow>>;
  /** Rows that meet a condition, without a lock. */
  readonly findRows: (entity: AnyEntity, where: SqlFragment) => Promise<StoredRow[]>;
  /** Rows by key, locked. May return rows of other keys as well: those that others in the same transaction asked for. */
  readonly selectLocked: <T>(select: LockingSelect) => Promise<readonly T[]>;
  /** Inserts a row and returns its id. */
  readonly insert: (entity: AnyEntity, columns: ColumnValues) => Promise<number>;
  /** Updates columns of a locked row. Throws when the row does not exist. */
  readonly update: (entity: AnyEntity, id: number, columns: ColumnValues) => Promise<void>;
  /** Deletes a locked row. */
  readonly remove: (entity: AnyEntity, id: number) => Promise<void>;
  /** Runs `work` in a savepoint: returns its value, or the fault it threw after a rollback to the savepoint. Other errors are thrown. */
  readonly savepoint: <T>(work: () => Promise<T>) => Promise<{ readonly value: T } | { readonly fault: Fault }>;
  /** Waits for a named lock and holds it until the transaction ends. */
  readonly acquireLock: (name: string) => Promise<void>;
}
