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
  open: {
    title: 'Call interfaces of an app',
    about:
      'An outside program calls the online interfaces of an app below /open/<app>, where <app> is the id of the app. Its key and its secret are in the console at the app; the secret is shown once.',
    address:
      'The address is /open/<app> and the path of the interface, or its hash after a slash, exactly as you send it. It has no percent-encoded characters.',
    query:
      'Decode the names and values of the query, percent-encode each as UTF-8 (everything except letters, digits and - . _ ~), join them as name=value, sort these pairs by their bytes, and join them with &. Without a query the line is empty.',
    digest: 'Take the SHA-256 of the body in lower-case hexadecimal; without a body, that of no bytes.',
    moment:
      'Take the time in Unix seconds, which may differ by {{seconds}} seconds from ours, and a nonce of 8 to 64 letters, digits, - or _ that you use once.',
    text: 'Join eight lines with a line feed: ATRIUM-HMAC-SHA256, the method in upper case, the address, the query, the digest, the time, the nonce, and the word production.',
    sign: 'The signature is the HMAC-SHA-256 of this text with the secret, in lower-case hexadecimal.',
    headers:
      'Send {{key}} with the key, {{time}}, {{nonce}} and {{signature}}. A JSON body has the content type application/json.',
    test: 'Interfaces for tests answer only calls with the header {{test}}: 1; the last line of the text is then test.',
    simple:
      'Interfaces with simple authentication need the header {{key}} only. Interfaces of staff and members also need the token of a person, in batoken or ba-user-token.',
    answer:
      'The answer is that of the service behind the interface. A refused call has an HTTP status of 400 or above and the JSON envelope { code, msg, data, time }; data.fields names wrong parameters.',
    example: 'A worked example',
    given: 'For the call',
    secret: 'with the secret',
    signature: 'the signature of these eight lines is',
    program: 'A program for Node',
    interfaces: 'Online interfaces',
  },
} as const;
