/** Rows are shown and hidden at the moments of their publishing windows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { io } from 'socket.io-client';
import { entities } from '../../../common/entities/index';
import { createRegistry } from '../../../common/entity/registry';
import { hasPublishingWindow } from '../../../common/entities/parts/publishingWindow';
import type { PageFrame } from '../../../common/site/siteEvents';
import { guest, superAdmin, type ApiResponse, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';
import type { Writer } from '../../engine/write/writer';
import { createPublishingScheduler } from './publishingScheduler';

/** Short enough that the session of the caller outlives all steps. */
const STEP_MS = 20_000;
const RETRY_MS = 60_000;

it('publishing windows: news, articles, pages, products, solutions, cases and banners have one', () => {
  const names = createRegistry(entities)
    .all.filter(hasPublishingWindow)
    .map(({ name }) => name);
  expect(names.sort()).toEqual(['article', 'banner', 'news', 'page', 'product', 'showcase', 'solution']);
});

describe.each(sampleDialects())('publishing windows on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const now = () => Math.floor(testServer.services.clock.now() / 1000);
  const add = async (entity: string, values: object): Promise<Record<string, unknown>> => {
    const response = await root.post(`/admin/${entity}/add`, { title: 'Autumn', content: '<p>x</p>', ...values });
    expect(response).toMatchObject({ code: 1 });
    return response.data.row as Record<string, unknown>; // The response of the console.
  };
  const edit = (entity: string, values: object): Promise<ApiResponse> =>
    root.post(`/admin/${entity}/edit`, { ...values });
  const loadWindow = async (entity: string, id: unknown) => {
    const [row] = await testServer.services.db.rows<Record<string, number | null>>(
      `SELECT status, show_from, show_until FROM \`${entity}\` WHERE id = ?`,
      [Number(id)],
    );
    const toNumber = (value: number | null | undefined) => (value == null ? null : Number(value));
    return [Number(row?.['status']), toNumber(row?.['show_from']), toNumber(row?.['show_until'])];
  };
  const isPublic = async (entity: string, id: unknown) =>
    (await guest(testServer).get(`/api/${entity}/edit`, { id: String(id) })).status === 200;
  const loadActors = async (entity: string, id: unknown) =>
    (
      await testServer.services.db.rows<{ actor: string }>(
        'SELECT actor FROM record_history WHERE ent = ? AND eid = ? ORDER BY seq',
        [entity, Number(id)],
      )
    ).map(({ actor }) => actor);
  const passTime = async (ms: number) => {
    testServer.advanceClock(ms);
    testServer.publishing.wake();
    await testServer.publishing.settled();
  };
  const getFields = ({ data }: ApiResponse) => (data as { readonly fields?: unknown }).fields;

  it('a row is hidden before its window, shown at its start and hidden at its end, by the system', async () => {
    const [from, until] = [now() + 20, now() + 40];
    const { id } = await add('article', { status: 1, show_from: from, show_until: until });
    expect(await loadWindow('article', id)).toEqual([0, from, until]);
    expect(await isPublic('article', id)).toBe(false);
    await passTime(STEP_MS);
    expect(await loadWindow('article', id)).toEqual([1, null, until]);
    expect(await isPublic('article', id)).toBe(true);
    const { data } = await guest(testServer).get('/api/article/edit', { id: String(id) });
    expect(data.row).not.toHaveProperty('show_until');
    await passTime(STEP_MS);
    expect(await loadWindow('article', id)).toEqual([0, null, null]);
    expect(await isPublic('article', id)).toBe(false);
    expect((await loadActors('article', id)).slice(1)).toEqual(['system', 'system']);
  });

  it('publishing and unpublishing change cached pages, the feed and the sitemap, and update open pages', async () => {
    const title = 'Seen for a while';
    const { id } = await add('news', { title, status: 1, show_from: now() + 20, show_until: now() + 40 });
    const isIn = async (path: string, text: string) => {
      const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      return (await (await fetch(testServer.url + path, { headers })).text()).includes(text);
    };
    const places = () =>
      Promise.all([
        isIn('/', title),
        isIn('/news', title),
        isIn(`/news/${String(id)}`, title),
        isIn('/feed.xml', title),
        isIn('/sitemap.xml', `/news/${String(id)}<`),
      ]);
    const frames: PageFrame[] = [];
    const reader = io(`${testServer.url}/site`, { auth: { path: '/news', version: '' }, transports: ['websocket'] });
    try {
      reader.on('page', (frame: PageFrame) => frames.push(frame));
      const untilShown = async (isShown: boolean) => {
        const until = Date.now() + 5_000;
        while (frames.at(-1)?.html.includes(title) !== isShown && Date.now() < until) await sleep(10);
        expect(frames.at(-1)?.html.includes(title)).toBe(isShown);
      };
      await untilShown(false);
      for (const isShown of [false, true, false]) {
        await untilShown(isShown);
        expect(await places()).toEqual([isShown, isShown, isShown, isShown, isShown]);
        await passTime(STEP_MS);
      }
    } finally {
      reader.disconnect();
    }
  });

  it('a row that becomes visible later has that moment as its date in the feed, its page and the order of the news', async () => {
    const load = async (path: string) => {
      const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
      return (await fetch(testServer.url + path, { headers })).text();
    };
    const toIso = (seconds: number) => new Date(seconds * 1000).toISOString();
    const draft = await add('news', { title: 'Written first', status: 0 });
    const scheduled = await add('news', { title: 'Scheduled first', status: 1, show_from: now() + 20 });
    const created = now();
    await add('news', { title: 'Shown at once', status: 1 });
    await passTime(STEP_MS);
    const shownAt = now();
    testServer.advanceClock(5_000);
    await edit('news', { id: draft['id'], status: 1 });
    const titles = [...(await load('/feed.xml')).matchAll(/<item><title>([^<]+)/g)].map(([, title]) => title);
    expect(titles.slice(0, 3)).toEqual(['Written first', 'Scheduled first', 'Shown at once']);
    expect(await load('/feed.xml')).toContain(`<pubDate>${new Date(shownAt * 1000).toUTCString()}`);
    expect(shownAt).toBeGreaterThan(created);
    expect(await load(`/news/${String(scheduled['id'])}`)).toContain(`"datePublished":"${toIso(shownAt)}"`);
    await edit('news', { id: draft['id'], status: 0 });
    testServer.advanceClock(5_000);
    await edit('news', { id: draft['id'], status: 1 });
    expect(await load(`/news/${String(draft['id'])}`)).toContain(`"datePublished":"${toIso(shownAt + 5)}"`);
  });

  it('the timer acts by itself within about a second, also for a moment set on a shown row', async () => {
    const { id } = await add('news', { status: 1 });
    await edit('news', { id, show_until: now() + 2 });
    expect(await loadWindow('news', id)).toEqual([1, null, expect.any(Number)]);
    const started = Date.now();
    while ((await loadWindow('news', id))[0] === 1 && Date.now() - started < 6_000) await sleep(25);
    expect(await loadWindow('news', id)).toEqual([0, null, null]);
    expect(Date.now() - started).toBeLessThan(3_500);
  });

  it('refuses an end before the start or in the past, at the field', async () => {
    const values = { title: 'Autumn', content: '<p>x</p>' };
    const order = await root.post('/admin/solution/add', { ...values, show_from: now() + 60, show_until: now() + 60 });
    expect(getFields(order)).toEqual({ show_until: 'The end must be after the start' });
    const past = await root.post('/admin/solution/add', { ...values, show_until: now() - 5 });
    expect(getFields(past)).toEqual({ show_until: 'Choose a time in the future' });
    const { id } = await add('solution', { show_from: now() + 60, show_until: now() + 90 });
    expect(getFields(await edit('solution', { id, show_from: now() + 100 }))).toHaveProperty('show_until');
  });

  it('a row stays hidden until its window begins, and an earlier start shows it at once', async () => {
    const { id } = await add('page', { slug: 'later', show_from: now() + 600 });
    await edit('page', { id, status: 1 });
    expect(await loadWindow('page', id)).toEqual([0, expect.any(Number), null]);
    await edit('page', { id, show_from: now() - 10 });
    expect(await loadWindow('page', id)).toEqual([1, null, null]);
  });

  it('publishes at the start time of the last edit', async () => {
    const { id } = await add('news', { show_from: now() + 20 });
    const later = now() + 100;
    await edit('news', { id, show_from: later });
    await passTime(2 * STEP_MS);
    expect(await loadWindow('news', id)).toEqual([0, later, null]);
    await passTime(3 * STEP_MS);
    expect(await loadWindow('news', id)).toEqual([1, null, null]);
  });

  it('an edit that began before the moment is merged', async () => {
    const { id, revision } = await add('news', { show_from: now() + 20 });
    await passTime(STEP_MS);
    const saved = await edit('news', { id, revision, _base: { title: 'Autumn' }, title: 'Winter' });
    expect(saved).toMatchObject({ code: 1, data: { row: { title: 'Winter', status: 1 } } });
    expect(await loadWindow('news', id)).toEqual([1, null, null]);
  });

  it('the scheduler skips a deleted row, and the restore publishes or unpublishes it', async () => {
    const { id } = await add('news', { status: 1, show_until: now() + 20 });
    await root.post('/admin/news/del', { ids: [id] });
    const before = (await loadActors('news', id)).length;
    await passTime(STEP_MS);
    expect((await loadActors('news', id)).length).toBe(before);
    expect(await loadWindow('news', id)).toEqual([1, null, expect.any(Number)]);
    expect((await root.post('/admin/news/restore', { ids: [id] })).code).toBe(1);
    expect(await loadWindow('news', id)).toEqual([0, null, null]);
  });

  it('rows that became overdue while no node ran follow at the start, once, also with two leaders', async () => {
    // From here on only the schedulers of the tests act.
    await testServer.publishing.stop();
    const scheduledRow = await add('showcase', { show_from: now() + 10, show_until: now() + 20 });
    const { id } = await add('product', { show_from: now() + 10 });
    testServer.advanceClock(STEP_MS);
    const deps = { services: testServer.services, writer: testServer.writer, isLeader: () => true };
    const schedulers = [createPublishingScheduler(deps), createPublishingScheduler(deps)];
    for (const scheduler of schedulers) scheduler.start();
    await Promise.all(schedulers.map((scheduler) => scheduler.settled()));
    await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
    expect(await loadWindow('showcase', scheduledRow['id'])).toEqual([0, null, null]);
    expect(await loadWindow('product', id)).toEqual([1, null, null]);
    expect((await loadActors('product', id)).slice(1)).toEqual(['system']);
    expect((await loadActors('showcase', scheduledRow['id'])).slice(1)).toEqual(['system']);
  });

  it('a row whose write fails delays no other, and is tried again; a node that does not lead does nothing', async () => {
    const [first, second] = [
      await add('news', { show_from: now() + 10 }),
      await add('news', { show_from: now() + 10 }),
    ];
    testServer.advanceClock(STEP_MS);
    let failures = 1;
    const state = { isLeader: false };
    const scheduler = createPublishingScheduler({
      services: testServer.services,
      isLeader: () => state.isLeader,
      writer: {
        ...testServer.writer,
        inTransaction: (ctx, work) => {
          failures -= 1;
          return failures >= 0 ? Promise.reject(new Error('disk')) : testServer.writer.inTransaction(ctx, work);
        },
      },
    });
    scheduler.start();
    await scheduler.settled();
    expect(failures).toBe(1);
    state.isLeader = true;
    scheduler.wake();
    await scheduler.settled();
    expect(await loadWindow('news', first['id'])).toEqual([0, expect.any(Number), null]);
    expect(await loadWindow('news', second['id'])).toEqual([1, null, null]);
    testServer.advanceClock(RETRY_MS);
    scheduler.wake();
    await scheduler.settled();
    expect(await loadWindow('news', first['id'])).toEqual([1, null, null]);
    await scheduler.stop();
  });

  const schedulerWith = (inTransaction: Writer['inTransaction']) =>
    createPublishingScheduler({
      services: testServer.services,
      writer: { ...testServer.writer, inTransaction },
      isLeader: () => true,
    });

  it('many rows whose writes fail do not keep the others waiting', async () => {
    const failing = 101;
    const list = Array.from({ length: failing }, () => ({
      title: 'Broken',
      content: '<p>x</p>',
      show_from: now() + 10,
    }));
    for (let at = 0; at < failing; at += 50)
      expect((await root.post('/admin/solution/batchAdd', { list: list.slice(at, at + 50) })).code).toBe(1);
    const { id } = await add('solution', { show_from: now() + 11 });
    testServer.advanceClock(STEP_MS);
    let tries = 0;
    const scheduler = schedulerWith((ctx, work) => {
      tries += 1;
      return tries <= failing ? Promise.reject(new Error('disk')) : testServer.writer.inTransaction(ctx, work);
    });
    scheduler.start();
    await scheduler.settled();
    await scheduler.stop();
    expect(await loadWindow('solution', id)).toEqual([1, null, null]);
    expect(tries).toBe(failing + 1);
    await schedulerWith(testServer.writer.inTransaction).publishOverdueRows();
  });

  it('a row that the transaction finds unchanged is not written, and is not tried without end', async () => {
    const { id } = await add('news', { show_from: now() + 10 });
    testServer.advanceClock(STEP_MS);
    let tries = 0;
    const scheduler = schedulerWith((ctx, work) => {
      tries += 1;
      if (tries > 5) return Promise.reject(new Error('tried too often'));
      // By the time of the transaction nothing is due.
      return testServer.writer.inTransaction(ctx, (writer, hook) => work(writer, { ...hook, at: hook.at - STEP_MS }));
    });
    scheduler.start();
    await scheduler.settled();
    await scheduler.stop();
    expect(tries).toBe(1);
    expect((await loadActors('news', id)).slice(1)).toEqual([]);
  });

  it('a row that ended while no node ran is hidden before a node that does not lead serves visitors', async () => {
    const { id } = await add('news', { status: 1, show_until: now() + 10 });
    testServer.advanceClock(STEP_MS);
    const { services, writer } = testServer;
    const scheduler = createPublishingScheduler({ services, writer, isLeader: () => false });
    await scheduler.publishOverdueRows();
    await scheduler.stop();
    expect(await loadWindow('news', id)).toEqual([0, null, null]);
  });
});
