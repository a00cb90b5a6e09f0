/** Messages and constants of the shell without another test: navigation guard, terminal port, layout reset. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { UnsavedGuard } from '../../../engine/form/unsaved/UnsavedGuard';
import { DEFAULT_LAYOUT } from '../../../shared/store/layout';
import { Providers } from '../../../shared/startup/Providers';
import { settingsChanged } from '../../../shared/store/settings';
import { startFakeHttpServer, type FakeHttpServer } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { TerminalWarnings } from '../../terminal/TerminalWarnings';
import { LayoutDrawer } from '../settings/LayoutDrawer';

let setup: FakeHttpServer | undefined;
afterEach(async () => {
  await setup?.close();
  setup = undefined;
});

async function renderElement(element: ReactElement, path = '/admin/news?record=1') {
  setup = await startFakeHttpServer(() => ({ envelope: { data: null } }));
  const client = createTestClient({ origin: setup.origin, person: createTestUser() });
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] });
  render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { client, router, user: userEvent.setup(), at: () => router.state.location.search };
}

describe('navigation guard', () => {
  // @spec P8-022
  // @covers fault navigation.guard
  it('blocks leaving a dirty form with a message, and allows navigation that keeps the form', async () => {
    const {
      client,
      router,
      user,
      at: path,
    } = await renderElement(<UnsavedGuard lostCount={2} isPending={false} draftKey="x" />);
    void router.navigate('/admin/news?record=2');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(client.app.toasts.list().at(-1)?.text).toBe('Navigation failed, intercepted by the navigation guard!');
    expect(path()).toBe('?record=1');
    void router.navigate('/admin/news?record=1&page=2');
    await waitFor(() => expect(path()).toBe('?record=1&page=2'));
  });
});

describe('TerminalWarnings', () => {
  const toastTexts = 'The terminal is not running under the install service, some commands may not run.';
  const terminalSettings = (port: number) =>
    ({ commands: [], settings: { port, manager: 'pnpm', clean: 1 }, isEnabled: true }) as const;
  // @spec P8-026
  // @covers fault client.terminal_port
  it.each([
    [8000, true],
    [80, false],
  ])('warns when the install service is at port %i: %s', async (port, warning) => {
    await renderElement(<TerminalWarnings tasks={[]} config={terminalSettings(port) as never} canAct={false} />);
    await screen.findAllByRole('alert');
    expect(screen.queryByText(toastTexts) !== null).toBe(warning);
  });
});

describe('LayoutDrawer', () => {
  it('resets the layout after a confirmation', async () => {
    const { client, user } = await renderElement(<LayoutDrawer onClose={() => undefined} />);
    client.store.dispatch(settingsChanged({ layout: { ...DEFAULT_LAYOUT, layoutMode: 'Classic', menuWidth: 300 } }));
    await user.click(await screen.findByRole('button', { name: 'Restore defaults' }));
    expect(client.store.getState().settings.layout.layoutMode).toBe('Classic');
    const [, confirmButton] = await screen.findAllByRole('button', { name: 'Restore defaults', hidden: true });
    if (confirmButton) await user.click(confirmButton);
    await waitFor(() => expect(client.store.getState().settings.layout).toEqual(DEFAULT_LAYOUT));
  });
});
