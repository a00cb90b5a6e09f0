/** A copied refresh token: two browsers that use the same tokens in turn are detected. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRequest, type ApiResponse, type Body } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, SUPER_ADMIN, type TestServer } from '../../testing/testServer';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
const NEWER = CHROME.replace('126', '131');
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';

describe.each(sampleDialects())('a copied refresh token on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({
      database,
      settings: { captcha: 'never' },
      env: { TRUSTED_PROXIES: '127.0.0.1' },
    });
  });
  afterAll(() => testServer.close());

  interface Browser {
    readonly agent: string;
    readonly ip?: string;
    readonly device?: string;
  }
  const post = (path: string, body: Body, { agent, ip = '203.0.113.5' }: Browser): Promise<ApiResponse> =>
    sendRequest(testServer.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', server: 'true', 'user-agent': agent, 'x-forwarded-for': ip },
      body: JSON.stringify(body),
    });
  const signIn = async (browser: Browser): Promise<{ refreshToken: string; device: string }> =>
    (await post('/admin/Index/login', SUPER_ADMIN, browser)).data.userInfo;
  const exchange = (refreshToken: string, browser: Browser) =>
    post(
      '/api/common/refreshToken',
      { refreshToken, ...(browser.device === undefined ? {} : { device: browser.device }) },
      browser,
    );
  const reuseEvents = async () => {
    const rows = await testServer.services.db.rows<{ n: number }>(
      "SELECT COUNT(*) AS n FROM `security_event` WHERE kind = 'refresh_reuse'",
    );
    return Number(rows[0]?.n);
  };

  // @case L5
  it('the victim is second: its previous token ends the family and raises a security event', async () => {
    const before = await reuseEvents();
    const { refreshToken } = await signIn({ agent: CHROME });
    const stolen = await exchange(refreshToken, { agent: FIREFOX });
    expect(stolen.code).toBe(1);
    expect((await exchange(refreshToken, { agent: CHROME })).code).not.toBe(1);
    expect((await exchange(stolen.data.refreshToken, { agent: FIREFOX })).code).not.toBe(1);
    expect(await reuseEvents()).toBe(before + 1);
  });

  // @case L5
  it('a thief without a User-Agent, or with an unknown one, is detected by the next use of the victim', async () => {
    for (const agent of ['', 'Mozilla/5.0', 'x']) {
      const { refreshToken } = await signIn({ agent: FIREFOX });
      const stolen = await exchange(refreshToken, { agent });
      expect(stolen.code).toBe(1);
      expect((await exchange(refreshToken, { agent: FIREFOX })).code).not.toBe(1);
      expect((await exchange(stolen.data.refreshToken, { agent })).code).not.toBe(1);
    }
  });

  // @case L5
  it('the thief is second: its previous token ends the family and raises a security event', async () => {
    const before = await reuseEvents();
    const { refreshToken } = await signIn({ agent: CHROME });
    const own = await exchange(refreshToken, { agent: CHROME });
    expect((await exchange(refreshToken, { agent: '' })).code).not.toBe(1);
    expect((await exchange(own.data.refreshToken, { agent: CHROME })).code).not.toBe(1);
    expect(await reuseEvents()).toBe(before + 1);
  });

  // @case L5
  it('the same kind of browser without the device token is another browser', async () => {
    const before = await reuseEvents();
    const { refreshToken, device } = await signIn({ agent: CHROME });
    expect((await exchange(refreshToken, { agent: CHROME, device })).code).toBe(1);
    expect((await exchange(refreshToken, { agent: CHROME, device })).code).toBe(1);
    expect((await exchange(refreshToken, { agent: CHROME })).code).not.toBe(1);
    expect(await reuseEvents()).toBe(before + 1);
  });

  // @case L5
  it('another IP and another version are the same browser', async () => {
    const before = await reuseEvents();
    const { refreshToken } = await signIn({ agent: CHROME });
    const first = await exchange(refreshToken, { agent: CHROME });
    const again = await exchange(refreshToken, { agent: NEWER, ip: '198.51.100.7' });
    expect(again.data.refreshToken).toBe(first.data.refreshToken);
    expect(await reuseEvents()).toBe(before);
  });

  // @case L5
  it('a client that sends no browser name and never stores the new token keeps working', async () => {
    const before = await reuseEvents();
    for (const agent of ['', 'okhttp/4.12.0']) {
      const { refreshToken } = await signIn({ agent });
      for (let index = 0; index < 5; index += 1) expect((await exchange(refreshToken, { agent })).code).toBe(1);
    }
    expect(await reuseEvents()).toBe(before);
  });
});
