/** The side menu: closed groups but the active one, favorites, the active entry in view. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { entities } from '../../../../common/entities/index';
import { createRegistry } from '../../../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../../../engine/engineContext';
import { BootstrapContext, useBootstrapQuery } from '../../../shared/api/bootstrap';
import { Providers } from '../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { Sidebar } from './Sidebar';

let setup: FakeHttpServer | undefined;
afterEach(async () => {
  await setup?.close();
  setup = undefined;
});

const GROUPS = ['content', 'auth', 'product', 'plugin'] as const;
const NAMES = ['news', 'article', 'admin', 'menu_rule', 'product', 'solution', 'plugin', 'plugin_category'];
/** Four groups with `entryCount / 4` entries each. */
const getMenus = (entryCount: number) =>
  GROUPS.map((group, at) => ({
    id: at + 1,
    type: 'menu_dir',
    title: group,
    name: `menu/${group}`,
    children: Array.from({ length: entryCount / GROUPS.length }, (_, index) => {
      const name = index < 2 ? (NAMES[at * 2 + index] ?? '') : `more${at}_${index}`;
      return {
        id: 100 + at * 10 + index,
        type: 'menu',
        title: name,
        name,
        path: name,
        menu_type: 'tab',
        component: 'news',
      };
    }),
  }));

function TestMenu() {
  const { data } = useBootstrapQuery(undefined);
  if (data === undefined) return null;
  return (
    <BootstrapContext value={data}>
      <Sidebar isCollapsed={false} hasSiteName={false} />
    </BootstrapContext>
  );
}
async function openMenu(at: string, entryCount = 20, isRefused = false) {
  const saved: unknown[] = [];
  setup = await startFakeHttpServer(({ path, body }) => {
    if (path === '/admin/Index/index') return { envelope: { data: { menus: getMenus(entryCount), favorites: [101] } } };
    saved.push(body);
    return isRefused ? { status: 500 } : { envelope: { data: null } };
  });
  const client = createTestClient({ origin: setup.origin, person: createTestUser() });
  const router = createMemoryRouter([{ path: '*', element: <TestMenu /> }], { initialEntries: [at] });
  render(
    <Providers client={client}>
      <EngineContext value={createEngineConfig(createRegistry(entities))}>
        <RouterProvider router={router} />
      </EngineContext>
    </Providers>,
  );
  await screen.findByRole('button', { name: 'Content' });
  const openGroups = () => screen.getAllByRole('button', { expanded: true }).map(({ textContent }) => textContent);
  return { router, openGroups, saved, user: userEvent.setup() };
}

describe('Sidebar', () => {
  it('opens the group of the open screen only, also after a link elsewhere, and those the reader opens', async () => {
    const { router, openGroups, user } = await openMenu('/admin/news');
    expect(openGroups()).toEqual(['Content']);
    await user.click(screen.getByRole('button', { name: 'Catalog' }));
    expect(openGroups()).toEqual(['Content', 'Catalog']);
    await user.click(screen.getByRole('button', { name: 'Content' }));
    await act(() => router.navigate('/admin/menu_rule/3'));
    await waitFor(() => expect(openGroups()).toEqual(['Access control', 'Catalog']));
    await act(() => router.navigate('/admin/news'));
    await waitFor(() => expect(openGroups()).toEqual(['Content', 'Catalog']));
  });

  it('shows every entry of a short menu', async () => {
    const { openGroups } = await openMenu('/admin/dashboard', 8);
    expect(openGroups()).toHaveLength(GROUPS.length);
  });

  it('scrolls to the entry of the open screen', async () => {
    const scrolled: (string | null)[] = [];
    const spy = jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function of(this: Element) {
      scrolled.push(this.textContent);
    });
    const { router } = await openMenu('/admin/news');
    await waitFor(() => expect(scrolled).toEqual(['News']));
    await act(() => router.navigate('/admin/product'));
    await waitFor(() => expect(scrolled).toEqual(['News', 'Products']));
    spy.mockRestore();
  });

  it('lists favorites above the groups; a star adds and removes one', async () => {
    const { saved, user } = await openMenu('/admin/news');
    const favorites = within(screen.getByRole('group', { name: 'Favorites' }));
    expect(favorites.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Articles']);
    expect(favorites.getByText('Favorites')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Add News to favorites' }));
    await waitFor(() =>
      expect(favorites.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Articles', 'News']),
    );
    await user.click(favorites.getByRole('button', { name: 'Remove Articles from favorites' }));
    await waitFor(() => expect(saved).toEqual([{ ids: [101, 100] }, { ids: [100] }]));
  });

  it('takes a favorite back that the server refuses', async () => {
    const { saved, user } = await openMenu('/admin/news', 20, true);
    const favorites = within(screen.getByRole('group', { name: 'Favorites' }));
    await user.click(await screen.findByRole('button', { name: 'Add News to favorites' }));
    await waitFor(() => expect(saved.length).toBeGreaterThan(0));
    await waitFor(() => expect(favorites.getAllByRole('link')).toHaveLength(1));
  });
});
