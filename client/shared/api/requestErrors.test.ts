/** Time limit and messages of a request. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { LIMITS } from '../../../common/limits';
import { startFakeHttpServer, type FakeHttpServer } from '../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { api } from './api';
import { STORAGE_KEYS } from '../store/storage';
import { REQUEST_TIMEOUT_MS, sendRequest } from './transport';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  jest.useRealTimers();
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: true });
  await testServer?.close();
  testServer = undefined;
});
async function loadClient(languages: readonly string[] = ['en']) {
  testServer = await startFakeHttpServer(() => ({ envelope: { data: 1 } }));
  const client = createTestClient({ origin: testServer.origin, person: createTestUser(), languages });
  const ask = (more: object = {}) =>
    client.store.dispatch(
      api.endpoints.request.initiate({ url: '/admin/news/add', method: 'POST', body: {}, ...more }),
    );
  const messages = () => client.app.toasts.list().map(({ severity, text }) => [severity, text]);
  return { ...client, ask, messages, server: testServer };
}

describe('a request', () => {
  // @spec P9-009 P7-001
  // @covers limit clientTimeoutMs
  it('times out after exactly ten seconds, and is sent once', async () => {
    jest.useFakeTimers();
    let sent = 0;
    const fetch = ((_url: URL, { signal }: RequestInit) => {
      sent++;
      return new Promise((_done, fail) => signal?.addEventListener('abort', () => fail(new Error('aborted'))));
    }) as typeof globalThis.fetch;
    let settled: string | undefined;
    const call = { url: '/x', method: 'POST', body: { n: 1 } } as const;
    void sendRequest({ origin: 'http://own.example', fetch, headers: () => ({}) }, call).then(
      ({ kind }) => (settled = kind),
    );
    await jest.advanceTimersByTimeAsync(9_999);
    expect(settled).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(settled).toBe('timeout');
    await jest.advanceTimersByTimeAsync(60_000);
    expect([sent, REQUEST_TIMEOUT_MS, LIMITS.clientTimeoutMs]).toEqual([1, 10_000, 10_000]);
    expect(LIMITS.requestDeadlineMs).toBeLessThan(REQUEST_TIMEOUT_MS);
  });

  // @spec P8-013 P8-014 P8-015 P7-058 P7-059
  // @covers fault client.timeout, fault client.network, fault client.offline
  it.each([
    ['en', 'Network request timeout!', 'Server exception!', 'You are disconnected!', 'Operation successful'],
    ['zh-CN', '网络请求超时！', '服务端异常！', '您断网了！', '操作成功'],
  ])('shows its result in %s', async (lang, late, gone, offline, done) => {
    const { ask, messages, app, server } = await loadClient([lang]);
    await ask({ announce: true });
    expect(messages()).toEqual([['success', done]]);
    expect(app.requestMessages.failure('timeout')).toBe(late);
    await server.close();
    await ask();
    expect(messages().at(-1)).toEqual(['error', gone]);
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    await ask();
    expect(messages().at(-1)).toEqual(['error', offline]);
  });
});

describe('the storage keys', () => {
  // @spec P9-029 P9-030 P9-031 P9-032 P9-033
  it('the storage keys are five fixed names', () => {
    expect(Object.values(STORAGE_KEYS)).toEqual([
      'adminInfo',
      'userInfo',
      'storeConfig',
      'storeTabViewConfig',
      'storeTerminal',
    ]);
  });
});
