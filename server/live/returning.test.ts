/** Who comes back hears what was missed, once; who loses rights hears nothing more under the old ones. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { all, made, ops, people, picture, thing, titled, until } from '../testing/edgeThings';
import type { Client } from '../testing/liveClient';
import { dialects, member, openRig, sleep, staff, type Rig } from '../testing/liveRig';
import { logEndedSession } from './rights';

describe.each(dialects)('coming back and losing rights on %s', (dialect) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await openRig(dialect, [thing, ...people]);
  });
  beforeEach(() => {
    rig.actors.set('admin:1', staff(1, [], { super: true }));
    rig.actors.set('admin:2', staff(2, ['thing/index', 'thing/see_restricted']));
    rig.actors.set('member:1', member(1));
    rig.expiries.clear();
  });
  afterAll(() => rig.close());
  let next = 0;
  const fresh = () => (next += 1);
  const titlesNow = () => new Map([...rig.rows('thing').values()].map((row) => [row['id'], row['title']]));

  /** A reader that stops reading, and so much for it that it is set aside. */
  const stall = async (client: Client, id: number) => {
    const { engine } = client.socket.io;
    const wire = (engine.transport as unknown as { ws: { _socket: { pause(): void; resume(): void } } }).ws._socket;
    wire.pause();
    const big = 'x'.repeat(200_000);
    for (let count = 0; count < 60 && rig.live().stats()?.paused === 0; count += 1) {
      await rig.write(titled(id, `${big}${count}`));
      await sleep(60);
    }
    await until(() => rig.live().stats()?.paused === 1);
    return wire;
  };

  describe('coming back', () => {
    it('brings a client that missed 500 writes to the same picture without telling anything twice', async () => {
      await rig.write(...Array.from({ length: 40 }, () => made(fresh())));
      await rig.settled();
      const before = await rig.connect('admin:1');
      const { s } = await before.sub('a', all);
      const start = titlesNow() as Map<number, unknown>;
      before.close();
      const ids = [...rig.rows('thing').keys()].slice(0, 40);
      for (let count = 0; count < 500; count += 1)
        await rig.write(titled(ids[count % ids.length] ?? 1, `missed ${count}`));
      await rig.settled();
      const after = await rig.connect('admin:1');
      await after.sub('a', all, s);
      await rig.settled();
      expect(after.frames).toHaveLength(1);
      expect(new Set(ops(after)).size).toBe(after.frames[0]?.c.length);
      expect(picture(after, start)).toEqual(titlesNow());
    });
    it('serves cursors older than its memory from the database after a restart, and resets those of another log', async () => {
      const { s } = await (await rig.connect('admin:1')).sub('a', all);
      const id = fresh();
      await rig.write(made(id));
      await rig.restart({ warm: false });
      const client = await rig.connect('admin:1');
      expect(rig.live().stats()?.ring.changes).toBe(0);
      await client.sub('a', all, s);
      await rig.settled();
      expect(ops(client)).toEqual([`enter ${id}`]);
      await client.sub('b', all, s, 'another life');
      await until(() => client.resets.length === 1);
      expect(client.resets[0]?.why).toBe('epoch');
      const far = await client.sub('c', all, '999999999');
      await until(() => client.resets.length === 2);
      expect(client.resets[1]).toMatchObject({ t: [far.topic], why: 'epoch' });
    });
    it('lets nobody keep the process busy by coming back to many places at once', async () => {
      await rig.write(...Array.from({ length: 2_000 }, () => made(fresh())));
      await rig.settled();
      const client = await rig.connect('admin:1');
      const position = Number((await client.sub('now', all)).s);
      const places = Array.from({ length: 100 }, (_, at) => ({
        t: `t${at}`,
        spec: all,
        since: String(position - 100 - at * 18),
      }));
      const start = performance.now();
      expect(await client.ask({ epoch: '', topics: places })).toMatchObject({ ok: true });
      expect(performance.now() - start).toBeLessThan(3_000);
      await until(() => client.frames.length + client.resets.length === 100);
      expect(client.frames.length).toBeGreaterThan(10);
      expect(client.resets.length).toBeGreaterThan(10);
    });
    it('resets cursors below what the log keeps', async () => {
      const { s } = await (await rig.connect('admin:1')).sub('a', all);
      await rig.write(made(fresh()));
      await rig.write(made(fresh()));
      await rig.db.transact((tx) => tx.run('UPDATE change_head SET low = last'));
      await rig.restart({ warm: false });
      const client = await rig.connect('admin:1');
      await client.sub('a', all, s);
      await until(() => client.resets.length === 1);
      expect(client.resets[0]?.why).toBe('floor');
    });
    it('leaves hidden tabs in peace for two seconds and then tells them everything at once', async () => {
      const client = await rig.connect('admin:1');
      await client.sub('a', all);
      client.socket.emit('vis', { hidden: true });
      const id = fresh();
      await sleep(50);
      await rig.write(made(id));
      await rig.write(titled(id, 'seen once'));
      await rig.settled();
      expect(client.frames).toEqual([]);
      rig.clock.skip(2_000);
      await until(() => client.frames.length === 1);
      expect(picture(client).get(id)).toBe('seen once');
      await rig.write(titled(id, 'shown'));
      client.socket.emit('vis', { hidden: false });
      await until(() => picture(client).get(id) === 'shown');
    });
    it('keeps nothing for a reader that does not read, and catches it up when it does', async () => {
      const [slow, healthy] = [await rig.connect('admin:1'), await rig.connect('admin:1')];
      await slow.sub('a', all);
      await healthy.sub('a', all);
      const id = fresh();
      await rig.write(made(id));
      await until(() => slow.frames.length === 1);
      const wire = await stall(slow, id);
      await rig.write(titled(id, 'last'));
      await until(() => picture(healthy).get(id) === 'last');
      wire.resume();
      await until(() => rig.live().stats()?.paused === 0);
      await until(() => picture(slow).get(id) === 'last');
      expect(slow.resets).toEqual([]);
    });
    it('resets a reader that read nothing for a minute, and sends off one that reads nothing for five', async () => {
      const [late, dead] = [await rig.connect('admin:1'), await rig.connect('admin:2')];
      const { topic } = await late.sub('a', all);
      const id = fresh();
      await rig.write(made(id));
      const wire = await stall(late, id);
      rig.clock.skip(61_000);
      wire.resume();
      await until(() => late.resets.length > 0);
      expect(late.resets[0]).toMatchObject({ t: [topic], why: 'slow' });
      expect(late.socket.connected).toBe(true);
      await dead.sub('a', all);
      const line = await stall(dead, id);
      const before = rig.live().stats()?.sockets ?? 0;
      rig.clock.skip(301_000);
      await until(() => rig.live().stats()?.sockets === before - 1);
      expect(rig.live().stats()?.paused).toBe(0);
      line.resume();
      await until(() => !dead.socket.connected);
    });
  });

  describe('rights', () => {
    it('takes rights away in the order of the log: nothing later is told under the old ones', async () => {
      const client = await rig.connect('admin:2');
      const first = await client.sub('a', all);
      const { topic } = first;
      expect(first).toMatchObject({ hidden: ['delete_time'] });
      const id = fresh();
      await rig.write(made(id));
      await rig.settled();
      expect(client.raw.join()).toContain(`PHONE-${id}`);
      rig.actors.set('admin:2', staff(2, ['thing/index']));
      await rig.write({ ent: 'admin', op: 'c', id: 2 }, { ent: 'thing', op: 'u', id, set: { phone: 'PHONE-LATER' } });
      await rig.settled();
      expect(client.authz).toEqual([{ why: 'status' }]);
      expect(client.resets).toEqual([{ t: [topic], why: 'perm', jitter: 0 }]);
      expect(client.raw.join()).not.toContain('PHONE-LATER');
      const again = await client.sub('a', all);
      expect(again.topic).not.toBe(topic);
      expect(again).toMatchObject({ hidden: ['delete_time', 'phone'] });
      await rig.write({ ent: 'thing', op: 'u', id, set: { phone: 'PHONE-EVEN-LATER', title: 'seen' } });
      await rig.settled();
      expect(client.frames.at(-1)?.c[0]?.set).toMatchObject({ title: 'seen' });
      expect(client.raw.join()).not.toContain('PHONE-EVEN-LATER');
    });
    it('names to staff who changed their rights, and to members nobody', async () => {
      const [client, reader] = [await rig.connect('admin:2'), await rig.connect('member:1')];
      rig.actors.set('admin:2', staff(2, ['thing/index']));
      rig.actors.set('member:1', member(1, { company_id: 7 }));
      await rig.write({ ent: 'admin', op: 'c', id: 2, actor: 'admin:1' });
      await rig.write({ ent: 'user', op: 'c', id: 1, actor: 'admin:1' });
      await until(() => client.authz.length > 0 && reader.authz.length > 0);
      expect(client.authz).toEqual([{ why: 'status', by: { id: 'admin:1', name: 'admin:1' } }]);
      expect(reader.authz).toEqual([{ why: 'status' }]);
    });
    it('asks who reads on from before a change of its rights to fetch anew', async () => {
      const id = fresh();
      const before = await rig.write(made(id));
      await rig.settled();
      const client = await rig.connect('admin:2');
      rig.actors.set('admin:2', staff(2, ['thing/index']));
      await rig.write({ ent: 'admin', op: 'u', id: 2, set: { title: 'fewer rights' } });
      await until(() => client.authz.length > 0);
      const { topic } = await client.sub('a', all, String(before));
      await until(() => client.resets.length > 0);
      expect(client.resets[0]).toMatchObject({ t: [topic], why: 'perm' });
      const [head] = await rig.db.rows<{ last: number }>('SELECT last FROM change_head');
      await client.sub('b', all, String(head?.last));
      await rig.settled();
      expect(client.resets).toHaveLength(1);
    });
    it('leaves readers alone whose rights did not change', async () => {
      const client = await rig.connect('admin:2');
      await client.sub('a', all);
      await rig.write({ ent: 'admin', op: 'u', id: 2, set: { title: 'renamed' } });
      await rig.settled();
      expect([client.authz, client.resets]).toEqual([[], []]);
    });
    it('says bye to those who may no longer come, and to those whose session ended', async () => {
      const [first, second] = [await rig.connect('admin:2'), await rig.connect('member:1')];
      rig.actors.delete('admin:2');
      await rig.write({ ent: 'admin', op: 'u', id: 2, set: { title: 'disabled' } });
      await until(() => !first.socket.connected);
      expect(first.byes).toEqual([{ code: 401 }]);
      rig.actors.delete('member:1');
      await rig.db.transact((tx) => logEndedSession(tx, rig.db.dialect, 'member:1', Date.now()));
      rig.live().nudge();
      await until(() => !second.socket.connected);
    });
  });
});
