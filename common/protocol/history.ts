/** Record history and undo of change-sets, as the console receives them. */
import type { Json } from '../entity/field';
import type { ActorRef, ListResponse } from './liveEvents';

/** One field of one save, in the forms of the wire. */
export interface HistoryField {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
  /** Too long for a list of entries: both values are null here; clients fetch them with the single entry. */
  readonly long?: true;
}
/** c created, u changed, d deleted, r restored, x purged. */
export type HistoryOp = 'c' | 'u' | 'd' | 'r' | 'x';
export type HistoryChannel = 'ui' | 'api' | 'import' | 'undo' | 'job' | 'system';

/** A history entry: one save of one record, limited to what the reader may see. */
export interface HistoryEntry {
  readonly seq: string;
  /** The change-set it belongs to. */
  readonly cid: string;
  readonly revision: number;
  readonly op: HistoryOp;
  readonly by: ActorRef;
  readonly channel: HistoryChannel;
  /** Only for readers who may see addresses. */
  readonly ip?: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly fields: readonly HistoryField[];
  /** Number of changed fields that the reader may not see. */
  readonly hidden: number;
  /** The same change-set changed other records as well. */
  readonly several?: true;
  /** The reader can undo what the change-set did to this record. Ledger entries, purges and own work of the server cannot be undone. */
  readonly undoable?: true;
  /** Its change-set was undone. */
  readonly undone?: { readonly by: ActorRef; readonly at: number };
}
export interface HistoryResponse {
  readonly list: readonly HistoryEntry[];
  /** Older entries exist. */
  readonly more: boolean;
  readonly refs: ListResponse['refs'];
}

/** One row of a change-set. */
export interface ChangeSetRow {
  /** Entity name. */
  readonly e: string;
  readonly id: number;
  /** Empty if the reader may not see the row, or if the row was purged. */
  readonly title: string;
  readonly line: HistoryEntry;
}
/** The response of `GET /admin/history/set`. */
export interface ChangeSetResponse {
  readonly rows: readonly ChangeSetRow[];
  /** Number of rows that the reader may not see or that exceed the page. */
  readonly hidden: number;
  readonly refs: ListResponse['refs'];
  /** Whether the reader can undo the change-set or a part of it. Ledger entries, purges and own work of the server cannot be undone. */
  readonly undoable: boolean;
  readonly undone?: NonNullable<HistoryEntry['undone']>;
}

/** Why a row stays as it is when its change-set is undone. */
export type SkipReason = 'changed' | 'deleted' | 'purged' | 'forbidden' | 'refused';
export interface SkippedRow {
  /** Entity name. */
  readonly e: string;
  readonly id: number;
  readonly title: string;
  readonly why: SkipReason;
  /** The person who changed it since. */
  readonly by: ActorRef | null;
  /** The message of the refusal. */
  readonly msg: string;
}
/** The response of `POST /admin/history/undo`. */
export interface UndoResult {
  /** Number of rows that were restored. */
  readonly undone: number;
  /** The rows that were skipped, with the reason. */
  readonly left: readonly SkippedRow[];
  /** Rows of the change-set that the caller may not see; they are skipped. */
  readonly hidden: number;
}
