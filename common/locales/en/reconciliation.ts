/** Texts of ledger reconciliation: its result and its findings. */
export const reconciliation = {
  result: {
    title: 'Reconciliation {{id}}',
    going: '{{checked}} of {{total}} entries checked',
    sound: '{{checked}} entries checked: all balances match, no gaps, all checksums valid.',
    findings_one: '{{count}} issue found. Nothing was changed.',
    findings_other: '{{count}} issues found. Nothing was changed.',
    failed: 'Interrupted. Start a new reconciliation.',
    mend: 'To correct it, reverse an entry or add an adjustment. Both stay in the history.',
  },
  finding: {
    guard: 'The database trigger {{name}} is missing. It’s recreated at the next start.',
    place: 'Entry number {{n}}, expected {{next}}.',
    start: 'Starts from a balance of {{before}}, but the balance was {{stood}}.',
    sum: 'The balance after this entry isn’t the balance before it plus the amount.',
    seal: 'Changed after it was recorded: the checksum doesn’t match.',
    head: 'The account has a balance of {{balance}} after {{n}} entries, but its entries add up to {{walked}} after {{entries}}.',
    lost: 'The account is missing, but its entries exist.',
    figure: 'The member shows a balance of {{shown}}, but the account has {{held}}.',
  },
} as const;
