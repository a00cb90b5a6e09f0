/** Menu rules of the member center: screens under other addresses, embedded pages, links. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { MEMBER_SCREENS } from '../../common/memberScreens';
import { embedPath } from '../shared/embed/embedPolicy';
import { Providers } from '../shared/startup/Providers';
import { connectionChanged } from '../shared/store/connectionSlice';
import { signedIn } from '../shared/store/session';
import { createLiveConnectionOptions } from '../shared/live/liveConnectionOptions';
import { startFakeHttpServer, type FakeHttpServer } from '../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../testing/testClient';
import { navigateTo, getLastSearch } from './router';
import { parseMemberMenu, findEmbedded } from './memberMenu';
import { MemberRoutes, redirectFrom, resolveScreenPath, SCREENS } from './routes';

type Rule = Readonly<Record<string, unknown>>;
const rule = (id: number, more: Rule): Rule => ({ id, type: 'menu', title: `Rule ${id}`, name: `rule/${id}`, ...more });
const tab = (id: number, path: string, component: string, more: Rule = {}) =>
  rule(id, { menu_type: 'tab', path, component, ...more });
const frame = (id: number, url: string, more: Rule = {}) => rule(id, { menu_type: 'iframe', url, ...more });

const PAGE = 'https://example.com/board?a=1';
const ORIGIN = 'https://own.example';
const RULES = [
  {
    ...rule(1, { type: 'menu_dir' }),
    children: [
      tab(2, 'money', 'balance'),
      tab(3, '/points', 'integral', { type: 'route' }),
      tab(4, 'ghost', 'nowhere'),
    ],
  },
  frame(5, PAGE),
  frame(6, 'https://example.com/entry', { extend: 'add_menu_only' }),
  frame(7, 'https://example.com/route', { extend: 'add_rules_only' }),
  frame(8, 'http://plain.example/'),
  frame(9, 'javascript:alert(1)'),
  tab(10, 'shown', 'profile', { extend: 'add_menu_only' }),
  rule(11, { menu_type: 'link', url: 'https://example.com/link' }),
];
const menu = parseMemberMenu(RULES);
const framed = (url: string) => findEmbedded(`/user/iframe/${encodeURIComponent(url)}`, menu, ORIGIN);
const at = (url: string) => (framed(url)?.isBlocked ? undefined : framed(url)?.url);

describe('rules of the member center', () => {
  // @spec P6-006
  it('open the screen they name at the address of the rule', () => {
    for (const name of MEMBER_SCREENS) expect(Object.keys(SCREENS)).toContain(`/user/${name}`);
    expect(resolveScreenPath('/user/money', menu)).toBe('/user/balance');
    expect(resolveScreenPath('/user/points', menu)).toBe('/user/integral');
    for (const path of ['/user/balance', '/user/ghost', '/user/shown', '/user/constructor'])
      expect(resolveScreenPath(path, menu)).toBe(path);
  });
  // @spec P6-012
  it('list the visible entries in the menu, with their addresses', () => {
    expect(menu.entries.map(({ id, href, isExternal }) => [id, href, isExternal])).toEqual([
      [2, '/user/money', false],
      [4, '/user/ghost', false],
      [5, `/user/iframe/${encodeURIComponent(PAGE)}`, false],
      [6, `/user/iframe/${encodeURIComponent('https://example.com/entry')}`, false],
      [8, `/user/iframe/${encodeURIComponent('http://plain.example/')}`, false],
      [9, `/user/iframe/${encodeURIComponent('javascript:alert(1)').replace('(', '%28').replace(')', '%29')}`, false],
      [10, '/user/shown', false],
      [11, 'https://example.com/link', true],
    ]);
  });
  it('embed exactly their own pages, from https or the own origin only', () => {
    expect([at(PAGE), at('https://example.com/route')]).toEqual([PAGE, 'https://example.com/route']);
    const others = ['https://example.com/entry', 'http://plain.example/', 'javascript:alert(1)', `${PAGE}#x`];
    for (const url of [...others, 'https://example.com/link', 'https://evil.example/', `${PAGE}&b`, ''])
      expect([url, at(url)]).toEqual([url, undefined]);
  });
  it('mark pages that cannot be embedded as blocked, and no others', () => {
    for (const url of ['http://plain.example/', 'javascript:alert(1)'])
      expect(framed(url)).toMatchObject({ url, isBlocked: true });
    for (const url of [PAGE, 'https://example.com/entry', 'http://other.example/', ''])
      expect([url, framed(url)?.isBlocked]).toEqual([url, undefined]);
  });
  it('are restored by the loading route', () => {
    const opens = (path: string) => path === '/user/money';
    const from = (url: string) => redirectFrom('/user/loading', new URLSearchParams({ url }), true, { canOpen: opens });
    expect([from('/user/money'), from('/user/ghost')]).toEqual(['/user/money', '/404']);
  });
});

describe('the page of a member', () => {
  let testServer: FakeHttpServer | undefined;
  afterEach(async () => {
    cleanup();
    window.history.replaceState(null, '', '/');
    await testServer?.close();
    testServer = undefined;
  });
  async function openAt(path: string, rules: () => readonly Rule[], outage = { isDown: false }) {
    testServer = await startFakeHttpServer((request) =>
      outage.isDown
        ? { status: 500 }
        : request.path === '/api/user/index'
          ? { envelope: { data: { menus: rules(), support: 0 } } }
          : { status: 404, envelope: { code: 404, msg: 'missing' } },
    );
    window.history.replaceState(null, '', path);
    const [bare = '', query = ''] = path.split('?');
    const client = createTestClient({
      realm: 'member',
      origin: testServer.origin,
      path: bare,
      query,
      person: createTestUser(),
    });
    render(
      <Providers client={client}>
        <MemberRoutes />
      </Providers>,
    );
    return { ...client, origin: testServer.origin };
  }

  it('shows an embedded page in a sandbox under the name of its rule, until the rule is removed', async () => {
    let rules: readonly Rule[] = RULES;
    const path = `/user/iframe/${encodeURIComponent(PAGE)}`;
    const { store, app, origin, navigations } = await openAt(path, () => rules);
    const shown = await screen.findByTitle('Rule 5');
    expect(shown.getAttribute('src')).toBe(PAGE);
    expect(shown.getAttribute('referrerpolicy')).toBe('no-referrer');
    const sandbox = shown.getAttribute('sandbox') ?? '';
    expect(sandbox.split(' ').filter((one) => /top-navigation|modals|pointer|presentation/.test(one))).toEqual([]);
    expect(sandbox).toContain('allow-forms');
    expect(document.title).toBe('Rule 5 - Atrium');
    rules = RULES.filter(({ id }) => id !== 5);
    act(() => createLiveConnectionOptions(store, () => app, { realm: 'member', origin }).onPermissionsChanged());
    await waitFor(() => expect(screen.queryByTitle('Rule 5')).toBeNull(), { timeout: 1_000 });
    expect(navigations.at(-1)).toMatch(/^\/user\/loading\?url=/);
  });

  it('explains a blocked http page and links to it; a javascript: address gets no link', async () => {
    const path = (url: string) => embedPath('/user', url);
    const { navigations } = await openAt(path('http://plain.example/'), () => RULES);
    const link = await screen.findByRole('link', { name: 'Open in new tab' });
    expect(screen.getByRole('heading', { name: 'This page can’t be embedded' })).toBeInTheDocument();
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'http://plain.example/',
      'noopener noreferrer',
    ]);
    expect([document.title, navigations.includes('/404'), document.querySelector('iframe')]).toEqual([
      'Rule 8 - Atrium',
      false,
      null,
    ]);
    cleanup();
    await testServer?.close();
    await openAt(path('javascript:alert(1)'), () => RULES);
    await screen.findByRole('heading', { name: 'This page can’t be embedded' });
    expect([screen.queryByRole('link', { name: /window/ }), document.querySelector('iframe')]).toEqual([null, null]);
  });

  it('drops the searches of a member when another one signs in', async () => {
    const { store } = await openAt('/user/overview', () => RULES);
    act(() => {
      navigateTo('/user/money?type=expense');
      navigateTo('/user/overview');
    });
    expect(getLastSearch('/user/money')).toBe('?type=expense');
    act(
      () =>
        void store.dispatch(signedIn({ realm: 'member', person: { ...createTestUser(), id: 8 }, isPersistent: false })),
    );
    expect(getLastSearch('/user/money')).toBe('');
  });

  it('retries the lost rules when the connection is live again, and then redirects', async () => {
    const from = `/user/loading?${new URLSearchParams({ url: '/user/money' }).toString()}`;
    const outage = { isDown: true };
    const { navigations, store } = await openAt(from, () => RULES, outage);
    await screen.findByRole('banner');
    const asked = () => testServer?.requests.filter(({ path }) => path === '/api/user/index').length ?? 0;
    await waitFor(() => expect(asked()).toBe(1));
    expect(navigations).toEqual([]);
    outage.isDown = false;
    // The live connection that the frame opened reaches the server.
    act(() => void store.dispatch(connectionChanged({ status: 'live', since: 0 })));
    await waitFor(() => expect(asked()).toBeGreaterThan(1), { timeout: 5_000 });
    await waitFor(() => expect(navigations).toEqual(['/user/money']));
  });

  it('waits for the rules before it redirects', async () => {
    const { navigations } = await openAt(
      `/user/loading?${new URLSearchParams({ url: '/user/money' }).toString()}`,
      () => RULES,
    );
    await waitFor(() => expect(navigations).toEqual(['/user/money']));
  });
});
