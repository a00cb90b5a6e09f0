/** The bridge handles each event of the live connection until its requests succeed. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFakeHttpServer, type FakeHttpServer } from '../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { bootstrapApi } from '../api/bootstrap';
import { connectionChanged } from '../store/connectionSlice';
import { selectEntityRows } from '../store/entities';
import { NOTICE_ENTITY, noticesApi } from '../notices/noticesApi';
import { settingsChanged } from '../store/settings';
import { createLiveConnectionOptions } from './liveConnectionOptions';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  await testServer?.close();
  testServer = undefined;
});

it('fetches changed permissions until they arrive, since the server announces them only once', async () => {
  const readable: string[][] = [['id', 'phone'], ['id']];
  let failuresLeft = 0;
  testServer = await startFakeHttpServer(() => ({
    envelope: { data: { entities: { news: { readable: readable[0], writable: [] } } } },
  }));
  const response: typeof fetch = (input, init) => {
    if (failuresLeft === 0) return fetch(input, init);
    failuresLeft -= 1;
    return Promise.reject(new TypeError('the connection broke'));
  };
  const { store, app } = createTestClient({ origin: testServer.origin, person: createTestUser(), fetch: response });
  const question = store.dispatch(bootstrapApi.endpoints.bootstrap.initiate(undefined));
  await question;
  store.dispatch(connectionChanged({ status: 'live', since: 0 }));

  readable.shift();
  failuresLeft = 1;
  createLiveConnectionOptions(store, () => app, { realm: 'admin', origin: testServer.origin }).onPermissionsChanged();
  const shown = () => bootstrapApi.endpoints.bootstrap.select(undefined)(store.getState()).data?.entities['news'];
  for (const end = Date.now() + 15_000; shown()?.readable.length !== 1 && Date.now() < end;) await sleep(20);
  expect(failuresLeft).toBe(0);
  expect(shown()?.readable).toEqual(['id']);
  question.unsubscribe();
});

const waitUntil = async (isDone: () => boolean, ms = 15_000) => {
  for (const end = Date.now() + ms; !isDone() && Date.now() < end;) await sleep(20);
  expect(isDone()).toBe(true);
};

it('keeps the rows that the next response confirms, also after lost responses, and removes the others', async () => {
  const revalidated = [1, 2].map((id) => ({
    id,
    kind: 'system',
    title: 'x',
    told_time: id,
    read_time: null,
    revision: 1,
  }));
  let lostQueries = 0;
  testServer = await startFakeHttpServer(() => ({
    envelope: { data: { list: revalidated, total: revalidated.length, seq: '1', epoch: 'e', refs: {} } },
  }));
  const response: typeof fetch = (input, init) => {
    if (lostQueries === 0) return fetch(input, init);
    lostQueries -= 1;
    return Promise.reject(new TypeError('the connection broke'));
  };
  const { store, app } = createTestClient({
    realm: 'member',
    origin: testServer.origin,
    person: createTestUser(),
    fetch: response,
  });
  const question = store.dispatch(noticesApi.endpoints.notices.initiate({ realm: 'member', limit: 5 }));
  await question;
  store.dispatch(connectionChanged({ status: 'live', since: 0 }));
  const shown = () => Object.keys(selectEntityRows(NOTICE_ENTITY)(store.getState()) ?? {});
  const isRevalidated = () => store.getState().entities.confirmed === undefined;

  const { onPermissionsChanged } = createLiveConnectionOptions(store, () => app, {
    realm: 'member',
    origin: testServer.origin,
  });
  lostQueries = 1;
  onPermissionsChanged();
  await waitUntil(() => isRevalidated());
  expect(lostQueries).toBe(0);
  expect(shown()).toEqual(['1', '2']);
  revalidated.pop();
  onPermissionsChanged();
  await waitUntil(() => isRevalidated());
  expect(shown()).toEqual(['1']);
  question.unsubscribe();
});

it('fetches only the menu after a menu change, until it arrives, and removes no row', async () => {
  let failuresLeft = 0;
  const requestedPaths: string[] = [];
  testServer = await startFakeHttpServer(({ path }) => {
    requestedPaths.push(path);
    return { envelope: { data: { list: [], total: 0, seq: '1', epoch: 'e', refs: {} } } };
  });
  const response: typeof fetch = (input, init) => {
    if (failuresLeft === 0) return fetch(input, init);
    failuresLeft -= 1;
    return Promise.reject(new TypeError('the connection broke'));
  };
  const { store, app } = createTestClient({ origin: testServer.origin, person: createTestUser(), fetch: response });
  const questions = [
    store.dispatch(bootstrapApi.endpoints.bootstrap.initiate(undefined)),
    store.dispatch(noticesApi.endpoints.notices.initiate({ realm: 'admin', limit: 5 })),
  ];
  await Promise.all(questions);
  store.dispatch(connectionChanged({ status: 'live', since: 0 }));
  const first = requestedPaths.splice(0);
  expect(first).toHaveLength(2);
  failuresLeft = 1;
  createLiveConnectionOptions(store, () => app, { realm: 'admin', origin: testServer.origin }).onMenuChanged();
  await waitUntil(() => requestedPaths.length > 0);
  expect(store.getState().entities.confirmed).toBeUndefined();
  expect(requestedPaths).toEqual(first.filter((path) => path.endsWith('/Index/index')));
  for (const question of questions) question.unsubscribe();
});

it('shows a member the number of bookings once after a reconnect, and not beside their notices', async () => {
  const reconnect = (realm: 'admin' | 'member', arrives: boolean) => {
    const { store, app } = createTestClient({ realm, person: createTestUser() });
    createLiveConnectionOptions(store, () => app, { realm, origin: 'http://127.0.0.1:9' }).onCaughtUp(3, 1);
    if (arrives) app.toasts.show('info', 'You received ¥12.00: a gift', undefined, 'notice-4');
    return () => app.toasts.list().map(({ text }) => text);
  };
  const toastTexts = [reconnect('admin', true), reconnect('member', true), reconnect('member', false)];
  await waitUntil(() => toastTexts[2]?.().length === 1);
  expect(toastTexts.map((list) => list())).toEqual([
    ['Back online. 3 changes while you were away', 'You received ¥12.00: a gift'],
    ['You received ¥12.00: a gift'],
    ['Back online. 1 change while you were away'],
  ]);
});

it('fetches and reconnects in the new language when the language changes', async () => {
  testServer = await startFakeHttpServer(() => ({ envelope: { data: { entities: {} } } }));
  const { store, app } = createTestClient({ origin: testServer.origin, person: createTestUser() });
  const reconnectSpy = jest.spyOn(app.live, 'reconnect');
  const question = store.dispatch(bootstrapApi.endpoints.bootstrap.initiate(undefined));
  await question;
  store.dispatch(settingsChanged({ lang: 'zh-cn' }));
  await waitUntil(() => (testServer?.requests.length ?? 0) === 2);
  expect(testServer.requests.map(({ headers }) => headers['think-lang'])).toEqual(['en', 'zh-cn']);
  expect(reconnectSpy).toHaveBeenCalledTimes(1);
  question.unsubscribe();
});
