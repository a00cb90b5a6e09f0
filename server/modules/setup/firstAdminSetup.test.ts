/** The first administrator: one link, valid for one hour, for one person. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest, signIn } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe.each(sampleDialects())('the setup link on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, admin: false });
  });
  afterAll(() => testServer.close());

  const person = { username: 'first_person', password: 'a-first-horse-1', repeat_password: 'a-first-horse-1' };
  const send = (body: Readonly<Record<string, unknown>>) => guest(testServer).post('/api/setup/admin', body);
  const page = () => guest(testServer).send('GET', '/setup', { headers: { accept: 'text/html', server: '' } });
  const navigate = () =>
    fetch(`${testServer.url}/setup`, { headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html' } });

  it('responds with 404 until it is opened', async () => {
    expect((await navigate()).status).toBe(404);
    expect(await send({ key: 'x', ...person })).toMatchObject({ status: 404, code: 404 });
  });

  it('shows a form without the key, and accepts only the right key', async () => {
    const path = await testServer.setup.open();
    expect(path).toMatch(/^\/setup#[\w-]{43}$/);
    const visible = await navigate();
    const html = await visible.text();
    expect([visible.status, html.includes('Create the first admin')]).toEqual([200, true]);
    expect(html).not.toContain(path?.split('#')[1]);
    expect(visible.headers.get('content-security-policy')).toContain("script-src 'nonce-");
    expect((await send({ key: 'wrong', ...person })).code).toBe(403);
    expect((await send({ key: ['x'], ...person })).status).toBe(400);
    expect((await page()).status).not.toBe(500);
  });

  it('expires after an hour, creates one super admin, and is then closed', async () => {
    const old = (await testServer.setup.open())?.split('#')[1];
    testServer.advanceClock(3_600_001);
    expect((await send({ key: old, ...person })).status).toBe(404);
    const key = (await testServer.setup.open())?.split('#')[1];
    expect((await send({ key: old, ...person })).code).toBe(403);
    const refused = await send({ key, ...person, password: 'admin123', repeat_password: 'x' });
    expect(Object.keys(refused.data.fields)).toEqual(['password', 'repeat_password']);
    expect((await send({ key, ...person, username: '1x' })).data.fields).toHaveProperty('username');
    const responses = await Promise.all([
      send({ key, ...person }),
      send({ key, ...person, username: 'second_person' }),
    ]);
    expect(responses.map(({ code }) => code).sort()).toEqual([1, 404]);
    const first = await signIn(testServer, 'admin', person).catch(() =>
      signIn(testServer, 'admin', { ...person, username: 'second_person' }),
    );
    expect((await first.get('/admin/Index/index')).data.adminInfo.super).toBe(true);
    expect((await send({ key, ...person })).status).toBe(404);
    expect((await navigate()).status).toBe(404);
    expect(await testServer.setup.open()).toBeUndefined();
  });
});
