/** Edge cases of the live channel: admission, protocol violations, storms, and gaps in the log. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  allThings,
  createThing,
  frameOps,
  actorEntities,
  thing,
  renameThing,
  pollUntil,
} from '../testing/live/listFixtures';
import {
  memberActor,
  openLiveHarness,
  createLiveStaffActor,
  type RowChange,
  type LiveHarness,
} from '../testing/live/liveHarness';
import { sampleDialects } from '../testing/sampleDialects';
import { TIMING } from './timing';

describe.each(sampleDialects())('edge cases of the live channel on %s', (dialect) => {
  let harness: LiveHarness;
  beforeAll(async () => {
    harness = await openLiveHarness(dialect, [thing, ...actorEntities]);
  });
  beforeEach(() => {
    harness.actors.set('admin:1', createLiveStaffActor(1, [], { isSuper: true }));
    harness.actors.set('admin:2', createLiveStaffActor(2, ['thing/index', 'thing/see_restricted']));
    harness.actors.set('member:1', memberActor(1));
    harness.expiries.clear();
  });
  afterAll(() => harness.close());
  let next = 0;
  const nextThingId = () => (next += 1);

  describe('connecting', () => {
    it('responds with 401 to unknown tokens, 409 to expired ones, and refuses other origins', async () => {
      await expect(harness.connect('admin:99')).rejects.toMatchObject({ code: 401 });
      harness.expiries.set('admin:1', Date.now() - 1);
      await expect(harness.connect('admin:1')).rejects.toMatchObject({ code: 409 });
      harness.expiries.clear();
      await expect(harness.connect('admin:1', { origin: 'http://evil.example' })).rejects.toThrow();
      await expect(harness.connect('admin:1', { origin: harness.url() })).resolves.toBeDefined();
    });
    it('accepts twenty connections of one principal and responds with 429 to the next', async () => {
      harness.actors.set('admin:20', createLiveStaffActor(20));
      const clients = [];
      for (let count = 0; count < 20; count += 1) clients.push(await harness.connect('admin:20'));
      await expect(harness.connect('admin:20')).rejects.toMatchObject({ code: 429 });
      for (const client of clients) client.close();
    });
    it('accepts a new token on the connection, and disconnects after the grace period without one', async () => {
      harness.expiries.set('admin:1', harness.clock.now() + 60_000);
      const [renewed, forgotten] = [await harness.connect('admin:1'), await harness.connect('admin:1')];
      const later = harness.clock.now() + 3_600_000;
      harness.expiries.set('admin:1', later);
      expect(await renewed.auth('admin:1')).toMatchObject({ ok: true, exp: later });
      harness.clock.skip(80_000);
      await sleep(700);
      expect(forgotten.socket.connected).toBe(true);
      harness.clock.skip(20_000);
      await pollUntil(() => !forgotten.socket.connected);
      expect(forgotten.byes).toEqual([{ code: 401 }]);
      expect(renewed.socket.connected).toBe(true);
      expect(await renewed.auth('admin:2')).toMatchObject({ ok: false, code: 401 });
      await pollUntil(() => !renewed.socket.connected);
    });
  });

  describe('protocol violations', () => {
    it('responds with 400 to malformed events and disconnects at the third', async () => {
      const client = await harness.connect('admin:1');
      expect(await client.ask({ nonsense: true })).toMatchObject({ ok: false, code: 400 });
      expect(await client.ask(['x'.repeat(50_000)])).toMatchObject({ ok: false, code: 400 });
      client.socket.emit('unsub', 7 as never);
      await pollUntil(() => !client.socket.connected);
      expect(client.byes[0]?.code).toBe(429);
    });
    it('disconnects a flooding client and does not affect others', async () => {
      const [calm, flood] = [await harness.connect('admin:1'), await harness.connect('admin:2')];
      await calm.subscribe('a', allThings);
      for (let count = 0; count < 2_000; count += 1) flood.socket.emit('unsub', { t: ['x'] });
      const id = nextThingId();
      await harness.write(createThing(id));
      await pollUntil(() => !flood.socket.connected);
      await harness.whenDelivered();
      expect(frameOps(calm)).toEqual([`enter ${id}`]);
      expect(calm.socket.connected).toBe(true);
    });
    it('refuses the 201st topic and filters over 2 KB', async () => {
      const client = await harness.connect('admin:1');
      const topics = Array.from({ length: 200 }, (_, index) => ({
        t: `t${index}`,
        spec: { k: 'row', e: 'thing', id: index + 1 },
      }));
      expect(await client.ask({ epoch: '', topics })).toMatchObject({ ok: true });
      const more = await client.ask({ epoch: '', topics: [{ t: 'more', spec: allThings }] });
      expect(more).toMatchObject({ ok: true, r: { more: { ok: false, code: 429 } } });
      const value = 'x'.repeat(2_100);
      const longRequest = await client.ask({
        epoch: '',
        topics: [{ t: 't0', spec: { ...allThings, where: { field: 'title', op: '=', value } } }],
      });
      expect(longRequest).toMatchObject({ r: { t0: { ok: false, code: 400 } } });
      const deep = `${'{"all":['.repeat(3_000)}${']}'.repeat(3_000)}`;
      const spec = `{"k":"list","e":"thing","sort":[],"where":${deep}}`;
      client.socket.io.engine.write(`2/admin,99["sub",{"epoch":"","topics":[{"t":"t0","spec":${spec}}]}]`);
      await pollUntil(() => client.raw.some((text) => text.startsWith('3/admin,99') && text.includes('"code":400')));
      expect(client.socket.connected).toBe(true);
    });
  });

  describe('many changes', () => {
    it('folds changes between two frames: u+u, enter+leave, leave+enter', async () => {
      const client = await harness.connect('admin:1');
      const [kept, returning, shortLived] = [nextThingId(), nextThingId(), nextThingId()];
      await harness.write(createThing(kept), createThing(returning));
      await harness.whenDelivered();
      await client.subscribe('a', { ...allThings, where: { field: 'status', op: '=', value: 1 } });
      const [title, status] = [
        (value: string) => renameThing(kept, value),
        (id: number, value: number): RowChange => ({ ent: 'thing', op: 'u', id, set: { status: value } }),
      ];
      await harness.write(title('one'));
      await harness.whenDelivered();
      client.frames.length = 0;
      // In one transaction: between several, this node may read the log and publish a part.
      await harness.writeOnOtherNode(
        ...[title('two'), createThing(shortLived), status(returning, 0), title('three'), status(shortLived, 0)],
        ...[status(returning, 1), renameThing(returning, 'again')],
      );
      await harness.whenDelivered();
      expect(client.frames).toHaveLength(1);
      expect(frameOps(client)).toEqual([`u ${kept}`, `u ${returning}`]);
      expect(client.frames[0]?.c.map((change) => change.set?.['title'])).toEqual(['three', 'again']);
    });
    it('publishes the first change of a topic at once and later ones at the minimal interval', async () => {
      const client = await harness.connect('admin:1');
      const id = nextThingId();
      await harness.write(createThing(id));
      await harness.whenDelivered();
      await client.subscribe('a', allThings);
      const start = Date.now();
      while (Date.now() - start < 1_000) await harness.write(renameThing(id, `at ${Date.now()}`));
      await harness.whenDelivered();
      const maxFrames = 2 + (Date.now() - start) / TIMING.minFlushMs;
      expect(client.frames.length).toBeGreaterThan(5);
      expect(client.frames.length).toBeLessThanOrEqual(maxFrames);
    });
    it('sends only the count of new rows in a storm, with an exact total', async () => {
      const client = await harness.connect('admin:1');
      await client.subscribe('a', allThings);
      const first = next + 1;
      for (let count = 0; count < 6; count += 1)
        await harness.write(...Array.from({ length: 100 }, () => createThing(nextThingId())));
      await harness.whenDelivered();
      const received = client.frames.flatMap((frame) => frame.c).filter((change) => change.op === 'enter').length;
      const counted = client.frames.reduce((sum, frame) => sum + (frame.n?.enter ?? 0), 0);
      expect(counted).toBeGreaterThan(0);
      expect(received + counted).toBe(next - first + 1);
    });
    it('processes a transaction longer than a batch as a whole', async () => {
      const client = await harness.connect('admin:1');
      await client.subscribe('a', allThings);
      await harness.write(...Array.from({ length: 2_500 }, () => createThing(nextThingId())));
      await harness.whenDelivered();
      expect(client.frames.map((frame) => frame.n)).toEqual([{ enter: 2_500, leave: 0 }]);
    });
    it('resets a topic with too many changes', async () => {
      const client = await harness.connect('admin:1');
      const { topic } = await client.subscribe('a', allThings);
      const ids = [...harness.rows('thing').keys()].slice(0, 500);
      for (let round = 0; round < 6; round += 1)
        await harness.writeOnOtherNode(...ids.map((id) => renameThing(id, `round ${round}`)));
      // Only distinct rows count: changes of one row fold into one.
      await harness.whenDelivered();
      expect(client.resets).toEqual([]);
      const manyIds = Array.from({ length: TIMING.maxChangesPerSecond + 1 }, nextThingId);
      await harness.write(...manyIds.map((id) => createThing(id)));
      await harness.whenDelivered();
      await harness.write(...manyIds.map((id) => renameThing(id, 'storm')));
      await pollUntil(() => client.resets.length > 0);
      expect(client.resets[0]).toMatchObject({ t: [topic], why: 'storm' });
    });
  });
  it('sends watermarks that are encrypted for members', async () => {
    const [admin, member] = [await harness.connect('admin:1'), await harness.connect('member:1')];
    await sleep(600);
    harness.clock.skip(31_000);
    await pollUntil(() => admin.ticks.length > 0 && member.ticks.length > 0);
    expect(admin.ticks[0]?.s).toBe(String(harness.live().stats()?.position));
    expect(member.ticks[0]?.s).toMatch(/^[\w-]{48}$/);
  });
  it('publishes writes of other nodes within the polling interval', async () => {
    const client = await harness.connect('admin:1');
    await client.subscribe('a', allThings);
    const id = nextThingId();
    await harness.writeOnOtherNode(createThing(id));
    await pollUntil(() => frameOps(client).includes(`enter ${id}`), 3_000);
  });
  it('resets all topics when the epoch of the log changes', async () => {
    const client = await harness.connect('admin:1');
    const { topic } = await client.subscribe('a', allThings);
    await harness.db.transact((tx) => tx.run("UPDATE change_head SET epoch = 'second'"));
    await pollUntil(() => client.resets.length > 0, 4_000);
    expect(client.resets[0]).toMatchObject({ t: [topic], why: 'epoch' });
    expect((await client.subscribe('a', allThings, undefined, 'second')).epoch).toBe('second');
  });
  it('stops with an error at a gap in the log', async () => {
    await harness.db.transact((tx) => tx.run('UPDATE change_head SET last = last + 1'));
    await harness.write(createThing(nextThingId()));
    await pollUntil(() => harness.live().stats()?.tailer.failure !== null, 4_000);
    expect(harness.live().stats()?.tailer.gaps).toBeGreaterThan(0);
  });
});
