/** The client's live connection against a real house, over a line that really breaks. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EVERYTHING } from '../../common/entity/filter';
import type { ChangeFrame, TopicSpec } from '../../common/protocol/live';
import { superAdmin, type Caller } from '../../server/testing/actors';
import { startWorld, type World } from '../../server/testing/world';
import type { LiveStatus } from '../shared/connection';
import { entitiesReducer, framesArrived, rowsArrived } from '../shared/entities';
import type { LiveLink } from '../shared/link';
import { createRenew } from '../shared/refresh';
import type { Tokens } from '../shared/session';
import { createLiveLink } from '../shared/socket';
import { startLossyProxy, type LossyProxy } from '../testing/lossyProxy';

const LIST: TopicSpec = { k: 'list', e: 'news_category', where: EVERYTHING, sort: [{ field: 'id', dir: 'desc' }] };
const SEEN_BREAK_MS = 2_600;

let world: World;
let proxy: LossyProxy;
let open: LiveLink[] = [];
beforeAll(async () => {
  world = await startWorld();
  proxy = await startLossyProxy(world.url);
});
afterEach(() => {
  for (const link of open) link.close();
  open = [];
  proxy.mend();
});
afterAll(async () => {
  await proxy.close();
  await world.end();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await pause(20);
  }
}

/** A client without a screen: its tokens, its rows, what its pill showed. */
function createViewer(caller: Caller) {
  let tokens: Tokens | undefined = { token: caller.token, refreshToken: caller.refreshToken };
  let state = entitiesReducer(undefined, { type: 'start' });
  const statuses: LiveStatus[] = [];
  const returns: number[] = [];
  const transport = { origin: world.url, fetch, headers: () => ({ server: 'true', batoken: tokens?.token ?? '' }) };
  const renewals: Tokens[] = [];
  const renew = createRenew({
    transport,
    held: () => tokens,
    shared: () => undefined,
    renewed: (_realm, next) => renewals.push((tokens = next)),
    ended: () => (tokens = undefined),
    lock: (_name, work) => work(),
  });
  const link = createLiveLink({
    url: `${proxy.url}/admin`,
    token: () => tokens?.token,
    renew: (failed) => renew('admin', failed),
    onFrames: (frames) => (state = entitiesReducer(state, framesArrived(frames))),
    onStatus: (status) => void statuses.push(status),
    onHeard: () => undefined,
    onAuthz: () => undefined,
    onReturn: (changes) => void returns.push(changes),
    isHidden: () => false,
    isOnline: () => true,
  });
  open.push(link);
  const frames: ChangeFrame[] = [];
  const changes = () => frames.flatMap(({ c }) => c);
  const follow = async () => {
    const { data } = await caller.get('/admin/news_category/index');
    state = entitiesReducer(state, rowsArrived({ e: 'news_category', rows: data.list }));
    link.watch(LIST, data.seq, { onFrame: (frame) => void frames.push(frame) });
  };
  const nameOf = (id: number) => state.rows['news_category']?.[id]?.row['name'];
  return { link, statuses, returns, renewals, changes, follow, nameOf };
}

let made = 0;
const add = async (caller: Caller) => {
  const { data } = await caller.post('/admin/news_category/add', { name: `Line ${++made}` });
  return Number(data.id);
};
const rename = (caller: Caller, id: number, name: string) => caller.post('/admin/news_category/edit', { id, name });

describe('the live connection', () => {
  it('brings exactly what was missed while the line was cut, each change once', async () => {
    const staff = await superAdmin(world);
    const id = await add(staff);
    const viewer = createViewer(staff);
    await viewer.follow();
    viewer.link.open();
    await until('live', () => viewer.statuses.includes('live'));
    await rename(staff, id, 'Before the break');
    await until('the first change', () => viewer.nameOf(id) === 'Before the break');

    proxy.cut();
    await rename(staff, id, 'During the break');
    const other = await add(staff);
    await pause(SEEN_BREAK_MS);
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

  it('hides a short break and still misses nothing', async () => {
    const staff = await superAdmin(world);
    const id = await add(staff);
    const viewer = createViewer(staff);
    await viewer.follow();
    viewer.link.open();
    await until('live', () => viewer.statuses.includes('live'));
    proxy.cut();
    await rename(staff, id, 'Meanwhile');
    proxy.mend();
    await until('the change', () => viewer.nameOf(id) === 'Meanwhile');
    expect(viewer.statuses).toEqual(['connecting', 'live']);
  });

  it('renews an expired token by itself and goes on where it was', async () => {
    const staff = await superAdmin(world);
    const id = await add(staff);
    const viewer = createViewer(staff);
    await viewer.follow();
    viewer.link.open();
    await until('live', () => viewer.statuses.includes('live'));
    world.pass(20 * 60 * 1000);
    const later = await superAdmin(world);
    await until('a new token', () => viewer.renewals.length > 0);
    await rename(later, id, 'With a new token');
    await until('the change', () => viewer.nameOf(id) === 'With a new token');
    expect(viewer.renewals).toHaveLength(1);
    expect(viewer.changes()).toHaveLength(1);
  });

  it('says so and stays closed when the session was ended elsewhere', async () => {
    const staff = await superAdmin(world);
    const viewer = createViewer(staff);
    viewer.link.open();
    viewer.link.watch(LIST, undefined, {});
    await until('live', () => viewer.statuses.includes('live'));
    await staff.post('/admin/Index/logout', { refresh_token: staff.refreshToken });
    await until('the end', () => viewer.statuses.at(-1) === 'signed_out');
    expect(viewer.renewals).toEqual([]);
  });
});
