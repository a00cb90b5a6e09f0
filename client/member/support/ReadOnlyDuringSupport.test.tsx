/** Controls that support may not use are disabled with the reason; members can use them. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Providers } from '../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { ReadOnlyDuringSupport } from './ReadOnlyDuringSupport';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});

async function open(support: number) {
  testServer = await startFakeHttpServer(() => ({ envelope: { data: { menus: [], support } } }));
  const client = createTestClient({ realm: 'member', origin: testServer.origin, person: createTestUser() });
  render(
    <Providers client={client}>
      <ReadOnlyDuringSupport>
        <input aria-label="Name" />
        <button>Save</button>
      </ReadOnlyDuringSupport>
    </Providers>,
  );
  await waitFor(() => expect(testServer?.requests.some(({ path }) => path === '/api/user/index')).toBe(true));
}

it('disables fields and buttons during a support session, with the reason', async () => {
  await open(1_800_000_000);
  const reason = 'Customer service can view this account but not change it.';
  expect(await screen.findByRole('group', { name: reason })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeDisabled();
});

it('enables them outside a support session', async () => {
  await open(0);
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  expect(screen.queryByRole('group')).toBeNull();
});
