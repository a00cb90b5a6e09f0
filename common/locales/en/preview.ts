/** Texts of the preview of records on the public site. */
export const preview = {
  title: 'Preview',
  frame: 'The page with the unsaved values',
  loading: 'The preview is loading',
  device: 'Size of the page',
  devices: { desktop: 'Desktop', phone: 'Phone' },
  language: 'Language of the page',
  languages: { en: 'English', 'zh-cn': '中文' },
  window: 'Open in a second window',
  blocked: 'The browser blocked the second window. Allow pop-ups for this site, then try again.',
  in_window: 'The preview is in the second window.',
  here: 'Show it here',
  close: 'Close the preview',
  invalid: 'Not valid yet, so the stored value is shown: {{fields}}',
  offline: 'You are offline. The preview continues when the connection is back.',
  retry: 'Retry',
} as const;
