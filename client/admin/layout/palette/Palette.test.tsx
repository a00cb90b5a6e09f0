/** The palette asks every noun one may read, a few at a time, and no longer than somebody waits for the answer. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { entities } from '../../../../common/entities/index';
import { registryOf } from '../../../../common/entity/registry';
import { EngineContext, engineOf } from '../../../engine/engineContext';
import { BootstrapContext, bootstrapOf } from '../../../shared/bootstrap';
import { Providers } from '../../../shared/Providers';
import { startHttpWorld, type HttpWorld } from '../../../testing/httpWorld';
import { createTestClient, somebody } from '../../../testing/testClient';
import { overrides } from '../../overrides/index';
import { Palette } from './Palette';

let world: HttpWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const registry = registryOf(entities);
const searched = registry.all.filter(({ spec }) => spec.base !== 'log').map(({ name }) => name);

async function open(afterMs: number) {
  let [running, most] = [0, 0];
  const server = await startHttpWorld(({ path }) => {
    const [, , entity = ''] = path.split('/');
    most = Math.max(most, ++running);
    setTimeout(() => running--, afterMs);
    const list =
      entity === 'menu_rule' ? [{ id: 1, title: 'content' }] : entity === 'news' ? [{ id: 2, title: 'Found it' }] : [];
    return { envelope: { data: { list, total: list.length, seq: '1', epoch: 'e', refs: {}, remark: '' } }, afterMs };
  });
  world = server;
  const client = createTestClient({ origin: server.origin, person: somebody() });
  const rights = Object.fromEntries(registry.all.map(({ name }) => [name, { readable: ['id'], writable: [] }]));
  const element = <Palette onClose={() => undefined} onShow={() => undefined} />;
  render(
    <Providers client={client}>
      <EngineContext value={engineOf(registry, overrides)}>
        <BootstrapContext value={bootstrapOf({ entities: rights })}>
          <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
        </BootstrapContext>
      </EngineContext>
    </Providers>,
  );
  const asked = (q: string) =>
    server.asked.filter(({ query }) => query.get('quick_search') === q).map(({ path }) => path.split('/')[2]);
  return { asked, most: () => most, user: userEvent.setup() };
}

describe('the palette', () => {
  it('asks every noun once, at most four at a time, and says titles in words', async () => {
    const { asked, most, user } = await open(5);
    await user.type(screen.getByRole('combobox'), 'found');
    expect(await screen.findByRole('option', { name: /Found it/ })).toBeVisible();
    expect(screen.getByRole('option', { name: /^Content/ })).toBeVisible();
    expect(searched.length).toBeGreaterThan(12);
    expect(asked('found').sort()).toEqual([...searched].sort());
    expect(most()).toBeLessThanOrEqual(4);
  });

  it('stops asking when something else is typed', async () => {
    const { asked, user } = await open(300);
    await user.type(screen.getByRole('combobox'), 'first');
    await waitFor(() => expect(asked('first').length).toBeGreaterThan(0));
    await user.type(screen.getByRole('combobox'), ' more');
    await waitFor(() => expect(asked('first more').length).toBeGreaterThan(0));
    expect(asked('first').length).toBeLessThan(searched.length);
    const before = asked('first').length;
    await waitFor(() => expect(asked('first more')).toHaveLength(searched.length), { timeout: 15_000 });
    expect(asked('first')).toHaveLength(before);
  });
});
