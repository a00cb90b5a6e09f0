/** Texts of activation codes. */
export const activationCodes = {
  ends: 'Code ending in {{end}}',
  show: 'Show the code',
  show_row: 'Show the code ending in {{end}}',
  show_chosen: 'Show codes',
  title: 'Activation code',
  titles: '{{count}} activation codes',
  noted: 'The audit log records that you viewed it.',
  label: 'Code',
  labels: 'Codes, one a line',
  copy: 'Copy',
  copied: 'Copied.',
  copy_failed: 'Copying was not possible. Please select the text and copy it.',
  done: 'Done',
} as const;
