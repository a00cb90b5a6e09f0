/** A request with `announce` shows the success message of the server, or the default one. */
import { afterEach, expect, it } from '@jest/globals';
import { startFakeHttpServer, type FakeHttpServer } from '../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { api } from './api';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  await testServer?.close();
});

it.each([
  [{ msg: 'Arrangement saved' }, 'Arrangement saved'],
  [{ msg: '' }, 'Operation successful'],
])('announce: a response with %j shows %j', async (envelope, messages) => {
  testServer = await startFakeHttpServer(() => ({ envelope: { code: 1, data: null, ...envelope } }));
  const client = createTestClient({ origin: testServer.origin, person: createTestUser() });
  const call = { url: '/admin/Dashboard/arrange', method: 'POST', body: {}, announce: true } as const;
  await client.store.dispatch(api.endpoints.request.initiate(call));
  expect(client.app.toasts.list().map(({ severity, text }) => [severity, text])).toEqual([['success', messages]]);
});

it('tell: returns the message to the caller and shows no toast', async () => {
  testServer = await startFakeHttpServer(() => ({ envelope: { code: 1, msg: 'Approved as entry 4', data: null } }));
  const client = createTestClient({ origin: testServer.origin, person: createTestUser() });
  const call = { url: '/admin/pending_booking/approve', method: 'POST', body: {} } as const;
  const { data } = await client.store.dispatch(api.endpoints.requestWithMessage.initiate(call));
  expect(data).toEqual({ data: null, message: 'Approved as entry 4' });
  expect(client.app.toasts.list()).toEqual([]);
});

it('request: shows no toast without `announce`', async () => {
  testServer = await startFakeHttpServer(() => ({ envelope: { code: 1, msg: 'Saved', data: null } }));
  const client = createTestClient({ origin: testServer.origin, person: createTestUser() });
  await client.store.dispatch(api.endpoints.request.initiate({ url: '/admin/x/edit', method: 'POST', body: {} }));
  expect(client.app.toasts.list()).toEqual([]);
});
