/** The face of the write path: what may be asked of it and what it answers. Types only. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { Filter } from '../../../common/entity/filter';
import type { StoredRow } from '../../../common/entity/columns';
import type { WireRow } from '../../../common/entity/projectRow';
import type { Fault } from '../../../common/protocol/faults';
import type { Cursor, UpdateBody, FieldChange } from '../../../common/protocol/liveEvents';
import type { RequestContext, Tx } from '../../context';

export type Draft = Readonly<Record<string, unknown>>;

/** What every finished act knows once it is sealed in the log. */
export interface Committed {
  /** Number of its last change, or the log's head when nothing changed. */
  readonly seq: Cursor;
  readonly cid: string;
  /** The answer was kept from an earlier request with the same mutation id. */
  readonly replayed?: true;
}
export interface WrittenRow {
  readonly id: number;
  readonly revision: number;
  /** The row as the actor may see it. */
  readonly row: WireRow;
  /** Keys that were sent but may not be written. */
  readonly ignored: readonly string[];
  /** Formatted texts something was taken out of; absent when nothing was. */
  readonly cleaned?: readonly string[];
  /** Fields others had changed meanwhile and that were kept. */
  readonly merged: readonly string[];
  /** The same in full: what stood there, what stands there now, and by whom. */
  readonly changes: readonly FieldChange[];
  /** Of an action that asks for an approval: the change needed none and was made at once. */
  readonly saved?: true;
}
export interface WrittenRows {
  readonly rows: readonly WrittenRow[];
}
export interface SkippedRow {
  readonly id: number;
  /** Its revision now: somebody changed it after the caller looked. Of one that is gone, the revision the caller saw. */
  readonly revision: number;
  /** It is no longer there for the caller: deleted, destroyed or out of reach, which are told alike. */
  readonly gone?: true;
}
export interface BulkResult {
  readonly ids: readonly number[];
  readonly skipped: readonly SkippedRow[];
}
export interface BulkOptions {
  /** Revisions the caller saw, by id: of several rows those that moved on, or went, are skipped and listed. */
  readonly revisions?: Readonly<Record<number, number>>;
}

export interface ReorderOptions {
  /** Of the moved row, as the caller saw it. */
  readonly revision?: number;
  /** Of a tree: hangs the row under this parent first, null for none; with itself as target that is all. */
  readonly parent?: number | null;
}

/** The verbs inside one transaction. */
export interface TxWriter {
  readonly create: (entity: AnyEntity, draft: Draft) => Promise<WrittenRow>;
  readonly createMany: (entity: AnyEntity, drafts: readonly Draft[]) => Promise<WrittenRows>;
  readonly update: (entity: AnyEntity, body: UpdateBody) => Promise<WrittenRow>;
  readonly remove: (entity: AnyEntity, ids: readonly number[], options?: BulkOptions) => Promise<BulkResult>;
  readonly restore: (entity: AnyEntity, ids: readonly number[]) => Promise<BulkResult>;
  readonly purge: (entity: AnyEntity, ids: readonly number[]) => Promise<BulkResult>;
  readonly reorder: (entity: AnyEntity, id: number, targetId: number, options?: ReorderOptions) => Promise<BulkResult>;
  readonly runAction: (entity: AnyEntity, id: number, action: string, input: Draft) => Promise<WrittenRow>;
}

/** One act inside its transaction, as behaviours see it. */
export interface HookContext extends RequestContext {
  readonly tx: Tx;
  /** Unix milliseconds: the one instant of the whole act. */
  readonly at: number;
  /** The change-set. */
  readonly cid: string;
  /** Living rows in stored form, as this transaction sees them. */
  readonly find: (entity: string, where: Filter) => Promise<StoredRow[]>;
  /** Tries a part of the act: what it wrote is taken back when it is refused, and the act goes on. */
  readonly savepoint: <T>(work: () => Promise<T>) => Promise<{ readonly value: T } | { readonly fault: Fault }>;
  /** Waits until no other act is within this gate, and keeps it until the commit: for laws over many rows at once. */
  readonly withLock: (name: string) => Promise<void>;
  /** Further writes of the same transaction and change-set. */
  readonly writer: TxWriter;
  /** The same as the house itself: rows nobody writes by hand. Neither journalled nor observed. */
  readonly asSystem: TxWriter;
}

type Committing<F> = F extends (...args: infer A) => Promise<infer R>
  ? (ctx: RequestContext, ...args: A) => Promise<R & Committed>
  : never;
/** The same verbs, each as one transaction and change-set of its own. */
export type Writer = { readonly [K in keyof TxWriter]: Committing<TxWriter[K]> } & {
  /** Several writes as one transaction and change-set; may run more than once when the database was busy. */
  readonly inTransaction: <T>(
    ctx: RequestContext,
    work: (writer: TxWriter, hook: HookContext) => Promise<T>,
  ) => Promise<T>;
  /** The same, answered like a single verb and told to the journal as one deed; `cid` is the change-set's own. */
  readonly changeSet: <T extends object>(
    ctx: RequestContext,
    /** `input`: what a repeated mutation id must repeat, besides these two. */
    auditEntry: { readonly verb: string; readonly about: string; readonly input?: unknown },
    work: (writer: TxWriter, hook: HookContext, cid: string) => Promise<T>,
  ) => Promise<T & Committed>;
};
