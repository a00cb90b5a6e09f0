/** Presence over real sockets: what colleagues receive, what is hidden, and when tabs are removed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { defineEntity } from '../../../common/entity/entity';
import { integer, onOff, password, text } from '../../../common/entity/field';
import type { FocusRequest } from '../../../common/protocol/liveEvents';
import { isInField, listTabs, waitUntil, watchPresence, type PresenceClient } from '../../testing/live/presenceClient';
import { logSessionEnd } from '../permissions/permissionAudience';
import { memberActor, openLiveHarness, createLiveStaffActor, type LiveHarness } from '../../testing/live/liveHarness';

const labels = { $one: 'Thing', $many: 'Things' };
const names = {
  title: 'a',
  owner_id: 'b',
  phone: 'c',
  code: 'd',
  status: ['g', { disabled: 'h', enabled: 'i' }],
} as const;
const thing = defineEntity('thing', {
  menu: 'news',
  icon: 'article',
  sensitivity: 'public',
  owner: 'owner_id',
  fields: {
    title: text({ required: true, search: true }),
    owner_id: integer(),
    phone: text({ sensitivity: 'restricted' }),
    code: password(),
    status: onOff(),
  },
  title: 'title',
  list: { columns: ['id', 'title'] },
  form: ['title'],
  access: { staff: 'crud', member: { read: true } },
  labels: { en: { ...labels, ...names }, 'zh-cn': { ...labels, ...names } },
});

/** Longer than the minimal interval of a presence room. */
const QUIET = 700;

