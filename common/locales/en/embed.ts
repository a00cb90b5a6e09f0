/** Words about pages that rules embed. */
export const embed = {
  barred: 'This page cannot be shown here',
  barred_help: 'Only https:// pages and public pages of this site can be embedded. Open it in a new window instead.',
  barred_dead: 'Its address is not valid. Please tell the administrator.',
  open: 'Open in a new window',
  mark: 'Cannot be embedded: its address is neither an https:// page nor a public page of this site',
} as const;
