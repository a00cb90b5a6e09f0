/** Menu rules in the console: a rule's path, screen and cache do what its form says. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { registryOf } from '../../common/entity/registry';
import { EngineContext, engineOf } from '../engine/engineContext';
import { api } from '../shared/api';
import { Providers } from '../shared/Providers';
import { startHttpWorld, type HttpWorld } from '../testing/httpWorld';
import { listOf, thing, thingRow } from '../testing/screen';
import { createTestClient, somebody } from '../testing/testClient';
import { OWN_SCREENS, RecordsScreen } from './Place';
import { routes } from './routes';

/** The code of the screens is fetched once, so that no test waits for it. */
beforeAll(async () => {
  await Promise.all([RecordsScreen, ...Object.values(OWN_SCREENS)].map(({ arrive }) => arrive()));
});

let world: HttpWorld | undefined;
afterEach(async () => {
  cleanup();
  await world?.close();
  world = undefined;
});

const NOUNS = { thing, quiet: { ...thing, name: 'quiet' } } as const;
const rule = (id: number, more: object) => ({ id, type: 'menu', menu_type: 'tab', extend: 'none', ...more });
const rights = { readable: ['id', 'title', 'note'], writable: ['title'] };

/** `menus`: or what answers them, where they change. */
async function openAt(path: string, menus: readonly object[] | (() => readonly object[]), permissions: object = {}) {
  const server = await startHttpWorld(({ path: asked }) => {
    if (asked === '/admin/Index/index')
      return {
        envelope: {
          data: {
            adminInfo: { id: 7, username: 'lin', nickname: 'Lin', super: false },
            menus: typeof menus === 'function' ? menus() : menus,
            permissions,
            entities: { thing: rights, quiet: rights },
            siteConfig: { siteName: 'House' },
          },
        },
      };
    return { envelope: { data: listOf([thingRow(1)]) } };
  });
  world = server;
  const client = createTestClient({ origin: server.origin, person: somebody() });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <Providers client={client}>
      <EngineContext value={engineOf(registryOf(NOUNS))}>
        <RouterProvider router={router} />
      </EngineContext>
    </Providers>,
  );
  const at = () => router.state.location.pathname + router.state.location.search;
  return { router, client, at, user: userEvent.setup() };
}
const menu = () => within(screen.getByRole('navigation', { name: 'Main menu' }));
const grid = () => screen.findByRole('searchbox');

describe('a menu rule with a path of its own', () => {
  const articles = rule(1, { title: 'Articles', name: 'thing', path: 'content/articles', component: 'thing' });
  const held = { '/admin/content/articles': ['/admin/thing/index', '/admin/thing/add', '/admin/thing/edit'] };

  it('shows its screen there, with the buttons its permissions give', async () => {
    const { at } = await openAt('/admin/content/articles', [articles], held);
    expect(await screen.findByRole('button', { name: /^Add/ })).toBeInTheDocument();
    expect(at()).toBe('/admin/content/articles');
    expect(menu().getByRole('link', { name: 'Articles' })).toHaveAttribute('href', '/admin/content/articles');
    expect(document.title).toBe('Articles - House');
  });

  it('P1-033 shows its own remark, and the screen’s own rule keeps another', async () => {
    const own = rule(2, { title: 'Things', name: 'thing', path: 'thing', component: 'thing', remark: 'All of them' });
    const second = { ...articles, name: 'press', remark: 'Articles only' };
    const { router } = await openAt('/admin/content/articles', [own, second], held);
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
    const { at } = await openAt(from, [articles], held);
    await waitFor(() => expect(at()).toBe(to));
  });
});

describe('the component of a menu rule', () => {
  it('chooses the screen, whatever the rule is called', async () => {
    const own = rule(1, { title: 'Me', name: 'me', path: 'about/me', component: 'profile' });
    const { router } = await openAt('/admin/about/me', [own]);
    expect(await screen.findByRole('heading', { name: 'Your profile' })).toBeInTheDocument();
    await router.navigate('/admin/profile');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/about/me'));
  });

  it('that is unknown says that the route is invalid, and its address is missing', async () => {
    const lost = rule(1, { title: 'Lost', name: 'thing', path: 'lost', component: 'no/such/screen' });
    const { router, client, at, user } = await openAt('/admin/thing', [lost]);
    await screen.findByRole('navigation', { name: 'Main menu' });
    await user.click(menu().getByRole('link', { name: 'Lost' }));
    expect(client.app.toasts.list().at(-1)?.text).toBe('Navigation failed, the route is invalid!');
    expect(at()).toBe('/admin/thing');
    await router.navigate('/admin/lost');
    await waitFor(() => expect(at()).toBe('/404'));
  });

  it('dashboard names and places the first entry of the menu', async () => {
    const front = rule(1, { title: 'Cockpit', name: 'dashboard', path: 'home', component: 'dashboard' });
    const { at } = await openAt('/admin', [front]);
    await waitFor(() => expect(at()).toBe('/admin/home'));
    expect(menu().getAllByRole('link', { name: 'Cockpit' })).toHaveLength(1);
    expect(menu().queryByRole('link', { name: 'Overview' })).toBeNull();
  });

  it('P3-267 dashboard of a second rule has an entry of its own in the menu', async () => {
    const screenOf = { name: 'dashboard', component: 'dashboard' };
    await openAt('/admin/home', [
      rule(1, { ...screenOf, title: 'Cockpit', path: 'home' }),
      rule(2, { ...screenOf, title: 'Sales', path: 'sales' }),
      rule(3, { ...screenOf, title: 'Same address', path: 'home', extend: 'add_menu_only' }),
      rule(4, { ...screenOf, title: 'Route', path: 'route', extend: 'add_rules_only' }),
    ]);
    await screen.findByRole('navigation', { name: 'Main menu' });
    const links = menu().getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Cockpit', '/admin/home'],
      ['Sales', '/admin/sales'],
    ]);
  });
});

