/** Decisions about a request that waits for a second admin: its author withdraws it, others approve or refuse it. */
export type Decision = 'approve' | 'refuse' | 'withdraw';
