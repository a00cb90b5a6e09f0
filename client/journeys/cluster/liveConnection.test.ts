/** The client's live connection to a real server through a TCP proxy with faults. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { ChangeFrame, TopicSpec } from '../../../common/protocol/liveEvents';
import { limitedAdmin, superAdmin, type Caller } from '../../../server/testing/callers';
import { startTestServer, type TestServer } from '../../../server/testing/testServer';
import type { LiveStatus } from '../../shared/store/connectionSlice';
import { columnsHidden, entitiesReducer, framesReceived, rowsReceived } from '../../shared/store/entities';
import { INTERRUPTION_GRACE_MS } from '../../shared/live/statusReporter';
import type { LiveConnection } from '../../shared/live/liveConnectionTypes';
import { createTokenRefresh } from '../../shared/api/refreshTokens';
import type { Tokens } from '../../shared/store/session';
import { createLiveConnection } from '../../shared/live/createLiveConnection';
import { startTcpProxy, type TcpProxy } from '../../testing/network/tcpProxy';

const getList = (e: string): TopicSpec => ({ k: 'list', e, where: MATCH_ALL, sort: [{ field: 'id', dir: 'desc' }] });
const LIST = getList('news_category');
const SEEN_BREAK_MS = INTERRUPTION_GRACE_MS + 600;

let fakeServer: TestServer;
let proxy: TcpProxy;
let open: LiveConnection[] = [];
beforeAll(async () => {
  fakeServer = await startTestServer();
  proxy = await startTcpProxy(fakeServer.url);
});
afterEach(() => {
  for (const link of open) link.close();
  open = [];
  proxy.mend();
});
afterAll(async () => {
  await proxy.close();
  await fakeServer.close();
});

async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`the condition was not met in time: ${what}`);
    await sleep(20);
  }
}

/** A client without a screen: its tokens, its rows, and the connection states it showed. */
function createViewer(caller: Caller) {
  let tokens: Tokens | undefined = { token: caller.token, refreshToken: caller.refreshToken };
  let state = entitiesReducer(undefined, { type: 'start' });
  const spoken = { lang: 'en' };
  const statuses: LiveStatus[] = [];
  const returns: number[] = [];
  const transport = {
    origin: fakeServer.url,
    fetch,
    headers: () => ({ server: 'true', batoken: tokens?.token ?? '' }),
  };
  const refreshes: Tokens[] = [];
  const refresh = createTokenRefresh({
    transport,
    findTokens: () => tokens,
    findStoredTokens: () => undefined,
    askOtherTabs: () => Promise.resolve(),
    onRefreshed: (_realm, next) => refreshes.push((tokens = next)),
    onEnded: () => (tokens = undefined),
    withLock: (_name, work) => work(),
  });
  const link = createLiveConnection({
    url: `${proxy.url}/admin`,
    token: () => tokens?.token,
    lang: () => spoken.lang,
    refreshTokens: (failed) => refresh('admin', failed),
    onFrames: (frames) => (state = entitiesReducer(state, framesReceived(frames))),
    onStatus: (status) => void statuses.push(status),
    onServerTick: () => undefined,
    onColumnsHidden: (e, columns) => (state = entitiesReducer(state, columnsHidden({ e, columns }))),
    onPermissionsChanged: () => undefined,
    onMenuChanged: () => undefined,
    onSiteChanged: () => undefined,
    onMissed: () => undefined,
    onOutdated: () => undefined,
    onCaughtUp: (changes) => void returns.push(changes),
    isHidden: () => false,
    isOnline: () => true,
  });
  open.push(link);
  const frames: ChangeFrame[] = [];
  const resets: string[] = [];
  const changes = () => frames.flatMap(({ c }) => c);
  const follow = async (e = 'news_category') => {
    const { data } = await caller.get(`/admin/${e}/index`);
    state = entitiesReducer(state, rowsReceived({ e, rows: data.list }));
    link.subscribe(getList(e), data.seq, {
      onFrame: (frame) => void frames.push(frame),
      onReset: (why) => void resets.push(why),
    });
  };
  const cachedRow = (e: string, id: number) => state.rows[e]?.[id];
  const getName = (id: number) => cachedRow('news_category', id)?.row['name'];
  return { link, spoken, resets, statuses, returns, refreshes, changes, follow, held: cachedRow, nameOf: getName };
}

/** A client that is subscribed to a list. */
async function openViewer(caller: Caller, e?: string) {
  const viewer = createViewer(caller);
  await viewer.follow(e);
  viewer.link.open();
  await until('live', () => viewer.statuses.includes('live'));
  return viewer;
}

let made = 0;
const add = async (caller: Caller) => {
  const { data } = await caller.post('/admin/news_category/add', { name: `Line ${++made}` });
  return Number(data.id);
};
const rename = (caller: Caller, id: number, name: string) => caller.post('/admin/news_category/edit', { id, name });

