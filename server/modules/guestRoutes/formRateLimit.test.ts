/** Public forms: IP prefixes of one IPv6 network share the limits without and with a captcha. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRequest, superAdmin } from '../../testing/callers';
import { startTestServer, type TestServer } from '../../testing/testServer';

describe('public forms', () => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ settings: { captcha: 'adaptive' }, env: { TRUSTED_PROXIES: '127.0.0.1' } });
  });
  afterAll(() => testServer.close());

  const createArticle = async () => {
    const root = await superAdmin(testServer);
    const { data } = await root.post('/admin/article/add', { title: 'Liked', content: '<p>Once.</p>', status: 1 });
    return data.row as { readonly id: number };
  };
  const send = (ip: string, fields: object = {}) =>
    sendRequest(`${testServer.url}/api/lead/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', server: 'true', 'x-forwarded-for': ip },
      body: JSON.stringify({
        name: 'Ada',
        mobile: '13812340101',
        content: 'How much is it?',
        consent: true,
        ...fields,
      }),
    });
  const getHome = (network: string, at: number) => `2001:db8:${network}:${at.toString(16)}::1`;

  it('need a captcha after ten messages of a network, and not for another network', async () => {
    const responses = [];
    for (let index = 0; index < 11; index += 1) responses.push(await send(getHome('7', index)));
    expect(responses.map(({ code }) => code)).toEqual([...Array.from({ length: 10 }, () => 1), 0]);
    expect(responses.at(-1)?.data.captcha).toBe(true);
    expect((await send(getHome('8', 0))).code).toBe(1);
  });

  it.each([
    ['+44 (0)7700 900123', '+447700900123'],
    ['+1 (415) 555-2671', '+14155552671'],
    ['+86 138-0013-8000', '13800138000'],
  ])('take the telephone number %s and store it as %s', async (written, stored) => {
    const name = `O’Brien (${stored.slice(-4)}), Pat`;
    const lead = await send(`203.0.113.${stored.length}`, { name, mobile: written });
    expect([lead.code, lead.data.fields]).toEqual([1, undefined]);
    const trial = await sendRequest(`${testServer.url}/api/trial_request/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', server: 'true', 'x-forwarded-for': `203.0.113.${stored.length}` },
      body: JSON.stringify({ company: 'Harbour', full_name: name, phone: written, consent: true }),
    });
    expect([trial.code, trial.data.fields]).toEqual([1, undefined]);
    const root = await superAdmin(testServer);
    const [leads, trials] = await Promise.all(
      ['lead', 'trial_request'].map((entity) => root.get(`/admin/${entity}/index`, { limit: '10' })),
    );
    expect(leads?.data.list[0]).toMatchObject({ name, mobile: stored });
    expect(trials?.data.list[0]).toMatchObject({ full_name: name, phone: stored });
  });

  it('refuse an invalid telephone number with an error at its field', async () => {
    const { code, data } = await send('203.0.113.77', { mobile: '12 34' });
    expect([code, data.fields]).toEqual([0, { mobile: 'Enter a valid mobile number' }]);
  });

  it('respond with 429 to a network after a hundred messages in an hour', async () => {
    const until = testServer.services.clock.now() + 3_600_000;
    await testServer.services.db.transact((tx) =>
      tx.run('REPLACE INTO `throttle` (bucket, hits, until) VALUES (?, 100, ?)', ['form:lead:2001:db8:9::/48', until]),
    );
    expect((await send(getHome('9', 5))).status).toBe(429);
    expect((await send('203.0.113.9')).code).toBe(1);
  });

  it('article likes: a flood from 40 networks counts each once, and a network is refused after 120 calls', async () => {
    const { id } = await createArticle();
    const like = (ip: string) =>
      sendRequest(`${testServer.url}/api/article/like`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', server: 'true', 'x-forwarded-for': ip },
        body: JSON.stringify({ id }),
      });
    const flood = Array.from({ length: 120 }, (_, index) => like(`198.51.100.${100 + (index % 40)}`));
    const responses = await Promise.all(flood);
    expect(responses.filter(({ data }) => data.liked === true)).toHaveLength(40);
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    const [row] = await testServer.services.db.rows<{ likes: number }>(
      'SELECT like_num AS likes FROM `article` WHERE id = ?',
      [id],
    );
    expect(Number(row?.likes)).toBe(40);
    await testServer.services.db.transact((tx) =>
      tx.run('UPDATE `throttle` SET hits = 120 WHERE bucket LIKE ?', ['likes:%198.51.100.100%']),
    );
    expect((await like('198.51.100.100')).status).toBe(429);
    expect((await like('198.51.100.101')).status).toBe(200);
  });

  it('idempotency keys are separate per network, and replay within one', async () => {
    const leads = async () =>
      (
        await testServer.services.db.rows<{ name: string }>(
          "SELECT name FROM `lead` WHERE name LIKE 'Key %' ORDER BY id",
        )
      ).map(({ name }) => name);
    const one = { name: 'Key one', _mid: 'lead-1' };
    const other = { name: 'Key other', _mid: 'lead-1' };
    expect([(await send('198.51.100.1', one)).code, (await send('198.51.100.2', one)).code]).toEqual([1, 1]);
    expect(await leads()).toEqual(['Key one', 'Key one']);
    expect((await send('198.51.100.3', other)).code).toBe(1);
    expect((await send('198.51.100.3', other)).code).toBe(1);
    expect((await send('198.51.100.3', one)).status).toBe(422);
    expect(await leads()).toEqual(['Key one', 'Key one', 'Key other']);
  });
});
