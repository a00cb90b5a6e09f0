/** Path, screen and option Cache of menu rules in the console. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { createRegistry } from '../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../engine/engineContext';
import { api } from '../shared/api/api';
import { Providers } from '../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../testing/fakeHttpServer';
import { createListResponse, thing, thingRow } from '../testing/screenHarness';
import { createTestClient, createTestUser } from '../testing/testClient';
import { CUSTOM_SCREENS, RecordsScreen } from './ScreenRoute';
import { routes } from './routes';

/** Loads the code of the screens before the tests, so that no test waits for it. */
beforeAll(async () => {
  await Promise.all([RecordsScreen, ...Object.values(CUSTOM_SCREENS)].map(({ load }) => load()));
});

let setup: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await setup?.close();
  setup = undefined;
});

const ENTITIES = { thing, quiet: { ...thing, name: 'quiet' } } as const;
const rule = (id: number, overrides: object) => ({ id, type: 'menu', menu_type: 'tab', extend: 'none', ...overrides });
const fieldPermissions = { readable: ['id', 'title', 'note'], writable: ['title'] };

/** `menus`: menu rules of the bootstrap, or a function that returns them. */
async function openAt(path: string, menus: readonly object[] | (() => readonly object[]), permissions: object = {}) {
  const server = await startFakeHttpServer(({ path }) => {
    if (path === '/admin/Index/index')
      return {
        envelope: {
          data: {
            adminInfo: { id: 7, username: 'lin', nickname: 'Lin', super: false },
            menus: typeof menus === 'function' ? menus() : menus,
            permissions,
            entities: { thing: fieldPermissions, quiet: fieldPermissions },
            siteConfig: { siteName: 'House' },
          },
        },
      };
    return { envelope: { data: createListResponse([thingRow(1)]) } };
  });
  setup = server;
  const client = createTestClient({ origin: server.origin, person: createTestUser() });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <Providers client={client}>
      <EngineContext value={createEngineConfig(createRegistry(ENTITIES))}>
        <RouterProvider router={router} />
      </EngineContext>
    </Providers>,
  );
  const openPath = () => router.state.location.pathname + router.state.location.search;
  return { router, client, at: openPath, user: userEvent.setup() };
}
const menu = () => within(screen.getByRole('navigation', { name: 'Main menu' }));
const grid = () => screen.findByRole('searchbox');

describe('menu rule with its own path', () => {
  const articles = rule(1, { title: 'Articles', name: 'thing', path: 'content/articles', component: 'thing' });
  const permissions = { '/admin/content/articles': ['/admin/thing/index', '/admin/thing/add', '/admin/thing/edit'] };

  it('shows its screen with the buttons the permissions allow', async () => {
    const { at: openPath } = await openAt('/admin/content/articles', [articles], permissions);
    expect(await screen.findByRole('button', { name: /^Add/ })).toBeInTheDocument();
    expect(openPath()).toBe('/admin/content/articles');
    expect(menu().getByRole('link', { name: 'Articles' })).toHaveAttribute('href', '/admin/content/articles');
    expect(document.title).toBe('Articles - House');
  });

  // @spec P1-033
  it('each menu rule shows its own remark above the list', async () => {
    const customPath = rule(2, {
      title: 'Things',
      name: 'thing',
      path: 'thing',
      component: 'thing',
      remark: 'All of them',
    });
    const second = { ...articles, name: 'press', remark: 'Articles only' };
    const { router } = await openAt('/admin/content/articles', [customPath, second], permissions);
    expect(await screen.findByText('Articles only')).toBeInTheDocument();
    expect(screen.queryByText('All of them')).toBeNull();
    await router.navigate('/admin/thing');
    expect(await screen.findByText('All of them')).toBeInTheDocument();
    expect(screen.queryByText('Articles only')).toBeNull();
  });

  it.each([
    ['/admin/thing', '/admin/content/articles'],
    ['/admin/thing?q=abc', '/admin/content/articles?q=abc'],
    ['/admin/thing/1', '/admin/content/articles/1'],
    ['/admin/content/articles/new', '/admin/content/articles/new'],
    ['/admin/Content/Articles', '/admin/Content/Articles'],
    ['/admin/content', '/404'],
    ['/admin/content/articles/abc', '/404'],
  ])('%s leads to %s', async (from, to) => {
    const { at: openPath } = await openAt(from, [articles], permissions);
    await waitFor(() => expect(openPath()).toBe(to));
  });
});

