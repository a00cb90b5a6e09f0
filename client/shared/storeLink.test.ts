/** What the live connection tells is acted upon until it is done, whatever else breaks meanwhile. */
import { afterEach, expect, it } from '@jest/globals';
import { startHttpWorld, type HttpWorld } from '../testing/httpWorld';
import { createTestClient, somebody } from '../testing/testClient';
import { bootstrapApi } from './bootstrap';
import { connectionChanged } from './connection';
import { linkParts } from './storeLink';

let world: HttpWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

it('asks for changed rights until they arrive, since they are announced only once', async () => {
  const readable: string[][] = [['id', 'phone'], ['id']];
  let breaks = 0;
  world = await startHttpWorld(() => ({
    envelope: { data: { entities: { news: { readable: readable[0], writable: [] } } } },
  }));
  const answer: typeof fetch = (input, init) => {
    if (breaks === 0) return fetch(input, init);
    breaks -= 1;
    return Promise.reject(new TypeError('the line broke'));
  };
  const { store, app } = createTestClient({ origin: world.origin, person: somebody(), fetch: answer });
  const question = store.dispatch(bootstrapApi.endpoints.bootstrap.initiate(undefined));
  await question;
  store.dispatch(connectionChanged({ status: 'live', since: 0 }));

  readable.shift();
  breaks = 1;
  linkParts(store, () => app, { realm: 'admin', origin: world.origin }).onAuthz();
  const shown = () => bootstrapApi.endpoints.bootstrap.select(undefined)(store.getState()).data?.entities['news'];
  for (const end = Date.now() + 15_000; shown()?.readable.length !== 1 && Date.now() < end;)
    await new Promise((done) => setTimeout(done, 20));
  expect(breaks).toBe(0);
  expect(shown()?.readable).toEqual(['id']);
  question.unsubscribe();
});
