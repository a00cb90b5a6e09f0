/**
 * Point 6 of the specification as far as it speaks of members and guests, each sentence twice: the test of what the browser
 * shows (`browser …`), and the test that the house enforces it (`server …`).
 */
import { provenBy, type Proof } from './proof';

const LACKED = '%s is refused';
const FRONT = 'is not where one lands, nor told of on the overview';

const SHOWN: readonly Proof[] = [
  ...provenBy(
    'client/shared/api/api.test.ts',
    [
      '6: every request sends both tokens, each in its header',
      'go along with every request of the %s side, each in its own header',
      "[path, 'staff', 'member']",
    ],
    [
      '6: the other token only if present',
      'are one where only the %s is signed in: no other header is sent',
      "['user', { 'ba-user-token': 'old' }, 'batoken']",
    ],
    ['6: two sessions end each for itself', 'end each for itself: 302 on the %s side', "'/user/login'"],
    ['6: two sessions are renewed each by its own', 'are renewed each with its own: the %s side', "'member-refresh'"],
    ['6: a request counts as admin by its route', 'counts as staff’s by its path alone', "'/administrator'"],
  ),
  ...provenBy('client/shared/store/storage.test.ts', [
    '6: two sessions are kept apart',
    'removes only its own realm when a session ends',
    "signedOut({ realm: 'user' })",
  ]),
  ...provenBy(
    'client/member/screenPermissions.test.tsx',
    ['6: no overview without its node', LACKED, "'/user/overview'", 'browser account/overview'],
    ['6: no profile without its node', LACKED, "'/user/profile'", 'browser account/profile'],
    ['6: no balance without its node', LACKED, "'/user/balance'", 'browser account/balance'],
    ['6: no points without their node', LACKED, "'/user/integral'", 'browser account/integral'],
    ['6: no activation code without its node', LACKED, "'/user/redeem'", 'browser account/redeem'],
    ['6: no new password without its node', LACKED, "'/user/changePassword'", 'browser account/changePassword'],
    ['6: /401 when access is denied', LACKED, "toEqual(['/401'])"],
    ['6: from the moment a node is taken', 'is refused from the moment it is taken away', "toEqual(['/401'])"],
    ['6: a button is hidden when its node is absent: checked by the full node', FRONT, "'All entries'"],
  ),
  ...provenBy('client/member/frame/AccountMenuItems.test.tsx', [
    '6: an entry is hidden when its node is absent: checked by the suffix, its address',
    'loses an entry with its node and gets it back with it',
    "give('overview', 'balance')",
  ]),
  ...provenBy(
    'client/member/memberMenu.test.tsx',
    [
      '6: menu rules: directories and menus',
      'show in the menu what is to be shown, with its address',
      "[2, '/user/money', false]",
    ],
    [
      '6: the route of a node is the one its rule gives',
      'open the screen they name at their own address',
      "screenAt('/user/money', menu)",
    ],
  ),
  ...provenBy(
    'client/member/screenTitles.test.tsx',
    ['6: a guest reaches the login', '%s is shown under its name in both languages', "'/user/login'"],
    [
      '6: the 401 page',
      'says that a file is invalid or permission is missing',
      'You have no permission for this page',
      'browser access.denied',
    ],
  ),
  ...provenBy('client/member/routes.test.ts', [
    '6: a guest is sent to the login from everywhere else',
    'ask a stranger to sign in and remember the way',
    '/user/login?to=%2Fuser%2Foverview',
    'browser auth.needed',
  ]),
  ...provenBy('client/journeys/accessibilityAround.test.ts', [
    '6: a guest reaches the home page',
    'member centre and the server’s own pages, in $language',
    "['/', '/404', '/401']",
  ]),
  ...provenBy('client/member/screens/login/Login.test.tsx', [
    '6: member centre disabled, at the login',
    'is a message instead of a form while the centre is closed',
    'Member center disabled, please contact the webmaster to turn it on.',
    'browser member.disabled',
  ]),
  ...provenBy('client/member/registration/RegistrationForms.test.tsx', [
    '6: member centre disabled, to who joins or lost the password',
    '%s: a closed centre takes no forms',
    'openMemberCenter',
  ]),
  ...provenBy('client/journeys/closedCentre.test.ts', [
    '6: member centre disabled, on open pages',
    'turns open pages to the message, and gives them back with what was typed',
    'CLOSED.zh',
  ]),
];

