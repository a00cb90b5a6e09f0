/** Queries that failed during an outage are fetched again once the connection is live, without a click. */
import { afterEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { startFakeHttpServer, type FakeHttpServer, type FakeResponse } from '../../testing/fakeHttpServer';
import { createTestClient, createTestUser, type TestClient } from '../../testing/testClient';
import { api } from './api';
import { connectionChanged, type LiveStatus } from '../store/connectionSlice';
import { isCallFault } from './faults';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});
const good: FakeResponse = { envelope: { data: 'here' } };
const refused: FakeResponse = { status: 403, envelope: { code: 403, msg: 'denied' } };

function Part({ url }: { readonly url: string }) {
  const { data, error } = api.endpoints.read.useQuery({ url });
  return <p>{typeof data === 'string' ? `${url} ${data}` : isCallFault(error) ? `${url} failed` : `${url} …`}</p>;
}
async function open(respond: (path: string, isDown: boolean) => FakeResponse, realm: 'admin' | 'member' = 'admin') {
  const outage = { isDown: true };
  testServer = await startFakeHttpServer(({ path }) => respond(path, outage.isDown));
  const client = createTestClient({ origin: testServer.origin, realm, person: createTestUser() });
  const asked = (path: string) => testServer?.requests.filter((request) => request.path === path).length;
  return { outage, client, asked };
}
const renderPart = (client: TestClient, ...urls: readonly string[]) =>
  render(
    <Provider store={client.store}>
      {urls.map((url) => (
        <Part key={url} url={url} />
      ))}
    </Provider>,
  );
const turn = ({ store }: TestClient, status: LiveStatus) =>
  act(() => void store.dispatch(connectionChanged({ status, since: 0 })));

it.each(['admin', 'member'] as const)('fetches the open queries of the %s app again after an outage', async (realm) => {
  const lost: readonly FakeResponse[] = [{ isDropped: true }, { status: 500 }, { status: 502 }];
  const urls = ['/api/a', '/api/b', '/api/c'];
  const { outage, client } = await open((path, isDown) => (isDown ? (lost[urls.indexOf(path)] ?? good) : good), realm);
  turn(client, 'reconnecting');
  renderPart(client, ...urls);
  for (const url of urls) expect(await screen.findByText(`${url} failed`)).toBeVisible();
  outage.isDown = false;
  turn(client, 'live');
  for (const url of urls) expect(await screen.findByText(`${url} here`, undefined, { timeout: 10_000 })).toBeVisible();
});

it('retryLostQueries: repeats a query that is lost again, and shows its error message once', async () => {
  const { outage, client, asked } = await open((_, isDown) => (isDown ? { status: 500 } : good));
  turn(client, 'live');
  renderPart(client, '/api/a');
  await waitFor(() => expect(asked('/api/a')).toBeGreaterThan(2), { timeout: 10_000 });
  expect(client.app.toasts.list()).toHaveLength(1);
  outage.isDown = false;
  expect(await screen.findByText('/api/a here', undefined, { timeout: 15_000 })).toBeVisible();
}, 30_000);

it('retryLostQueries: repeats a query with back-off before there is a connection', async () => {
  const { outage, client } = await open((_, isDown) => (isDown ? { status: 502 } : good));
  expect(client.store.getState().connection.status).toBe('idle');
  renderPart(client, '/api/first');
  expect(await screen.findByText('/api/first failed')).toBeVisible();
  outage.isDown = false;
  expect(await screen.findByText('/api/first here', undefined, { timeout: 10_000 })).toBeVisible();
});

it('retryLostQueries: repeats neither a refused query nor one that no screen shows', async () => {
  const { client, asked } = await open((path, isDown) =>
    path === '/api/no' ? refused : isDown ? { status: 500 } : good,
  );
  turn(client, 'reconnecting');
  const { rerender } = renderPart(client, '/api/no', '/api/left', '/api/here');
  for (const url of ['/api/no', '/api/left', '/api/here']) await screen.findByText(`${url} failed`);
  rerender(
    <Provider store={client.store}>
      <Part url="/api/no" />
      <Part url="/api/here" />
    </Provider>,
  );
  // RTK Query updates the subscriptions in the store half a second later.
  await act(() => sleep(700));
  const before = [asked('/api/no'), asked('/api/left')];
  const here = asked('/api/here') ?? 0;
  turn(client, 'live');
  await waitFor(() => expect(asked('/api/here')).toBeGreaterThan(here), { timeout: 10_000 });
  expect([asked('/api/no'), asked('/api/left')]).toEqual(before);
});

it('retryLostQueries: retries a new lost query soon, even after many failures of another one', async () => {
  const { outage, client, asked } = await open((path, isDown) =>
    path === '/api/broken' || isDown ? { status: 500 } : good,
  );
  turn(client, 'live');
  const { rerender } = renderPart(client, '/api/broken');
  await waitFor(() => expect(asked('/api/broken')).toBeGreaterThan(4), { timeout: 15_000 });
  rerender(
    <Provider store={client.store}>
      <Part url="/api/broken" />
      <Part url="/api/late" />
    </Provider>,
  );
  await screen.findByText('/api/late failed');
  outage.isDown = false;
  // The next retry of the other query is at least 4.8 seconds away.
  expect(await screen.findByText('/api/late here', undefined, { timeout: 2_500 })).toBeVisible();
}, 30_000);
