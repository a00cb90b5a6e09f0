/** A call that announces success says what the server said of it, else the usual sentence (specification, point 7). */
import { afterEach, expect, it } from '@jest/globals';
import { startHttpWorld, type HttpWorld } from '../../testing/fakeHttpServer';
import { createTestClient, somebody } from '../../testing/testClient';
import { api } from './api';

let testServer: HttpWorld | undefined;
afterEach(async () => {
  await testServer?.close();
});

it.each([
  [{ msg: 'Arrangement saved' }, 'Arrangement saved'],
  [{ msg: '' }, 'Operation successful'],
])('of an answer with %j says %j', async (envelope, messages) => {
  testServer = await startHttpWorld(() => ({ envelope: { code: 1, data: null, ...envelope } }));
  const client = createTestClient({ origin: testServer.origin, person: somebody() });
  const call = { url: '/admin/Dashboard/arrange', method: 'POST', body: {}, announce: true } as const;
  await client.store.dispatch(api.endpoints.request.initiate(call));
  expect(client.app.toasts.list().map(({ severity, text }) => [severity, text])).toEqual([['success', messages]]);
});

it('hands the message to a caller that shows it itself', async () => {
  testServer = await startHttpWorld(() => ({ envelope: { code: 1, msg: 'Approved as entry 4', data: null } }));
  const client = createTestClient({ origin: testServer.origin, person: somebody() });
  const call = { url: '/admin/pending_booking/approve', method: 'POST', body: {} } as const;
  const { data } = await client.store.dispatch(api.endpoints.tell.initiate(call));
  expect(data).toEqual({ data: null, said: 'Approved as entry 4' });
  expect(client.app.toasts.list()).toEqual([]);
});

it('says nothing where success is not announced', async () => {
  testServer = await startHttpWorld(() => ({ envelope: { code: 1, msg: 'Saved', data: null } }));
  const client = createTestClient({ origin: testServer.origin, person: somebody() });
  await client.store.dispatch(api.endpoints.request.initiate({ url: '/admin/x/edit', method: 'POST', body: {} }));
  expect(client.app.toasts.list()).toEqual([]);
});
