/** The client and the response envelope, against a real HTTP server. */
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  startFakeHttpServer,
  type RecordedRequest,
  type FakeHttpServer,
  type FakeResponse,
} from '../../testing/fakeHttpServer';
import { createTestClient, createMemoryStorage, createTestUser } from '../../testing/testClient';
import { api, getUrlRealm, redirectTarget } from './api';
import { isRetryable } from './faults';
import { STORAGE_KEYS } from '../store/storage';
import { signedIn } from '../store/session';
import { type Realm } from '../../../common/realm';
import { toQueryString } from './transport';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  await testServer?.close();
  testServer = undefined;
});
async function loadClient(
  response: (request: RecordedRequest) => FakeResponse,
  options: Parameters<typeof createTestClient>[0] = {},
) {
  testServer = await startFakeHttpServer(response);
  const client = createTestClient({ origin: testServer.origin, person: createTestUser(), ...options });
  const ask = (url: string, more: object = {}) =>
    client.store.dispatch(api.endpoints.request.initiate({ url, ...more }));
  return { ...client, server: testServer, ask };
}

const respondToRefresh = (request: RecordedRequest): FakeResponse => {
  if (request.path === '/api/common/refreshToken') {
    return { envelope: { data: { type: 'admin-refresh', token: 'new', refresh_token: 'refresh-2' } }, afterMs: 20 };
  }
  return request.headers['batoken'] === 'new' ? { envelope: { data: request.path } } : { envelope: { code: 409 } };
};

describe('an expired access token', () => {
  // @spec P9-017 P4-033 P4-034
  // @case T4.07
  it('an expired token is refreshed once for ten requests, and each is replayed once', async () => {
    const { ask, server, store } = await loadClient(respondToRefresh);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => ask(`/admin/news/index`, { params: { n } })),
    );
    expect(responses.map(({ data }) => data)).toEqual(Array(10).fill('/admin/news/index'));
    const refreshes = server.requests.filter(({ path }) => path === '/api/common/refreshToken');
    expect(refreshes).toHaveLength(1);
    expect(refreshes[0]?.body).toEqual({ refresh_token: 'refresh-1' });
    expect(server.requests).toHaveLength(21);
    expect(store.getState().session.admin?.person).toMatchObject({ token: 'new', refreshToken: 'refresh-2' });
  });

  it('an expired token is not refreshed when another tab has refreshed it', async () => {
    const { ask, server, storage } = await loadClient(respondToRefresh);
    storage.local.setItem(STORAGE_KEYS.admin, JSON.stringify(createTestUser('new', 'refresh-2')));
    expect((await ask('/admin/news/index')).data).toBe('/admin/news/index');
    expect(server.requests.map(({ path }) => path)).toEqual(['/admin/news/index', '/admin/news/index']);
  });

  // @spec P4-035
  it('ends the session of its realm only, when the refresh is refused', async () => {
    const storage = createMemoryStorage();
    storage.local.setItem(STORAGE_KEYS.member, JSON.stringify(createTestUser('member')));
    const { ask, navigations, store } = await loadClient(
      ({ path }) => ({ envelope: { code: path.endsWith('refreshToken') ? 0 : 409 } }),
      { storage },
    );
    const { error } = await ask('/admin/news/index');
    expect(error).toMatchObject({ kind: 'signed_out' });
    expect(navigations).toEqual(['/admin/login']);
    expect(store.getState().session).toMatchObject({ admin: null, member: { person: { token: 'member' } } });
    expect(storage.local.getItem(STORAGE_KEYS.admin)).toBeNull();
    expect(storage.local.getItem(STORAGE_KEYS.member)).not.toBeNull();
  });

  it('the session stays when the refresh cannot reach the server', async () => {
    const { ask, navigations, store } = await loadClient(({ path }) =>
      path.endsWith('refreshToken') ? { status: 503, text: '' } : { envelope: { code: 409 } },
    );
    expect((await ask('/admin/news/index')).error).toMatchObject({ kind: 'network' });
    expect(navigations).toEqual([]);
    expect(store.getState().session.admin).not.toBeNull();
  });

  // @case T4.07
  it('ends the session when the replay is refused as expired too', async () => {
    const { ask, navigations } = await loadClient((request) =>
      request.path.endsWith('refreshToken') ? respondToRefresh(request) : { envelope: { code: 409 } },
    );
    expect((await ask('/admin/news/index')).error).toMatchObject({ kind: 'signed_out' });
    expect(navigations).toEqual(['/admin/login']);
  });
});

