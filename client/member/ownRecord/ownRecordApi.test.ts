/** The page itself reports a closed member center, so the query of the own record shows no toast for it. */
import { afterEach, expect, it } from '@jest/globals';
import { startFakeHttpServer, type FakeHttpServer } from '../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { ownRecordApi } from './ownRecordApi';

let testServer: FakeHttpServer | undefined;
afterEach(() => testServer?.close());

it.each([
  ['Member center disabled, please contact the webmaster to turn it on.', []],
  ['Something else', ['Something else']],
])('ownRow: shows a toast for each refusal but the closed center: %s', async (msg, toastTexts) => {
  testServer = await startFakeHttpServer(() => ({ envelope: { code: 0, msg } }));
  const { store, app } = createTestClient({ realm: 'member', origin: testServer.origin, person: createTestUser() });
  const question = store.dispatch(ownRecordApi.endpoints.ownRow.initiate(7));
  expect((await question).isError).toBe(true);
  expect(app.toasts.list().map(({ text }) => text)).toEqual(toastTexts);
  question.unsubscribe();
});
