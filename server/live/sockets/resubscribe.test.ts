/** Resubscription: a returning client gets missed changes once; after a permission change nothing is sent under the old permissions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  allThings,
  createThing,
  frameOps,
  actorEntities,
  foldFrames,
  thing,
  renameThing,
  pollUntil,
} from '../../testing/live/listFixtures';
import type { LiveClient } from '../../testing/live/liveClient';
import { memberActor, openLiveHarness, createLiveStaffActor, type LiveHarness } from '../../testing/live/liveHarness';
import { sampleDialects } from '../../testing/sampleDialects';
import { logSessionEnd } from '../permissions/permissionAudience';

describe.each(sampleDialects())('resubscription and permission changes on %s', (dialect) => {
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
  const nextId = () => (next += 1);
  const titlesNow = () => new Map([...harness.rows('thing').values()].map((row) => [row['id'], row['title']]));

  /** Stops a client from reading and writes so much that it is paused. */
  const stall = async (client: LiveClient, id: number) => {
    const { engine } = client.socket.io;
    const wire = (engine.transport as unknown as { ws: { _socket: { pause(): void; resume(): void } } }).ws._socket;
    wire.pause();
    const bigText = 'x'.repeat(200_000);
    for (let count = 0; count < 60 && harness.live().stats()?.paused === 0; count += 1) {
      await harness.write(renameThing(id, `${bigText}${count}`));
      await sleep(60);
    }
    await pollUntil(() => harness.live().stats()?.paused === 1);
    return wire;
  };

  describe('resubscription', () => {
    it('sends a client 500 missed writes without repeating any', async () => {
      await harness.write(...Array.from({ length: 40 }, () => createThing(nextId())));
      await harness.whenDelivered();
      const before = await harness.connect('admin:1');
      const { s } = await before.subscribe('a', allThings);
      const start = titlesNow() as Map<number, unknown>;
      before.close();
      const ids = [...harness.rows('thing').keys()].slice(0, 40);
      for (let count = 0; count < 500; count += 1)
        await harness.write(renameThing(ids[count % ids.length] ?? 1, `missed ${count}`));
      await harness.whenDelivered();
      const after = await harness.connect('admin:1');
      await after.subscribe('a', allThings, s);
      await harness.whenDelivered();
      expect(after.frames).toHaveLength(1);
      expect(new Set(frameOps(after)).size).toBe(after.frames[0]?.c.length);
      expect(foldFrames(after, start)).toEqual(titlesNow());
    });
    it('serves older cursors from the database after a restart, and resets those of another log', async () => {
      const { s } = await (await harness.connect('admin:1')).subscribe('a', allThings);
      const id = nextId();
      await harness.write(createThing(id));
      await harness.restart({ warm: false });
      const client = await harness.connect('admin:1');
      expect(harness.live().stats()?.ring.changes).toBe(0);
      await client.subscribe('a', allThings, s);
      await harness.whenDelivered();
      expect(frameOps(client)).toEqual([`enter ${id}`]);
      await client.subscribe('b', allThings, s, 'another life');
      await pollUntil(() => client.resets.length === 1);
      expect(client.resets[0]?.why).toBe('epoch');
      const far = await client.subscribe('c', allThings, '999999999');
      await pollUntil(() => client.resets.length === 2);
      expect(client.resets[1]).toMatchObject({ t: [far.topic], why: 'epoch' });
    });
    it('limits the work for one request with many old cursors', async () => {
      await harness.write(...Array.from({ length: 2_000 }, () => createThing(nextId())));
      await harness.whenDelivered();
      const client = await harness.connect('admin:1');
      const position = Number((await client.subscribe('now', allThings)).s);
      const places = Array.from({ length: 100 }, (_, index) => ({
        t: `t${index}`,
        spec: allThings,
        since: String(position - 100 - index * 18),
      }));
      const start = performance.now();
      expect(await client.ask({ epoch: '', topics: places })).toMatchObject({ ok: true });
      expect(performance.now() - start).toBeLessThan(3_000);
      await pollUntil(() => client.frames.length + client.resets.length === 100);
      expect(client.frames.length).toBeGreaterThan(10);
      expect(client.resets.length).toBeGreaterThan(10);
    });
    it('resets cursors older than the log', async () => {
      const { s } = await (await harness.connect('admin:1')).subscribe('a', allThings);
      await harness.write(createThing(nextId()));
      await harness.write(createThing(nextId()));
      await harness.db.transact((tx) => tx.run('UPDATE change_head SET low = last'));
      await harness.restart({ warm: false });
      const client = await harness.connect('admin:1');
      await client.subscribe('a', allThings, s);
      await pollUntil(() => client.resets.length === 1);
      expect(client.resets[0]?.why).toBe('floor');
    });
    it('sends hidden pages one frame every two seconds', async () => {
      const client = await harness.connect('admin:1');
      await client.subscribe('a', allThings);
      client.socket.emit('vis', { hidden: true });
      const id = nextId();
      await sleep(50);
      await harness.write(createThing(id));
      await harness.write(renameThing(id, 'seen once'));
      await harness.whenDelivered();
      expect(client.frames).toEqual([]);
      harness.clock.skip(2_000);
      await pollUntil(() => client.frames.length === 1);
      expect(foldFrames(client).get(id)).toBe('seen once');
      await harness.write(renameThing(id, 'shown'));
      client.socket.emit('vis', { hidden: false });
      await pollUntil(() => foldFrames(client).get(id) === 'shown');
    });
    it('queues nothing for a client that does not read, and catches it up later', async () => {
      const [slow, healthy] = [await harness.connect('admin:1'), await harness.connect('admin:1')];
      await slow.subscribe('a', allThings);
      await healthy.subscribe('a', allThings);
      const id = nextId();
      await harness.write(createThing(id));
      await pollUntil(() => slow.frames.length === 1);
      const wire = await stall(slow, id);
      await harness.write(renameThing(id, 'last'));
      await pollUntil(() => foldFrames(healthy).get(id) === 'last');
      wire.resume();
      await pollUntil(() => harness.live().stats()?.paused === 0);
      await pollUntil(() => foldFrames(slow).get(id) === 'last');
      expect(slow.resets).toEqual([]);
    });
    it('resets a client that read nothing for a minute, and disconnects it after five', async () => {
      const [late, dead] = [await harness.connect('admin:1'), await harness.connect('admin:2')];
      const { topic } = await late.subscribe('a', allThings);
      const id = nextId();
      await harness.write(createThing(id));
      const wire = await stall(late, id);
      harness.clock.skip(61_000);
      wire.resume();
      await pollUntil(() => late.resets.length > 0);
      expect(late.resets[0]).toMatchObject({ t: [topic], why: 'slow' });
      expect(late.socket.connected).toBe(true);
      await dead.subscribe('a', allThings);
      const line = await stall(dead, id);
      const before = harness.live().stats()?.sockets ?? 0;
      harness.clock.skip(301_000);
      await pollUntil(() => harness.live().stats()?.sockets === before - 1);
      expect(harness.live().stats()?.paused).toBe(0);
      line.resume();
      await pollUntil(() => !dead.socket.connected);
    });
  });

  describe('permission changes', () => {
    it('apply in log order: nothing later is sent under the old permissions', async () => {
      const client = await harness.connect('admin:2');
      const first = await client.subscribe('a', allThings);
      const { topic } = first;
      expect(first).toMatchObject({ hidden: ['delete_time'] });
      const id = nextId();
      await harness.write(createThing(id));
      await harness.whenDelivered();
      expect(client.raw.join()).toContain(`PHONE-${id}`);
      harness.actors.set('admin:2', createLiveStaffActor(2, ['thing/index']));
      await harness.write(
        { ent: 'admin', op: 'c', id: 2 },
        { ent: 'thing', op: 'u', id, set: { phone: 'PHONE-LATER' } },
      );
      await harness.whenDelivered();
      expect(client.authz).toEqual([{ why: 'status' }]);
      expect(client.resets).toEqual([{ t: [topic], why: 'perm', jitter: 0 }]);
      expect(client.raw.join()).not.toContain('PHONE-LATER');
      const resubscribed = await client.subscribe('a', allThings);
      expect(resubscribed.topic).not.toBe(topic);
      expect(resubscribed).toMatchObject({ hidden: ['delete_time', 'phone'] });
      await harness.write({ ent: 'thing', op: 'u', id, set: { phone: 'PHONE-EVEN-LATER', title: 'seen' } });
      await harness.whenDelivered();
      expect(client.frames.at(-1)?.c[0]?.set).toMatchObject({ title: 'seen' });
      expect(client.raw.join()).not.toContain('PHONE-EVEN-LATER');
    });
    it('name their author to staff, and not to members', async () => {
      const [client, reader] = [await harness.connect('admin:2'), await harness.connect('member:1')];
      harness.actors.set('admin:2', createLiveStaffActor(2, ['thing/index']));
      harness.actors.set('member:1', memberActor(1, { company_id: 7 }));
      await harness.write({ ent: 'admin', op: 'c', id: 2, actor: 'admin:1' });
      await harness.write({ ent: 'user', op: 'c', id: 1, actor: 'admin:1' });
      await pollUntil(() => client.authz.length > 0 && reader.authz.length > 0);
      expect(client.authz).toEqual([{ why: 'status', by: { id: 'admin:1', name: 'admin:1' } }]);
      expect(reader.authz).toEqual([{ why: 'status' }]);
    });
    it('reset a subscription with a cursor before the change', async () => {
      const id = nextId();
      const before = await harness.write(createThing(id));
      await harness.whenDelivered();
      const client = await harness.connect('admin:2');
      harness.actors.set('admin:2', createLiveStaffActor(2, ['thing/index']));
      await harness.write({ ent: 'admin', op: 'u', id: 2, set: { title: 'fewer rights' } });
      await pollUntil(() => client.authz.length > 0);
      const { topic } = await client.subscribe('a', allThings, String(before));
      await pollUntil(() => client.resets.length > 0);
      expect(client.resets[0]).toMatchObject({ t: [topic], why: 'perm' });
      const [head] = await harness.db.rows<{ last: number }>('SELECT last FROM change_head');
      await client.subscribe('b', allThings, String(head?.last));
      await harness.whenDelivered();
      expect(client.resets).toHaveLength(1);
    });
    it('do not affect clients whose permissions are equal', async () => {
      const client = await harness.connect('admin:2');
      await client.subscribe('a', allThings);
      await harness.write({ ent: 'admin', op: 'u', id: 2, set: { title: 'renamed' } });
      await harness.whenDelivered();
      expect([client.authz, client.resets]).toEqual([[], []]);
    });
    it('disconnect clients without access and those whose session ended', async () => {
      const [first, second] = [await harness.connect('admin:2'), await harness.connect('member:1')];
      harness.actors.delete('admin:2');
      await harness.write({ ent: 'admin', op: 'u', id: 2, set: { title: 'disabled' } });
      await pollUntil(() => !first.socket.connected);
      expect(first.byes).toEqual([{ code: 401 }]);
      harness.actors.delete('member:1');
      await harness.db.transact((tx) => logSessionEnd(tx, harness.db.dialect, 'member:1', Date.now()));
      harness.live().wakeTailer();
      await pollUntil(() => !second.socket.connected);
    });
  });
});
