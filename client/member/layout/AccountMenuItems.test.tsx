/** The account menu lists exactly the screens the member’s group has. */
import { afterEach, expect, it } from '@jest/globals';
import MenuList from '@mui/material/MenuList';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { api } from '../../shared/api/api';
import { Providers } from '../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { AccountMenuItems } from './AccountMenuItems';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});
const rule = (name: string, id: number) => ({
  id,
  type: 'menu',
  menu_type: 'tab',
  title: name,
  name: `account/${name}`,
  path: name,
});

// @spec P6-008
it('AccountMenuItems: removes an entry when the group loses its permission, and restores it with the permission', async () => {
  let permitted = ['overview', 'profile'];
  const server = await startFakeHttpServer(() => ({ envelope: { data: { menus: permitted.map(rule) } } }));
  testServer = server;
  const { store, app } = createTestClient({
    realm: 'member',
    origin: server.origin,
    path: '/user',
    person: createTestUser(),
  });
  render(
    <Providers client={{ store, app }}>
      <MenuList>
        <AccountMenuItems onDone={() => undefined} />
      </MenuList>
    </Providers>,
  );
  const shows = (...entries: readonly string[]) =>
    waitFor(() => expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(entries));
  const give = (...names: string[]) => {
    permitted = names;
    act(() => void store.dispatch(api.util.invalidateTags(['Bootstrap'])));
  };
  await shows('Overview', 'Your profile', 'Home page');
  give('overview', 'balance');
  await shows('Overview', 'Home page');
  give('balance');
  await shows('Home page');
  give('profile');
  await shows('Your profile', 'Home page');
});
