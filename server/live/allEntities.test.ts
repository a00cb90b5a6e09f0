/** Live lists of the whole server: after writes through REST the list folded from frames equals a new GET, also after a lost connection and a restart. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newsCategory } from '../../common/entities/newsCategory';
import { reduceList, createListState, type LiveListState, type ListWindow } from '../../common/testing/listReducer';
import { MATCH_ALL } from '../../common/entity/filter';
import type { ListResponse, TopicSpec } from '../../common/protocol/liveEvents';
import { connectLiveClient, type LiveClient } from '../testing/live/liveClient';
import { createRandom, testSeed } from '../testing/random';
import { testDialects, startTestServer, SUPER_ADMIN, type TestServer } from '../testing/testServer';

interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}
const sort = [{ field: 'weigh', dir: 'desc' }] as const;
const spec: TopicSpec = { k: 'list', e: 'news_category', where: MATCH_ALL, sort };
const window: ListWindow = { entity: newsCategory, sort, page: 1, limit: 200 };

describe.each(testDialects())('a live list of the whole server on %s', (database) => {
  const seed = testSeed();
  const random = createRandom(seed);
  let testServer: TestServer;
  let token = '';
  let client: LiveClient;

  const call = async (method: string, path: string, body?: object): Promise<Envelope> => {
    const headers = { 'content-type': 'application/json', server: 'true', ...(token === '' ? {} : { batoken: token }) };
    const response = await fetch(testServer.url + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as Envelope;
  };
  const list = async () =>
    (await call('GET', '/admin/news_category/index?limit=200&order=weigh,desc')).data as ListResponse;
  const head = async () => {
    const [row] = await testServer.services.db.rows<{ last: number }>('SELECT last FROM change_head');
    return Number(row?.last);
  };
  const settled = async () => {
    const last = await head();
    while ((testServer.live.stats()?.position ?? 0) < last) await sleep(5);
    await sleep(120);
  };
  const connect = async () => {
    client = await connectLiveClient(`${testServer.url}/admin`, token, {});
  };
  let made = 0;
  const act = async () => {
    const { list: rows } = await list();
    const row = rows.length > 0 ? random.pick(rows) : undefined;
    if (row === undefined || random.chance(0.4)) {
      made += 1;
      return call('POST', '/admin/news_category/add', { name: `category ${made}`, status: random.below(2) });
    }
    if (random.chance(0.3)) return call('POST', '/admin/news_category/del', { ids: [row['id']] });
    if (random.chance(0.3)) {
      return call('POST', '/admin/news_category/sortable', { id: row['id'], targetId: random.pick(rows)['id'] });
    }
    return call('POST', '/admin/news_category/edit', { id: row['id'], status: random.below(2) });
  };

  beforeAll(async () => {
    process.stdout.write(`seed of the live lists on ${database}: ${seed}\n`);
    testServer = await startTestServer({ database, seed: 'base' });
    const login = await call('POST', '/admin/Index/login', {
      username: SUPER_ADMIN.username,
      password: SUPER_ADMIN.password,
    });
    token = (login.data as { userInfo: { token: string } }).userInfo.token;
  });
  afterAll(() => testServer.close());

  it('equals a new GET after writes, and after a connection lost during writes', async () => {
    await connect();
    for (let count = 0; count < 5; count += 1) expect((await act()).code).toBe(1);
    const start = await list();
    let fold: LiveListState = createListState(start.list, start.total);
    let { from } = await client.subscribe('a', spec, start.seq, start.epoch);
    let cursor = start.seq;
    const take = () => {
      for (const frame of client.frames.slice(from)) {
        fold = reduceList(fold, frame, window);
        cursor = frame.s;
      }
      from = client.frames.length;
    };
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 20; count += 1) expect([0, 1]).toContain((await act()).code);
      await settled();
      take();
      client.socket.io.engine.close();
      for (let count = 0; count < 10; count += 1) await act();
      await connect();
      ({ from } = await client.subscribe('a', spec, cursor, start.epoch));
      await settled();
      take();
      const refetched = await list();
      expect(fold.total).toBe(refetched.total);
      expect(fold.ids.map((id) => fold.rows.get(id)?.row)).toEqual(refetched.list);
    }
  });

  it('receives its own write with the idempotency key that it sent', async () => {
    const before = client.frames.length;
    await call('POST', '/admin/news_category/add', { name: 'echo', _mid: 'echo-1' });
    await settled();
    const change = client.frames.slice(before).flatMap((frame) => frame.c)[0];
    expect(change).toMatchObject({ op: 'enter', mid: 'echo-1', row: { name: 'echo' } });
    expect(change?.by?.id).toBe('admin:1');
  });

  it('receives bye when its session ends', async () => {
    await call('POST', '/admin/Index/logout', {});
    for (let tries = 0; tries < 100 && client.socket.connected; tries += 1) await sleep(20);
    expect(client.socket.connected).toBe(false);
    expect(client.byes.at(-1)?.code).toBe(401);
  });
});
