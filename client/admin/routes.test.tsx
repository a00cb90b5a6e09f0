/** Routes of the console, and the messages of unknown and forbidden paths. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { createRegistry } from '../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../engine/engineContext';
import { Providers } from '../shared/startup/Providers';
import { titlesReceived } from '../shared/store/entities';
import { tabTitled } from '../shared/store/tabs';
import { startFakeHttpServer, type FakeHttpServer } from '../testing/fakeHttpServer';
import { createListResponse, thing } from '../testing/screenHarness';
import { createTestClient, createTestUser } from '../testing/testClient';
import { routes } from './routes';

let setup: FakeHttpServer | undefined;
afterEach(async () => {
  await setup?.close();
  setup = undefined;
});

const menu = () => within(screen.getByRole('navigation', { name: 'Main menu' }));
const DASHBOARD_ANSWER = 'https://example.com/board';
/** Three entities, under rules that add a route, a menu entry, or both; two without rules. */
const ENTITIES = {
  thing,
  quiet: { ...thing, name: 'quiet' },
  shown: { ...thing, name: 'shown' },
  loose: { ...thing, name: 'loose' },
  own: { ...thing, name: 'own', spec: { ...thing.spec, personal: true } },
} as const;
const bootstrap = {
  adminInfo: { id: 7, username: 'lin', nickname: 'Lin', super: true },
  menus: [
    { id: 1, type: 'menu', title: 'thing', name: 'thing', path: 'thing', menu_type: 'tab' },
    { id: 2, type: 'menu', title: 'Board', name: 'board', menu_type: 'iframe', url: DASHBOARD_ANSWER },
    { id: 3, type: 'menu', title: 'Odd', name: 'odd', menu_type: 'hologram', path: 'odd' },
    { id: 4, type: 'menu', title: 'Lost', name: 'lost', menu_type: 'link', url: '' },
    { id: 5, type: 'menu', title: 'Quiet things', name: 'quiet', path: 'quiet', extend: 'add_rules_only' },
    { id: 6, type: 'menu', title: 'Only shown', name: 'shown', path: 'shown', extend: 'add_menu_only' },
  ],
  permissions: { '/admin/thing': ['/admin/thing/index'] },
  entities: Object.fromEntries(
    Object.keys(ENTITIES).map((name) => [name, { readable: ['id', 'title'], writable: [] }]),
  ),
  siteConfig: { siteName: 'House' },
};

async function openAtPath(path: string, session = true, overrides: object = {}, outage = { isDown: false }) {
  const server = await startFakeHttpServer(({ path }) => {
    if (outage.isDown) return { status: 500 };
    if (path === '/admin/Index/index') return { envelope: { data: { ...bootstrap, ...overrides } } };
    return { envelope: { data: createListResponse([]) } };
  });
  setup = server;
  const client = createTestClient({ origin: server.origin, ...(session ? { person: createTestUser() } : {}) });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <Providers client={client}>
      <EngineContext value={createEngineConfig(createRegistry(ENTITIES))}>
        <RouterProvider router={router} />
      </EngineContext>
    </Providers>,
  );
  const { location } = router.state;
  return { router, client, at: () => router.state.location.pathname + router.state.location.search, first: location };
}

