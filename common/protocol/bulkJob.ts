/** A bulk change of all records that match a list: request, and progress for the person who started it. */
import type { Json } from '../entity/field';

/** Rows that one bulk change of a whole list changes. */
export const MAX_BULK_JOB_ROWS = 20_000;

export type BulkVerb = 'edit' | 'remove';
export interface BulkJobRequest {
  readonly ent: string;
  readonly verb: BulkVerb;
  /** The query parameters of the list, without page and limit. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly set?: Readonly<Record<string, Json>>;
  /** Fields to empty in every record. */
  readonly clear?: readonly string[];
}
export interface BulkJobState {
  readonly id: number;
  readonly status: 'waiting' | 'running' | 'success' | 'failed' | 'cancelled';
  /** Whether it undoes an earlier change. */
  readonly isUndo: boolean;
  readonly total: number;
  readonly done: number;
  /** Number of rows that were changed (or restored, in an undo). */
  readonly changed: number;
  /** Number of rows that were not changed; the log of the job names them. */
  readonly skipped: number;
  readonly error: string;
  /** Whether the change can be undone as a whole. */
  readonly canUndo: boolean;
}
