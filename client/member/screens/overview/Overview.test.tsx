/** The overview shows the previous sign-in, so that a member notices a stranger’s. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Providers } from '../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { Overview } from './Overview';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});

async function open(previous: object) {
  const own = {
    id: 1,
    revision: 1,
    money: '1.00',
    score: 0,
    last_login_time: 1_800_000_000,
    last_login_ip: '10.9.9.9',
  };
  const responses: Readonly<Record<string, object>> = {
    '/api/account/overview': { days: ['2026-11-23'], money: ['1.00'], score: [0], checkIn: {}, ...previous },
    '/api/user/edit': { row: own, refs: {}, seq: '1', epoch: 'e' },
    '/api/user/index': { menus: [] },
  };
  testServer = await startFakeHttpServer(({ path }) => ({
    envelope: { data: responses[path] ?? { list: [], total: 0 } },
  }));
  const client = createTestClient({ realm: 'member', origin: testServer.origin, person: createTestUser() });
  render(
    <Providers client={client}>
      <Overview />
    </Providers>,
  );
  await screen.findByRole('heading', { level: 1 });
}

it('Overview: shows time and address of the previous sign-in, not of the current one', async () => {
  await open({ previous_login_time: 1_700_000_000, previous_login_ip: '203.0.113.7' });
  expect(await screen.findByText(/^Previous sign-in 2023-11-1\d .* from 203\.0\.113\.7$/)).toBeVisible();
  expect(screen.queryByText(/10\.9\.9\.9/)).toBeNull();
});

it('Overview: shows no previous sign-in after the first one', async () => {
  await open({ previous_login_time: null, previous_login_ip: null });
  await waitFor(() => expect(testServer?.requests.some(({ path }) => path === '/api/account/overview')).toBe(true));
  await screen.findByRole('button', { name: /table/i });
  expect(screen.queryByText(/sign-in/)).toBeNull();
});
