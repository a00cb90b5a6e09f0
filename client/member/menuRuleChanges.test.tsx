/** The icon and the cache setting of a member rule take effect. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Providers } from '../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../testing/testClient';
import { navigateTo } from './router';
import { MemberRoutes } from './routes';

let openCenter: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  window.history.replaceState(null, '', '/');
  await openCenter?.close();
  openCenter = undefined;
});

const tab = (id: number, path: string, component: string, more: object = {}) => ({
  id,
  type: 'menu',
  menu_type: 'tab',
  name: `account/${component}`,
  path,
  component,
  ...more,
});

describe('the icon and the cache of a member rule', () => {
  const open = async (keepalive: number) => {
    const rules = [
      tab(1, 'changePassword', 'changePassword', { title: 'changePassword', icon: 'key', keepalive }),
      tab(2, 'profile', 'profile', { title: 'profile', icon: '' }),
    ];
    const fakeServer = await startFakeHttpServer(({ path }) => ({
      envelope: { data: path === '/api/user/index' ? { menus: rules } : { list: [], row: {} } },
    }));
    openCenter = fakeServer;
    window.history.replaceState(null, '', '/user/changePassword');
    const client = createTestClient({
      realm: 'member',
      origin: fakeServer.origin,
      path: '/user/changePassword',
      person: createTestUser(),
    });
    render(
      <Providers client={client}>
        <MemberRoutes />
      </Providers>,
    );
    const field = () => screen.findByLabelText<HTMLInputElement>('Current password');
    const typed = await field();
    fireEvent.input(typed, { target: { value: 'half typed' } });
    const go = (path: string) => act(() => navigateTo(path));
    return { typed, field, go };
  };

  it('icon: is shown beside the title in the menu when the rule has one', async () => {
    await open(0);
    expect((await screen.findByRole('tab', { name: 'Password' })).querySelector('svg')).not.toBeNull();
    expect(screen.getByRole('tab', { name: 'Profile' }).querySelector('svg')).toBeNull();
  });

  it.each([
    [1, 'half typed'],
    [0, ''],
  ])('cache %s: the typed text is %j when the screen is opened again', async (keepalive, left) => {
    const { typed, field, go } = await open(keepalive);
    go('/user/profile');
    await waitFor(() => expect(typed).not.toBeVisible());
    go('/user/changePassword');
    expect((await field()).value).toBe(left);
    expect(await field()).toBeVisible();
  });
});
