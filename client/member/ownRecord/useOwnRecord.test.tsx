/** The member’s own record stays on the screen when it is fetched again after a permission change. */
import { afterEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Providers } from '../../shared/startup/Providers';
import { createLiveConnectionOptions } from '../../shared/live/liveConnectionOptions';
import { startFakeHttpServer, type FakeHttpServer } from '../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { valueToText } from '../valueToText';
import { useOwnRecord } from './useOwnRecord';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});

function Own() {
  const cachedRow = useOwnRecord(7);
  return <p>{cachedRow === undefined ? 'nothing' : valueToText(cachedRow.row['money'])}</p>;
}

it('useOwnRecord: is confirmed again although the response is unchanged', async () => {
  testServer = await startFakeHttpServer(({ path }) => ({
    envelope: { data: path === '/api/user/edit' ? { row: { id: 7, money: '120.00', revision: 3 }, seq: '9' } : {} },
  }));
  const { store, app } = createTestClient({ realm: 'member', origin: testServer.origin, person: createTestUser() });
  render(
    <Providers client={{ store, app }}>
      <Own />
    </Providers>,
  );
  await screen.findByText('120.00');
  act(() =>
    createLiveConnectionOptions(store, () => app, {
      realm: 'member',
      origin: testServer?.origin ?? '',
    }).onPermissionsChanged(),
  );
  expect(store.getState().entities.confirmed).toBeDefined();
  await act(async () => {
    for (let tries = 0; store.getState().entities.confirmed !== undefined && tries < 500; tries += 1) await sleep(20);
  });
  expect(store.getState().entities.confirmed).toBeUndefined();
  expect(screen.getByText('120.00')).toBeInTheDocument();
});
