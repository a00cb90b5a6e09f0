/** A bulk change of all records that match a list: what its progress tells the person who started it. */
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
  /** Whether it takes an earlier change back. */
  readonly isUndo: boolean;
  readonly total: number;
  readonly done: number;
  readonly changed: number;
  readonly skipped: number;
  readonly error: string;
  /** Whether the change can be taken back as a whole. */
  readonly canUndo: boolean;
}
