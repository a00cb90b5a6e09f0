/** A burst of live entries causes throttled requests, and the newest entry is shown in the end. */
import { afterEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ChangeFrame } from '../../../../common/protocol/liveEvents';
import { Providers } from '../../../shared/startup/Providers';
import type { TopicHandlers } from '../../../shared/live/topics';
import { startFakeHttpServer, type FakeHttpServer } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { BalanceHistory } from './History';

const BURST = 30;
const GAP_MS = 25;
let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});

it('requests at most twice a second while thirty entries arrive', async () => {
  let newest = 1;
  const entry = (id: number) => ({ id, n: id, money: '0.01', memo: `Entry ${id}`, type: 'adjust', create_time: 1e9 });
  testServer = await startFakeHttpServer(({ path }) =>
    path === '/api/account/balance'
      ? { envelope: { data: { list: [entry(newest)], total: newest, seq: `${newest}` } } }
      : { envelope: { data: { row: { id: 7, money: '1.00', score: 2, revision: 1 }, seq: '1' } } },
  );
  const client = createTestClient({
    realm: 'member',
    origin: testServer.origin,
    path: '/user/balance',
    person: createTestUser(),
  });
  const { live } = client.app;
  const subscribers = new Set<TopicHandlers>();
  const recordSubscription: typeof live.subscribe = (spec, _since, handlers) => {
    if (spec.k === 'list') subscribers.add(handlers);
    return () => void subscribers.delete(handlers);
  };
  render(
    <Providers client={{ ...client, app: { ...client.app, live: { ...live, subscribe: recordSubscription } } }}>
      <BalanceHistory />
    </Providers>,
  );
  await screen.findByText('Entry 1', {}, { timeout: 15_000 });
  const countRequests = () => testServer?.requests.filter(({ path }) => path === '/api/account/balance').length ?? 0;
  const [before, began] = [countRequests(), Date.now()];
  for (let index = 0; index < BURST; index += 1) {
    newest += 1;
    const change = { op: 'enter', id: newest, v: 1, row: entry(newest), by: null, at: Date.now() };
    const frame = { t: 't', e: 'user_money_log', s: `${newest}`, c: [change] } as unknown as ChangeFrame; // the wire shape
    act(() => {
      for (const { onFrame } of subscribers) onFrame?.(frame);
    });
    await act(() => sleep(GAP_MS));
  }
  await screen.findByText(`Entry ${BURST + 1}`, {}, { timeout: 15_000 });
  // one request for the newest entry, one for its page
  const rounds = Math.ceil((Date.now() - began) / 500) + 1;
  expect(countRequests() - before).toBeLessThanOrEqual(2 * rounds);
});