describe('the other codes of the envelope', () => {
  // @spec P7-057
  it('302: clears the session and redirects to the named route', async () => {
    const { ask, navigations, store, app } = await loadClient(() => ({
      envelope: { code: 302, data: { routeName: 'adminLogin', routePath: '/admin/login' } },
    }));
    await ask('/admin/news/index');
    expect(navigations).toEqual(['/admin/login']);
    expect(store.getState().session.admin).toBeNull();
    expect(app.toasts.list()).toEqual([]);
  });

  // @spec P4-035
  it('302: does not redirect when the sign-in is already open', async () => {
    const { ask, navigations } = await loadClient(() => ({ envelope: { code: 302, data: {} } }), {
      path: '/admin/login',
    });
    await ask('/admin/Index/logout');
    expect(navigations).toEqual([]);
  });

  it('412, 423 and 428: give different kinds of error and no toast', async () => {
    for (const [code, kind] of [
      [412, 'conflict'],
      [423, 'locked'],
      [428, 'base_missing'],
    ] as const) {
      const { ask, app } = await loadClient(() => ({ envelope: { code, msg: 'm', data: { kind: 'fields' } } }));
      expect((await ask('/admin/news/edit')).error).toMatchObject({ kind, code, data: { kind: 'fields' } });
      expect(app.toasts.list()).toEqual([]);
      await testServer?.close();
    }
  });

  // @spec P7-055
  it('code 0: shows the message, unless the caller shows it itself', async () => {
    const { ask, app } = await loadClient(() => ({ envelope: { code: 0, msg: 'No room left' } }));
    await ask('/admin/news/add', { isSilent: true });
    expect(app.toasts.list()).toEqual([]);
    expect((await ask('/admin/news/add')).error).toMatchObject({ kind: 'refused', msg: 'No room left' });
    expect(app.toasts.list().map(({ text }) => text)).toEqual(['No room left']);
  });

  // @spec P8-028
  it('server error: shows its message and the request id below', async () => {
    const envelope = { code: 500, msg: 'anything', data: { requestId: 'f00d' } };
    const { ask, app } = await loadClient(() => ({ status: 500, envelope }));
    await ask('/admin/news/index');
    expect(app.toasts.list()).toMatchObject([{ text: 'Server internal error!', details: ['Request ID: f00d'] }]);
  });

  // @spec P8-028
  it.each([
    ['en', 'Server internal error!\nRequest ID: f00d'],
    ['zh-CN', '服务器内部错误！\n请求编号：f00d'],
  ])('server error: a silent call gets the message with the request id: %s', async (language, message) => {
    const envelope = { code: 500, msg: 'anything', data: { requestId: 'f00d' } };
    const { ask, app } = await loadClient(() => ({ status: 500, envelope }), { languages: [language] });
    expect((await ask('/admin/news/index', { isSilent: true })).error).toMatchObject({ msg: message });
    expect(app.toasts.list()).toEqual([]);
  });

  // @spec P8-001 P8-002 P8-003 P8-004 P8-005 P8-006 P8-028 P8-007 P8-008 P8-009 P8-010 P8-011 P8-012
  // @covers fault client.redirected, fault request.malformed, fault access.denied, fault route.missing
  // @covers fault request.timeout, fault row.duplicate, fault server.not_implemented, fault server.gateway
  // @covers fault server.busy, fault server.deadline, fault server.http_version, fault client.other
  it('HTTP errors: have the messages of the catalog', async () => {
    const { ask, app } = await loadClient(({ path }) => ({ status: Number(path.slice(-3)), text: 'x' }));
    const messages: string[] = [];
    for (const status of [302, 400, 401, 403, 404, 408, 409, 500, 501, 502, 503, 504, 505, 418]) {
      const { error } = await ask(`/admin/${status}`);
      messages.push(error && 'msg' in error ? error.msg : '');
    }
    expect(messages).toEqual([
      'Interface redirected!',
      'Incorrect parameter!',
      'You do not have permission to operate!',
      'You do not have permission to operate!',
      'Error requesting address: /admin/404',
      'Request timed out!',
      'The same data already exists in the system!',
      'Server internal error!',
      'Service not implemented!',
      'Gateway error!',
      'Service unavailable!',
      'The service is temporarily unavailable Please try again later!',
      'HTTP version is not supported!',
      'Abnormal problem, please contact the website administrator!',
    ]);
    expect(app.toasts.list()).toHaveLength(3);
  });
});

