/** The palette searches every readable entity, with limited parallelism, and stops when the query changes. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { entities } from '../../../../common/entities/index';
import { createRegistry } from '../../../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../../../engine/engineContext';
import { BootstrapContext, parseBootstrap } from '../../../shared/api/bootstrap';
import { Providers } from '../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { overrides } from '../../overrides/index';
import { Palette } from './Palette';

let setup: FakeHttpServer | undefined;
afterEach(async () => {
  await setup?.close();
  setup = undefined;
});

const registry = createRegistry(entities);
const searchableEntity = registry.all.filter(({ spec }) => spec.base !== 'log').map(({ name }) => name);

async function openPalette(answerDelayMs: number) {
  let [runningRequests, maxRunning] = [0, 0];
  const server = await startFakeHttpServer(({ path }) => {
    const [, , entity = ''] = path.split('/');
    maxRunning = Math.max(maxRunning, ++runningRequests);
    setTimeout(() => runningRequests--, answerDelayMs);
    const list =
      entity === 'menu_rule' ? [{ id: 1, title: 'content' }] : entity === 'news' ? [{ id: 2, title: 'Found it' }] : [];
    return {
      envelope: { data: { list, total: list.length, seq: '1', epoch: 'e', refs: {}, remark: '' } },
      afterMs: answerDelayMs,
    };
  });
  setup = server;
  const client = createTestClient({ origin: server.origin, person: createTestUser() });
  const permissions = Object.fromEntries(registry.all.map(({ name }) => [name, { readable: ['id'], writable: [] }]));
  const element = <Palette onClose={() => undefined} onShowOverlay={() => undefined} />;
  render(
    <Providers client={client}>
      <EngineContext value={createEngineConfig(registry, overrides)}>
        <BootstrapContext value={parseBootstrap({ entities: permissions })}>
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
    expect(requests('found').sort()).toEqual([...searchableEntity].sort());
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
});
