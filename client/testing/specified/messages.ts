/** Points 5 and 8 of the specification: what is said when something is refused, and who says it. */
import { provenBy, type Proof } from './proof';

const HTTP = 'HTTP errors speak the words of the catalogue';
const SAID = 'says in %s what happened to it';
const FOLLOW = 'say why an entry cannot be followed';
const SENTENCE = 'the rule of the %s has its sentence';
const OWN_PASSWORD =
  'changes the password only with the old one and the same new one twice, and signs out everywhere else (T5.08)';
const LINE = '%s says “%s” in English and something of its own in Chinese';

export const MESSAGES: readonly Proof[] = [
  ...provenBy(
    'client/shared/api/api.test.ts',
    ['8: 302', HTTP, 'Interface redirected!', 'fault client.redirected'],
    ['8: 400', HTTP, 'Incorrect parameter!', 'fault request.malformed'],
    ['8: 401 and 403', HTTP, 'You do not have permission to operate!', 'fault access.denied'],
    ['8: 404 with the address', HTTP, 'Error requesting address: /admin/404', 'fault route.missing'],
    ['8: 408', HTTP, 'Request timed out!', 'fault request.timeout'],
    ['8: 409', HTTP, 'The same data already exists in the system!', 'fault row.duplicate'],
    ['8: 500', HTTP, 'Server internal error!'],
    ['8: 501', HTTP, 'Service not implemented!', 'fault server.not_implemented'],
    ['8: 502', HTTP, 'Gateway error!', 'fault server.gateway'],
    ['8: 503', HTTP, 'Service unavailable!', 'fault server.busy'],
    ['8: 504', HTTP, 'The service is temporarily unavailable Please try again later!', 'fault server.deadline'],
    ['8: 505', HTTP, 'HTTP version is not supported!', 'fault server.http_version'],
    ['8: other', HTTP, 'Abnormal problem, please contact the website administrator!', 'fault client.other'],
    [
      '8: a duplicate is cancelled and logged',
      'is cancelled and noted when an equal one follows, unless it carries a mutation id',
      'Automatic cancellation due to duplicate request: /admin/ajax/clearCache',
      'fault client.duplicate',
    ],
    [
      '7: other codes show their message',
      'code 0 shows the message, unless the caller shows it itself',
      'No room left',
    ],
    ['7: 302 clears the token and redirects', '302 clears the token and goes where it says', "'/admin/login'"],
    ['4: not when already there', 'does not move when already at the login', "path: '/admin/login'"],
  ),
  ...provenBy(
    'client/shared/api/requestErrors.test.ts',
    ['8: timeout', SAID, 'Network request timeout!', 'fault client.timeout'],
    ['8: network failure when online', SAID, 'Server exception!', 'fault client.network'],
    ['8: network failure when offline', SAID, 'You are disconnected!', 'fault client.offline'],
    ['7: success by default', SAID, 'Operation successful'],
    ['7: success by default, in Chinese', SAID, '操作成功'],
  ),
  ...provenBy(
    'client/admin/routes.test.tsx',
    ['8: menu type unrecognized', FOLLOW, 'the menu type is unrecognized!', 'fault navigation.type'],
    ['8: invalid route', FOLLOW, 'the route is invalid!', 'fault navigation.route'],
    ['8: already at the target', FOLLOW, 'you are already there!', 'fault navigation.here'],
  ),
  ...provenBy('client/admin/layout/frame/messages.test.tsx', [
    '8: navigation guard intercepted',
    'intercepts and says so, and lets pass what leaves the form standing',
    'intercepted by the navigation guard!',
    'fault navigation.guard',
  ]),
  ...provenBy('client/admin/layout/frame/messages.test.tsx', [
    '8: terminal not running under the install service',
    'says of an install service at %i that the page is elsewhere: %s',
    'some commands may not run.',
    'fault client.terminal_port',
  ]),
  ...provenBy('client/journeys/frame.test.ts', [
    '8: beyond the movable range',
    'moves a tab by keyboard, and says where it cannot go',
    'The position is beyond the movable range!',
    'fault navigation.range',
  ]),
  ...provenBy('client/journeys/account.test.ts', [
    '8: full screen not supported',
    'says that full screen is not supported, and leads home',
    'Your browser does not support full screen.',
    'fault client.fullscreen',
  ]),
  ...provenBy('client/engine/fieldTypes/RichText.test.tsx', [
    '8: rich-text editor missing',
    'is a plain input with the message of the specification when its code cannot be loaded',
    'install it from the module market',
    'fault client.editor_missing',
  ]),
  ...provenBy(
    'client/shared/upload/uploadRules.test.ts',
    [
      '5: upload data incomplete',
      'says the three refusals of the specification, each with what it is about',
      'faults.upload.incomplete',
      'fault upload.incomplete',
    ],
    [
      '5: upload type not allowed',
      'says the three refusals of the specification, each with what it is about',
      'faults.upload.type',
      'fault upload.type',
    ],
    [
      '5: upload too large',
      'says the three refusals of the specification, each with what it is about',
      'faults.upload.too_large',
      'fault upload.too_large',
    ],
  ),
  ...provenBy('client/admin/screens/login/Login.test.tsx', [
    '6: member centre disabled',
    'says so instead of a form nobody can use',
    '/^Member center disabled/',
    'fault member.disabled',
  ]),
  ...provenBy(
    'server/journeys/errorCatalogue.test.ts',
    [
      '8: 500 with a request id',
      'show of a bug nothing but a request id, which the log knows',
      'Server internal error!',
      'fault server.internal',
    ],
    [
      '6: the password once more',
      'ask for the password again where that is demanded, and let go on for five minutes',
      'Please confirm your password to go on.',
      'fault access.step_up',
    ],
    ['8: every line in both languages', LINE, 'client.redirected'],
    ['5: account', SENTENCE, "'account'", 'issue account'],
    ['5: password', SENTENCE, "'password'", 'issue password'],
    ['5: mobile number', SENTENCE, "'mobile'", 'issue mobile'],
    ['5: name', SENTENCE, "'name'", 'issue name'],
    ['5: URL', SENTENCE, "'url'", 'issue url'],
    ['5: e-mail', SENTENCE, "'email'", 'issue email'],
  ),
  ...provenBy('server/hooks/ledger/pendingBookingHooks.test.ts', [
    '6: the password once more for large bookings',
    'asks for the password once the sum is beyond its limit',
    'Bookings of ¥300.00 or more within an hour need your password: please confirm it.',
    'fault ledger.step_up',
  ]),
  ...provenBy('server/engine/read/publicReads.test.ts', [
    '8: 400 for a search that takes too long',
    'end within the statement at their deadline, with a sentence',
    'This search takes longer than 2 seconds.',
    'fault request.too_slow',
  ]),
  ...provenBy(
    'server/journeys/requestValidation.test.ts',
    [
      '8: 400 for an unknown name',
      'refuse unknown names, names given twice and broken bytes (T7.17)',
      'Incorrect parameter! “nonsense” is not known here.',
      'fault request.unknown_key',
    ],
    [
      '8: 400 for an order by what is not there',
      'answer about a hidden field exactly as about one that does not exist (T3.12, T7.20)',
      'The list cannot be filtered or sorted like this.',
      'fault request.query',
    ],
    [
      '6: not signed in',
      'come in the language of the header, else the parameter, else the browser, else the house',
      'Please sign in first.',
      'fault auth.needed',
    ],
  ),
  ...provenBy(
    'server/journeys/responseCodes.test.ts',
    [
      '8: 403 for what is append-only',
      'of the admin log are read only (T3.13)',
      'These entries can only be added, never changed or deleted.',
      'fault row.append_only',
    ],
    ['7: one envelope', 'are one envelope of four parts, always', "'time'"],
  ),
  ...provenBy('server/engine/write/bulkEdit.test.ts', [
    '8: 400 for too many',
    'refuses a text that is too large for so many rows, and stops at the deadline',
    "'bulk.too_large'",
    'fault bulk.too_large',
  ]),
  ...provenBy(
    'server/engine/write/writer.test.ts',
    [
      '8: 400 for too many',
      'adds many rows or none and tells every issue by its place',
      'bulk.too_many',
      'fault bulk.too_many',
    ],
    [
      '5: a parent cannot be itself',
      'refuses references to nothing and trees that bite their tail',
      "'self_parent'",
      'issue self_parent',
    ],
    [
      '8: 404 for what is not there',
      'tells an editor that the row was deleted meanwhile',
      "'row.missing'",
      'fault row.missing',
    ],
  ),
  ...provenBy(
    'server/modules/session/session.test.ts',
    [
      '6: wrong and unknown are the same words',
      'tells an unknown account and a wrong password apart neither by words nor by code',
      'The account or the password is wrong, or the account is disabled.',
      'fault auth.wrong',
    ],
    [
      '7: 409 is an expired token',
      'calls an expired access token expired, refreshes it, and forgets the family at its end',
      'Your access has expired and is being renewed.',
      'fault auth.expired',
    ],
    [
      '4: a refresh that fails ends the session',
      'answers the predecessor until the successor was used, and ends the family when a grandparent returns (T4.05)',
      'Your session has ended, please sign in again.',
      'fault auth.refresh',
    ],
  ),
  ...provenBy(
    'server/modules/session/secondFactorRoutes.test.ts',
    [
      '6: a second factor is missing',
      'tells clients of both dialects in words what is missing, and finishes like a login with a password',
      "'auth.second_factor'",
      'fault auth.second_factor',
    ],
    [
      '6: a sign-in took too long',
      'opens with a ticket once, for five minutes, for nobody who forged one, and not after the password changed',
      "'auth.ticket'",
      'fault auth.ticket',
    ],
    [
      '6: a passkey was not accepted',
      'answer no other origin, no expired challenge and nobody else’s ticket',
      'This passkey was not accepted.',
      'fault auth.passkey',
    ],
    [
      '6: a group demands a second factor',
      'lets its members sign in, but reach only the enrolment until they have one',
      'Your role group asks for a second factor.',
      'fault access.second_factor',
    ],
  ),
  ...provenBy('client/journeys/secondFactor.test.ts', [
    '6: a code is wrong',
    'asks for the code after the right password, refuses a wrong one there, and goes on by keyboard alone',
    'This code is wrong or was used already.',
    'fault auth.code',
  ]),
  ...provenBy('server/access/access.test.ts', [
    '6: guessing is slowed down',
    'go on in memory while the database does not answer',
    'auth.throttled',
    'fault auth.throttled',
  ]),
  ...provenBy(
    'server/modules/captcha/captcha.test.ts',
    [
      '5: captcha',
      'is wanted after five failures of an address, and lets in who solves it',
      'The captcha is wrong or has expired.',
      'issue captcha',
      'fault auth.captcha',
    ],
    ['5: captcha of four to six', 'has four to six characters', "'ACE3456'", 'limit captchaMin', 'limit captchaMax'],
  ),
  ...provenBy('server/modules/member/account/staffCare.test.ts', [
    '6: customer service only looks',
    'support looks for a quarter of an hour, changes nothing, and the member is told',
    'Customer service may look, but change nothing.',
    'fault access.support_looks',
  ]),
  ...provenBy('server/modules/upload/objectStore/objectStore.test.ts', [
    '8: 503 of the file store',
    'wait for a store that fails, drops or hangs: a clear word, no row, and the same callback works later',
    'does not answer',
    'fault upload.store',
  ]),
  ...provenBy(
    'server/modules/profile/profile.test.ts',
    ['5: repeat password', OWN_PASSWORD, 'The repeated password differs from the new one', 'issue password_repeat'],
    ['5: old password', OWN_PASSWORD, 'The old password is wrong', 'issue password_old'],
  ),
  ...provenBy(
    'common/entity/validate.test.ts',
    ['5: account of 3 to 15', '%j is no account: %s', "['ab', 'too_short']", 'limit accountMin', 'issue too_short'],
    ['5: account of 3 to 15, at most', '%j is no account: %s', "'too_long'", 'limit accountMax', 'issue too_long'],
    ['5: password of 6 to 32', '%j is no password: %s', "['12345', 'password']", 'limit passwordMin'],
    ['5: password of 6 to 32, at most', '%j is no password: %s', 'many(33)', 'limit passwordMax'],
    ['5: no & < > " \'', '%j is no password: %s', `['&', '<', '>', '"', "'"]`],
    [
      '5: content must not be empty',
      'rich text, names and weights of rules must be given',
      "code: 'required'",
      'issue required',
    ],
    ['5: the weight of a rule', 'rich text, names and weights of rules must be given', "'weigh'"],
    ['5: links', '%s is no link', "['link']", 'issue link'],
  ),
];
