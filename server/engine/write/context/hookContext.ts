/** The context of entity hooks. */
import type { StoredRow } from '../../../../common/entity/columns';
import type { Filter } from '../../../../common/entity/filter';
import type { Fault } from '../../../../common/protocol/faults';
import type { RequestContext, Tx } from '../../../context';
import type { TxWriter } from './txWriter';

/** The request context of one unit of work inside its transaction, as entity hooks get it. */
export interface HookContext extends RequestContext {
  readonly tx: Tx;
  /** Unix milliseconds: one time for the whole unit of work. */
  readonly at: number;
  /** Id of the change-set. */
  readonly cid: string;
  /** Rows that are not deleted, in stored form, as this transaction sees them. Error: `row.missing` for an unknown entity. */
  readonly find: (entity: string, where: Filter) => Promise<StoredRow[]>;
  /**
   * Runs `work` in a savepoint. When `work` throws a `Fault`, its writes are rolled back and the fault is returned; the transaction continues.
   * Every other error is thrown.
   */
  readonly savepoint: <T>(work: () => Promise<T>) => Promise<{ readonly value: T } | { readonly fault: Fault }>;
  /** Waits for the named lock and holds it until the commit: for rules over many rows. */
  readonly withLock: (name: string) => Promise<void>;
  /** Further writes of the same actor, transaction and change-set. */
  readonly writer: TxWriter;
  /** The same as the system actor, for rows that nobody writes by hand. These writes get no audit entry and reach no change observer. */
  readonly asSystem: TxWriter;
}
