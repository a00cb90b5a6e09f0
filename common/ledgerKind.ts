/** The two ledgers of a member: balance (`money`, in cents) and points. `score` is the stored word for points; paths say `integral`. */
export const LEDGER_KINDS = ['money', 'score'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** The entity of each ledger. */
export const LEDGERS: Readonly<Record<LedgerKind, string>> = { money: 'user_money_log', score: 'user_score_log' };