describe('the option Cache of a menu rule', () => {
  const two = (keepalive: number) => [
    rule(1, { title: 'Things', name: 'thing', path: 'thing', component: 'thing', keepalive }),
    rule(2, { title: 'Quiet things', name: 'quiet', path: 'quiet', component: 'quiet' }),
  ];
  const leaveAndReturn = async (keepalive: number) => {
    const { router } = await openAt('/admin/thing', two(keepalive));
    const before = await grid();
    await router.navigate('/admin/quiet');
    await waitFor(() => expect(document.title).toBe('Quiet things - House'));
    await waitFor(() => expect(before).not.toBeVisible());
    expect(await screen.findByRole('searchbox')).toBeVisible();
    await router.navigate('/admin/thing');
    await waitFor(() => expect(document.title).toBe('Things - House'));
    return { router, before, after: await grid() };
  };

  it('on: the screen is the same one when its tab is opened again', async () => {
    const { before, after } = await leaveAndReturn(1);
    expect(after).toBe(before);
    expect(after).toBeVisible();
  });

  it('on: of several screens none moves in the document when it is opened again', async () => {
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
    const moves = new MutationObserver((records) => {
      removed.push(...records.flatMap(({ removedNodes }) => [...removedNodes]));
    });
    moves.observe(document.body, { childList: true, subtree: true });
    for (const [path, shown] of [
      ['/admin/thing', first],
      ['/admin/quiet', second],
      ['/admin/thing', first],
    ] as const) {
      await router.navigate(path);
      await waitFor(() => expect(shown).toBeVisible());
    }
    moves.disconnect();
    expect(removed.filter((node) => node.contains(first) || node.contains(second))).toEqual([]);
  });

  it('off: the screen is mounted again', async () => {
    const { before, after } = await leaveAndReturn(0);
    expect(after).not.toBe(before);
    expect(before).not.toBeInTheDocument();
  });

  it('on: a tab that was closed opens fresh', async () => {
    const { router } = await openAt('/admin/thing', two(1));
    const before = await grid();
    await router.navigate('/admin/quiet');
    await waitFor(() => expect(before).not.toBeVisible());
    await userEvent.setup().click(screen.getByRole('button', { name: 'Close Things' }));
    await waitFor(() => expect(before).not.toBeInTheDocument());
    await router.navigate('/admin/thing');
    expect(await grid()).not.toBe(before);
  });
});

describe('a menu rule whose path changes while a person stands on its screen', () => {
  const at = (path: string, keepalive: number) =>
    rule(1, { title: 'Templates', name: 'thing', path, component: 'thing', keepalive });
  const held = { '/admin/content/templates': ['/admin/thing/index', '/admin/thing/add', '/admin/thing/edit'] };
  const moveFrom = async (path: string, keepalive: number, search = '') => {
    let menus: readonly object[] = [at('content/templates', keepalive)];
    const opened = await openAt(path + search, () => menus, held);
    const move = async () => {
      menus = [at('content/moved', keepalive)];
      opened.client.store.dispatch(api.util.invalidateTags(['Bootstrap']));
      await waitFor(() => expect(opened.at()).toBe(path.replace('templates', 'moved') + search));
    };
    return { ...opened, move };
  };

  it.each([0, 1])('P3-261 leads to its new address, with the option Cache %s', async (keepalive) => {
    const { move } = await moveFrom('/admin/content/templates', keepalive, '?q=abc');
    await grid();
    await move();
    expect(await grid()).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Templates - House'));
  });

  it.each([0, 1])('P3-263 stores unsaved text of its form as a draft, with the option Cache %s', async (keepalive) => {
    const { move, user, client } = await moveFrom('/admin/content/templates/new', keepalive);
    await user.type(await screen.findByRole('textbox', { name: /^Title/ }), 'typed');
    await move();
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toBeVisible();
    await waitFor(() => expect(client.app.toasts.list().map(({ text }) => text)).toEqual(['Draft kept']));
    const stored = world?.asked.find(({ path }) => path === '/admin/draft/keep')?.body;
    expect(stored).toMatchObject({ ent: 'thing', id: 0, fields: { title: { mine: 'typed' } } });
  });
});
