/** Texts of ledger reconciliation: its result and its findings. */
export const reconciliation = {
  result: {
    title: 'Reconciliation {{id}}',
    going: '{{checked}} of {{total}} entries checked',
    sound: '{{checked}} entries: every balance is the sum of its entries, in sequence and sealed.',
    findings_one: '{{count}} finding. Nothing was changed.',
    findings_other: '{{count}} findings. Nothing was changed.',
    failed: 'Interrupted: please start another one.',
    mend: 'Put it right by reversing an entry or by an adjustment; both stay in the history.',
  },
  finding: {
    guard: 'The guard {{name}} is missing in the database; it is made anew at the next start.',
    place: 'Stands at place {{n}} where {{next}} is next.',
    start: 'Begins at {{before}}, but the account stood at {{stood}}.',
    sum: 'Does not add up.',
    seal: 'Is not as it was sealed.',
    head: 'The account says {{balance}} after {{n}} entries, its entries say {{walked}} after {{entries}}.',
    lost: 'The account is gone, its entries are not.',
    figure: 'The member’s row shows {{shown}}, the account holds {{held}}.',
  },
} as const;
