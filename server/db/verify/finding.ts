/** Names of the rules that `verify:all` checks, as its output contains them. */
type RuleName =
  /** The change log has no gap. */
  | 'log'
  /** The revision of a row matches its history. */
  | 'revision'
  /** A reference points to an existing row. */
  | 'reference'
  /** A unique value occurs once. */
  | 'unique'
  /** A tree has no cycle. */
  | 'tree'
  /** A stored file has the digest of its attachment. */
  | 'file'
  /** The audit log is complete and unchanged. */
  | 'journal'
  /** A counter equals the count of its rows. */
  | 'counter'
  /** An account equals its ledger entries, and their hash chain is intact. */
  | 'ledger'
  /** The integrity check of the database succeeds. */
  | 'database';

/** A broken rule that a check found. */
export interface Finding {
  /** Name of the broken rule. */
  readonly rule: RuleName;
  /** The table and row of the finding, for example `user_money_log 7`. */
  readonly where: string;
  /** The problem in English, for the command line. */
  readonly what: string;
  /** The problem as a translation key, for screens. */
  readonly code?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  /** The member that the finding concerns. */
  readonly userId?: number;
}
/** The result of one check: how many items it read, and its findings. */
export interface CheckResult {
  readonly count: number;
  readonly findings: readonly Finding[];
}
