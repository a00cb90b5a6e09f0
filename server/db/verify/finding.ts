/** What a check of the house finds. */
export interface Finding {
  readonly law:
    'log' | 'revision' | 'reference' | 'unique' | 'tree' | 'file' | 'journal' | 'counter' | 'ledger' | 'database';
  readonly where: string;
  readonly what: string;
  /** The same for screens, which say it in their reader's language. */
  readonly code?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  /** The member it is about. */
  readonly userId?: number;
}
/** What one law saw: how much it looked at, and what was wrong. */
export interface CheckResult {
  readonly count: number;
  readonly findings: readonly Finding[];
}
