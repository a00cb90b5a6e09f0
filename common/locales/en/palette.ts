/** Texts of the command palette that are shown only while it is open. */
export const palette = {
  recent: 'Recent',
} as const;
