/** The two ledgers of a member: balance (in cents) and points. */
export const LEDGER_KINDS = ['money', 'score'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** The entity of each ledger. */
export const LEDGERS: Readonly<Record<LedgerKind, string>> = { money: 'user_money_log', score: 'user_score_log' };
