/** What every answer carries, and which requests get a page. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { startWorld, type World } from './testing/world';

interface Answered {
  readonly status: number;
  readonly type: string;
  readonly hsts: string | undefined;
}
/** A GET with these headers and no others: fetch adds an Accept header of its own. */
const get = (world: World, path: string, headers: Readonly<Record<string, string>>): Promise<Answered> =>
  new Promise((done, fail) => {
    request(`${world.url}${path}`, { headers }, (answer) => {
      answer.resume();
      answer.on('end', () => {
        const { 'content-type': type = '', 'strict-transport-security': hsts } = answer.headers;
        done({
          status: answer.statusCode ?? 0,
          type: type.split(';')[0] ?? '',
          hsts: hsts === undefined ? undefined : String(hsts),
        });
      });
    })
      .on('error', fail)
      .end();
  });

describe('an http site', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.end());

  it('answers / with a page to */*, to no Accept header and to a browser, and with data to the marker', async () => {
    for (const headers of [
      { accept: '*/*' },
      {},
      { accept: 'text/html,*/*;q=0.8' },
      { accept: 'application/json, */*' },
    ])
      expect(await get(world, '/', headers)).toMatchObject({ status: 200, type: 'text/html' });
    for (const headers of [{ accept: '*/*', server: 'true' }, { accept: 'application/json' }])
      expect(await get(world, '/', headers)).toMatchObject({ type: 'application/json' });
  });

  it('answers API paths with data to */*, whether they exist or not', async () => {
    for (const path of ['/api/Index/index', '/admin/Index/index', '/api/none', '/none', '/admin', '/user'])
      expect([path, (await get(world, path, { accept: '*/*' })).type]).toEqual([path, 'application/json']);
  });

  it('L10 sends no Strict-Transport-Security', async () => {
    expect((await get(world, '/', { accept: 'text/html' })).hsts).toBeUndefined();
  });
});

describe('a site whose PUBLIC_URL is https', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ env: { PUBLIC_URL: 'https://office.example.com' } });
  });
  afterAll(() => world.end());

  it('L10 sends Strict-Transport-Security with pages, data, files and refusals', async () => {
    for (const path of ['/', '/admin/login', '/api/Index/index', '/none', '/readyz', '/storage/none.png'])
      expect([path, (await get(world, path, {})).hsts]).toEqual([path, 'max-age=63072000']);
  });
});
