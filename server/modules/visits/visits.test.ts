/** Visits: people are counted, robots and pages fetched ahead are not, and nobody can be told from what is kept. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/actors';
import { databases, startWorld, type World } from '../../testing/world';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describe.each(databases())('visits on %s', (database) => {
  let world: World;
  let root: Caller;
  beforeAll(async () => {
    world = await startWorld({ database });
    root = await superAdmin(world);
  });
  afterAll(() => world.end());
  const look = (path: string, agent: string, more: Readonly<Record<string, string>> = {}) =>
    fetch(world.url + path, {
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'user-agent': agent, ...more },
    });
  const told = async (): Promise<Record<string, [number, number]>> => {
    await world.visits.flush();
    const { data } = await root.get('/admin/visit/index');
    const rows = data.list as { side: string; pages: number; visitors: number }[];
    const sides: Record<string, [number, number]> = {};
    for (const { side, pages, visitors } of rows) {
      const [p = 0, v = 0] = sides[side] ?? [];
      sides[side] = [p + pages, v + visitors];
    }
    return sides;
  };

  it('counts each page and each person once a day', async () => {
    for (const path of ['/', '/', '/user/login']) expect((await look(path, FIREFOX)).status).toBe(200);
    await look('/', CHROME);
    expect(await told()).toEqual({ site: [3, 2], member: [1, 0] });
    await look('/user', CHROME);
    expect(await told()).toEqual({ site: [3, 2], member: [2, 0] });
    world.pass(26 * 3_600_000);
    root = await superAdmin(world);
    await look('/', FIREFOX);
    expect(await told()).toMatchObject({ site: [4, 3] });
  });

  it('counts no robots, no HEAD, no page fetched ahead, no console, no missing page', async () => {
    const before = await told();
    await look('/', GOOGLEBOT);
    await look('/', 'curl/8.5.0');
    await look('/', '');
    await fetch(`${world.url}/`, { method: 'HEAD', headers: { accept: 'text/html', 'user-agent': CHROME } });
    await look('/', CHROME, { 'sec-purpose': 'prefetch;prerender' });
    await look('/admin/login', CHROME);
    await look('/no-such-page', CHROME);
    expect(await told()).toEqual(before);
  });

  it('keeps marks that say nothing, and only of today', async () => {
    const marks = await world.services.db.rows<{ id: string; day: string }>('SELECT id, day FROM `visit_mark`');
    expect(new Set(marks.map(({ day }) => day)).size).toBe(1);
    expect(marks.every(({ id }) => /^[\w-]{43}$/.test(id))).toBe(true);
    expect(await world.services.db.rows('SELECT id FROM `visit_day`')).toHaveLength(1);
  });
});