describe('a request that waits for the password', () => {
  const message = 'Enter your password to continue.';
  const waiting = async () => {
    const client = await loadClient(() => ({
      status: 403,
      envelope: { code: 403, msg: message, data: { stepUp: true } },
    }));
    const askCount = new Promise<void>((resolve) => client.app.stepUp.subscribe(() => resolve()));
    const answer = client.ask('/admin/terminal/index');
    await askCount;
    const toasts = () => client.app.toasts.list().map(({ text }) => text);
    return { ...client, answer, toasts };
  };

  it('the request is canceled without a message when the user cancels', async () => {
    const { app, answer, toasts } = await waiting();
    app.stepUp.resolve(false);
    const { error } = await answer;
    expect([error, isRetryable(error)]).toMatchObject([{ kind: 'cancelled', msg: '' }, false]);
    expect(toasts()).toEqual([]);
  });

  it('returns its refusal, with the message of the server, where no dialog can ask', async () => {
    const { ask, app } = await loadClient(() => ({
      status: 403,
      envelope: { code: 403, msg: message, data: { stepUp: true } },
    }));
    expect((await ask('/admin/terminal/index')).error).toMatchObject({ code: 403, msg: message });
    expect(app.toasts.list().map(({ text }) => text)).toEqual([message]);
  });

  it('the request is canceled without a message when the session ends', async () => {
    const { app, answer, toasts } = await waiting();
    app.endSession('admin', '/admin/login');
    expect((await answer).error).toMatchObject({ kind: 'cancelled' });
    expect(toasts()).toEqual([]);
  });

  it('the request is canceled, not sent again, when another user has signed in', async () => {
    const { app, answer, store, toasts, server } = await waiting();
    store.dispatch(signedIn({ realm: 'admin', person: { ...createTestUser('ben'), id: 8 }, isPersistent: true }));
    app.stepUp.resolve(true);
    expect((await answer).error).toMatchObject({ kind: 'cancelled' });
    expect([toasts(), server.requests.length]).toEqual([[], 1]);
  });
});

/** A client with a session of both realms in one browser, on a page of `realm`. */
const clientOfBothRealms = (realm: Realm, response: (request: RecordedRequest) => FakeResponse) => {
  const storage = createMemoryStorage();
  storage.local.setItem(STORAGE_KEYS.admin, JSON.stringify(createTestUser('staff', 'staff-refresh')));
  storage.local.setItem(STORAGE_KEYS.member, JSON.stringify(createTestUser('member', 'member-refresh')));
  const person =
    realm === 'admin' ? createTestUser('staff', 'staff-refresh') : createTestUser('member', 'member-refresh');
  return loadClient(response, { storage, realm, person, path: realm === 'admin' ? '/admin' : '/user/overview' });
};

describe('the sessions of one browser', () => {
  // @spec P6-003 P6-004
  it.each(['admin', 'member'] as const)(
    'are sent with every request of the %s realm, each in its own header',
    async (realm) => {
      const { ask, server } = await clientOfBothRealms(realm, () => ({}));
      for (const path of ['/admin/news/index', '/api/user/index', '/api/Index/index']) await ask(path);
      for (const { path, headers } of server.requests)
        expect([path, headers['batoken'], headers['ba-user-token']]).toEqual([path, 'staff', 'member']);
      expect(server.requests).toHaveLength(3);
    },
  );

  // @spec P6-004
  it.each([
    ['admin', { batoken: 'old' }, 'ba-user-token'],
    ['member', { 'ba-user-token': 'old' }, 'batoken'],
  ] as const)('send only the header of %s when the other realm has no session', async (realm, own, other) => {
    const { ask, server } = await loadClient(() => ({}), { realm });
    await ask('/api/user/index');
    expect(server.requests[0]?.headers).toMatchObject(own);
    expect(server.requests[0]?.headers).not.toHaveProperty(other);
  });

  // @spec P6-001
  it.each([
    ['admin', '/admin/news/index', '/admin/login', 'member'],
    ['member', '/api/user/index', '/user/login', 'admin'],
  ] as const)('end separately: 302 in the %s realm', async (realm, path, login, other) => {
    const { ask, navigations, store, storage } = await clientOfBothRealms(realm, () => ({ envelope: { code: 302 } }));
    expect((await ask(path)).error).toMatchObject({ kind: 'signed_out' });
    expect(navigations).toEqual([login]);
    const { session } = store.getState();
    expect([session[realm], session[other] === null]).toEqual([null, false]);
    expect([storage.local.getItem(STORAGE_KEYS[realm]), storage.local.getItem(STORAGE_KEYS[other]) === null]).toEqual([
      null,
      false,
    ]);
  });

  // @spec P6-001
  it.each([
    ['admin', '/admin/news/index', 'staff-refresh', 'batoken'],
    ['member', '/api/user/index', 'member-refresh', 'ba-user-token'],
  ] as const)('are refreshed separately: the %s realm', async (realm, path, refreshToken, header) => {
    const { ask, store, server } = await clientOfBothRealms(realm, (request) => {
      if (request.path === '/api/common/refreshToken')
        return {
          envelope: {
            data: { type: realm === 'admin' ? 'admin-refresh' : 'user-refresh', token: 'new', refresh_token: 'next' },
          },
        };
      return request.headers[header] === 'new' ? { envelope: { data: 'seen' } } : { envelope: { code: 409 } };
    });
    expect((await ask(path)).data).toBe('seen');
    expect(server.requests.map(({ body }) => body).filter(Boolean)).toEqual([{ refresh_token: refreshToken }]);
    const { admin, member } = store.getState().session;
    const tokens = { admin: 'staff', member: 'member', [realm]: 'new' };
    expect({ admin: admin?.person.token, member: member?.person.token }).toEqual(tokens);
  });
});