const OPENS = '%s opens its own routes and no other, and closes no other where it is missing';
const ROUTES = 'refuses every route that is for members, signing in included';

const ENFORCED: readonly Proof[] = [
  ...provenBy(
    'server/modules/member/permissions.test.ts',
    ['6: the overview is its node’s', OPENS, "'account/overview': [", 'server account/overview'],
    ['6: the profile is its node’s', OPENS, "'account/profile': [", 'server account/profile'],
    ['6: the balance is its node’s', OPENS, "'account/balance': [", 'server account/balance'],
    ['6: the points are their node’s', OPENS, "'account/integral': [", 'server account/integral'],
    ['6: activation codes are their node’s', OPENS, "'account/redeem': [", 'server account/redeem'],
    ['6: the password is its node’s', OPENS, "'account/changePassword': [", 'server account/changePassword'],
    [
      '6: a node is held in full, or all with *',
      'are all held with *, none with nothing, none by a suffix or by another spelling',
      "['overview', 'balance']",
    ],
    [
      '6: who lacks a node is denied',
      'are refused in words, and end no session',
      'You do not have permission to operate!',
      'server access.denied',
    ],
    [
      '6: groups carry permissions',
      'are what members of the group have, and what nobody has whose group is off',
      'await turn(0)',
    ],
    [
      '6: every node is held to somewhere, and no other',
      'every node that is asked for anywhere is one of them, and each is asked for',
      'demandRule',
    ],
  ),
  ...provenBy('server/modules/member/memberCentre.test.ts', [
    '6: a group’s nodes, on every way to the same rows',
    'see the menu their group holds, at once when it changes, and are refused the rest',
    "rules: ['account/overview', 'account/balance']",
  ]),
  ...provenBy('server/modules/member/memberRules.test.ts', [
    '6: a menu rule that is off opens nothing',
    'that are switched off, or below a folder that is, open nothing to anybody',
    'toEqual([403, 403, 403])',
  ]),
  ...provenBy(
    'server/journeys/accessBypass.test.ts',
    ['6: each token in its header', 'count in their own header and nowhere else (T6.03)', 'batoken: mine'],
    [
      '6: two sessions are two people',
      'of an admin and a member with the same number are two people (T6.07)',
      "'same_number'",
    ],
  ),
  ...provenBy(
    'server/journeys/requestValidation.test.ts',
    [
      '6: a route is admin’s in any case of its letters',
      'match without regard to case and are guarded in every case',
      "'/ADMIN/News/INDEX'",
    ],
    [
      '6: guests reach the home page and the login pages',
      'lead a guest to the home page and both logins, and to nothing else of either side',
      "'/user/login'",
      'server auth.needed',
    ],
  ),
  ...provenBy('server/journeys/publicSurface.test.ts', [
    '6: the 401 page of the server',
    'are called by the page and the site',
    'No permission or invalid file.',
  ]),
  ...provenBy('server/journeys/accessMatrix.test.ts', [
    '6: every route, whoever calls it',
    'is what the clauses say for every route and everybody, in at least 3 000 cells',
    'toBeGreaterThanOrEqual(3000)',
  ]),
  ...provenBy(
    'server/modules/session/memberCentreClosed.test.ts',
    ['6: member centre disabled, for every call of members', ROUTES, '/api/user/checkIn', 'server member.disabled'],
    ['6: the message asks to contact the webmaster', ROUTES, 'please contact the webmaster to turn it on.'],
    ['6: member centre disabled, to guests', 'tells guests that it is closed, and knows nobody', 'openMemberCenter'],
    [
      '6: member centre disabled, for open connections',
      'keeps windows connected as nobody: they hear nothing of their own, and that it is open again',
      'Never heard',
    ],
  ),
];

export const MEMBERS_MAY: readonly Proof[] = [...SHOWN, ...ENFORCED];
