/** Stored code of each ledger problem that a reconciliation finds. Each has a text in both languages, so the codes stay as they are. */
export const LEDGER_PROBLEM = {
  /** A database trigger that protects the ledger is missing. */
  missingTrigger: 'guard',
  /** The number of an entry does not follow the previous one: an entry is missing, or two have one number. */
  wrongNumber: 'place',
  /** The opening balance of an entry differs from the closing balance of the previous one. */
  wrongOpeningBalance: 'start',
  /** Opening balance plus amount is not the closing balance. */
  wrongSum: 'sum',
  /** The hash chain is broken: the stored HMAC does not match the entry, which was changed. */
  wrongHmac: 'seal',
  /** Balance, number of entries or hash of the account differ from its last entry. */
  accountMismatch: 'head',
  /** The account is missing, but it has entries. */
  missingAccount: 'lost',
  /** The balance in the row of the member differs from the account. */
  memberBalanceMismatch: 'figure',
} as const;
export type LedgerProblem = (typeof LEDGER_PROBLEM)[keyof typeof LEDGER_PROBLEM];