describe('presence', () => {
  let harness: LiveHarness;
  let open: PresenceClient[] = [];
  const enter = async (principal: string, place: Partial<FocusRequest> = { e: 'thing' }) => {
    const watcher = watchPresence(await harness.connect(principal));
    open.push(watcher);
    await watcher.focus(place);
    return watcher;
  };
  beforeAll(async () => {
    harness = await openLiveHarness('sqlite', [thing]);
    harness.actors.set('admin:1', createLiveStaffActor(1, [], { isSuper: true, name: 'Ann' }));
    harness.actors.set(
      'admin:2',
      createLiveStaffActor(2, ['thing/index', 'thing/edit'], { scope: 'all', name: 'Ben' }),
    );
    harness.actors.set('admin:3', createLiveStaffActor(3, ['thing/index', 'thing/edit'], { scope: [3], name: 'Cem' }));
    harness.actors.set('admin:4', createLiveStaffActor(4, [], { scope: 'all', name: 'Dan' }));
    harness.actors.set('member:5', memberActor(5, { name: 'Eve' }));
    await harness.write(
      { ent: 'thing', op: 'c', id: 1, set: { title: 'one', owner_id: 9 } },
      { ent: 'thing', op: 'c', id: 2, set: { title: 'two', owner_id: 3 } },
    );
    await harness.whenDelivered();
  });
  afterEach(async () => {
    for (const { client } of open) client.close();
    await waitUntil(() => harness.live().stats()?.sockets === 0, 'all sockets gone');
    open = [];
  });
  afterAll(() => harness.close());

  it('shows a tab at screen, row and field within half a second, and its leaving at once', async () => {
    const ben = await enter('admin:2');
    await waitUntil(() => ben.you() !== '', 'the first frame');
    const ann = await enter('admin:1');
    await waitUntil(() => isInField(ben, 'admin:1', null, null), 'Ann on the list');
    await ann.focus({ e: 'thing', id: 1 });
    await ann.focus({ e: 'thing', id: 1, f: 'title' });
    const took = await waitUntil(() => isInField(ben, 'admin:1', 1, 'title'), 'Ann at the title');
    expect(took).toBeLessThan(600);
    expect(ben.people().find(({ p }) => p === 'admin:1')?.name).toBe('Ann');
    await sleep(QUIET);
    ann.client.close();
    expect(await waitUntil(() => listTabs(ben, 'admin:1').length === 0, 'Ann gone')).toBeLessThan(600);
  });

  it('shows two tabs of one person as one person', async () => {
    const ben = await enter('admin:2', { e: 'thing', id: 1 });
    const first = await enter('admin:1', { e: 'thing', id: 1 });
    await enter('admin:1', { e: 'thing', id: 1 });
    await waitUntil(() => listTabs(ben, 'admin:1').length === 2, 'two tabs');
    expect(ben.people()).toHaveLength(2);
    await waitUntil(() => listTabs(first, 'admin:1').length === 2, 'own other tab');
    expect(listTabs(first, 'admin:1').map((tab) => tab.s)).toContain(first.you());
  });

  it('removes a silent tab, and before that its claim to a field without typing', async () => {
    const ben = await enter('admin:2', { e: 'thing', id: 1 });
    await enter('admin:1', { e: 'thing', id: 1, f: 'title' });
    await waitUntil(() => isInField(ben, 'admin:1', 1, 'title'), 'the claim');
    const renewLeases = () =>
      Promise.all(open.map((client) => client.focus({ e: 'thing', id: 1, ...(client === ben ? {} : { f: 'title' }) })));
    harness.clock.skip(8_000);
    await renewLeases();
    harness.clock.skip(8_000);
    await renewLeases();
    await waitUntil(() => isInField(ben, 'admin:1', 1, null), 'the claim over');
    harness.clock.skip(16_000);
    await ben.focus({ e: 'thing', id: 1 });
    await waitUntil(() => listTabs(ben, 'admin:1').length === 0, 'the silent tab gone');
  });

  it('refuses unreadable rows, entities and fields, and all members', async () => {
    const cem = await enter('admin:3');
    expect(await cem.focus({ e: 'thing', id: 2 })).toEqual({ ok: true });
    expect(await cem.focus({ e: 'thing', id: 1 })).toEqual({ ok: false, code: 404 });
    expect(await cem.focus({ e: 'thing', id: 999 })).toEqual({ ok: false, code: 404 });
    expect(await cem.focus({ e: 'thing', id: 2, f: 'phone' })).toEqual({ ok: false, code: 404 });
    expect(await cem.focus({ e: 'thing', id: 2, f: 'nothing' })).toEqual({ ok: false, code: 404 });
    expect(await cem.focus({ e: 'nowhere' })).toEqual({ ok: false, code: 404 });
    const dan = await enter('admin:4');
    expect(await dan.focus({ e: 'thing', id: 1 })).toEqual({ ok: false, code: 404 });
    const eve = await enter('member:5');
    expect(await eve.focus({ e: 'thing', id: 1 })).toEqual({ ok: false, code: 404 });
    await enter('admin:1', { e: 'thing', id: 1 });
    await sleep(QUIET);
    expect([...dan.frames, ...eve.frames]).toEqual([]);
  });

  it('hides people at unreadable rows and fields', async () => {
    const cem = await enter('admin:3');
    const ben = await enter('admin:2');
    const ann = await enter('admin:1', { e: 'thing', id: 1, f: 'title' });
    await waitUntil(() => isInField(ben, 'admin:1', 1, 'title'), 'Ben sees it');
    await sleep(QUIET);
    expect(cem.client.raw.join()).not.toMatch(/Ann|admin:1/);
    await ann.focus({ e: 'thing', id: 2, f: 'phone' });
    await waitUntil(() => isInField(cem, 'admin:1', 2, null), 'Cem sees the person');
    await sleep(QUIET);
    expect(cem.client.raw.join() + ben.client.raw.join()).not.toMatch(/phone/);
  });

  it('removes people when the row leaves the scope or permissions are revoked', async () => {
    const cem = await enter('admin:3');
    await enter('admin:1', { e: 'thing', id: 2 });
    await waitUntil(() => isInField(cem, 'admin:1', 2, null), 'Ann at the row');
    await harness.write({ ent: 'thing', op: 'u', id: 2, set: { owner_id: 9 } });
    await waitUntil(() => listTabs(cem, 'admin:1').length === 0, 'Ann hidden');
    await harness.write({ ent: 'thing', op: 'u', id: 2, set: { owner_id: 3 } });
    await waitUntil(() => isInField(cem, 'admin:1', 2, null), 'Ann back');
    const ben = await enter('admin:2');
    const actorBefore = harness.actors.get('admin:2');
    await waitUntil(() => ben.people().length > 0, 'Ben sees somebody');
    harness.actors.set('admin:2', createLiveStaffActor(2, [], { name: 'Ben' }));
    await harness.db.transact((tx) => logSessionEnd(tx, harness.db.dialect, 'admin:2', Date.now()));
    harness.live().wakeTailer();
    await waitUntil(() => ben.people().length === 0, 'Ben sees nobody');
    await waitUntil(() => listTabs(cem, 'admin:2').length === 0, 'nobody sees Ben');
    if (actorBefore) harness.actors.set('admin:2', actorBefore);
  });

  it('removes the tab of a hidden page', async () => {
    const ben = await enter('admin:2');
    const ann = await enter('admin:1', { e: 'thing', id: 1 });
    await waitUntil(() => isInField(ben, 'admin:1', 1, null), 'Ann');
    ann.client.socket.emit('vis', { hidden: true });
    await waitUntil(() => listTabs(ben, 'admin:1').length === 0, 'Ann hidden');
    await ann.focus({ e: 'thing', id: 1 });
    await sleep(QUIET);
    expect(listTabs(ben, 'admin:1')).toEqual([]);
    ann.client.socket.emit('vis', { hidden: false });
    await sleep(50);
    await ann.focus({ e: 'thing', id: 1 });
    await waitUntil(() => isInField(ben, 'admin:1', 1, null), 'Ann back');
    await waitUntil(() => isInField(ann, 'admin:2', null, null), 'Ann gets everything again');
  });

  it('sends a room at most two frames per second', async () => {
    const ben = await enter('admin:2');
    const ann = await enter('admin:1', { e: 'thing', id: 1 });
    await sleep(1_200);
    const before = ben.frames.length;
    const since = performance.now();
    for (let count = 0; count < 30; count += 1) await ann.focus({ e: 'thing', id: 1, f: count % 2 ? 'title' : null });
    await waitUntil(() => isInField(ben, 'admin:1', 1, 'title'), 'the last state');
    await sleep(QUIET);
    const seconds = (performance.now() - since) / 1_000;
    // A burst of two, then two per second; states in between are not sent.
    expect(ben.frames.length - before).toBeLessThanOrEqual(3 + 2 * seconds);
  });

  it('disconnects only the client with malformed events', async () => {
    const ben = await enter('admin:2');
    const ann = await enter('admin:1', { e: 'thing', id: 1 });
    await waitUntil(() => isInField(ben, 'admin:1', 1, null), 'Ann');
    const say = (event: 'focus' | 'ask', ...rest: unknown[]) =>
      ann.client.socket.emit(event, ...(rest as [never, never]));
    say('focus', { e: 'thing', id: 1, f: null, more: 1 });
    say('ask', { k: 'ask', to: { any: 1 } });
    say('focus', 'x'.repeat(1_000));
    await waitUntil(() => ann.client.byes.length > 0, 'the goodbye');
    expect(ann.client.byes[0]?.code).toBe(429);
    await waitUntil(() => listTabs(ben, 'admin:1').length === 0, 'Ann gone');
    expect(ben.client.socket.connected).toBe(true);
  });

  it('delivers a handover request and its response, and no response without a request', async () => {
    const ann = await enter('admin:1', { e: 'thing', id: 1, f: 'title' });
    const ben = await enter('admin:2', { e: 'thing', id: 1 });
    await waitUntil(() => isInField(ben, 'admin:1', 1, 'title'), 'the claim');
    expect(await ann.sendHandover({ k: 'answer', to: ben.you(), f: 'title', go: true })).toEqual({
      ok: false,
      code: 410,
    });
    expect(await ben.sendHandover({ k: 'ask', to: ann.you() })).toEqual({ ok: true });
    expect(await ben.sendHandover({ k: 'ask', to: ann.you() })).toEqual({ ok: false, code: 429 });
    await waitUntil(() => ann.handoverNotices.length === 1, 'the question');
    expect(ann.handoverNotices[0]).toEqual({
      k: 'ask',
      from: { s: ben.you(), p: 'admin:2', name: 'Ben' },
      e: 'thing',
      id: 1,
      f: 'title',
    });
    expect(await ann.sendHandover({ k: 'answer', to: ben.you(), f: 'title', go: true })).toEqual({ ok: true });
    await waitUntil(() => ben.handoverNotices.length === 1, 'the response');
    expect(ben.handoverNotices[0]).toMatchObject({ k: 'answer', go: true, f: 'title', from: { name: 'Ann' } });
    expect(await ann.sendHandover({ k: 'answer', to: ben.you(), f: 'title', go: true })).toEqual({
      ok: false,
      code: 410,
    });
    const cem = await enter('admin:3', { e: 'thing', id: 2 });
    expect(await cem.sendHandover({ k: 'ask', to: ann.you() })).toEqual({ ok: false, code: 410 });
  });
});