describe('a request', () => {
  // @spec P7-002
  // @case T7.16
  it('sends language, marker and both tokens to the own server, and none to another origin', async () => {
    const { ask, server, store } = await clientOfBothRealms('admin', () => ({}));
    const elsewhere = await startFakeHttpServer(() => ({}));
    await ask('/admin/news/index');
    await ask(`${elsewhere.origin}/hear`);
    const carried = { 'think-lang': 'en', server: 'true', batoken: 'staff', 'ba-user-token': 'member' };
    expect(server.requests[0]?.headers).toMatchObject(carried);
    for (const name of Object.keys(carried)) expect(elsewhere.requests[0]?.headers).not.toHaveProperty(name);
    expect(store.getState().session.admin).not.toBeNull();
    await elsewhere.close();
  });

  // @spec P8-016
  // @covers fault client.duplicate
  it('a request is canceled and logged when an equal one follows, unless it has an idempotency key', async () => {
    const { ask, logLines } = await loadClient(() => ({ envelope: { data: 1 }, afterMs: 60 }));
    const [first, second] = await Promise.all([ask('/admin/ajax/clearCache'), ask('/admin/ajax/clearCache')]);
    expect(first.error).toMatchObject({ kind: 'cancelled' });
    expect(second.data).toBe(1);
    expect(logLines).toEqual(['Automatic cancellation due to duplicate request: /admin/ajax/clearCache']);
    const safe = { method: 'POST', body: { id: 1, _mid: 'm1' } };
    const results = await Promise.all([ask('/admin/news/edit', safe), ask('/admin/news/edit', safe)]);
    expect(results.map(({ data }) => data)).toEqual([1, 1]);
  });

  it('a request is sent again after a broken connection when it has an idempotency key, and otherwise not', async () => {
    let broken = 2;
    const { ask } = await loadClient(() =>
      --broken >= 0 ? { status: 502, text: '' } : { envelope: { data: 'done' } },
    );
    const body = { id: 1, _mid: 'm1' };
    expect((await ask('/admin/news/edit', { method: 'POST', body })).data).toBe('done');
    expect(testServer?.requests.map((request) => request.body)).toEqual([body, body, body]);
    broken = 1;
    expect((await ask('/admin/news/edit', { method: 'POST', body: { id: 1 } })).error).toMatchObject({ status: 502 });
    broken = 1;
    expect((await ask('/admin/news/index')).error).toMatchObject({ status: 502 });
    expect(testServer?.requests).toHaveLength(5);
  });

  it('reports an unreachable server and keeps the session', async () => {
    const { ask, store } = await loadClient(() => ({}));
    await testServer?.close();
    expect((await ask('/admin/news/index')).error).toMatchObject({ kind: 'network', msg: 'Server exception!' });
    expect(store.getState().session.admin).not.toBeNull();
  });

  it('encodes nested parameters with brackets', () => {
    const params = { page: 2, search: [{ field: 'title', val: 'a b' }], q: undefined };
    expect(decodeURIComponent(toQueryString(params))).toBe('page=2&search[0][field]=title&search[0][val]=a+b');
  });

  // @spec P6-005
  it('belongs to the admin realm by its path only', () => {
    expect(['/admin/news', '/ADMIN/x', '/admin', '/administrator', '/api/user/index'].map(getUrlRealm)).toEqual([
      'admin',
      'admin',
      'admin',
      'member',
      'member',
    ]);
  });

  it('a request is never redirected to another origin by the envelope', () => {
    for (const routePath of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      expect(redirectTarget({ routePath }, 'admin')).toBe('/admin/login');
    }
    expect(redirectTarget({ routeName: 'userLogin' }, 'admin')).toBe('/user/login');
  });
});
