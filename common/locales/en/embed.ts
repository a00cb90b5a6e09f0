/** Words about pages that rules embed. */
export const embed = {
  barred: 'This page cannot be shown here',
  barred_help:
    'Only pages over https:// and public pages of this site can stand inside this one. It can be opened by itself.',
  barred_dead: 'Its address is none that can be opened. Please tell the webmaster.',
  open: 'Open in a new window',
  mark: 'Never shown inside: its address is neither an https:// page nor a public page of this site',
} as const;
