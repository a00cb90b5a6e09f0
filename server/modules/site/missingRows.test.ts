/** The 404 page of a row becomes its page by itself when the row is shown; the work for readers who wait is bounded and shared. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import type { PageFrame } from '../../../common/site/siteEvents';
import { SITE_LIMITS } from '../../../common/siteLimits';
import type { Db } from '../../context';
import { superAdmin, type Caller } from '../../testing/callers';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { createMissingRows } from './missingRows';

const BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const WITHIN_MS = 1_000;

describe('addresses that readers wait for', () => {
  it('are bounded for a network and in all, and free again when nobody waits', () => {
    const { siteMissingRows, siteMissingRowsPerNetwork } = SITE_LIMITS;
    const rows = createMissingRows();
    const addMany = (network: string) =>
      Array.from({ length: siteMissingRowsPerNetwork }, (_, at) => rows.add(`/news/${network}${at}`, network));
    expect(addMany('a').every(Boolean)).toBe(true);
    expect([rows.add('/news/1', 'a'), rows.add('/news/a0', 'a'), rows.add('/news/1', 'b')]).toEqual([
      false,
      true,
      true,
    ]);
    rows.remove('/news/a0');
    expect([rows.has('/news/a0'), rows.add('/news/2', 'a')]).toEqual([false, true]);
    for (let network = 0; network * siteMissingRowsPerNetwork < siteMissingRows; network += 1) addMany(`n${network}-`);
    expect([rows.add('/news/3', 'late'), rows.add('/news/2', 'late')]).toEqual([false, true]);
  });
});

describe.each(testDialects())('an open 404 page on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let reads = 0;
  let isDatabaseDown = false;
  const logged: Readonly<Record<string, unknown>>[] = [];
  const wrapDb = (db: Db): Db => ({
    ...db,
    snapshotWithin: (ms, work, queue) => {
      reads += 1;
      if (isDatabaseDown) return Promise.reject(new Error('database is down'));
      return db.snapshotWithin(ms, work, queue);
    },
  });
  beforeAll(async () => {
    const onLogLine = (line: string) => void logged.push(JSON.parse(line) as Readonly<Record<string, unknown>>);
    testServer = await startTestServer({
      database,
      wrapDb,
      onLogLine,
      env: { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' },
    });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());
  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).forEach((socket) => socket.disconnect()));

  const visit = async (path: string) => {
    const response = await fetch(testServer.url + path, { headers: BROWSER });
    const html = await response.text();
    const attribute = (name: string) => new RegExp(`<div id="site"[^>]* ${name}="([^"]*)"`).exec(html)?.[1] ?? '';
    return { status: response.status, html, path: attribute('data-path'), version: attribute('data-version') };
  };
  const connect = (path: string, version: string, ip = '10.0.0.1') => {
    const socket = io(`${testServer.url}/site`, {
      auth: { path, version },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { 'x-forwarded-for': ip },
    });
    sockets.push(socket);
    const frames: PageFrame[] = [];
    const ends: string[] = [];
    socket.on('page', (frame: PageFrame) => frames.push(frame));
    socket.on('disconnect', (reason) => ends.push(reason));
    return { socket, frames, ends };
  };
  const waitFor = async (condition: () => boolean, ms = 5_000) => {
    for (const end = Date.now() + ms; !condition() && Date.now() < end;)
      await new Promise((done) => setTimeout(done, 10));
    expect(condition()).toBe(true);
  };
  /** Opens a page as a browser does: its document first, then its live updates. */
  const open = async (path: string) => {
    const page = await visit(path);
    const reader = connect(page.path, page.version);
    await waitFor(() => reader.socket.connected);
    return { page, ...reader };
  };
  const lastHtml = ({ frames }: { readonly frames: readonly PageFrame[] }) => frames.at(-1)?.html ?? '';
  const add = async (entity: string, row: Readonly<Record<string, unknown>>) => {
    const answer = await root.post(`/admin/${entity}/add`, { content: '<p>x</p>', ...row });
    expect([entity, answer.code, answer.msg]).toEqual([entity, 1, expect.any(String)]);
    return Number(answer.data.row.id);
  };
  const edit = async (entity: string, row: Readonly<Record<string, unknown>>) =>
    expect((await root.post(`/admin/${entity}/edit`, row)).code).toBe(1);

  it('becomes the page of a row whose time comes, and keeps its address and status until then', async () => {
    const showFrom = Math.floor(testServer.services.clock.now() / 1000) + 20;
    const id = await add('news', { title: 'Told tomorrow', status: 1, show_from: showFrom });
    const reader = await open(`/news/${id}`);
    expect([reader.page.status, reader.page.path]).toEqual([404, `/news/${id}`]);
    expect(reader.page.html).toContain('<p class="status-code">404</p>');
    expect(reader.page.html).not.toMatch(/replaceState|Told tomorrow/);
    await edit('news', { id, content: '<p>Not told yet</p>' });
    testServer.advanceClock(20_000);
    testServer.publishing.wake();
    await testServer.publishing.settled();
    await waitFor(() => reader.frames.length > 0, WITHIN_MS);
    expect(reader.frames.map(({ path, title }) => [path, title])).toEqual([[`/news/${id}`, 'Told tomorrow - Atrium']]);
    expect([lastHtml(reader).includes('Not told yet'), reader.ends]).toEqual([true, []]);
    expect((await visit(`/news/${id}`)).status).toBe(200);
  });

  it('becomes the page of a row that is shown, created or renamed, in the language of its address', async () => {
    const hidden = await add('product', { title: '锚', title_en: 'Anchor', status: 0 });
    const [english, chinese] = [await open(`/products/${hidden}`), await open(`/zh-cn/products/${hidden}`)];
    const [created, named] = [await open(`/products/${hidden + 1}`), await open('/page/harbor')];
    await edit('product', { id: hidden, status: 1 });
    await waitFor(() => lastHtml(english).includes('<h1>Anchor') && lastHtml(chinese).includes('<h1>锚'), WITHIN_MS);
    expect(await add('product', { title: 'Buoy', status: 1 })).toBe(hidden + 1);
    await waitFor(() => lastHtml(created).includes('Buoy'), WITHIN_MS);
    const page = await add('page', { slug: 'port', title: 'Our harbor', status: 1 });
    await edit('page', { id: page, slug: 'harbor' });
    await waitFor(() => lastHtml(named).includes('Our harbor'), WITHIN_MS);
  });

  it('comes in place of a page whose row is hidden, and the page comes back, also after a new connection', async () => {
    const id = await add('solution', { title: 'Tides', status: 1 });
    const reader = await open(`/solutions/${id}`);
    await edit('solution', { id, status: 0 });
    await waitFor(() => lastHtml(reader).includes('404'), WITHIN_MS);
    const version = reader.frames.at(-1)?.version ?? '';
    const again = connect(`/solutions/${id}`, version);
    await waitFor(() => again.socket.connected);
    await edit('solution', { id, status: 1 });
    await waitFor(() => lastHtml(reader).includes('Tides') && lastHtml(again).includes('Tides'), WITHIN_MS);
    expect(again.frames).toHaveLength(1);
  });

  it('costs its readers one read together, at first and after each change', async () => {
    const path = '/news/4711';
    const { version } = await visit(path);
    reads = 0;
    const readers = Array.from({ length: 60 }, () => connect(path, version));
    for (let count = 0; count < 5; count += 1) expect((await visit(path)).status).toBe(404);
    await waitFor(() => readers.every(({ socket }) => socket.connected));
    await new Promise((done) => setTimeout(done, 200));
    expect([reads, readers.flatMap(({ frames, ends }) => [...frames, ...ends])]).toEqual([0, []]);
    await add('news', { title: 'Another row', status: 1 });
    await new Promise((done) => setTimeout(done, 500));
    // the row, and the page that all missing rows share
    expect(reads).toBeLessThanOrEqual(2);
    expect(readers.flatMap(({ frames }) => frames)).toEqual([]);
  });

  it('a missing row: a network that waits for too many rows is refused for a while, others are not', async () => {
    const path = (at: number) => `/news/${90_000 + at}`;
    const ip = '10.9.0.1';
    const accepted = Array.from({ length: SITE_LIMITS.siteMissingRowsPerNetwork }, (_, at) =>
      connect(path(at), '', ip),
    );
    await waitFor(() => accepted.every(({ frames }) => frames.length > 0));
    const [refused, other] = [connect(path(500), '', ip), connect(path(501), '', '10.8.0.1')];
    await waitFor(() => refused.ends.length > 0 && other.frames.length > 0);
    // The browser connects again later after this reason.
    expect(refused.ends).toEqual(['transport close']);
    expect([...accepted, other].flatMap(({ ends }) => ends)).toEqual([]);
    accepted[0]?.socket.disconnect();
    await new Promise((done) => setTimeout(done, 100));
    const late = connect(path(500), '', ip);
    await waitFor(() => late.frames.length > 0);
    await new Promise((done) => setTimeout(done, 100));
    expect(late.ends).toEqual([]);
  });

  it('a missing row: no live updates for a connection whose first page could not be rendered, and one log line for its failures', async () => {
    const ip = '10.7.0.1';
    isDatabaseDown = true;
    const begin = logged.length;
    const count = SITE_LIMITS.siteMissingRowsPerNetwork + 5;
    const early = Array.from({ length: count }, (_, at) => connect(`/news/${80_000 + at}`, '', ip));
    await waitFor(() => early.every(({ ends }) => ends.length > 0));
    isDatabaseDown = false;
    // The browser connects again later after this reason.
    expect(new Set(early.flatMap(({ ends }) => ends))).toEqual(new Set(['transport close']));
    const lines = logged.slice(begin).filter(({ reason }) => reason === 'database is down');
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('stack');
    reads = 0;
    await add('news', { title: 'After the outage', status: 1 });
    await new Promise((done) => setTimeout(done, 300));
    expect(reads).toBeLessThanOrEqual(2);
    const late = connect('/news/80000', '', ip);
    await waitFor(() => late.frames.length > 0);
    expect(late.ends).toEqual([]);
  });

  it('an address that is too long for a connection gets no live updates', async () => {
    const { status, path } = await visit(`/plugins/${'x'.repeat(500)}`);
    expect([status, path]).toEqual([404, '']);
  });
});
