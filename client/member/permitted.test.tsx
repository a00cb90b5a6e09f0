/** Screens a group lacks: refused instead of drawn, absent from the overview, and landed beside. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Providers } from '../shared/Providers';
import { api } from '../shared/api';
import { startHttpWorld, type Asked, type HttpWorld, type Told } from '../testing/httpWorld';
import { createTestClient, somebody } from '../testing/testClient';
import { MemberRoutes } from './routes';

let world: HttpWorld | undefined;
afterEach(async () => {
  cleanup();
  window.history.replaceState(null, '', '/');
  await world?.close();
});

const menusOf = (names: readonly string[]) => [
  {
    ...{ id: 1, type: 'menu_dir', name: 'account', path: 'account' },
    children: names.map((name, at) => ({
      ...{ id: at + 2, type: 'menu', menu_type: 'tab', title: name, name: `account/${name}`, path: name },
    })),
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
  world = await startHttpWorld(answer);
  window.history.replaceState(null, '', path);
  const client = createTestClient({ realm: 'user', origin: world.origin, path, person: somebody() });
  render(
    <Providers client={client}>
      <MemberRoutes />
    </Providers>,
  );
  return { ...client, asked: (what: string) => world?.asked.filter((one) => one.path === what).length ?? 0 };
}

describe('a screen the group lacks', () => {
  it.each(['/user/overview', '/user/profile', '/user/balance', '/user/integral', '/user/changePassword'])(
    '%s is refused',
    async (path) => {
      const { went } = await openAt(path, ['nothing']);
      await waitFor(() => expect(went).toEqual(['/401']), SLOW);
    },
  );

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
