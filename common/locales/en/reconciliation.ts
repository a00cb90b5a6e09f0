/** Texts of ledger reconciliation: its result and its findings. */
export const reconciliation = {
  result: {
    title: 'Reconciliation {{id}}',
    going: '{{checked}} of {{total}} entries checked',
    sound:
      '{{checked}} entries: every balance is the sum of its entries, the numbers have no gap and the checksums match.',
    findings_one: '{{count}} finding. Nothing was changed.',
    findings_other: '{{count}} findings. Nothing was changed.',
    failed: 'Interrupted: please start another one.',
    mend: 'Correct it by reversing an entry or by an adjustment; both stay in the history.',
  },
  finding: {
    guard: 'The trigger {{name}} is missing in the database; the next start creates it again.',
    place: 'Has number {{n}}; the next number is {{next}}.',
    start: 'Starts from a balance of {{before}}, but the balance was {{stood}}.',
    sum: 'The balance after it is not the balance before it plus its amount.',
    seal: 'Was changed after it was recorded: its checksum differs.',
    head: 'The account has a balance of {{balance}} after {{n}} entries; its entries add up to {{walked}} after {{entries}}.',
    lost: 'The account is missing, but its entries exist.',
    figure: 'The member shows a balance of {{shown}}; the account has {{held}}.',
  },
} as const;
