/** The database is killed during writes and restarted: no acknowledged write is lost, none is stored twice, and the server recovers by itself. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { TopicSpec } from '../../../common/protocol/liveEvents';
import { mariadbUrl } from '../../../config/jest/testEnvironment';
import { connectLiveClient, type LiveClient } from '../../../server/testing/live/liveClient';
import { waitUntilEqual } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { startMariadb, type MariadbProcess } from '../../../config/jest/startMariadb.mjs';
import { startProduct, type Product } from '../../testing/product/startProduct';

const withMariadb = mariadbUrl() === null ? describe.skip : describe;
const LIST: TopicSpec = { k: 'list', e: 'news_category', where: MATCH_ALL, sort: [] };
const WRITERS = 4;
const BEFORE = 40;
const AFTER = 40;

withMariadb('a database that is killed during writes', () => {
  let database: MariadbProcess;
  let product: Product;
  let root: Caller;
  let reader: LiveClient;

  beforeAll(async () => {
    database = await startMariadb();
    product = await startProduct({ databaseUrl: `${database.url}atrium`, env: { SEED: 'base' } });
    root = await callAsAdmin(product.url);
    reader = await connectLiveClient(`${product.url}/admin`, root.token, {});
    await reader.subscribe('a', LIST, undefined, '');
  }, 120_000);
  afterAll(async () => {
    reader.close();
    await product.dispose();
    await database.stop();
  });

  it('loses no acknowledged write, stores none twice and publishes each once', async () => {
    const acked: string[] = [];
    let tries = 0;
    let ending = false;
    /** Repeats with the same idempotency key until there is a response, as the console does. */
    const add = async (name: string) => {
      for (;;) {
        tries += 1;
        const { code } = await root
          .call('POST', '/admin/news_category/add', { name, _mid: `restart-${name}` })
          .catch(() => ({ code: 0 }));
        if (code === 1) break;
        await sleep(100);
      }
      acked.push(name);
    };
    const writing = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let index = 0; !ending; index += 1) await add(`w${writer}-${index}`);
    });
    while (acked.length < BEFORE) await sleep(5);
    const killedAt = Date.now();
    await database.restart();
    const there = acked.length;
    while (acked.length < there + AFTER) await sleep(5);
    ending = true;
    await Promise.all(writing);
    process.stdout.write(`${acked.length} writes, ${tries} tries, back after ${Date.now() - killedAt} ms\n`);
    expect(tries).toBeGreaterThan(acked.length);
    const names: unknown[] = [];
    for (let page = 1; names.length === (page - 1) * 100; page += 1)
      names.push(...(await root.index('news_category', `?limit=100&page=${page}`)).list.map(({ name }) => name));
    const written = names.filter((name) => /^w\d-\d+$/.test(String(name)));
    expect([...written].sort()).toEqual([...acked].sort());
    const receivedNames = () =>
      reader.frames.flatMap(({ c }) => c.filter(({ op }) => op === 'enter').map(({ row }) => row?.['name']));
    await waitUntilEqual(async () => receivedNames().length, acked.length);
    expect(new Set(receivedNames()).size).toBe(acked.length);
    expect(reader.resets).toEqual([]);
    expect(product.output()).not.toMatch(/unhandled|uncaught/i);
  }, 120_000);
});
