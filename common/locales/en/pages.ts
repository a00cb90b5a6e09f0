/** Texts of the pages that the server builds without a client, such as error pages. */
export const pages = {
  tagline: 'A live back office where everyone sees changes as they happen.',
  missing: 'Page not found',
  missing_hint: 'It might have moved, or the address is wrong.',
  refused: 'No access',
  refused_hint: 'No permission or invalid file.',
  home: 'Go to home page',
  unbuilt: 'This part hasn’t been built yet. Start Atrium with “npm start”.',
  setup: 'Create the first admin',
  setup_hint: 'No one can sign in yet. This page works once, within an hour after the server starts.',
  setup_username: 'Username',
  setup_password: 'Password',
  setup_repeat_password: 'Confirm password',
  setup_send: 'Create and sign in',
  api: 'API reference',
  api_find: 'Find a path',
  api_hint: 'Sign in to the console in this browser, then reload this page.',
  app_stopped: 'This app isn’t running',
  app_stopped_hint: 'It hasn’t been packaged yet, or it was stopped.',
  packed: {
    call: 'Call',
    answer: 'Response',
    failed: 'No response. Check your connection and try again.',
    nothing: 'This app has no API that a browser can call.',
    required: 'required',
    interfaces: 'APIs',
  },
  webhooks: {
    title: 'Receive events',
    about:
      'A webhook sends an event to your address when a record is created, updated, deleted or restored. Add webhooks in the console; the secret is shown once.',
    arrives:
      'An event is a POST request with a JSON body and the headers {{id}}, {{event}}, {{time}} and {{signature}}.',
    signature:
      'The signature is the HMAC-SHA-256 of the time, a dot and the body with the secret, in lowercase hexadecimal. For a day after a rotation there are two, separated by a space: one with the new secret, one with the old. Accept either.',
    verify:
      'Compute it over the bytes that arrived, compare in constant time, and reject times that are more than five minutes off.',
    answer:
      'Answer with a status from 200 to 299 within ten seconds. Redirects are not followed. After any other answer the event is sent again, up to seven times within two days.',
    repeat: 'An event can arrive more than once and events can arrive out of order: compare {{id}} and the revision.',
    visibility:
      'The row holds only what the admin of the webhook can see, without long texts. Events about other rows are not sent.',
    example: 'Example of a body',
    receiver: 'A receiver for Node',
  },
  open: {
    title: 'Call the APIs of an app',
    about:
      'External programs call an app’s online APIs under /open/<app>, where <app> is the app ID. Find the key and secret in the console under the app. The secret is shown once; if you don’t have it, create a new one there.',
    address:
      'The address is /open/<app> plus the API path, or its hash after a slash, exactly as you send it. It has no percent-encoded characters.',
    query:
      'Decode the query’s names and values, percent-encode each as UTF-8 (everything except letters, digits and - . _ ~), join them as name=value, sort these pairs by their bytes, and join them with &. Without a query, the line is empty. Only a name that ends in [] can occur more than once.',
    digest: 'Compute the SHA-256 of the body in lowercase hexadecimal. Without a body, use that of zero bytes.',
    moment:
      'Take the Unix time in seconds (at most {{seconds}} seconds off ours) and a nonce of 8 to 64 letters, digits, - or _ that you use only once.',
    text: 'Join eight lines with line feeds: ATRIUM-HMAC-SHA256, the method in uppercase, the address, the query, the digest, the time, the nonce, and the word production.',
    sign: 'The signature is the HMAC-SHA-256 of this text with the secret, in lowercase hexadecimal.',
    headers:
      'Send {{key}} with the key, {{time}}, {{nonce}} and {{signature}}. JSON bodies need the content type application/json.',
    test: 'Test APIs only answer calls with the header {{test}}: 1. The last line of the text is then test.',
    simple:
      'APIs with simple authentication only need the header {{key}}. APIs for staff and members also need that person’s token in batoken or ba-user-token.',
    answer:
      'The response is that of the service behind the API. A denied call has an HTTP status of 400 or higher and the JSON envelope { code, msg, data, time }; data.fields names wrong parameters.',
    example: 'Example',
    given: 'For this call',
    secret: 'with the secret',
    signature: 'the signature of these eight lines is',
    program: 'Node.js program',
    interfaces: 'Online APIs',
  },
} as const;
