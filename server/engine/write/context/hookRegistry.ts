/** The registry of entity hooks, and the shape of audit entries. */
import type { StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { RequestContext } from '../../../context';
import type { ChangeOp } from '../../../live/log/changeLog';
import type { EntityHookSet } from './entityHooks';
import type { ExternalHooks } from './externalHooks';
import type { HookContext } from './hookContext';

/** One entry of the audit log, without the actor and the time, which the context contains. */
export interface AuditEntry {
  readonly entity: AnyEntity;
  readonly verb: string;
  readonly ids: readonly number[];
  /** The values written; masked before they are stored. */
  readonly data: StoredRow;
  /** The values before, where a row was changed; masked likewise. */
  readonly before?: StoredRow;
}
/** Stores audit entries. The product passes it in, because the engine knows no entity by name. */
export interface AuditLogDefinition {
  /** The entity of the audit log's rows. */
  readonly entity: string;
  /** Returns the row of one audit entry; undefined: the entry is not stored. */
  readonly buildRow: (ctx: RequestContext, entry: AuditEntry & { readonly cid: string }) => StoredRow | undefined;
}
/** One row that a verb created, changed, removed (`delete_time`) or restored. */
export interface AppliedChange {
  readonly entity: AnyEntity;
  readonly after: StoredRow;
  readonly before: StoredRow | undefined;
}
/** Gets all changes that the verbs of a unit of work applied, once, inside the transaction; its own writes are not passed to it. */
export type ChangeObserver = (hook: HookContext, applied: readonly AppliedChange[]) => Promise<void>;
/** One stored change of a row that existed before; `after` is undefined when the row was destroyed. */
export interface StoredChange {
  readonly entity: AnyEntity;
  readonly op: ChangeOp;
  readonly before: StoredRow;
  readonly after: StoredRow | undefined;
}
/** Gets all stored changes once, including those that hooks wrote as the system; rows of log entities and of personal entities are left out. */
export type StoredChangeObserver = (hook: HookContext, stored: readonly StoredChange[]) => Promise<void>;
/** The entity hooks and observers of the product. */
export interface EntityHookRegistry {
  readonly all: readonly EntityHookSet[];
  readonly auditLog?: AuditLogDefinition;
  readonly observers?: readonly ChangeObserver[];
  readonly storedObservers?: readonly StoredChangeObserver[];
  readonly external?: ExternalHooks;
}
