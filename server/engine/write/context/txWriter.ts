/** The verbs of the write path inside one transaction, with their options and results. Types only. */
import type { AnyEntity } from '../../../../common/entity/entity';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { Cursor, UpdateBody, RemoteFieldChange } from '../../../../common/protocol/liveEvents';
import type { RemovedContent } from '../../../../common/text/richText/foreignImages';

/** Values of a row as a caller sends them, unvalidated. */
export type InputValues = Readonly<Record<string, unknown>>;

/** The fields of every response to a committed unit of work. */
export interface Committed {
  /** Cursor of its last change; the head of the change log when nothing changed. */
  readonly seq: Cursor;
  /** Id of the change-set. */
  readonly cid: string;
  /** The response is the stored one of an earlier request with the same idempotency key. */
  readonly replayed?: true;
}
export interface WrittenRow {
  readonly id: number;
  readonly revision: number;
  /** The row, projected to the columns the actor may read. */
  readonly row: WireRow;
  /** Keys that were sent but may not be written. */
  readonly ignored: readonly string[];
  /** Rich-text fields that lost markup when they were cleaned; absent when none did. */
  readonly cleaned?: readonly string[];
  /** What was removed from them. */
  readonly removed?: readonly RemovedContent[];
  /** Names of the fields that others had changed meanwhile and that were kept. */
  readonly merged: readonly string[];
  /** The same fields with their value before, their value now, and the actor who changed them. */
  readonly changes: readonly RemoteFieldChange[];
  /** Set by an action that normally asks for an approval, when the change needed none and was made at once. */
  readonly saved?: true;
}
export interface WrittenRows {
  readonly rows: readonly WrittenRow[];
}
export interface SkippedWrite {
  readonly id: number;
  /** Its revision now: another actor changed it after the caller read it. For a row with `gone`: the revision the caller read. */
  readonly revision: number;
  /** The row no longer exists for the caller: in the recycle bin, destroyed or out of scope, without telling which. */
  readonly gone?: true;
}
export interface BulkResult {
  readonly ids: readonly number[];
  readonly skipped: readonly SkippedWrite[];
}
export interface BulkOptions {
  /** Revisions the caller read, by id. Of several rows, those with a newer revision or no longer visible are skipped and listed. */
  readonly revisions?: Readonly<Record<number, number>>;
}

export interface ReorderOptions {
  /** Revision of the moved row that the caller read. */
  readonly revision?: number;
  /** For a tree: first moves the row under this parent, `null` for the root. With the row itself as target, only the parent changes. */
  readonly parent?: number | null;
}

export interface RestoreOptions {
  /** For a tree: another parent for some of the rows, `null` for the root. */
  readonly parents?: ReadonlyMap<number, number | null>;
}

/** The verbs inside one transaction. `Writer` documents the errors of each. */
export interface TxWriter {
  readonly create: (entity: AnyEntity, input: InputValues) => Promise<WrittenRow>;
  readonly createMany: (entity: AnyEntity, inputs: readonly InputValues[]) => Promise<WrittenRows>;
  readonly update: (entity: AnyEntity, body: UpdateBody) => Promise<WrittenRow>;
  readonly remove: (entity: AnyEntity, ids: readonly number[], options?: BulkOptions) => Promise<BulkResult>;
  readonly restore: (entity: AnyEntity, ids: readonly number[], options?: RestoreOptions) => Promise<BulkResult>;
  readonly purge: (entity: AnyEntity, ids: readonly number[]) => Promise<BulkResult>;
  readonly reorder: (entity: AnyEntity, id: number, targetId: number, options?: ReorderOptions) => Promise<BulkResult>;
  readonly runAction: (entity: AnyEntity, id: number, action: string, input: InputValues) => Promise<WrittenRow>;
}
