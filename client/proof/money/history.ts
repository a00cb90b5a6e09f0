/** What clients asked of the ledgers and what they were answered: the history that is held against the books. */
import type { LedgerKind } from '../../../server/proof/ledgerReader';

export type Verb = 'adjust' | 'reverse' | 'sign_in';

/** An answer that said “booked”. */
export interface Booked {
  /** The entry, where the answer names it. */
  readonly id?: number;
  readonly n?: number;
  readonly after?: number;
}
/** One wish under one key, however often it was sent. */
export interface Op {
  readonly key: string;
  readonly verb: Verb;
  readonly kind: LedgerKind;
  readonly member: number;
  /** In cents or points; 0 where the house decides. */
  readonly amount: number;
  /** The entry that is taken back. */
  readonly of?: number;
  readonly booked: Booked[];
  refused: number;
  /** Answers that never came: the server may have booked, or not. */
  unknown: number;
}
/** Entries of one account as somebody read them while all this happened, newest first. */
export interface Seen {
  readonly kind: LedgerKind;
  readonly member: number;
  /** The highest number of an entry that had been acknowledged when the reading began. */
  readonly least: number;
  readonly rows: readonly { readonly id: number; readonly n: number; readonly after: number }[];
}
export interface History {
  readonly ops: readonly Op[];
  readonly seen: readonly Seen[];
  /** What no client may ever be answered. */
  readonly odd: readonly string[];
  readonly sum: { readonly calls: number; readonly repeated: number; readonly unknown: number };
}

/** Each wish has words of its own, by which its entries are found even if the house forgot its key. */
export const memoOf = ({ verb, key }: Pick<Op, 'verb' | 'key'>): string => `${verb} ${key}`;
export const accountOf = (kind: LedgerKind, member: number): string => `${kind}:${member}`;
