/** The two ledgers of a member: balance (in cents) and points. */
export type LedgerKind = 'money' | 'score';

/** Entity name of each ledger. */
export const LEDGERS: Readonly<Record<LedgerKind, string>> = { money: 'user_money_log', score: 'user_score_log' };
