/** What the live connection tells is acted upon until it is done, whatever else breaks meanwhile. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHttpWorld, type HttpWorld } from '../../testing/fakeHttpServer';
import { createTestClient, somebody } from '../../testing/testClient';
import { bootstrapApi } from '../api/bootstrap';
import { connectionChanged } from '../store/connectionSlice';
import { selectEntityRows } from '../store/entities';
import { NOTICE_ENTITY, noticesApi } from '../notices/noticesApi';
import { settingsChanged } from '../store/settings';
import { createLiveConnectionOptions } from './storeBridge';

let testServer: HttpWorld | undefined;
afterEach(async () => {
  await testServer?.close();
  testServer = undefined;
});

it('asks for changed rights until they arrive, since they are announced only once', async () => {
  const readable: string[][] = [['id', 'phone'], ['id']];
  let breaks = 0;
  testServer = await startHttpWorld(() => ({
    envelope: { data: { entities: { news: { readable: readable[0], writable: [] } } } },
  }));
  const answer: typeof fetch = (input, init) => {
    if (breaks === 0) return fetch(input, init);
    breaks -= 1;
    return Promise.reject(new TypeError('the line broke'));
  };
  const { store, app } = createTestClient({ origin: testServer.origin, person: somebody(), fetch: answer });
  const question = store.dispatch(bootstrapApi.endpoints.bootstrap.initiate(undefined));
  await question;
  store.dispatch(connectionChanged({ status: 'live', since: 0 }));

  readable.shift();
  breaks = 1;
  createLiveConnectionOptions(store, () => app, { realm: 'admin', origin: testServer.origin }).onPermissionsChanged();
  const shown = () => bootstrapApi.endpoints.bootstrap.select(undefined)(store.getState()).data?.entities['news'];
  for (const end = Date.now() + 15_000; shown()?.readable.length !== 1 && Date.now() < end;) await sleep(20);
  expect(breaks).toBe(0);
  expect(shown()?.readable).toEqual(['id']);
  question.unsubscribe();
});

const until = async (isSo: () => boolean, ms = 15_000) => {
  for (const end = Date.now() + ms; !isSo() && Date.now() < end;) await sleep(20);
  expect(isSo()).toBe(true);
};

it('keeps what the server says again in the same words, however often its answer is lost, and forgets the rest', async () => {
  const revalidated = [1, 2].map((id) => ({
    id,
    kind: 'system',
    title: 'x',
    told_time: id,
    read_time: null,
    revision: 1,
  }));
  let lostQueries = 0;
  testServer = await startHttpWorld(() => ({
    envelope: { data: { list: revalidated, total: revalidated.length, seq: '1', epoch: 'e', refs: {} } },
  }));
  const answer: typeof fetch = (input, init) => {
    if (lostQueries === 0) return fetch(input, init);
    lostQueries -= 1;
    return Promise.reject(new TypeError('the line broke'));
  };
  const { store, app } = createTestClient({
    realm: 'member',
    origin: testServer.origin,
    person: somebody(),
    fetch: answer,
  });
  const question = store.dispatch(noticesApi.endpoints.notices.initiate({ realm: 'member', limit: 5 }));
  await question;
  store.dispatch(connectionChanged({ status: 'live', since: 0 }));
  const shown = () => Object.keys(selectEntityRows(NOTICE_ENTITY)(store.getState()) ?? {});
  const isSwept = () => store.getState().entities.confirmed === undefined;

  const { onPermissionsChanged: onAuthz } = createLiveConnectionOptions(store, () => app, {
    realm: 'member',
    origin: testServer.origin,
  });
  lostQueries = 1;
  onAuthz();
  await until(() => isSwept());
  expect(lostQueries).toBe(0);
  expect(shown()).toEqual(['1', '2']);
  revalidated.pop();
  onAuthz();
  await until(() => isSwept());
  expect(shown()).toEqual(['1']);
  question.unsubscribe();
});

it('asks for the menu alone when nothing but the menu changed, until it arrives, and forgets no row', async () => {
  let breaks = 0;
  const asked: string[] = [];
  testServer = await startHttpWorld(({ path }) => {
    asked.push(path);
    return { envelope: { data: { list: [], total: 0, seq: '1', epoch: 'e', refs: {} } } };
  });
  const answer: typeof fetch = (input, init) => {
    if (breaks === 0) return fetch(input, init);
    breaks -= 1;
    return Promise.reject(new TypeError('the line broke'));
  };
  const { store, app } = createTestClient({ origin: testServer.origin, person: somebody(), fetch: answer });
  const questions = [
    store.dispatch(bootstrapApi.endpoints.bootstrap.initiate(undefined)),
    store.dispatch(noticesApi.endpoints.notices.initiate({ realm: 'admin', limit: 5 })),
  ];
  await Promise.all(questions);
  store.dispatch(connectionChanged({ status: 'live', since: 0 }));
  const first = asked.splice(0);
  expect(first).toHaveLength(2);
  breaks = 1;
  createLiveConnectionOptions(store, () => app, { realm: 'admin', origin: testServer.origin }).onMenuChanged();
  await until(() => asked.length > 0);
  expect(store.getState().entities.confirmed).toBeUndefined();
  expect(asked).toEqual(first.filter((path) => path.endsWith('/Index/index')));
  for (const question of questions) question.unsubscribe();
});

it('tells a member who is back of each booking once, and not at all beside its notice', async () => {
  const back = (realm: 'admin' | 'member', arrives: boolean) => {
    const { store, app } = createTestClient({ realm, person: somebody() });
    createLiveConnectionOptions(store, () => app, { realm, origin: 'http://127.0.0.1:9' }).onCaughtUp(3, 1);
    if (arrives) app.toasts.show('info', 'You received ¥12.00: a gift', undefined, 'notice-4');
    return () => app.toasts.list().map(({ text }) => text);
  };
  const toastTexts = [back('admin', true), back('member', true), back('member', false)];
  await until(() => toastTexts[2]?.().length === 1);
  expect(toastTexts.map((list) => list())).toEqual([
    ['Back live. 3 changes while you were away', 'You received ¥12.00: a gift'],
    ['You received ¥12.00: a gift'],
    ['Back live. 1 change while you were away'],
  ]);
});

it('asks again in the new language, and connects again with it, when the language of the screen changes', async () => {
  testServer = await startHttpWorld(() => ({ envelope: { data: { entities: {} } } }));
  const { store, app } = createTestClient({ origin: testServer.origin, person: somebody() });
  const link = jest.spyOn(app.live, 'reconnect');
  const question = store.dispatch(bootstrapApi.endpoints.bootstrap.initiate(undefined));
  await question;
  store.dispatch(settingsChanged({ lang: 'zh-cn' }));
  await until(() => (testServer?.asked.length ?? 0) === 2);
  expect(testServer.asked.map(({ headers }) => headers['think-lang'])).toEqual(['en', 'zh-cn']);
  expect(link).toHaveBeenCalledTimes(1);
  question.unsubscribe();
});
