/** The page itself reports a closed member centre, so the query of the own record shows no toast for it. */
import { afterEach, expect, it } from '@jest/globals';
import { startHttpWorld, type HttpWorld } from '../../testing/fakeHttpServer';
import { createTestClient, somebody } from '../../testing/testClient';
import { ownRecordApi } from './ownRecordApi';

let testServer: HttpWorld | undefined;
afterEach(() => testServer?.close());

it.each([
  ['Member center disabled, please contact the webmaster to turn it on.', []],
  ['Something else', ['Something else']],
])('ownRow: shows a toast for each refusal but the closed centre: %s', async (msg, toastTexts) => {
  testServer = await startHttpWorld(() => ({ envelope: { code: 0, msg } }));
  const { store, app } = createTestClient({ realm: 'member', origin: testServer.origin, person: somebody() });
  const question = store.dispatch(ownRecordApi.endpoints.ownRow.initiate(7));
  expect((await question).isError).toBe(true);
  expect(app.toasts.list().map(({ text }) => text)).toEqual(toastTexts);
  question.unsubscribe();
});
