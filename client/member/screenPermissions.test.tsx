/** Screens a group lacks: refused instead of drawn, absent from the overview, and landed beside. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Providers } from '../shared/startup/Providers';
import { api } from '../shared/api/api';
import { siteUpdated } from '../shared/store/siteSettings';
import { startHttpWorld, type Asked, type HttpWorld, type Told } from '../testing/fakeHttpServer';
import { createTestClient, somebody } from '../testing/testClient';
import { MemberRoutes } from './routes';

let testServer: HttpWorld | undefined;
afterEach(async () => {
  cleanup();
  window.history.replaceState(null, '', '/');
  await testServer?.close();
});

/** `about=profile`: the rule gives the screen an address of its own. */
const menusOf = (names: readonly string[]) => [
  {
    ...{ id: 1, type: 'menu_dir', name: 'account', path: 'account' },
    children: names.map((named, at) => {
      const [name, component = ''] = named.split('=');
      return {
        ...{ id: at + 2, type: 'menu', menu_type: 'tab', title: name, name: `account/${name}`, path: name, component },
      };
    }),
  },
];
const HOUR = 3_600;
/** Screens arrive when they are first shown. */
const SLOW = { timeout: 15_000 };
async function openAt(path: string, held: string[], overview: () => object = () => ({})) {
  const row = { id: 7, money: '1.00', score: 2, nickname: 'Lin', revision: 1 };
  const answers: Readonly<Record<string, () => unknown>> = {
    '/api/user/index': () => ({ menus: menusOf(held) }),
    '/api/user/edit': () => ({ row, seq: '9' }),
    '/api/account/overview': () => ({ days: [], money: [], score: [], ...overview() }),
  };
  const lists = { list: [], total: 0, seq: '1', epoch: 'e', refs: {} };
  const answer = ({ path: asked }: Asked): Told => ({ envelope: { data: answers[asked]?.() ?? lists } });
  testServer = await startHttpWorld(answer);
  window.history.replaceState(null, '', path);
  const client = createTestClient({ realm: 'member', origin: testServer.origin, path, person: somebody() });
  render(
    <Providers client={client}>
      <MemberRoutes />
    </Providers>,
  );
  return { ...client, asked: (what: string) => testServer?.asked.filter((one) => one.path === what).length ?? 0 };
}