describe('component of a menu rule', () => {
  it('selects the screen, independent of the rule’s name', async () => {
    const customPath = rule(1, { title: 'Me', name: 'me', path: 'about/me', component: 'profile' });
    const { router } = await openAt('/admin/about/me', [customPath]);
    expect(await screen.findByRole('heading', { name: 'Your profile' })).toBeInTheDocument();
    await router.navigate('/admin/profile');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/about/me'));
  });

  it('unknown screen: the entry shows an invalid route, and its path is not found', async () => {
    const notFound = rule(1, { title: 'Lost', name: 'thing', path: 'lost', component: 'no/such/screen' });
    const { router, client, at: openPath, user } = await openAt('/admin/thing', [notFound]);
    await screen.findByRole('navigation', { name: 'Main menu' });
    await user.click(menu().getByRole('link', { name: 'Lost' }));
    expect(client.app.toasts.list().at(-1)?.text).toBe('Navigation failed, the route is invalid!');
    expect(openPath()).toBe('/admin/thing');
    await router.navigate('/admin/lost');
    await waitFor(() => expect(openPath()).toBe('/404'));
  });

  it('`dashboard` sets title and position of the first menu entry', async () => {
    const dashboardTitle = rule(1, { title: 'Cockpit', name: 'dashboard', path: 'home', component: 'dashboard' });
    const { at: openPath } = await openAt('/admin', [dashboardTitle]);
    await waitFor(() => expect(openPath()).toBe('/admin/home'));
    expect(menu().getAllByRole('link', { name: 'Cockpit' })).toHaveLength(1);
    expect(menu().queryByRole('link', { name: 'Overview' })).toBeNull();
  });

  // @spec P3-267
  it('a second rule with `dashboard` has its own menu entry', async () => {
    const findScreen = { name: 'dashboard', component: 'dashboard' };
    await openAt('/admin/home', [
      rule(1, { ...findScreen, title: 'Cockpit', path: 'home' }),
      rule(2, { ...findScreen, title: 'Sales', path: 'sales' }),
      rule(3, { ...findScreen, title: 'Same address', path: 'home', extend: 'add_menu_only' }),
      rule(4, { ...findScreen, title: 'Route', path: 'route', extend: 'add_rules_only' }),
    ]);
    await screen.findByRole('navigation', { name: 'Main menu' });
    const links = menu().getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Cockpit', '/admin/home'],
      ['Sales', '/admin/sales'],
    ]);
  });
});

describe('the screen of a module', () => {
  const module = {
    title: 'Hall',
    name: 'screen.hall.main',
    path: 'screens/hall/main',
    component: 'module/hall/1.0.0/main',
  };
  const things = rule(2, { title: 'Things', name: 'thing', path: 'thing', component: 'thing' });

  it('the tab of a screen that is gone says so, and closes', async () => {
    let menus = [rule(1, module), things];
    const { router, client, at: openPath, user } = await openAt('/admin/thing', () => menus);
    await grid();
    await router.navigate('/admin/screens/hall/main');
    const paths = () => client.store.getState().tabs.open.map(({ path }) => path);
    await waitFor(() => expect(paths()).toContain('/admin/screens/hall/main'));
    menus = [things];
    client.store.dispatch(api.util.invalidateTags(['Bootstrap']));
    expect(await screen.findByText('This screen no longer exists')).toBeVisible();
    expect(openPath()).toBe('/admin/screens/hall/main');
    await user.click(screen.getByRole('button', { name: 'Close tab' }));
    await waitFor(() => expect(paths()).not.toContain('/admin/screens/hall/main'));
    await waitFor(() => expect(openPath()).not.toBe('/admin/screens/hall/main'));
    await waitFor(() => expect(screen.queryByText('This screen no longer exists')).toBeNull());
    await router.navigate('/admin/screens/hall/main');
    await waitFor(() => expect(openPath()).toBe('/404'));
  });
});

