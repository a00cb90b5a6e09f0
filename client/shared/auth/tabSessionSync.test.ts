/** Duplicated tabs share one family of refresh tokens and never end each other’s session. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFakeHttpServer, type FakeHttpServer } from '../../testing/fakeHttpServer';
import { createTestClient, createMemoryStorage, createTestUser } from '../../testing/testClient';
import { api } from '../api/api';
import { STORAGE_KEYS } from '../store/storage';
import { isLaterToken } from './tabSessionSync';
import { type TabChannel } from '../store/tabChannel';

const TOKEN_FAMILY = 'ba_ar_abcdefghijkmnpqrstuvwxyz23';
const getRefreshToken = (generation: number, family = TOKEN_FAMILY) => `${family}.${generation}.mac`;

/** A fake of the browser’s channel between tabs, which can mute one tab. */
function createFakeChannel() {
  const listeners: { readonly wire: TabChannel; readonly onMessage: (message: unknown) => void }[] = [];
  const muted = new Set<TabChannel>();
  const open = (): TabChannel => {
    const wire: TabChannel = {
      post: (message) => {
        for (const listener of listeners)
          if (listener.wire !== wire && !muted.has(listener.wire)) setTimeout(() => listener.onMessage(message), 1);
      },
      subscribe: (onMessage) => void listeners.push({ wire, onMessage }),
    };
    return wire;
  };
  return { open, muted };
}

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  await testServer?.close();
  testServer = undefined;
});

/** A server with refresh token rotation: a token older than the last but one ends the session. */
async function startServer() {
  let generation = 0;
  let ended = false;
  testServer = await startFakeHttpServer(({ path, headers, body }) => {
    if (path !== '/api/common/refreshToken') {
      if (ended) return { envelope: { code: 302, data: { routeName: 'adminLogin' } } };
      return { envelope: headers['batoken'] === `access-${generation}` ? { data: 'seen' } : { code: 409 } };
    }
    const sentGeneration = Number(String((body as Record<string, unknown>)['refresh_token']).split('.')[1]);
    if (sentGeneration < generation - 1 || ended) {
      ended = true;
      return { envelope: { code: 302, data: { routeName: 'adminLogin' } } };
    }
    generation = sentGeneration + 1;
    const data = { type: 'admin-refresh', token: `access-${generation}`, refresh_token: getRefreshToken(generation) };
    return { envelope: { data }, afterMs: 5 };
  });
  return { origin: testServer.origin, isOver: () => ended, requests: testServer.requests };
}

/** A tab without “keep me signed in”: the session is in the tab’s own storage, which a duplicated tab copies. */
function openTab(origin: string, channel: TabChannel, generation = 0) {
  const storage = createMemoryStorage();
  const person = createTestUser(`access-${generation}x`, getRefreshToken(generation));
  storage.session.setItem(STORAGE_KEYS.admin, JSON.stringify(person));
  const client = createTestClient({ origin, storage, channel });
  const ask = () =>
    client.store.dispatch(api.endpoints.request.initiate({ url: '/admin/news/index', allowsParallel: true }));
  const currentRefreshToken = () => client.store.getState().session.admin?.person.refreshToken;
  return { ...client, storage, ask, currentRefreshToken };
}

describe('a duplicated tab', () => {
  it('uses the tokens the other tab refreshed, and refreshes none itself', async () => {
    const { origin, requests, isOver } = await startServer();
    const channel = createFakeChannel();
    const [first, second] = [openTab(origin, channel.open()), openTab(origin, channel.open())];
    expect((await first.ask()).data).toBe('seen');
    await sleep(20);
    expect(second.currentRefreshToken()).toBe(getRefreshToken(1));
    expect(second.storage.session.getItem(STORAGE_KEYS.admin)).toContain('access-1');
    expect((await second.ask()).data).toBe('seen');
    expect(requests.filter(({ path }) => path.endsWith('refreshToken'))).toHaveLength(1);
    expect(isOver()).toBe(false);
  });

  it('asks the other tabs before it refreshes, when it missed a refresh', async () => {
    const { origin, requests, isOver } = await startServer();
    const channel = createFakeChannel();
    const [awakeChannel, mutedChannel] = [channel.open(), channel.open()];
    const [first, second] = [openTab(origin, awakeChannel), openTab(origin, mutedChannel)];
    channel.muted.add(mutedChannel);
    await first.ask();
    const { token } = first.store.getState().session.admin?.person ?? { token: '' };
    await first.app.refreshTokens('admin', token);
    expect(first.currentRefreshToken()).toBe(getRefreshToken(2));
    channel.muted.delete(mutedChannel);
    expect(second.currentRefreshToken()).toBe(getRefreshToken(0));
    expect((await second.ask()).data).toBe('seen');
    expect([second.currentRefreshToken(), isOver(), second.navigations]).toEqual([getRefreshToken(2), false, []]);
    expect(requests.filter(({ path }) => path.endsWith('refreshToken'))).toHaveLength(2);
  });

  it('redirects to the sign-in when the other one signs out; a tab of another session does not', async () => {
    const { origin } = await startServer();
    const channel = createFakeChannel();
    const [first, second, stranger] = [
      openTab(origin, channel.open()),
      openTab(origin, channel.open()),
      openTab(origin, channel.open()),
    ];
    stranger.store.dispatch({
      type: 'session/tokensRefreshed',
      payload: { realm: 'admin', token: 't', refreshToken: getRefreshToken(0, 'ba_ar_other') },
    });
    first.app.endSession('admin', '/admin/login');
    await sleep(20);
    expect([second.navigations, second.store.getState().session.admin]).toEqual([['/admin/login'], null]);
    expect(stranger.store.getState().session.admin).not.toBeNull();
  });

  it('ignores messages without a later token of its own family', () => {
    const own = getRefreshToken(3);
    expect(isLaterToken(own, getRefreshToken(4))).toBe(true);
    for (const other of [
      getRefreshToken(3),
      getRefreshToken(2),
      getRefreshToken(9, 'ba_ar_other'),
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
      { kind: 'renewed', realm: 'admin', refreshToken: getRefreshToken(9) },
      { kind: 'ended', realm: 'admin', refreshToken: '' },
      { kind: 'ended', realm: 'admin', refreshToken: 7 },
    ])
      wire.post(message);
    expect(tab.currentRefreshToken()).toBe(getRefreshToken(0));
    expect(tab.navigations).toEqual([]);
  });
});
