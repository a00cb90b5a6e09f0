/** Duplicated tabs share one chain of refresh tokens and never end each other's session. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHttpWorld, type HttpWorld } from '../../testing/fakeHttpServer';
import { createTestClient, memoryShelves, somebody } from '../../testing/testClient';
import { api } from '../api/api';
import { STORAGE_KEYS } from '../store/storage';
import { isLaterToken } from './tabSessionSync';
import { type TabChannel } from '../store/tabChannel';

const TOKEN_FAMILY = 'ba_ar_abcdefghijkmnpqrstuvwxyz23';
const refreshTokenOf = (generation: number, family = TOKEN_FAMILY) => `${family}.${generation}.mac`;

/** The browser's channel between tabs, with one deaf tab if wanted. */
function createFakeChannel() {
  const listeners: { readonly wire: TabChannel; readonly hear: (message: unknown) => void }[] = [];
  const isMuted = new Set<TabChannel>();
  const open = (): TabChannel => {
    const wire: TabChannel = {
      post: (message) => {
        for (const listener of listeners)
          if (listener.wire !== wire && !isMuted.has(listener.wire)) setTimeout(() => listener.hear(message), 1);
      },
      subscribe: (onMessage) => void listeners.push({ wire, hear: onMessage }),
    };
    return wire;
  };
  return { open, deaf: isMuted };
}

let createTestServer: HttpWorld | undefined;
afterEach(async () => {
  await createTestServer?.close();
  createTestServer = undefined;
});

/** A server that keeps the chain as ours does: a link older than the last but one ends it. */
async function startServer() {
  let generation = 0;
  let ended = false;
  createTestServer = await startHttpWorld(({ path, headers, body }) => {
    if (path !== '/api/common/refreshToken') {
      if (ended) return { envelope: { code: 302, data: { routeName: 'adminLogin' } } };
      return { envelope: headers['batoken'] === `access-${generation}` ? { data: 'seen' } : { code: 409 } };
    }
    const given = Number(String((body as Record<string, unknown>)['refresh_token']).split('.')[1]);
    if (given < generation - 1 || ended) {
      ended = true;
      return { envelope: { code: 302, data: { routeName: 'adminLogin' } } };
    }
    generation = given + 1;
    const data = { type: 'admin-refresh', token: `access-${generation}`, refresh_token: refreshTokenOf(generation) };
    return { envelope: { data }, afterMs: 5 };
  });
  return { origin: createTestServer.origin, isOver: () => ended, asked: createTestServer.asked };
}

/** A tab without "keep me": everything in the tab's own storage, as a duplicate copies it. */
function openTab(origin: string, wire: TabChannel, generation = 0) {
  const storage = memoryShelves();
  const person = somebody(`access-${generation}x`, refreshTokenOf(generation));
  storage.session.setItem(STORAGE_KEYS.admin, JSON.stringify(person));
  const client = createTestClient({ origin, shelves: storage, wire });
  const ask = () =>
    client.store.dispatch(api.endpoints.request.initiate({ url: '/admin/news/index', allowsParallel: true }));
  const tokensOf = () => client.store.getState().session.admin?.person.refreshToken;
  return { ...client, shelves: storage, ask, held: tokensOf };
}

describe('a duplicated tab', () => {
  it('takes what the other one renewed, and renews nothing itself', async () => {
    const { origin, asked, isOver } = await startServer();
    const channel = createFakeChannel();
    const [one, two] = [openTab(origin, channel.open()), openTab(origin, channel.open())];
    expect((await one.ask()).data).toBe('seen');
    await sleep(20);
    expect(two.held()).toBe(refreshTokenOf(1));
    expect(two.shelves.session.getItem(STORAGE_KEYS.admin)).toContain('access-1');
    expect((await two.ask()).data).toBe('seen');
    expect(asked.filter(({ path }) => path.endsWith('refreshToken'))).toHaveLength(1);
    expect(isOver()).toBe(false);
  });

  it('asks before it renews, when it slept while the other one went ahead', async () => {
    const { origin, asked, isOver } = await startServer();
    const channel = createFakeChannel();
    const [awake, sleeping] = [channel.open(), channel.open()];
    const [one, two] = [openTab(origin, awake), openTab(origin, sleeping)];
    channel.deaf.add(sleeping);
    await one.ask();
    const { token } = one.store.getState().session.admin?.person ?? { token: '' };
    await one.app.renewTokens('admin', token);
    expect(one.held()).toBe(refreshTokenOf(2));
    channel.deaf.delete(sleeping);
    expect(two.held()).toBe(refreshTokenOf(0));
    expect((await two.ask()).data).toBe('seen');
    expect([two.held(), isOver(), two.went]).toEqual([refreshTokenOf(2), false, []]);
    expect(asked.filter(({ path }) => path.endsWith('refreshToken'))).toHaveLength(2);
  });

  it('goes to the login when the other one signs out, and no other session does', async () => {
    const { origin } = await startServer();
    const channel = createFakeChannel();
    const [one, two, stranger] = [
      openTab(origin, channel.open()),
      openTab(origin, channel.open()),
      openTab(origin, channel.open()),
    ];
    stranger.store.dispatch({
      type: 'session/tokensRenewed',
      payload: { realm: 'admin', token: 't', refreshToken: refreshTokenOf(0, 'ba_ar_other') },
    });
    one.app.endSession('admin', '/admin/login');
    await sleep(20);
    expect([two.went, two.store.getState().session.admin]).toEqual([['/admin/login'], null]);
    expect(stranger.store.getState().session.admin).not.toBeNull();
  });

  it('believes nothing that is not a later link of its own chain', () => {
    const own = refreshTokenOf(3);
    expect(isLaterToken(own, refreshTokenOf(4))).toBe(true);
    for (const other of [
      refreshTokenOf(3),
      refreshTokenOf(2),
      refreshTokenOf(9, 'ba_ar_other'),
      '',
      'x',
      'a.b.c',
      `${TOKEN_FAMILY}.9`,
      `${TOKEN_FAMILY}.-1.m`,
      `${TOKEN_FAMILY}.1e3.m`,
    ])
      expect([other, isLaterToken(own, other)]).toEqual([other, false]);
    expect(isLaterToken('opaque', 'opaque')).toBe(false);
    const channel = createFakeChannel();
    const wire = channel.open();
    const tab = openTab('http://127.0.0.1:9', channel.open());
    for (const message of [
      null,
      7,
      'x',
      [],
      {},
      { kind: 'renewed' },
      { kind: 'renewed', realm: 'admin', refreshToken: refreshTokenOf(9) },
      { kind: 'ended', realm: 'admin', refreshToken: '' },
      { kind: 'ended', realm: 'admin', refreshToken: 7 },
    ])
      wire.post(message);
    expect(tab.held()).toBe(refreshTokenOf(0));
    expect(tab.went).toEqual([]);
  });
});
