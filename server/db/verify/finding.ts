/** A finding of a check. */
export interface Finding {
  readonly law:
    'log' | 'revision' | 'reference' | 'unique' | 'tree' | 'file' | 'journal' | 'counter' | 'ledger' | 'database';
  readonly where: string;
  readonly what: string;
  /** The same as a translation key, for screens. */
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
