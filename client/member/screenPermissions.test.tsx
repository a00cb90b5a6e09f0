/** A screen the group lacks is refused, missing on the overview, and no landing page. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Providers } from '../shared/startup/Providers';
import { api } from '../shared/api/api';
import { siteUpdated } from '../shared/store/siteSettings';
import {
  startFakeHttpServer,
  type RecordedRequest,
  type FakeHttpServer,
  type FakeResponse,
} from '../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../testing/testClient';
import { MemberRoutes } from './routes';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  window.history.replaceState(null, '', '/');
  await testServer?.close();
});

/** `about=profile`: the rule opens the screen `profile` at the address `about`. */
const getMenus = (names: readonly string[]) => [
  {
    id: 1,
    type: 'menu_dir',
    name: 'account',
    path: 'account',
    children: names.map((named, index) => {
      const [name, component = ''] = named.split('=');
      return {
        id: index + 2,
        type: 'menu',
        menu_type: 'tab',
        title: name,
        name: `account/${name}`,
        path: name,
        component,
      };
    }),
  },
];
const HOUR = 3_600;
/** Screens are loaded when they are first shown. */
const SLOW = { timeout: 15_000 };
async function openAt(path: string, permitted: string[], overview: () => object = () => ({})) {
  const row = { id: 7, money: '1.00', score: 2, nickname: 'Lin', revision: 1 };
  const responses: Readonly<Record<string, () => unknown>> = {
    '/api/user/index': () => ({ menus: getMenus(permitted) }),
    '/api/user/edit': () => ({ row, seq: '9' }),
    '/api/account/overview': () => ({ days: [], money: [], score: [], ...overview() }),
  };
  const lists = { list: [], total: 0, seq: '1', epoch: 'e', refs: {} };
  const response = ({ path }: RecordedRequest): FakeResponse => ({ envelope: { data: responses[path]?.() ?? lists } });
  testServer = await startFakeHttpServer(response);
  window.history.replaceState(null, '', path);
  const client = createTestClient({ realm: 'member', origin: testServer.origin, path, person: createTestUser() });
  render(
    <Providers client={client}>
      <MemberRoutes />
    </Providers>,
  );
  return { ...client, asked: (what: string) => testServer?.requests.filter((one) => one.path === what).length ?? 0 };
}

