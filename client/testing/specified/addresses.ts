/** Points 2 and 6 of the specification: routes, redirects, titles, tabs, guards. */
import { provenBy, type Proof } from './proof';

const LEADS = '%s leads to %s';
const TITLED = '%s is shown under its name in both languages';

export const ADDRESSES: readonly Proof[] = [
  ...provenBy(
    'client/admin/routes.test.tsx',
    [
      '2: /admin goes to its loading route and on to its default',
      LEADS,
      "['/admin', '/admin/dashboard']",
      'route /admin',
    ],
    [
      '2: the loading route alone opens the default',
      LEADS,
      "['/admin/loading', '/admin/dashboard']",
      'route /admin/dashboard',
    ],
    ['2: the loading route opens what url and JSON query say', LEADS, "'/admin/thing?page=2'", 'route /admin/loading'],
    ['2: only own addresses of the own side', LEADS, 'url=%2Fuser%2Foverview'],
    ['2: any other path under /admin ends at /404', LEADS, "['/admin/nowhere/at/all?x=1', '/404']", 'route /admin/*'],
    ['2: a record that cannot be ends at /404', LEADS, "['/admin/thing/abc', '/404']"],
    ['2: any other unknown path ends at /404', LEADS, "['/elsewhere', '/404']", 'route *'],
    [
      '2: the original path and query travel as url and JSON query',
      'go by the loading route with url and JSON query when they are unknown',
      'query=%7B%22a%22%3A%22b%22%7D',
    ],
    [
      '2: title of the loading route',
      'go by the loading route with url and JSON query when they are unknown',
      'Loading - House',
      'title Loading',
    ],
    ['2: title of the main area', 'are called the console where no menu names them', 'Console - House', 'title admin'],
    ['2: profile', 'open the profile', 'Your profile', 'route /admin/profile'],
    [
      '2: /admin/login, adminLogin and its title',
      'ask a stranger to sign in and remember the way',
      'Sign in to the console - Atrium',
      'title adminLogin',
      'route /admin/login',
    ],
    [
      '2: /404 and its title',
      'say what is missing or refused, on both pages, without repeating the address',
      'Page not found - Atrium',
      'title notFound',
      'route /404',
    ],
    [
      '2: /401 and its title',
      'say what is missing or refused, on both pages, without repeating the address',
      'No access - Atrium',
      'title noPower',
      'route /401',
    ],
    [
      '2: /401 says no permission or invalid file',
      'frame a page only when a menu rule holds it',
      'the file is invalid',
      'route /admin/iframe/:url',
    ],
    [
      '2: the title is that of the route and the name of the site',
      'exist without a menu entry, under the rule’s name, and a menu entry without a route says so',
      'Quiet things - House',
    ],
    ['2: each navigation shows the bar', 'show the bar at every navigation, however fast', '[data-progress=done]'],
  ),
  ...provenBy(
    'client/member/routes.test.ts',
    ['2: /user goes to its loading route', 'go by way of the loading route', "toBe('/user/loading')", 'member /user'],
    [
      '2: any other path under /user travels as url and JSON query',
      'go by way of the loading route',
      '/user/loading?url=%2Fuser%2Fghost&query=%7B%22a%22%3A%22b%22%7D',
      'member /user/loading',
    ],
    [
      '2: default of the member centre',
      'go by way of the loading route',
      "toBe('/user/overview')",
      'member /user/overview',
    ],
    [
      '2: unknown paths of the member side end at /404',
      'go by way of the loading route',
      "from('/elsewhere')).toBe('/404')",
    ],
    [
      '6: a guest is sent to the member login',
      'ask a stranger to sign in and remember the way',
      '/user/login?to=%2Fuser%2Foverview',
    ],
  ),
  ...provenBy(
    'client/member/screenTitles.test.tsx',
    ['2: /user/login, userLogin and its title', TITLED, 'Member sign-in', 'title userLogin', 'member /user/login'],
    ['2: the members’ /404', TITLED, 'Page not found', 'member /404'],
    [
      '2: the members’ /401',
      'says that a file is invalid or permission is missing',
      'or the file is invalid',
      'member /401',
    ],
    ['2: title of the member centre', '%s is on its way under the name %s', 'Member centre', 'title User'],
    ['2: title of the members’ loading route', '%s is on its way under the name %s', 'Loading'],
  ),
  ...provenBy('client/journeys/accessibility.test.ts', [
    '2: the terminal as a page',
    'console, in $language',
    "'/admin/terminal'",
    'route /admin/terminal',
  ]),
  ...provenBy(
    'client/journeys/accessibilityAround.test.ts',
    [
      '2: member screens',
      'member centre and the server’s own pages, in $language',
      "'/user/profile'",
      'member /user/profile',
    ],
    ['2: balance', 'member centre and the server’s own pages, in $language', "'/user/balance'", 'member /user/balance'],
    ['2: score', 'member centre and the server’s own pages, in $language', "'/user/integral'", 'member /user/integral'],
    [
      '2: activation codes',
      'member centre and the server’s own pages, in $language',
      "'/user/redeem'",
      'member /user/redeem',
    ],
    [
      '2: change password',
      'member centre and the server’s own pages, in $language',
      "'/user/changePassword'",
      'member /user/changePassword',
    ],
  ),
  ...provenBy(
    'server/journeys/publicSurface.test.ts',
    ['2: title of the home page', 'are called by the page and the site', 'Home - Atrium', 'title home'],
    ['2: the server’s own /404 and /401', 'are called by the page and the site', 'No permission or invalid file.'],
  ),
  ...provenBy('server/journeys/requestValidation.test.ts', [
    '2: /',
    'give a browser the shell under /admin and /user, a page at /, and a page that says 404 elsewhere',
    'href="/admin"',
  ]),
  ...provenBy('client/journeys/rights.test.ts', [
    '6: why somebody may not',
    'explains why she may not, names the rule, and answers anew when it changes',
    'explain',
    'route /admin/explain',
  ]),
  ...provenBy('client/journeys/dashboardShared.test.ts', [
    '2: a wall has an address of its own',
    'hangs on a wall by its link alone: live, page by page, of the newest build, and gone once it is taken back',
    '/admin/wall#',
    'route /admin/wall',
  ]),
  ...provenBy(
    'client/ui/ProgressBar.test.tsx',
    [
      '2: the bar: minimum 0.08, 200 ms, 0.02 every 800 ms',
      'starts at 0.08, creeps 0.02 every 800 ms, runs out within 200 ms, and never arrives by creeping',
      '{ minimum: 0.08, speedMs: 200, trickle: 0.02, trickleMs: 800 }',
      'progress minimum',
      'progress speedMs',
      'progress trickle',
      'progress trickleMs',
    ],
    ['2: the overlay stands once, for a second', 'stands for a second and does not come back', 'toBe(1_000)'],
  ),
  ...provenBy(
    'client/journeys/frame.test.ts',
    [
      '2: page tabs are kept over a reload, and what was typed in a kept one',
      'keeps tabs over a reload, and what was typed over a visit to another tab',
      'Not saved yet',
    ],
    [
      '2: the menu of a tab: reload',
      'does with a tab what its menu says, and fills the window with it',
      "'Reload'",
      'tab reload',
    ],
    [
      '2: the menu of a tab: close',
      'does with a tab what its menu says, and fills the window with it',
      "'Close')",
      'tab close',
    ],
    [
      '2: the menu of a tab: close others',
      'does with a tab what its menu says, and fills the window with it',
      "'Close others'",
      'tab others',
    ],
    [
      '2: the menu of a tab: close all',
      'does with a tab what its menu says, and fills the window with it',
      "'Close all'",
      'tab all',
    ],
    [
      '2: the menu of a tab: full screen',
      'does with a tab what its menu says, and fills the window with it',
      "'Full screen'",
      'tab full',
    ],
  ),
  ...provenBy('client/engine/formState/draftCache.test.ts', [
    '2: the memory of kept tabs is capped',
    'holds only so many and so much',
    'toHaveLength(MOST_DRAFTS)',
  ]),
  ...provenBy('client/engine/formState/useCachedDraft.test.tsx', [
    '2: a kept tab loses nothing to a quick step back',
    'waits while another screen is shown, although the address is that of the form again already',
    'Thing 1, mine',
  ]),
  ...provenBy(
    'client/shared/store/tabs.test.ts',
    [
      '2: tabs close alone, all but one, or all',
      'close alone, all but one, or all; the neighbour comes into sight',
      'othersClosed',
    ],
    [
      '2: the number of tabs is capped',
      'open once each, remember the last address, and drop the oldest beyond the cap',
      'MOST_TABS',
    ],
  ),
  ...provenBy(
    'client/admin/layout/menu/embeddedPages.test.ts',
    ['2: frames only of addresses a rule holds', 'is nothing else, however it is written', 'evil'],
    ['2: frames are sandboxed', 'never has both scripts and our origin', 'allow-scripts'],
  ),
  ...provenBy('client/admin/layout/menu/menuEntries.test.ts', [
    '6: a button is hidden when its node is absent',
    'hold exactly the nodes named',
    'holdsNode',
  ]),
  ...provenBy('server/journeys/errorCatalogue.test.ts', [
    '6: guards send to the login of the own realm',
    'send people without a session to the login of their own realm, and nowhere else',
    "'adminLogin'",
  ]),
];
