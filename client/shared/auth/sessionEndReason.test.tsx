/** A user who was signed out remotely sees the reason on the sign-in screen; a support session affects its own tab only. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Login as AdminLogin } from '../../admin/screens/login/Login';
import { MemberRoutes } from '../../member/routes';
import {
  startFakeHttpServer,
  type RecordedRequest,
  type FakeHttpServer,
  type FakeResponse,
} from '../../testing/fakeHttpServer';
import { createTestClient, createMemoryStorage, createTestUser, type TestClient } from '../../testing/testClient';
import { api } from '../api/api';
import { OwnSessions } from '../account/OwnSessions';
import { historyEndReasonStore, sessionEnded } from '../store/sessionEndReasons';
import { STORAGE_KEYS } from '../store/storage';
import { Providers } from '../startup/Providers';
import { loadSession, signedIn, signedOut } from '../store/session';
import { settingsChanged } from '../store/settings';

const END = '/api/common/sessionEnd';
const OVER: FakeResponse = { envelope: { code: 302, data: { routePath: '/user/login' } } };
let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  window.history.replaceState(null, '', '/');
  await testServer?.close();
  testServer = undefined;
});
const serve = async (respond: (request: RecordedRequest) => FakeResponse | undefined) => {
  testServer = await startFakeHttpServer((request) => respond(request) ?? { envelope: { data: {} } });
  return testServer;
};
const respondWithReason = (reason: string): FakeResponse => ({ envelope: { data: { reason } } });
const queries = () => (testServer?.requests ?? []).filter(({ path }) => path === END);
const call = ({ store }: TestClient, url: string) =>
  store.dispatch(api.endpoints.request.initiate({ url, method: 'POST', isSilent: true }));

describe('a session that ended', () => {
  it.each([
    ['member', '/api/account/x', '/user/login', 'The password of this account was changed.', '该账户的密码已修改'],
    ['admin', '/admin/news/x', '/admin/login', 'The password of this account was changed.', '该账户的密码已修改'],
  ] as const)('of %s shows its reason at sign-in, in both languages', async (realm, url, at, english, chinese) => {
    const { origin } = await serve(({ path }) =>
      path === END ? respondWithReason('password') : path === url ? OVER : undefined,
    );
    window.history.replaceState(null, '', at);
    const client = createTestClient({ realm, origin, path: at, person: createTestUser() });
    await call(client, url);
    render(<Providers client={client}>{realm === 'member' ? <MemberRoutes /> : <AdminLogin />}</Providers>);
    expect(await screen.findByText(new RegExp(english))).toBeVisible();
    act(() => void client.store.dispatch(settingsChanged({ lang: 'zh-cn' })));
    expect(await screen.findByText(new RegExp(chinese))).toBeVisible();
    expect(queries().map(({ body }) => body)).toEqual([{ refresh_token: 'refresh-1' }]);
    // the request has no token of the user
    expect(queries()[0]?.headers).not.toHaveProperty(realm === 'member' ? 'ba-user-token' : 'batoken');
  });

  it.each([
    ['member', '/user/login', /Contact customer service/, /请联系客服/],
    ['admin', '/admin/login', /Contact an admin/, /请联系管理员/],
  ] as const)('of a disabled %s names the contact', async (realm, path, english, chinese) => {
    const { origin } = await serve(() => undefined);
    window.history.replaceState(null, '', path);
    const client = createTestClient({ realm, origin, path });
    client.store.dispatch(sessionEnded({ realm, why: 'disabled' }));
    render(<Providers client={client}>{realm === 'member' ? <MemberRoutes /> : <AdminLogin />}</Providers>);
    expect(await screen.findByText(english)).toBeVisible();
    act(() => void client.store.dispatch(settingsChanged({ lang: 'zh-cn' })));
    expect(await screen.findByText(chinese)).toBeVisible();
  });

  it('an ended session shows its reason again after a reload, until a user signs in', async () => {
    await serve(() => undefined);
    window.history.replaceState({ idx: 3 }, '', '/user/login');
    const opened = () =>
      createTestClient({
        realm: 'member',
        origin: testServer?.origin ?? '',
        path: '/user/login',
        endReasonStore: historyEndReasonStore,
      });
    const first = opened();
    first.store.dispatch(sessionEnded({ realm: 'member', why: 'disabled' }));
    expect(window.history.state).toMatchObject({ idx: 3 });
    const reopened = opened();
    render(<Providers client={reopened}>{<MemberRoutes />}</Providers>);
    expect(await screen.findByText(/this account was disabled/)).toBeVisible();
    act(
      () => void reopened.store.dispatch(signedIn({ realm: 'member', person: createTestUser(), isPersistent: true })),
    );
    expect(opened().store.getState().endings.member).toBeNull();
    window.history.replaceState({ ended: '<b>gold</b>' }, '');
    expect(opened().store.getState().endings.member).toBeNull();
  });

  it('gets its reason from the server also when the token could not be refreshed', async () => {
    const { origin } = await serve(({ path }) => {
      if (path === END) return respondWithReason('disabled');
      return path === '/api/account/x' ? { envelope: { code: 409 } } : OVER;
    });
    const client = createTestClient({ realm: 'member', origin, path: '/user', person: createTestUser() });
    await call(client, '/api/account/x');
    await waitFor(() => expect(client.store.getState().endings.member).toBe('disabled'));
    expect(client.navigations).toEqual(['/user/login']);
  });

  it('an ended session shows no reason that is unknown, after an own sign-out, or after a new sign-in', async () => {
    const { origin } = await serve(({ path }) => (path === END ? respondWithReason('<b>gold</b>') : undefined));
    const client = createTestClient({ realm: 'member', origin, path: '/user', person: createTestUser() });
    client.app.endSession('member', '/user/login');
    await waitFor(() => expect(queries()).toHaveLength(1));
    expect(client.store.getState().endings.member).toBeNull();
    client.store.dispatch(signedIn({ realm: 'member', person: createTestUser(), isPersistent: true }));
    client.app.endSession('member', '/user/login', true);
    client.store.dispatch(sessionEnded({ realm: 'member', why: 'expired' }));
    client.store.dispatch(signedIn({ realm: 'member', person: createTestUser(), isPersistent: true }));
    expect(client.store.getState().endings.member).toBeNull();
    expect(queries()).toHaveLength(1);
  });
});

describe('a support session', () => {
  const openSharedSession = () => {
    const storage = createMemoryStorage();
    const client = createTestClient({ realm: 'member', path: '/user/login', person: createTestUser(), storage });
    return { storage, client, before: storage.local.getItem(STORAGE_KEYS.member) };
  };
  const supportUser = { ...createTestUser('look', 'look-1'), id: 9 };

  it('a support session is stored in its own tab, and leaves the session shared by all tabs unchanged at start and end', () => {
    const { storage, client, before } = openSharedSession();
    client.store.dispatch(signedIn({ realm: 'member', person: supportUser, isPersistent: false, isTabOnly: true }));
    expect(storage.local.getItem(STORAGE_KEYS.member)).toBe(before);
    expect(loadSession(storage, 'member')).toMatchObject({ isPersistent: false, person: { id: 9 } });
    client.store.dispatch(signedOut({ realm: 'member' }));
    expect(storage.local.getItem(STORAGE_KEYS.member)).toBe(before);
    expect(storage.session.getItem(STORAGE_KEYS.member)).toBeNull();
  });

  it('differs from a sign-in that is not kept, which replaces the shared session', () => {
    const { storage, client } = openSharedSession();
    client.store.dispatch(signedIn({ realm: 'member', person: supportUser, isPersistent: false }));
    expect(storage.local.getItem(STORAGE_KEYS.member)).toBeNull();
  });

  it('a support session is shown as such among the own sessions', async () => {
    const supportSession = { id: 's', current: false, support: true, seen_time: 1_700_000_000 };
    const own = {
      id: 'o',
      current: true,
      ip: '10.0.0.7',
      browser: 'Firefox',
      system: 'Linux',
      seen_time: 1_700_000_000,
    };
    const { origin } = await serve(() => ({ envelope: { data: { list: [own, supportSession] } } }));
    const client = createTestClient({ realm: 'member', origin, path: '/user/profile', person: createTestUser() });
    render(
      <Providers client={client}>
        <OwnSessions base="/api/account" />
      </Providers>,
    );
    expect(await screen.findByText('Customer service is viewing your account')).toBeVisible();
    expect(screen.getAllByText(/10\.0\.0\.7/)).toHaveLength(1);
    expect(screen.queryByText('Unknown device')).toBeNull();
  });
});
