/** Words of the few pages the server writes by itself. */
export const pages = {
  tagline: 'A live back office: what one person changes, everybody sees.',
  console: 'Console',
  console_hint: 'For staff: content, enterprises, people and rights.',
  member: 'Member centre',
  member_hint: 'For members: profile, balance and points.',
  missing: 'Page not found',
  missing_hint: 'There is nothing at this address. It may have moved, or never existed.',
  refused: 'No access',
  refused_hint: 'No permission or invalid file.',
  home: 'To the home page',
  unbuilt: 'This part has not been built yet. Start Atrium with “npm start”.',
  other_language: '中文',
  api: 'API reference',
  api_find: 'Find a path',
  api_hint: 'Please sign in to the console in this browser, then reload this page.',
} as const;
