/** The bar shows the amounts except on the overview, whose cards show them in large. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { Providers } from '../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { MemberNavBar } from './MemberNavBar';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  window.history.replaceState(null, '', '/');
  await testServer?.close();
});

it.each([
  ['/user/overview', 'true'],
  ['/user/balance', 'false'],
])('the amounts at %s are only announced: %s', async (path, isOnlyAnnounced) => {
  testServer = await startFakeHttpServer((request) => ({
    envelope: {
      data:
        request.path === '/api/user/edit'
          ? { row: { id: 7, money: '120.00', score: 3, revision: 1 }, seq: '9' }
          : { menus: [], support: 0 },
    },
  }));
  window.history.replaceState(null, '', path);
  const client = createTestClient({ realm: 'member', origin: testServer.origin, path, person: createTestUser() });
  render(
    <Providers client={client}>
      <MemberNavBar />
    </Providers>,
  );
  await screen.findByText('¥120.00', {}, { timeout: 15_000 });
  expect(screen.getByText('Balance').closest('[data-only-announced]')).toHaveAttribute(
    'data-only-announced',
    isOnlyAnnounced,
  );
});
