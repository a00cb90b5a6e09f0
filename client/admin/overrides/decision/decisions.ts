/** What can be done about a request that waits for a second admin: the asker withdraws, others approve or refuse. */
export type Decision = 'approve' | 'refuse' | 'withdraw';