describe('option Cache of a menu rule', () => {
  const twoRules = (keepalive: number) => [
    rule(1, { title: 'Things', name: 'thing', path: 'thing', component: 'thing', keepalive }),
    rule(2, { title: 'Quiet things', name: 'quiet', path: 'quiet', component: 'quiet' }),
  ];
  const leaveAndReturnToScreen = async (keepalive: number) => {
    const { router } = await openAt('/admin/thing', twoRules(keepalive));
    const before = await grid();
    await router.navigate('/admin/quiet');
    await waitFor(() => expect(document.title).toBe('Quiet things - House'));
    await waitFor(() => expect(before).not.toBeVisible());
    expect(await screen.findByRole('searchbox')).toBeVisible();
    await router.navigate('/admin/thing');
    await waitFor(() => expect(document.title).toBe('Things - House'));
    return { router, before, after: await grid() };
  };

  it('Cache on: the screen keeps its state when its tab is opened again', async () => {
    const { before, after } = await leaveAndReturnToScreen(1);
    expect(after).toBe(before);
    expect(after).toBeVisible();
  });

  it('Cache on: opening one of several screens moves none in the document', async () => {
    const cached = { keepalive: 1 };
    const { router } = await openAt('/admin/thing', [
      rule(1, { title: 'Things', name: 'thing', path: 'thing', component: 'thing', ...cached }),
      rule(2, { title: 'Quiet things', name: 'quiet', path: 'quiet', component: 'quiet', ...cached }),
    ]);
    const first = await grid();
    await router.navigate('/admin/quiet');
    await waitFor(() => expect(first).not.toBeVisible());
    const second = await grid();
    const removed: Node[] = [];
    const movedRules = new MutationObserver((records) => {
      removed.push(...records.flatMap(({ removedNodes }) => [...removedNodes]));
    });
    movedRules.observe(document.body, { childList: true, subtree: true });
    for (const [path, visibleText] of [
      ['/admin/thing', first],
      ['/admin/quiet', second],
      ['/admin/thing', first],
    ] as const) {
      await router.navigate(path);
      await waitFor(() => expect(visibleText).toBeVisible());
    }
    movedRules.disconnect();
    expect(removed.filter((node) => node.contains(first) || node.contains(second))).toEqual([]);
  });

  it('off: the screen is mounted again', async () => {
    const { before, after } = await leaveAndReturnToScreen(0);
    expect(after).not.toBe(before);
    expect(before).not.toBeInTheDocument();
  });

  it('Cache on: a closed tab opens with a new screen', async () => {
    const { router } = await openAt('/admin/thing', twoRules(1));
    const before = await grid();
    await router.navigate('/admin/quiet');
    await waitFor(() => expect(before).not.toBeVisible());
    await userEvent.setup().click(screen.getByRole('button', { name: 'Close Things' }));
    await waitFor(() => expect(before).not.toBeInTheDocument());
    await router.navigate('/admin/thing');
    expect(await grid()).not.toBe(before);
  });
});

describe('menu rule whose path changes while its screen is open', () => {
  const openPath = (path: string, keepalive: number) =>
    rule(1, { title: 'Templates', name: 'thing', path, component: 'thing', keepalive });
  const permissions = { '/admin/content/templates': ['/admin/thing/index', '/admin/thing/add', '/admin/thing/edit'] };
  const moveRule = async (path: string, keepalive: number, search = '') => {
    let menus: readonly object[] = [openPath('content/templates', keepalive)];
    const opened = await openAt(path + search, () => menus, permissions);
    const move = async () => {
      menus = [openPath('content/moved', keepalive)];
      opened.client.store.dispatch(api.util.invalidateTags(['Bootstrap']));
      await waitFor(() => expect(opened.at()).toBe(path.replace('templates', 'moved') + search));
    };
    return { ...opened, move };
  };

  // @spec P3-261
  it.each([0, 1])('redirects to the new path, with the option Cache %s', async (keepalive) => {
    const { move } = await moveRule('/admin/content/templates', keepalive, '?q=abc');
    await grid();
    await move();
    expect(await grid()).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Templates - House'));
  });

  // @spec P3-263
  it.each([0, 1])('stores unsaved text as a draft, with the option Cache %s', async (keepalive) => {
    const { move, user, client } = await moveRule('/admin/content/templates/new', keepalive);
    await user.type(await screen.findByRole('textbox', { name: /^Title/ }), 'typed');
    await move();
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toBeVisible();
    await waitFor(() => expect(client.app.toasts.list().map(({ text }) => text)).toEqual(['Draft saved']));
    const stored = setup?.requests.find(({ path }) => path === '/admin/draft/keep')?.body;
    expect(stored).toMatchObject({ ent: 'thing', id: 0, fields: { title: { mine: 'typed' } } });
  });
});
