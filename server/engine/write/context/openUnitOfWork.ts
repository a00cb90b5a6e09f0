/** Opens units of work: one transaction and one change-set each. */
import { randomUUID } from 'node:crypto';
import type { RequestContext, Tx } from '../../../context';
import type { ChangeToLog, HistoryEntryToLog } from '../../../live/log/changeLog';
import type { Models } from '../../schema/model';
import type { RowStore } from '../rows/rowStore';
import type { ExternalSession } from './externalHooks';
import type { AppliedChange, AuditEntry, EntityHookRegistry, StoredChange } from './hookRegistry';
import type { TxWriter } from './txWriter';

/** The functions behind the verbs: each takes the unit of work first. */
export type Verbs = {
  readonly [Verb in keyof TxWriter]: (
    unit: UnitOfWork,
    ...args: Parameters<TxWriter[Verb]>
  ) => ReturnType<TxWriter[Verb]>;
};

/** The state that all units of work of a process share. */
export interface WriteEngine {
  readonly models: Models;
  readonly hooks: EntityHookRegistry;
  readonly verbs: Verbs;
}

/** The state of one transaction that the stages of the write path share. */
export interface UnitOfWork {
  readonly ctx: RequestContext;
  readonly tx: Tx;
  readonly rowStore: RowStore;
  readonly hooks: EntityHookRegistry;
  readonly verbs: Verbs;
  /** Questions to hooks in other processes; absent when there are none. */
  readonly external?: ExternalSession | undefined;
  /** Id of the change-set. */
  readonly cid: string;
  /** Unix milliseconds: one time for the whole unit of work. */
  readonly at: number;
  readonly changes: ChangeToLog[];
  readonly history: HistoryEntryToLog[];
  readonly auditEntries: AuditEntry[];
  readonly appliedChanges: AppliedChange[];
  readonly storedChanges: StoredChange[];
  readonly afterCommit: (() => Promise<void> | void)[];
}

/** Opens the unit of work of a transaction, with nothing written yet. */
export function openUnitOfWork(
  { hooks, verbs }: WriteEngine,
  ctx: RequestContext,
  tx: Tx,
  rowStore: RowStore,
  external?: ExternalSession,
): UnitOfWork {
  const lists = { changes: [], history: [], auditEntries: [], appliedChanges: [], storedChanges: [], afterCommit: [] };
  return {
    ctx,
    tx,
    rowStore,
    hooks,
    verbs,
    external,
    cid: ctx.changeSetId ?? randomUUID(),
    at: ctx.services.clock.now(),
    ...lists,
  };
}
