/** Texts about embedded pages of menu rules. */
export const embed = {
  barred: 'This page can’t be embedded',
  barred_help: 'Only https:// pages and public pages of this site can be embedded. Open it in a new tab instead.',
  barred_dead: 'Its address isn’t valid. Contact an admin.',
  open: 'Open in new tab',
  mark: 'Can’t be embedded: must be an https:// page or a public page of this site',
} as const;
