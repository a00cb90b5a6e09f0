/** Only sent mails use the daily limit of an IP prefix, also for concurrent requests. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CODE_LIMITS } from '../../../../common/codeLimits';
import { hashBucketPart } from '../../../access/limits/rateLimits';
import { guest } from '../../../testing/callers';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';

const MOST = CODE_LIMITS.codesPerIpPrefixDay;

describe.each(sampleDialects())('the daily limit of an IP prefix on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database, settings: { captcha: 'never' } });
  });
  afterAll(() => testServer.close());
  const send = (email: string) => guest(testServer).post('/api/Ems/send', { email, event: 'user_register' });
  const hits = async (bucket: string) => {
    const [row] = await testServer.services.db.rows<{ hits: number }>('SELECT hits FROM `throttle` WHERE bucket = ?', [
      bucket,
    ]);
    return Number(row?.hits ?? 0);
  };

  it('refused requests do not count', async () => {
    expect((await send('once@example.com')).code).toBe(1);
    const pressed = await Promise.all(Array.from({ length: MOST + 5 }, () => send('once@example.com')));
    expect(new Set(pressed.map(({ status }) => status))).toEqual(new Set([429]));
    const others = await Promise.all(
      Array.from({ length: MOST + 10 }, (_, index) => send(`other${index}@example.com`)),
    );
    expect(others.filter(({ code }) => code === 1)).toHaveLength(MOST - 1);
  });

  it('a request refused for the IP prefix does not count for the recipient', async () => {
    expect((await send('last@example.com')).status).toBe(429);
    expect(await hits(`code:to:email:${hashBucketPart('once@example.com')}:day`)).toBe(1);
    for (const span of ['minute', 'hour', 'day'])
      expect(await hits(`code:to:email:${hashBucketPart('last@example.com')}:${span}`)).toBe(0);
    expect(await hits('code:all:register:email')).toBe(MOST);
  });
});
