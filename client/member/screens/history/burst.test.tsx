/** Many entries within a moment are asked for at a pace, and the newest one is there in the end. */
import { afterEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ChangeFrame } from '../../../../common/protocol/liveEvents';
import { Providers } from '../../../shared/startup/Providers';
import type { TopicHandlers } from '../../../shared/live/topics';
import { startHttpWorld, type HttpWorld } from '../../../testing/fakeHttpServer';
import { createTestClient, somebody } from '../../../testing/testClient';
import { BalanceHistory } from './History';

const BURST = 30;
const GAP_MS = 25;
let testServer: HttpWorld | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});

it('asks twice a second at most while thirty entries come', async () => {
  let newest = 1;
  const entry = (id: number) => ({ id, n: id, money: '0.01', memo: `Entry ${id}`, type: 'adjust', create_time: 1e9 });
  testServer = await startHttpWorld(({ path }) =>
    path === '/api/account/balance'
      ? { envelope: { data: { list: [entry(newest)], total: newest, seq: `${newest}` } } }
      : { envelope: { data: { row: { id: 7, money: '1.00', score: 2, revision: 1 }, seq: '1' } } },
  );
  const client = createTestClient({
    realm: 'member',
    origin: testServer.origin,
    path: '/user/balance',
    person: somebody(),
  });
  const { live } = client.app;
  const followed = new Set<TopicHandlers>();
  const watch: typeof live.subscribe = (spec, _since, watcher) => {
    if (spec.k === 'list') followed.add(watcher);
    return () => void followed.delete(watcher);
  };
  render(
    <Providers client={{ ...client, app: { ...client.app, live: { ...live, subscribe: watch } } }}>
      <BalanceHistory />
    </Providers>,
  );
  await screen.findByText('Entry 1', {}, { timeout: 15_000 });
  const questions = () => testServer?.asked.filter(({ path }) => path === '/api/account/balance').length ?? 0;
  const [before, began] = [questions(), Date.now()];
  for (let at = 0; at < BURST; at += 1) {
    newest += 1;
    const change = { op: 'enter', id: newest, v: 1, row: entry(newest), by: null, at: Date.now() };
    const frame = { t: 't', e: 'user_money_log', s: `${newest}`, c: [change] } as unknown as ChangeFrame; // as the channel brings it
    act(() => {
      for (const { onFrame } of followed) onFrame?.(frame);
    });
    await act(() => sleep(GAP_MS));
  }
  await screen.findByText(`Entry ${BURST + 1}`, {}, { timeout: 15_000 });
  // of the newest one, and of its page
  const rounds = Math.ceil((Date.now() - began) / 500) + 1;
  expect(questions() - before).toBeLessThanOrEqual(2 * rounds);
});
