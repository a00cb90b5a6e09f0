/** Without a connection, every amount has the time from which it is, also when it never changed on this page. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Providers } from '../shared/startup/Providers';
import { connectionChanged } from '../shared/store/connectionSlice';
import { startFakeHttpServer, type FakeHttpServer } from '../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../testing/testClient';
import { MemberNavBar } from './layout/MemberNavBar';
import { BalanceHistory } from './screens/history/History';
import { Overview } from './screens/overview/Overview';

const SLOW = { timeout: 15_000 };
let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  jest.restoreAllMocks();
  await testServer?.close();
});

it.each([
  ['the bar', MemberNavBar, 2],
  ['the overview', Overview, 2],
  ['a history', BalanceHistory, 1],
] as const)('%s shows the time of its amounts', async (_where, Figures, count) => {
  const responses: Readonly<Record<string, unknown>> = {
    '/api/user/edit': { row: { id: 7, money: '120.00', score: 3, revision: 1 }, seq: '9' },
  };
  testServer = await startFakeHttpServer(({ path }) => ({
    envelope: { data: responses[path] ?? { list: [], total: 0, seq: '1' } },
  }));
  const client = createTestClient({
    realm: 'member',
    origin: testServer.origin,
    path: '/user/overview',
    person: createTestUser(),
  });
  render(
    <Providers client={client}>
      <Figures />
    </Providers>,
  );
  await screen.findAllByText('¥120.00', {}, SLOW);
  const now = Date.now();
  act(() => void client.store.dispatch(connectionChanged({ status: 'offline', since: now })));
  expect(screen.queryByText(/^as of/)).toBeNull();
  jest.spyOn(Date, 'now').mockImplementation(() => now + 4_000);
  await waitFor(() => expect(screen.getAllByText(/^as of \d/)).toHaveLength(count), SLOW);
  jest.spyOn(Date, 'now').mockImplementation(() => now + 32_000);
  act(() => void client.store.dispatch(connectionChanged({ status: 'live', since: now + 32_000 })));
  expect(screen.queryByText(/^as of/)).toBeNull();
});