describe('a screen the group lacks', () => {
  // @spec P6-006 P6-014
  // @covers browser account/overview, browser account/profile, browser account/balance, browser account/integral
  // @covers browser account/redeem, browser account/changePassword
  it.each([
    '/user/overview',
    '/user/profile',
    '/user/balance',
    '/user/integral',
    '/user/redeem',
    '/user/changePassword',
  ])('%s is refused', async (path) => {
    const { went } = await openAt(path, ['nothing']);
    await waitFor(() => expect(went).toEqual(['/401']), SLOW);
  });

  it('says where none is left that there is none, within the centre, and goes on once there is one', async () => {
    const held: string[] = [];
    const { went, store } = await openAt('/user/loading', held);
    await screen.findByRole('heading', { name: 'Nothing is open to you yet' }, SLOW);
    await screen.findByRole('banner');
    expect(went).toEqual([]);
    held.push('balance');
    act(() => void store.dispatch(api.util.invalidateTags(['Bootstrap'])));
    await waitFor(() => expect(went).toEqual(['/user/balance']), SLOW);
  });

  // @spec P6-014
  it('is refused from the moment it is taken away', async () => {
    const held = ['overview', 'changePassword'];
    const { went, store } = await openAt('/user/changePassword', held);
    await screen.findByLabelText('New password', {}, SLOW);
    expect(went).toEqual([]);
    held.pop();
    act(() => void store.dispatch(api.util.invalidateTags(['Bootstrap'])));
    await waitFor(() => expect(went).toEqual(['/401']));
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  async function typeMotto() {
    const motto = await screen.findByLabelText<HTMLInputElement>('Signature', {}, SLOW);
    fireEvent.change(motto, { target: { value: 'Slow and steady' } });
    return motto;
  }
  async function staysToBeRead(motto: HTMLInputElement) {
    await screen.findAllByText(/Your group can no longer change this/, {}, SLOW);
    expect(motto).toHaveValue('Slow and steady');
    expect(motto).toHaveAttribute('readonly');
  }

  it('leaves a form somebody typed in, to be read, until it is given again', async () => {
    const held = ['overview', 'profile'];
    const { went, store } = await openAt('/user/profile', held);
    const turn = () => act(() => void store.dispatch(api.util.invalidateTags(['Bootstrap'])));
    const motto = await typeMotto();
    held.pop();
    turn();
    await staysToBeRead(motto);
    expect(screen.getByLabelText('Gender')).toHaveAttribute('aria-readonly', 'true');
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    held.push('profile');
    turn();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled(), SLOW);
    expect(motto).toHaveValue('Slow and steady');
    expect(motto).not.toHaveAttribute('readonly');
    // What is typed back to what it was is nothing to keep.
    fireEvent.change(motto, { target: { value: '' } });
    held.pop();
    turn();
    await waitFor(() => expect(went).toEqual(['/401']), SLOW);
  });

  it('leaves such a form also under an address of its own, once its rule gave it one', async () => {
    const held = ['overview', 'about=profile'];
    const { went, store } = await openAt('/user/about', held);
    const turn = () => act(() => void store.dispatch(api.util.invalidateTags(['Bootstrap'])));
    const motto = await typeMotto();
    // Until the rules were there, the loading route remembered the address.
    const before = went.length;
    held.pop();
    turn();
    await staysToBeRead(motto);
    held.push('about=profile');
    turn();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled(), SLOW);
    expect(motto).toHaveValue('Slow and steady');
    expect(went.slice(before)).toEqual([]);
    fireEvent.change(motto, { target: { value: '' } });
    held.pop();
    turn();
    await waitFor(() => expect(went.slice(before)).toEqual(['/401']), SLOW);
  });

  it('keeps an open dialog and typed passwords', async () => {
    const held = ['overview', 'profile', 'changePassword'];
    const { went, store } = await openAt('/user/changePassword', held);
    const turn = () => act(() => void store.dispatch(api.util.invalidateTags(['Bootstrap'])));
    const password = await screen.findByLabelText<HTMLInputElement>('New password', {}, SLOW);
    fireEvent.input(password, { target: { value: 'Half-typed' } });
    held.pop();
    turn();
    await screen.findAllByText(/Your group can no longer change this/, {}, SLOW);
    expect(password).toHaveValue('Half-typed');
    cleanup();
    const again = await openAt('/user/profile', held);
    fireEvent.click(await screen.findByRole('button', { name: 'Bind a mobile number' }, SLOW));
    held.pop();
    act(() => void again.store.dispatch(api.util.invalidateTags(['Bootstrap'])));
    await screen.findAllByText(/Your group can no longer change this/, {}, SLOW);
    expect(screen.getByRole('dialog')).toBeVisible();
    expect([went, again.went]).toEqual([[], []]);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(again.went).toEqual(['/401']));
  });

  // @spec P6-007 P6-009
  it('is not where one lands, nor told of on the overview', async () => {
    const { went } = await openAt('/user/loading', ['profile', 'balance']);
    await waitFor(() => expect(went).toEqual(['/user/profile']), SLOW);
    cleanup();
    await openAt('/user/overview', ['overview', 'balance']);
    await screen.findByRole('heading', { name: 'Balance history' }, SLOW);
    expect(screen.queryByRole('heading', { name: 'Points history' })).toBeNull();
    expect(screen.getAllByRole('button', { name: 'All entries' })).toHaveLength(1);
  });
});

describe('the day of the house', () => {
  it('turns on an open overview: one may check in again', async () => {
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

it('offers on an open overview what checking in brings once the owner changed it, and asks for nothing else', async () => {
  let next = 5;
  const { store, asked } = await openAt('/user/overview', ['overview'], () => ({
    checkIn: { open: next > 0, today: false, streak: 0, next, until: 0 },
  }));
  await screen.findByRole('button', { name: /Check in for 5/ }, SLOW);
  const hear = (checkInPoints: readonly number[], siteName = 'Atrium') =>
    act(() => void store.dispatch(siteUpdated({ upload: {}, siteName, checkInPoints })));
  next = 50;
  hear([50]);
  await screen.findByRole('button', { name: /Check in for 50/ });
  const before = asked('/api/account/overview');
  hear([50], 'Renamed');
  next = 0;
  hear([]);
  await waitFor(() => expect(screen.queryByRole('button', { name: /Check in/ })).toBeNull());
  expect(asked('/api/account/overview')).toBe(before + 1);
});
