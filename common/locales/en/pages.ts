/** Words of the few pages the server writes by itself. */
export const pages = {
  tagline: 'A live back office: what one person changes, everyone sees.',
  missing: 'Page not found',
  missing_hint: 'There is nothing at this address. It may have moved, or never existed.',
  refused: 'No access',
  refused_hint: 'No permission or invalid file.',
  home: 'To the home page',
  unbuilt: 'This part has not been built yet. Start Atrium with “npm start”.',
  setup: 'The first administrator',
  setup_hint: 'Nobody can sign in yet. This page works once, and only for the hour after the start.',
  setup_username: 'Username',
  setup_password: 'Password',
  setup_repeat_password: 'The password again',
  setup_send: 'Create and go to sign-in',
  api: 'API reference',
  api_find: 'Find a path',
  api_hint: 'Please sign in to the console in this browser, then reload this page.',
} as const;
