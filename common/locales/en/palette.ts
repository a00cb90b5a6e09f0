/** Texts of the command palette that are shown only while it is open. */
export const palette = {
  recent: 'Recent',
  label: 'Search or jump to…',
  placeholder: 'Search or jump to…',
  pages: 'Pages',
  actions: 'Actions',
  none: 'No results for “{{q}}”',
  searching: 'Searching records…',
  add: 'Add {{name}}',
  hint: '↵ open · esc close',
  theme_light: 'Switch to light theme',
  theme_dark: 'Switch to dark theme',
  shortcuts: 'Keyboard shortcuts',
} as const;