describe('a screen the group lacks', () => {
  // @spec P6-006 P6-014
  // @covers browser account/overview, browser account/profile, browser account/balance, browser account/integral
  // @covers browser account/redeem, browser account/notices, browser account/changePassword
  it.each([
    '/user/overview',
    '/user/profile',
    '/user/balance',
    '/user/integral',
    '/user/redeem',
    '/user/notices',
    '/user/changePassword',
  ])('%s is refused', async (path) => {
    const { navigations } = await openAt(path, ['nothing']);
    await waitFor(() => expect(navigations).toEqual(['/401']), SLOW);
  });

  it('shows a message when no screen is left, and redirects once there is one', async () => {
    const permitted: string[] = [];
    const { navigations, store } = await openAt('/user/loading', permitted);
    await screen.findByRole('heading', { name: 'You don’t have access to any pages yet' }, SLOW);
    await screen.findByRole('banner');
    expect(navigations).toEqual([]);
    permitted.push('balance');
    act(() => void store.dispatch(api.util.invalidateTags(['Bootstrap'])));
    await waitFor(() => expect(navigations).toEqual(['/user/balance']), SLOW);
  });

  // @spec P6-014
  it('is refused as soon as the permission is removed', async () => {
    const permitted = ['overview', 'changePassword'];
    const { navigations, store } = await openAt('/user/changePassword', permitted);
    await screen.findByLabelText('New password', {}, SLOW);
    expect(navigations).toEqual([]);
    permitted.pop();
    act(() => void store.dispatch(api.util.invalidateTags(['Bootstrap'])));
    await waitFor(() => expect(navigations).toEqual(['/401']));
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  it('says that a page of a module no longer exists when it is removed, and shows it again when it is back', async () => {
    const permitted = ['overview', 'page/guestbook=modulePage'];
    const { navigations, store, asked } = await openAt('/user/page/guestbook', permitted);
    const refetchPermissions = () => act(() => void store.dispatch(api.util.invalidateTags(['Bootstrap'])));
    await waitFor(() => expect(asked('/api/module/page')).toBeGreaterThan(0), SLOW);
    // Until the rules had arrived, the loading route kept the address.
    const before = navigations.length;
    permitted.pop();
    refetchPermissions();
    await screen.findByRole('heading', { name: 'This page no longer exists' }, SLOW);
    permitted.push('page/guestbook=modulePage');
    refetchPermissions();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'This page no longer exists' })).toBeNull(), SLOW);
    expect(navigations.slice(before)).toEqual([]);
  });

  async function typeMotto() {
    const motto = await screen.findByLabelText<HTMLInputElement>('Bio', {}, SLOW);
    fireEvent.change(motto, { target: { value: 'Slow and steady' } });
    return motto;
  }
  async function expectReadOnly(motto: HTMLInputElement) {
    await screen.findAllByText(/Your group can no longer change this/, {}, SLOW);
    expect(motto).toHaveValue('Slow and steady');
    expect(motto).toHaveAttribute('readonly');
  }

  it('stays readable while a form has unsaved input, until the permission is granted again', async () => {
    const permitted = ['overview', 'profile'];
    const { navigations, store } = await openAt('/user/profile', permitted);
    const refetchPermissions = () => act(() => void store.dispatch(api.util.invalidateTags(['Bootstrap'])));
    const motto = await typeMotto();
    permitted.pop();
    refetchPermissions();
    await expectReadOnly(motto);
    expect(screen.getByLabelText('Gender')).toHaveAttribute('aria-readonly', 'true');
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    permitted.push('profile');
    refetchPermissions();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled(), SLOW);
    expect(motto).toHaveValue('Slow and steady');
    expect(motto).not.toHaveAttribute('readonly');
    // Restoring the original value leaves nothing unsaved.
    fireEvent.change(motto, { target: { value: '' } });
    permitted.pop();
    refetchPermissions();
    await waitFor(() => expect(navigations).toEqual(['/401']), SLOW);
  });

  it('stays readable also at the address that its rule gave it', async () => {
    const permitted = ['overview', 'about=profile'];
    const { navigations, store } = await openAt('/user/about', permitted);
    const refetchPermissions = () => act(() => void store.dispatch(api.util.invalidateTags(['Bootstrap'])));
    const motto = await typeMotto();
    // Until the rules had arrived, the loading route kept the address.
    const before = navigations.length;
    permitted.pop();
    refetchPermissions();
    await expectReadOnly(motto);
    permitted.push('about=profile');
    refetchPermissions();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled(), SLOW);
    expect(motto).toHaveValue('Slow and steady');
    expect(navigations.slice(before)).toEqual([]);
    fireEvent.change(motto, { target: { value: '' } });
    permitted.pop();
    refetchPermissions();
    await waitFor(() => expect(navigations.slice(before)).toEqual(['/401']), SLOW);
  });

  it('keeps an open dialog and typed passwords', async () => {
    const permitted = ['overview', 'profile', 'changePassword'];
    const { navigations, store } = await openAt('/user/changePassword', permitted);
    const refetchPermissions = () => act(() => void store.dispatch(api.util.invalidateTags(['Bootstrap'])));
    const password = await screen.findByLabelText<HTMLInputElement>('New password', {}, SLOW);
    fireEvent.input(password, { target: { value: 'Half-typed' } });
    permitted.pop();
    refetchPermissions();
    await screen.findAllByText(/Your group can no longer change this/, {}, SLOW);
    expect(password).toHaveValue('Half-typed');
    cleanup();
    const reopened = await openAt('/user/profile', permitted);
    fireEvent.click(await screen.findByRole('button', { name: 'Add mobile number' }, SLOW));
    permitted.pop();
    act(() => void reopened.store.dispatch(api.util.invalidateTags(['Bootstrap'])));
    await screen.findAllByText(/Your group can no longer change this/, {}, SLOW);
    expect(screen.getByRole('dialog')).toBeVisible();
    expect([navigations, reopened.navigations]).toEqual([[], []]);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(reopened.navigations).toEqual(['/401']));
  });

  // @spec P6-007 P6-009
  it('is not a landing page and not on the overview', async () => {
    const { navigations } = await openAt('/user/loading', ['profile', 'balance']);
    await waitFor(() => expect(navigations).toEqual(['/user/profile']), SLOW);
    cleanup();
    await openAt('/user/overview', ['overview', 'balance']);
    await screen.findByRole('heading', { name: 'Balance history' }, SLOW);
    expect(screen.queryByRole('heading', { name: 'Points history' })).toBeNull();
    expect(screen.getAllByRole('button', { name: 'All entries' })).toHaveLength(1);
  });
});

describe('the check-in day of the site', () => {
  it('changes on an open overview: the check-in is enabled again', async () => {
    let until = 0;
    const checkIn = () => {
      until ||= Math.floor(Date.now() / 1000) + 5;
      const today = Date.now() < until * 1000;
      return { open: true, today, streak: 3, next: 7, until: today ? until : until + 24 * HOUR };
    };
    const { asked } = await openAt('/user/overview', ['overview'], () => ({ checkIn: checkIn() }));
    expect(await screen.findByRole('button', { name: 'Checked in today' }, SLOW)).toBeDisabled();
    expect(await screen.findByRole('button', { name: /Check in for 7/ }, SLOW)).toBeEnabled();
    expect(asked('/api/account/overview')).toBeLessThanOrEqual(4);
  });
});

it('an open overview updates the check-in reward when the owner changes it, with no other query', async () => {
  let next = 5;
  const { store, asked } = await openAt('/user/overview', ['overview'], () => ({
    checkIn: { open: next > 0, today: false, streak: 0, next, until: 0 },
  }));
  await screen.findByRole('button', { name: /Check in for 5/ }, SLOW);
  const receiveSettings = (checkInPoints: readonly number[], siteName = 'Atrium') =>
    act(() => void store.dispatch(siteUpdated({ upload: {}, siteName, checkInPoints })));
  next = 50;
  receiveSettings([50]);
  await screen.findByRole('button', { name: /Check in for 50/ });
  const before = asked('/api/account/overview');
  receiveSettings([50], 'Renamed');
  next = 0;
  receiveSettings([]);
  await waitFor(() => expect(screen.queryByRole('button', { name: /Check in/ })).toBeNull());
  expect(asked('/api/account/overview')).toBe(before + 1);
});
