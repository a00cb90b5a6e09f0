/** Visits: people are counted, robots and prefetches are not, and stored data identifies no person. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describe.each(sampleDialects())('visits on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());
  const readVisits = (path: string, agent: string, more: Readonly<Record<string, string>> = {}) =>
    fetch(testServer.url + path, {
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'user-agent': agent, ...more },
    });
  const counted = async (): Promise<Record<string, [number, number]>> => {
    await testServer.visits.flush();
    const { data } = await root.get('/admin/visit/index');
    const rows = data.list as { side: string; pages: number; visitors: number }[];
    const sides: Record<string, [number, number]> = {};
    for (const { side, pages, visitors } of rows) {
      const [p = 0, v = 0] = sides[side] ?? [];
      sides[side] = [p + pages, v + visitors];
    }
    return sides;
  };

  it('counts each page view, and each person once a day', async () => {
    for (const path of ['/', '/', '/user/login']) expect((await readVisits(path, FIREFOX)).status).toBe(200);
    await readVisits('/', CHROME);
    expect(await counted()).toEqual({ site: [3, 2], member: [1, 0] });
    await readVisits('/user', CHROME);
    expect(await counted()).toEqual({ site: [3, 2], member: [2, 0] });
    testServer.advanceClock(26 * 3_600_000);
    root = await superAdmin(testServer);
    await readVisits('/', FIREFOX);
    expect(await counted()).toMatchObject({ site: [4, 3] });
  });

  it('does not count robots, HEAD, prefetches, browsers that opted out, the console and missing pages', async () => {
    const before = await counted();
    await readVisits('/', GOOGLEBOT);
    await readVisits('/', 'curl/8.5.0');
    await readVisits('/', '');
    await fetch(`${testServer.url}/`, { method: 'HEAD', headers: { accept: 'text/html', 'user-agent': CHROME } });
    await readVisits('/', CHROME, { 'sec-purpose': 'prefetch;prerender' });
    await readVisits('/', CHROME, { 'sec-gpc': '1' });
    await readVisits('/news', CHROME, { dnt: '1' });
    await readVisits('/admin/login', CHROME);
    await readVisits('/no-such-page', CHROME);
    expect(await counted()).toEqual(before);
  });

  it('stores irreversible hashes, and only those of the current day', async () => {
    const marks = await testServer.services.db.rows<{ id: string; day: string }>('SELECT id, day FROM `visit_mark`');
    expect(new Set(marks.map(({ day }) => day)).size).toBe(1);
    expect(marks.every(({ id }) => /^[\w-]{43}$/.test(id))).toBe(true);
    expect(await testServer.services.db.rows('SELECT id FROM `visit_day`')).toHaveLength(1);
  });
});
