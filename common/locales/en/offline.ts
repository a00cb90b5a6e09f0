/** Texts of work without a connection. */
export const offline = {
  queued_one: 'Queued ({{count}}). Saves when you’re back online.',
  queued_other: 'Queued ({{count}}). Save when you’re back online.',
  sent: '{{title}}: saved now that you’re back online',
  clashed: '{{title}}: someone else changed the same fields. Nothing was overwritten. Open it to resolve.',
  refused: '{{title}}: couldn’t be saved. Your text is kept.',
  open: 'Open',
  delete_offline: 'You’re offline. Nothing was deleted. Try again when you’re back online.',
  act_offline: 'You’re offline. Nothing was changed. Try again when you’re back online.',
  uploading: 'You can save when the upload is done',
};