describe('routes of the console', () => {
  // @spec P2-006 P2-009 P2-011 P8-030
  // @covers route /admin, route /admin/dashboard, route /admin/loading, route /admin/*, route *
  it.each([
    ['/admin', '/admin/dashboard'],
    ['/admin/loading', '/admin/dashboard'],
    ['/admin/loading?url=%2Fadmin%2Fthing&query=%7B%22page%22%3A%222%22%7D', '/admin/thing?page=2'],
    ['/admin/loading?url=https%3A%2F%2Fevil.example', '/admin/dashboard'],
    ['/admin/loading?url=%2Fuser%2Foverview', '/admin/dashboard'],
    ['/admin/loading?url=%2Fadmin%2Floading', '/admin/dashboard'],
    ['/admin/nowhere', '/404'],
    ['/admin/nowhere/at/all?x=1', '/404'],
    ['/admin/thing/abc', '/404'],
    ['/elsewhere', '/404'],
    ['/admin/loading?url=%2Fadmin%2Fprofile', '/admin/profile'],
  ])('%s leads to %s', async (from, to) => {
    const { at } = await openAtPath(from);
    await waitFor(() => expect(at()).toBe(to));
  });

  // @spec P2-009 P2-017
  // @covers title Loading
  it('unknown paths redirect to the loading route with path and JSON query', async () => {
    const { router } = await openAtPath('/admin/thing');
    const [visited, titles]: [string[], string[]] = [[], []];
    router.subscribe(({ location }) => visited.push(location.pathname + location.search));
    const watch = new MutationObserver((all) => {
      for (const { addedNodes } of all) for (const { textContent } of addedNodes) titles.push(textContent ?? '');
    });
    watch.observe(document.head, { subtree: true, childList: true });
    await screen.findByRole('heading', { level: 1 });
    await router.navigate('/admin/ghost?a=b');
    await waitFor(() => expect(visited).toContain('/404'));
    await waitFor(() => expect(titles).toContain('Page not found - House'));
    watch.disconnect();
    expect(titles).toContain('Loading - House');
    expect(visited).toContain('/admin/loading?url=%2Fadmin%2Fghost&query=%7B%22a%22%3A%22b%22%7D');
  });

  // @spec P2-018
  // @covers title admin
  it('paths without a menu entry have the title of the console', async () => {
    await openAtPath('/admin/loose');
    await waitFor(() => expect(document.title).toBe('Console - House'));
  });

  it('a personal list, which no menu has, has its own title', async () => {
    await openAtPath('/admin/own');
    await waitFor(() => expect(document.title).toBe('Things - House'));
  });

  it('a record’s path and title name the record, also before it is loaded again', async () => {
    const { client } = await openAtPath('/admin/thing/3');
    const path = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));
    expect(path.getByText('#3')).toHaveAttribute('aria-current', 'page');
    act(() => void client.store.dispatch(tabTitled({ path: '/admin/thing/3', title: 'Newsroom' })));
    expect(path.getByText('Newsroom')).toHaveAttribute('aria-current', 'page');
    act(() => void client.store.dispatch(titlesReceived({ thing: { 3: 'Press room' } })));
    expect(path.getByText('Press room')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Press room · Things - House'));
  });

  it('a record beside its list is named in the path and the title as well', async () => {
    const { client } = await openAtPath('/admin/thing?record=3');
    act(() => void client.store.dispatch(titlesReceived({ thing: { 3: 'Press room' } })));
    // In a narrow window the record lies over the page.
    const path = within(await screen.findByRole('navigation', { name: 'Breadcrumb', hidden: true }));
    expect(await path.findByText('Press room')).toHaveAttribute('aria-current', 'page');
    expect(path.getByText('Things')).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('Press room · Things - House'));
  });

  it('paths of an entity without permission have the entity’s title', async () => {
    const { router } = await openAtPath('/admin/thing/new', true, { entities: {}, menus: [] });
    const path = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));
    expect(path.getByText('Things')).toBeInTheDocument();
    const tabs = within(await screen.findByRole('navigation', { name: 'Open pages' }));
    expect(tabs.getByRole('link', { name: /^Things · New/ })).toBeInTheDocument();
    await router.navigate('/admin/thing');
    expect(await tabs.findByRole('link', { name: /^Things$/ })).toBeInTheDocument();
  });

  // @spec P2-052
  // @covers route /admin/profile
  it('open the profile', async () => {
    await openAtPath('/admin/profile');
    expect(await screen.findByRole('heading', { name: 'Your profile' })).toBeInTheDocument();
  });

  // @spec P2-002 P2-013
  // @covers title adminLogin, route /admin/login
  it('redirect to the sign-in with the requested path', async () => {
    const { at } = await openAtPath('/admin/thing?page=2', false);
    await waitFor(() => expect(at()).toBe('/admin/login?to=%2Fadmin%2Fthing%3Fpage%3D2'));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument();
    expect(document.title).toBe('Sign in to the console - Atrium');
  });

  // @spec P2-004 P2-015 P2-005 P2-016
  // @covers title notFound, route /404, title noPower, route /401
  it('show the unknown and the forbidden page without the requested path', async () => {
    const attackUrls = Array.from({ length: 50 }, (_entity, index) => `<img src=x onerror=alert(${index})>`);
    for (const [path, texts, title] of [
      ['/404', 'Page not found', 'Page not found - Atrium'],
      ['/401', 'No access', 'No access - Atrium'],
    ] as const) {
      const { router } = await openAtPath(path, false);
      expect(await screen.findByRole('heading', { name: texts })).toBeInTheDocument();
      for (const attackUrl of attackUrls.slice(0, 25)) {
        await router.navigate(`${path}?msg=${encodeURIComponent(attackUrl)}#${encodeURIComponent(attackUrl)}`);
        expect(document.body.innerHTML).not.toContain('onerror');
      }
      expect(document.title).toBe(title);
      await setup?.close();
      document.body.innerHTML = '';
    }
  });

  it('load by themselves after the server is back', async () => {
    const outage = { isDown: true };
    await openAtPath('/admin/profile', true, {}, outage);
    expect(await screen.findByRole('heading', { name: 'Couldn’t load this' })).toBeVisible();
    outage.isDown = false;
    expect(await screen.findByRole('heading', { name: 'Your profile' }, { timeout: 10_000 })).toBeVisible();
  });

  // @spec P2-005 P2-008
  // @covers route /admin/iframe/:url
  it('embed a URL only when a menu rule holds it', async () => {
    const { router } = await openAtPath(`/admin/iframe/${encodeURIComponent(DASHBOARD_ANSWER)}`);
    await waitFor(() => expect(document.querySelector('iframe')).not.toBeNull());
    const iframe = document.querySelector('iframe') as HTMLIFrameElement; // appears with the element above
    expect(iframe.title).toBe('Board');
    expect(iframe).toHaveAttribute('src', DASHBOARD_ANSWER);
    expect(iframe).toHaveAttribute('referrerpolicy', 'no-referrer');
    expect(iframe.getAttribute('sandbox')).not.toContain('top-navigation');
    await router.navigate(`/admin/iframe/${encodeURIComponent('https://evil.example/')}`);
    expect(await screen.findByText(/invalid file/)).toBeInTheDocument();
    expect(document.querySelector('iframe')).toBeNull();
  });

  // @spec P2-020
  it('a route without a menu entry has the rule’s title, and an entry without a route shows a message', async () => {
    const { at, client, router } = await openAtPath('/admin/quiet');
    await screen.findByRole('navigation', { name: 'Main menu' });
    await waitFor(() => expect(document.title).toBe('Quiet things - House'));
    expect(at()).toBe('/admin/quiet');
    expect(menu().queryByRole('link', { name: 'Quiet things' })).toBeNull();
    const tabs = within(await screen.findByRole('navigation', { name: 'Open pages' }));
    expect(tabs.getByRole('link', { name: /^Quiet things/ })).toBeInTheDocument();
    await userEvent.setup().click(menu().getByRole('link', { name: 'Only shown' }));
    expect(client.app.toasts.list().at(-1)?.text).toBe('Navigation failed, the route is invalid!');
    expect(at()).toBe('/admin/quiet');
    await router.navigate('/admin/shown');
    await waitFor(() => expect(at()).toBe('/404'));
  });

  // @spec P8-021 P8-029 P8-023
  // @covers fault navigation.type, fault navigation.route, fault navigation.here
  it('show why an entry cannot be followed', async () => {
    const { client, at } = await openAtPath('/admin/dashboard');
    const user = userEvent.setup();
    const last = () => client.app.toasts.list().at(-1)?.text;
    await user.click(await screen.findByRole('link', { name: 'Odd' }));
    expect(last()).toBe('Navigation failed, the menu type is unrecognized!');
    await user.click(screen.getByText('Lost'));
    expect(last()).toBe('Navigation failed, the route is invalid!');
    await user.click(menu().getByRole('link', { name: 'Overview' }));
    expect(last()).toBe('Navigation failed, you are already there!');
    expect(at()).toBe('/admin/dashboard');
  });

  // @spec P2-021
  it('show the progress bar on every navigation', async () => {
    const { router } = await openAtPath('/admin/dashboard');
    await screen.findByRole('navigation', { name: 'Main menu' });
    const first = document.querySelector('[data-progress]');
    expect(first).not.toBeNull();
    await router.navigate('/admin/thing');
    await waitFor(() => expect(document.querySelector('[data-progress=done]')).not.toBe(first));
  });
});
