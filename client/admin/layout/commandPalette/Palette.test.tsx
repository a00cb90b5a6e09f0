/** The palette searches every readable entity, with limited parallelism, and stops when the query changes. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { entities } from '../../../../common/entities/index';
import { hasAdminScreen } from '../../../../common/entity/permissionKeys';
import { createRegistry } from '../../../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../../../engine/engineContext';
import { BootstrapContext, parseBootstrap } from '../../../shared/api/bootstrap';
import { Providers } from '../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../../testing/fakeHttpServer';
import { tabVisited, type Tab } from '../../../shared/store/tabs';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { overrides } from '../../overrides/index';
import { Palette } from './Palette';

let setup: FakeHttpServer | undefined;
afterEach(async () => {
  await setup?.close();
  setup = undefined;
});

const registry = createRegistry(entities);
const searchableEntity = registry.all.filter(hasAdminScreen).map(({ name }) => name);

const menus = ['config', 'user'].map((name, index) => ({
  id: index + 1,
  pid: 0,
  type: 'menu',
  title: name,
  name,
  path: name,
  menu_type: 'tab',
  icon: name,
}));

async function openPalette(responseDelayMs: number, visited: readonly Tab[] = [], shownRegistry = registry) {
  let [runningRequests, maxRunning] = [0, 0];
  const server = await startFakeHttpServer(({ path, query }) => {
    const [, , entity = ''] = path.split('/');
    maxRunning = Math.max(maxRunning, ++runningRequests);
    setTimeout(() => runningRequests--, responseDelayMs);
    const isExact = query.get('quick_search') === 'found';
    const list =
      entity === 'news' && !query.has('quick_search')
        ? [
            { id: 3, title: 'Found it' },
            { id: 4, title: 'Other' },
          ]
        : !isExact
          ? []
          : entity === 'menu_rule'
            ? [{ id: 1, title: 'content' }]
            : entity === 'news'
              ? [{ id: 2, title: 'Found it' }]
              : [];
    return {
      envelope: { data: { list, total: list.length, seq: '1', epoch: 'e', refs: {}, remark: '' } },
      afterMs: responseDelayMs,
    };
  });
  setup = server;
  const client = createTestClient({ origin: server.origin, person: createTestUser() });
  const permissions = Object.fromEntries(registry.all.map(({ name }) => [name, { readable: ['id'], writable: [] }]));
  for (const tab of visited) client.store.dispatch(tabVisited(tab));
  const element = <Palette onClose={() => undefined} onShowOverlay={() => undefined} />;
  render(
    <Providers client={client}>
      <EngineContext value={createEngineConfig(shownRegistry, overrides)}>
        <BootstrapContext value={parseBootstrap({ entities: permissions, menus })}>
          <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
        </BootstrapContext>
      </EngineContext>
    </Providers>,
  );
  const requests = (q: string) =>
    server.requests.filter(({ query }) => query.get('quick_search') === q).map(({ path }) => path.split('/')[2]);
  return { asked: requests, most: () => maxRunning, user: userEvent.setup() };
}

describe('Palette', () => {
  it('searches each entity once, at most four in parallel, and translates titles', async () => {
    const { asked: requests, most: maxRunning, user } = await openPalette(5);
    await user.type(screen.getByRole('combobox'), 'found');
    expect(await screen.findByRole('option', { name: /Found it/ })).toBeVisible();
    expect(screen.getByRole('option', { name: /^Content/ })).toBeVisible();
    expect(searchableEntity.length).toBeGreaterThan(12);
    await waitFor(() => expect(requests('found').sort()).toEqual([...searchableEntity].sort()));
    expect(maxRunning()).toBeLessThanOrEqual(4);
  });

  it('aborts the search when the query changes', async () => {
    const { asked: requests, user } = await openPalette(300);
    await user.type(screen.getByRole('combobox'), 'first');
    await waitFor(() => expect(requests('first').length).toBeGreaterThan(0));
    await user.type(screen.getByRole('combobox'), ' more');
    await waitFor(() => expect(requests('first more').length).toBeGreaterThan(0));
    expect(requests('first').length).toBeLessThan(searchableEntity.length);
    const requestsBefore = requests('first').length;
    await waitFor(() => expect(requests('first more')).toHaveLength(searchableEntity.length), { timeout: 15_000 });
    expect(requests('first')).toHaveLength(requestsBefore);
  });

  const optionNames = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  it.each([
    ['setings', 'Settings'],
    ['memebrs', 'Members'],
    ['log out', 'Sign out'],
    ['退出', 'Sign out'],
    ['night', 'Switch to dark theme'],
    ['会员', 'Members'],
    ['customers', 'Members'],
    ['smtp', 'Settings'],
    ['my shift', 'My shift'],
    ['shift totals', 'My shift'],
    ['交班', 'My shift'],
    ['班次', 'My shift'],
  ])('finds by synonyms in both languages and with typing errors: %s → %s', async (typed, title) => {
    const { user } = await openPalette(1);
    await user.type(screen.getByRole('combobox'), typed);
    expect(screen.getAllByRole('option')[0]).toHaveTextContent(title);
  });

  it('shows the totals of the own shift in its place', async () => {
    const { user } = await openPalette(1);
    await user.type(screen.getByRole('combobox'), '交班{Enter}');
    expect(await screen.findByRole('dialog', { name: 'My shift' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  });

  it('forgives a typing error in the title of a record, where nothing else matches', async () => {
    const { user } = await openPalette(1);
    await user.type(screen.getByRole('combobox'), 'fuond');
    expect(await screen.findByRole('option', { name: /^Found it/ })).toBeVisible();
    expect(optionNames()).toHaveLength(1);
  });

  it('offers the screens and records visited last, before anything is typed', async () => {
    await openPalette(1, [
      { path: '/admin/user', search: '' },
      { path: '/admin/news/4', search: '', title: 'Newsroom' },
      { path: '/admin/news', search: '?record=9' },
    ]);
    const recent = await screen.findByRole('group', { name: 'Recent' });
    const texts = [...recent.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);
    expect(texts).toEqual(['News #9', 'NewsroomNews', 'Members']);
    expect(screen.queryByRole('group', { name: 'Pages' })).toBeNull();
    const actions = within(screen.getByRole('group', { name: 'Actions' }));
    expect(actions.getAllByRole('option')).toHaveLength(5);
  });

  it('opens with the labels of one language, as a browser has them first', async () => {
    const withoutChinese = registry.all.map((entity) => {
      const labels = { en: entity.spec.labels.en } as typeof entity.spec.labels;
      return [entity.name, { ...entity, spec: { ...entity.spec, labels } }] as const;
    });
    const { user } = await openPalette(1, [], createRegistry(Object.fromEntries(withoutChinese)));
    await user.type(screen.getByRole('combobox'), 'customers');
    expect(screen.getAllByRole('option')[0]).toHaveTextContent('Members');
  });
});
