/** The registry of nodes on one database: registration, leases and removal. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Db } from '../context';
import { TEST_DIALECTS, openLogDatabase, quietLog } from '../testing/live/liveHarness';
import { createNodeRegistry, type NodeRegistry } from './nodeRegistry';
import { TIMING } from './timing';

describe.each(TEST_DIALECTS)('createNodeRegistry on one %s', (dialect) => {
  let db: Db;
  let drop: () => Promise<void>;
  let now = 1_800_000_000_000;
  let open: NodeRegistry[] = [];
  const received: string[][] = [];
  const node = (shared = true) => {
    const made = createNodeRegistry({
      db,
      log: quietLog,
      clock: { now: () => now },
      isDatabaseShared: shared,
      onChange: (alive) => void received.push([...alive]),
    });
    open.push(made);
    return made;
  };

  beforeAll(async () => {
    ({ db, drop } = await openLogDatabase(dialect));
  });
  afterEach(async () => {
    for (const made of open) await made.unregister();
    open = [];
    await db.transact((tx) => tx.run('DELETE FROM node'));
    received.length = 0;
  });
  afterAll(() => drop());

  it('lists living nodes, the oldest first', async () => {
    const first = node();
    await first.register();
    expect(first.alive()).toEqual([first.id]);
    now += 10;
    const second = node();
    await second.register();
    await first.refresh();
    expect(first.alive()).toEqual([first.id, second.id]);
    expect(second.alive()).toEqual(first.alive());
    expect([first.isLeader(), second.isLeader()]).toEqual([true, false]);
    await first.unregister();
    await second.refresh();
    expect(second.alive()).toEqual([second.id]);
    expect(second.isLeader()).toBe(true);
    expect(received.at(-1)).toEqual([second.id]);
  });

  it('drops a silent node and lists it again after a heartbeat', async () => {
    // A stopped process does not refresh; this test calls it by hand.
    const first = node();
    await first.refresh();
    now += 1;
    const second = node();
    await second.refresh();
    now += TIMING.nodeLeaseMs + 1;
    await second.refresh();
    expect(second.alive()).toEqual([second.id]);
    // Its row was deleted, as after a long SIGSTOP: the node still lists itself and inserts its row again.
    now += TIMING.nodeDeleteAfterMs;
    await second.refresh();
    expect(await db.rows('SELECT id FROM node')).toEqual([{ id: second.id }]);
    await first.refresh();
    expect(first.alive()).toEqual([first.id, second.id]);
    await second.refresh();
    expect(second.alive()).toEqual([first.id, second.id]);
  });

  it('writes nothing while the database is not shared', async () => {
    const lonely = node(false);
    await lonely.register();
    expect(lonely.isLeader()).toBe(true);
    expect(await db.rows('SELECT id FROM node')).toEqual([]);
  });
});
