/** The history of a run: every operation that clients sent to the ledgers, with the responses. `checkHistory` compares it with the ledgers. */
import type { LedgerKind } from '../../../common/ledgerKind';

export type Verb = 'adjust' | 'reverse' | 'sign_in';

/** A response with the code of success. */
export interface Acknowledgement {
  /** Id of the entry, where the response has it. */
  readonly id?: number;
  readonly n?: number;
  readonly after?: number;
}
/** One operation under one idempotency key, however often it was sent. */
export interface Operation {
  readonly key: string;
  readonly verb: Verb;
  readonly kind: LedgerKind;
  readonly member: number;
  /** In cents or points; 0 where the server decides the amount. */
  readonly amount: number;
  /** The entry that a reversal reverses. */
  readonly reversedId?: number;
  readonly booked: Acknowledgement[];
  refused: number;
  /** Number of lost responses: the server may have booked or not. */
  unknown: number;
}
/** Entries of one account as a client read them during the run, newest first. */
export interface Reading {
  readonly kind: LedgerKind;
  readonly member: number;
  /** Highest number of an entry that was acknowledged before the reading began. */
  readonly minEntries: number;
  readonly rows: readonly { readonly id: number; readonly n: number; readonly after: number }[];
}
export interface History {
  readonly operations: readonly Operation[];
  readonly readings: readonly Reading[];
  /** Responses that the protocol rules out. */
  readonly unexpected: readonly string[];
  readonly totals: { readonly calls: number; readonly repeated: number; readonly unknown: number };
}

/** The memo of an operation is unique, so that its entries are found without the idempotency key. */
export const createMemo = ({ verb, key }: Pick<Operation, 'verb' | 'key'>): string => `${verb} ${key}`;
export const createAccountId = (kind: LedgerKind, member: number): string => `${kind}:${member}`;
