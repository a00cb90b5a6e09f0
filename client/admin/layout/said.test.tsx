/** Single messages and constants of the frame that no other test would miss: the guard of unsaved work, the port of the terminal, the way back to the usual layout. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { UnsavedGuard } from '../../engine/form/UnsavedGuard';
import { DEFAULT_LAYOUT } from '../../shared/layout';
import { Providers } from '../../shared/Providers';
import { settingsChanged } from '../../shared/settings';
import { startHttpWorld, type HttpWorld } from '../../testing/httpWorld';
import { createTestClient, somebody } from '../../testing/testClient';
import { Warnings } from '../terminal/Warnings';
import { LayoutDrawer } from './LayoutDrawer';

let world: HttpWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

async function show(element: ReactElement, at = '/admin/news?record=1') {
  world = await startHttpWorld(() => ({ envelope: { data: null } }));
  const client = createTestClient({ origin: world.origin, person: somebody() });
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] });
  render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { client, router, user: userEvent.setup(), at: () => router.state.location.search };
}

describe('the guard of unsaved work', () => {
  it('intercepts and says so, and lets pass what leaves the form standing', async () => {
    const { client, router, user, at } = await show(<UnsavedGuard lost={2} pending={false} keptAs="x" />);
    void router.navigate('/admin/news?record=2');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(client.app.toasts.list().at(-1)?.text).toBe('Navigation failed, intercepted by the navigation guard!');
    expect(at()).toBe('?record=1');
    void router.navigate('/admin/news?record=1&page=2');
    await waitFor(() => expect(at()).toBe('?record=1&page=2'));
  });
});

describe('the terminal', () => {
  const said = 'The terminal is not running under the install service, some commands may not run.';
  const known = (port: number) =>
    ({ commands: [], settings: { port, manager: 'pnpm', clean: 1 }, enabled: true }) as const;
  it.each([
    [8000, true],
    [80, false],
  ])('says of an install service at %i that the page is elsewhere: %s', async (port, warned) => {
    await show(<Warnings tasks={[]} known={known(port) as never} mayAct={false} />);
    await screen.findAllByRole('alert');
    expect(screen.queryByText(said) !== null).toBe(warned);
  });
});

describe('the layout', () => {
  it('goes back to the usual one after a question', async () => {
    const { client, user } = await show(<LayoutDrawer onClose={() => undefined} />);
    client.store.dispatch(settingsChanged({ layout: { ...DEFAULT_LAYOUT, layoutMode: 'Classic', menuWidth: 300 } }));
    await user.click(await screen.findByRole('button', { name: 'Restore default' }));
    expect(client.store.getState().settings.layout.layoutMode).toBe('Classic');
    const [, sure] = await screen.findAllByRole('button', { name: 'Restore default', hidden: true });
    if (sure) await user.click(sure);
    await waitFor(() => expect(client.store.getState().settings.layout).toEqual(DEFAULT_LAYOUT));
  });
});
