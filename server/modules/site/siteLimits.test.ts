/** Limits of the work that anonymous readers can cause: few renderings at once, reads with a deadline, no snapshot that waits, and bounded lists. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../../common/limits';
import { SITE_LIMITS } from '../../../common/siteLimits';
import { SITE_SECTIONS } from '../../../common/site/siteSections';
import type { Db, Tx } from '../../context';
import { ReadTimeoutError } from '../../platform/database/dbErrors';
import { superAdmin } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const PAGES = 9;

/** Observes the snapshots of a database. */
function createObserver() {
  const inside = new AsyncLocalStorage<true>();
  const seen = { delayMs: 0, failsWith: undefined as Error | undefined, open: 0, most: 0, nested: 0, limited: 0 };
  const observed = async <T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> => {
    seen.open += 1;
    seen.most = Math.max(seen.most, seen.open);
    try {
      await sleep(seen.delayMs);
      if (seen.failsWith !== undefined) throw seen.failsWith;
      return await inside.run(true, () => work(tx));
    } finally {
      seen.open -= 1;
    }
  };
  const countNested = () => {
    if (inside.getStore() === true) seen.nested += 1;
  };
  const wrapDb = (db: Db): Db => ({
    ...db,
    snapshot: (work) => {
      countNested();
      return db.snapshot((tx) => observed(tx, work));
    },
    snapshotWithin: (ms, work, queue) => {
      countNested();
      seen.limited += 1;
      return db.snapshotWithin(ms, (tx) => observed(tx, work), queue);
    },
  });
  return { seen, wrapDb };
}

describe.each(sampleDialects())('readers of the public site on %s', (database) => {
  const { seen, wrapDb } = createObserver();
  let testServer: TestServer;
  const ids: number[] = [];
  beforeAll(async () => {
    testServer = await startTestServer({ database, wrapDb, env: { TRUSTED_PROXIES: '127.0.0.1' } });
    const root = await superAdmin(testServer);
    for (let count = 0; count < PAGES; count += 1) {
      const { data } = await root.post('/admin/news/add', {
        title: `Release ${count}`,
        content: '<p>x</p>',
        status: 1,
      });
      ids.push(Number(data.row.id));
    }
  });
  afterAll(() => testServer.close());

  const visit = async (path: string, ip = '10.0.0.1') => {
    const response = await fetch(testServer.url + path, { headers: { ...BROWSER, 'x-forwarded-for': ip } });
    return { status: response.status, html: await response.text() };
  };

  it('a search waits for its reads without an open snapshot', async () => {
    Object.assign(seen, { nested: 0, limited: 0 });
    const { status, html } = await visit('/search?q=release');
    expect([status, html.includes('Release 1')]).toEqual([200, true]);
    expect([seen.nested, seen.limited > 2]).toEqual([0, true]);
  });

  it('pages of many networks are rendered a few at once, each in a snapshot with a deadline', async () => {
    Object.assign(seen, { most: 0, limited: 0, delayMs: 40 });
    const responses = await Promise.all(ids.map((id, at) => visit(`/news/${id}`, `10.0.${at}.1`)));
    expect(responses.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect([seen.most, seen.limited]).toEqual([SITE_LIMITS.siteRendersAtOnce, PAGES]);
    Object.assign(seen, { delayMs: 0 });
  });

  it('one network leaves one slot free for other networks', async () => {
    Object.assign(seen, { most: 0, delayMs: 40 });
    await Promise.all(ids.map((id, at) => visit(`/zh-cn/news/${id}`, `2001:db8:1:${at}::1`)));
    expect(seen.most).toBe(SITE_LIMITS.siteRendersAtOnce - 1);
    Object.assign(seen, { delayMs: 0 });
  });

  it('a read beyond its deadline fails the request, and the next request succeeds', async () => {
    Object.assign(seen, { failsWith: new ReadTimeoutError() });
    expect((await visit('/products')).status).toBe(400);
    Object.assign(seen, { failsWith: undefined });
    expect((await visit('/products')).status).toBe(200);
  });

  it('a list has as many pages as visitors can read rows, and counts no further', async () => {
    const { db } = testServer.services;
    const columns = 'title, content, status, weigh, live, revision, create_time, update_time';
    const copied = columns.replace('live', '0');
    for (let rows = PAGES; rows < LIMITS.publicListRows + 100; rows *= 2)
      await db.transact((tx) => tx.run(`INSERT INTO \`news\` (${columns}) SELECT ${copied} FROM \`news\``));
    testServer.services.live.committed?.([]);
    const last = Math.ceil(LIMITS.publicListRows / SITE_SECTIONS.news.pageSize);
    expect((await visit(`/news?page=${last}`)).status).toBe(200);
    expect((await visit(`/news?page=${last + 1}`)).status).toBe(404);
  });
});
