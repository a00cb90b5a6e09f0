/** Lockout: no name sent by a caller affects the counters of another name, an IP or a session. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { sendRequest, member, superAdmin, type ApiResponse, type Body } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, SUPER_ADMIN, type TestServer } from '../../testing/testServer';

// @case H3
describe.each(sampleDialects())('lockout by crafted names on %s', (database) => {
  let testServer: TestServer;
  let locations = 0;
  beforeAll(async () => {
    testServer = await startTestServer({
      database,
      settings: { captcha: 'never' },
      env: { TRUSTED_PROXIES: '127.0.0.1' },
    });
  });
  afterAll(() => testServer.close());

  const from = (ip: string, path: string, body: Body): Promise<ApiResponse> =>
    sendRequest(testServer.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', server: 'true', 'x-forwarded-for': ip },
      body: JSON.stringify(body),
    });
  const newLocation = () => `198.51.100.${(locations += 1)}`;
  const PATHS = { admin: '/admin/Index/login', member: '/api/user/checkIn' } as const;
  const SUFFIXES = ['', ':gap', ':wait'];
  const PREFIXES = ['', 'gap:', 'wait:login:admin:account:'];

  it.each(['admin', 'member'] as const)('%s: the right password works after every crafted name', async (realm) => {
    const person = realm === 'admin' ? SUPER_ADMIN : { username: 'lockout_1', password: 'calm-river-42' };
    if (realm === 'member') {
      const added = await (await superAdmin(testServer)).post('/admin/user/add', { ...person, nickname: 'Lockout' });
      expect(added.code).toBe(1);
    }
    for (const prefix of PREFIXES)
      for (const suffix of SUFFIXES) {
        const username = `${prefix}${person.username}${suffix}`;
        if (username !== person.username) await from(newLocation(), PATHS[realm], { username, password: 'wrong-1' });
        if (suffix !== '') await from('203.0.113.9', PATHS[realm], { username: `${prefix}${suffix}`, password: 'x' });
      }
    expect((await from(newLocation(), PATHS[realm], person)).code).toBe(1);
    expect((await from('203.0.113.9', PATHS[realm], person)).code).toBe(1);
  });

  it('IP: a name called gap does not block the IP', async () => {
    const location = newLocation();
    for (const username of ['gap', ':gap', 'wait', '*'])
      expect((await from(location, PATHS.admin, { username, password: 'x' })).status).toBe(200);
    expect((await from(location, PATHS.admin, SUPER_ADMIN)).code).toBe(1);
  });

  it('counters contain no name sent by a caller', async () => {
    await from(newLocation(), PATHS.admin, { username: 'a-rather-long-name', password: 'x' });
    const rows = await testServer.services.db.rows<{ bucket: string }>('SELECT bucket FROM `throttle`');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ bucket }) => /a-rather-long-name|lockout_1|root_admin/.test(bucket))).toEqual([]);
  });

  it('sessions: forged refresh tokens do not use up the refreshes of others behind the same IP', async () => {
    const location = newLocation();
    const mia = await member(testServer);
    const forged = `${mia.refreshToken.slice(0, -3)}${mia.refreshToken.endsWith('AAA') ? 'BBB' : 'AAA'}`;
    const tried = [];
    for (let index = 0; index <= SERVER_LIMITS.sessionRefreshesPerMinute * 10; index += 1)
      tried.push((await from(location, '/api/common/refreshToken', { refreshToken: forged })).status);
    expect(tried.at(-1)).toBe(429);
    expect((await from(location, '/api/common/refreshToken', { refreshToken: mia.refreshToken })).code).toBe(1);
    const over = [];
    for (let index = 0; index <= SERVER_LIMITS.sessionRefreshesPerMinute * 10; index += 1)
      over.push((await from(location, '/api/common/refreshToken', { refreshToken: mia.refreshToken })).status);
    expect(over.at(-1)).toBe(429);
  });
});