describe('the live connection', () => {
  it('delivers exactly the changes missed while the connection was cut, each once', async () => {
    const staff = await superAdmin(fakeServer);
    const id = await add(staff);
    const viewer = await openViewer(staff);
    await rename(staff, id, 'Before the break');
    await until('the first change', () => viewer.nameOf(id) === 'Before the break');

    proxy.cut();
    await rename(staff, id, 'During the break');
    const other = await add(staff);
    await sleep(SEEN_BREAK_MS);
    expect(viewer.statuses.at(-1)).toBe('reconnecting');
    proxy.mend();
    await until('the return', () => viewer.returns.length === 1);

    expect(viewer.nameOf(id)).toBe('During the break');
    expect(viewer.changes().map((change) => [change.op, change.id])).toEqual([
      ['u', id],
      ['u', id],
      ['enter', other],
    ]);
    expect(viewer.returns).toEqual([2]);
    expect(viewer.statuses.slice(-3)).toEqual(['reconnecting', 'catching_up', 'live']);
  });

  it('shows no status for a short break and misses nothing', async () => {
    const staff = await superAdmin(fakeServer);
    const id = await add(staff);
    const viewer = await openViewer(staff);
    const cutAt = Date.now();
    proxy.cut();
    await rename(staff, id, 'Meanwhile');
    proxy.mend();
    await until('the change', () => viewer.nameOf(id) === 'Meanwhile');
    const wasShort = Date.now() - cutAt < INTERRUPTION_GRACE_MS;
    expect(viewer.statuses.slice(0, 3)).toEqual(['connecting', 'live', ...(wasShort ? [] : ['reconnecting'])]);
  });

  it('is shown as lost within 12 seconds when it is open but silent, and catches up', async () => {
    const staff = await superAdmin(fakeServer);
    const id = await add(staff);
    const viewer = await openViewer(staff);
    const stalledAt = Date.now();
    proxy.stall();
    await rename(staff, id, 'During the silence');
    await until('the warning', () => viewer.statuses.at(-1) === 'reconnecting');
    expect(viewer.nameOf(id)).not.toBe('During the silence');
    expect(Date.now() - stalledAt).toBeLessThan(15_000);
    proxy.mend();
    await until('the change', () => viewer.nameOf(id) === 'During the silence');
    await until('live again', () => viewer.statuses.at(-1) === 'live');
    expect(viewer.changes().filter((change) => change.op === 'u')).toHaveLength(1);
  });

  it('delivers titles in the new language after it reconnects, and shows no break', async () => {
    const staff = await superAdmin(fakeServer);
    const viewer = await openViewer(staff, 'admin_log');
    const titles = () => viewer.changes().map(({ row }) => JSON.stringify(row?.['title'] ?? '').slice(1, -1));
    await add(staff);
    await until('an English title', () => titles().some((title) => title.startsWith('News category')));
    viewer.spoken.lang = 'zh-cn';
    viewer.link.reconnect();
    // Readers of each language have their own topic: rows in the other language are fetched again.
    await until('the advice to fetch again', () => viewer.resets.length === 1);
    await viewer.follow('admin_log');
    await add(staff);
    await until('a Chinese title', () => titles().some((title) => /^[\u4e00-\u9fff]/.test(title)));
    expect(viewer.statuses).toEqual(['connecting', 'live']);
  });

  it('an expired token is refreshed automatically, and topics continue at their cursors', async () => {
    const staff = await superAdmin(fakeServer);
    const id = await add(staff);
    const viewer = await openViewer(staff);
    fakeServer.advanceClock(20 * 60 * 1000);
    const later = await superAdmin(fakeServer);
    await until('a new token', () => viewer.refreshes.length > 0);
    await rename(later, id, 'With a new token');
    await until('the change', () => viewer.nameOf(id) === 'With a new token');
    expect(viewer.refreshes).toHaveLength(1);
    expect(viewer.changes()).toHaveLength(1);
  });

  it('drops a value that became unreadable instead of carrying it to a newer revision', async () => {
    const staff = await superAdmin(fakeServer);
    const lead = { name: 'Chen Yu', content: 'Call me', mobile: '13900000001', email: 'old@example.com' };
    const { data } = await staff.post('/admin/lead/add', lead);
    const id = Number(data.id);
    const person = await limitedAdmin(fakeServer, ['lead/index', 'lead/see_restricted'], 'all');
    const viewer = createViewer(person);
    await viewer.follow('lead');
    viewer.link.open();
    await until('live', () => viewer.statuses.includes('live'));
    expect(viewer.held('lead', id)?.row).toMatchObject({ email: 'old@example.com' });

    proxy.cut();
    const [group] = (await staff.get('/admin/admin/edit', { id: String(person.id) })).data.row.group_arr;
    await staff.post('/admin/admin_group/edit', { id: group, rules: ['lead/index'] });
    await staff.post('/admin/lead/edit', { id, email: 'new@example.com' });
    proxy.mend();
    await until('the change', () => viewer.held('lead', id)?.revision === 2);
    expect(viewer.held('lead', id)?.row).toMatchObject({ name: 'Chen Yu', revision: 2 });
    expect(viewer.held('lead', id)?.row).not.toHaveProperty('email');
  });

  it('shows the reason and stays closed when the session was ended elsewhere', async () => {
    const staff = await superAdmin(fakeServer);
    const viewer = createViewer(staff);
    viewer.link.open();
    viewer.link.subscribe(LIST, undefined, {});
    await until('live', () => viewer.statuses.includes('live'));
    await staff.post('/admin/Index/logout', { refresh_token: staff.refreshToken });
    await until('the end', () => viewer.statuses.at(-1) === 'signed_out');
    expect(viewer.refreshes).toEqual([]);
  });
});
