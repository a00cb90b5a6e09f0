/** Texts of the preview of records on the public site. */
export const preview = {
  title: 'Preview',
  /** The status of a row that waits for its time. */
  scheduled: 'Scheduled for {{time}}',
  scheduled_until: 'Scheduled for {{time}}, shown until {{until}}',
  /** The same in a column of a list. */
  scheduled_short: 'Scheduled · {{time}}',
  /** The status of a row that is hidden at a time. */
  shown_until: 'Shown until {{time}}',
  frame: 'Page with unsaved changes',
  loading: 'Loading preview…',
  device: 'Screen size',
  devices: { desktop: 'Desktop', phone: 'Phone' },
  language: 'Page language',
  languages: { en: 'English', 'zh-cn': '中文' },
  window: 'Open in new window',
  blocked: 'Your browser blocked the new window. Allow pop-ups for this site and try again.',
  in_window: 'The preview is open in another window.',
  here: 'Show here',
  close: 'Close preview',
  invalid: 'Not valid yet, so the saved value is shown: {{fields}}',
  offline: 'You’re offline. The preview resumes when you reconnect.',
  retry: 'Try again',
} as const;
