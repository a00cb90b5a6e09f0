/** Points 2, 6, 7 and 9 of the specification: what is kept, sent and counted, and with which numbers. */
import { provenBy, type Proof } from './proof';

const LAYOUT = 'changes every part of the frame before one’s eyes, keeps it over a reload, and goes back to the usual';
const MENU = 'has a menu of 260, folded of 64, and of nothing on a narrow screen';
const LOOKS = '%s leaves everything as usual';
const COLOURS = ['menuBackground', 'menuColor', 'menuActiveBackground', 'menuActiveColor', 'menuTopBarBackground'];
const BAR_COLOURS = [
  'headerBarBackground',
  'headerBarTabColor',
  'headerBarTabActiveBackground',
  'headerBarTabActiveColor',
  'headerBarHoverBackground',
];
const all = (kind: string, names: readonly string[]) => names.map((name) => `${kind} ${name}`);

export const CONSTANTS: readonly Proof[] = [
  ...provenBy(
    'client/journeys/frame.test.ts',
    ['2: layout default', LAYOUT, "['Default', 'Default']", 'mode Default', 'layout layoutMode'],
    ['2: layout classic', LAYOUT, "['Classic', 'Classic']", 'mode Classic'],
    ['2: layout single column', LAYOUT, "['Single column', 'Single']", 'mode Single'],
    ['2: layout double column', LAYOUT, "['Double column', 'Double']", 'mode Double'],
    ['2: sidebar width', LAYOUT, "'Menu width'", 'layout menuWidth'],
    ['2: collapse', LAYOUT, 'Collapsed to icons', 'layout menuCollapse'],
    ['2: unique-open', LAYOUT, 'One open group at a time', 'layout menuUniqueOpened'],
    ['2: top bar', LAYOUT, 'Show the name above the menu', 'layout menuShowTopBar'],
    ['2: default menu icon', LAYOUT, 'Icon of entries without one', 'layout menuDefaultIcon'],
    ['2: animation', LAYOUT, "'Page change'", 'layout mainAnimation'],
    ['2: dark mode', LAYOUT, "pick('Colours', 'Dark')"],
    ['2: menu colours, light and dark', LAYOUT, 'COLOUR_NAMES', ...all('layout', COLOURS)],
    ['2: header bar colours', LAYOUT, 'headerBarHoverBackground', ...all('layout', BAR_COLOURS)],
    ['2: restore default', LAYOUT, 'Restore default'],
    ['9: menu width 260', MENU, 'hasWidth(260)'],
    ['9: 64 collapsed', MENU, 'hasWidth(64)'],
    ['9: 0 on a narrow screen', MENU, 'hasWidth(0)'],
  ),
  ...provenBy('client/shared/store/tabs.test.ts', [
    '9: animation slide-right, menu width 260 by default',
    'knows the arrangements and the usual measures of the specification',
    "mainAnimation: 'slide-right', menuWidth: 260",
  ]),
  ...provenBy(
    'client/shared/store/tamperedStorage.test.ts',
    ['9: key of the admin', '%s makes nobody of what is no person, and super of nobody', 'KEYS.admin', 'key admin'],
    ['9: key of the member', '%s makes nobody of what is no person, and super of nobody', 'KEYS.user', 'key user'],
    ['9: key of the layout', LOOKS, 'KEYS.config', 'key config'],
    ['9: key of the tabs', '%s opens nothing', 'KEYS.tabs', 'key tabs'],
    ['9: key of the terminal', '%s changes nothing while no terminal reads it', 'KEYS.terminal', 'key terminal'],
  ),
  ...provenBy(
    'client/shared/api/requestErrors.test.ts',
    [
      '9: request timeout 10000 ms',
      'waits ten seconds for its answer, not one millisecond more, and is sent once',
      '10_000',
      'limit clientTimeout',
    ],
    [
      '9: the five keys under the names of the product family',
      'keeps five keys under fixed names',
      "'storeTabViewConfig'",
    ],
  ),
  ...provenBy(
    'client/shared/api/api.test.ts',
    [
      '7: language, marker and both tokens',
      'carries language, marker and both tokens, but none to another origin (T7.16)',
      "server: 'true'",
    ],
    ['6: admin by its path', 'counts as staff’s by its path alone', "'/ADMIN/x'"],
    [
      '9: refresh runs once at a time',
      'is renewed once for ten requests, and each is replayed once (T4.07)',
      'toHaveLength(1)',
    ],
    [
      '4: a failed refresh clears the token and goes to the login',
      'ends the session when the refresh is refused, and only its own realm',
      "'/admin/login'",
    ],
  ),
  ...provenBy(
    'server/journeys/legacyClient.test.ts',
    ['6: both tokens in their headers', 'sends both tokens together, and each route reads its own', "'ba-user-token'"],
    [
      '7: captcha at /api/common/captcha',
      'learns that a captcha is wanted, and logs in with it',
      '/api/common/captcha',
    ],
    [
      '7: refreshToken',
      'goes to login, and not round and round, when the refresh token is dead too',
      '/api/common/refreshToken',
    ],
    ['9: upload mode local', 'boots: who it is, menus, site and terminal, in its own spelling', "mode: 'local'"],
    [
      '9: package manager pnpm',
      'boots: who it is, menus, site and terminal, in its own spelling',
      "npmPackageManager: 'pnpm'",
    ],
  ),
  ...provenBy('server/modules/profile/profile.test.ts', [
    '7: clearCache',
    'cleans caches for super only, of known kinds only (T7.15)',
    '/admin/ajax/clearCache',
  ]),
  ...provenBy('server/modules/session/memberCentreClosed.test.ts', [
    '6: a closed member centre',
    'refuses every route that is for members, signing in included',
    '/api/user/checkIn',
  ]),
  ...provenBy('client/shared/store/storage.test.ts', [
    '9: the language of a first visit',
    'is the best match of the browser, else the default',
    "'zh-cn'",
  ]),
  ...provenBy('client/admin/screens/login/Login.test.tsx', [
    '9: zh-cn and en, without a reload',
    'turns the language without a reload and keeps what was typed',
    '后台登录 - Atrium',
  ]),
  ...provenBy(
    'common/text/text.test.ts',
    ['9: 10-digit timestamps are seconds', 'take ten digits for seconds and more for milliseconds', '1_700_000_000'],
    ['9: yyyy-mm-dd hh:MM:ss', 'are written as they are read', '\\d\\d:\\d\\d:\\d\\d'],
    [
      '9: greeting by hour',
      'are greeted as the specification says',
      '[0, 5, 9, 12, 14, 18]',
      ...all('greeting', ['late_night', 'early_morning', 'morning', 'noon', 'afternoon', 'evening']),
    ],
  ),
];
