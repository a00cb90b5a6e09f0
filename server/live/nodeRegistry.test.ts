/** Processes on one database know of each other, and of each other's death. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Db } from '../context';
import { testDialects, openLogDatabase, quietLog } from '../testing/live/liveHarness';
import { createNodeRegistry, type NodeRegistry } from './nodeRegistry';
import { TIMING } from './timing';

describe.each(testDialects)('nodes on one %s', (dialect) => {
  let db: Db;
  let drop: () => Promise<void>;
  let now = 1_800_000_000_000;
  let open: NodeRegistry[] = [];
  const told: string[][] = [];
  const node = (shared = true) => {
    const made = createNodeRegistry({
      ...{ db, log: quietLog, clock: { now: () => now }, isDatabaseShared: shared },
      onChange: (alive) => void told.push([...alive]),
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
    told.length = 0;
  });
  afterAll(() => drop());

  it('sees who came and who left, the oldest first', async () => {
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
    expect(told.at(-1)).toEqual([second.id]);
  });

  it('takes a silent one for dead, and back when it speaks again', async () => {
    // Looking by hand is what a stopped process does not do.
    const first = node();
    await first.refresh();
    now += 1;
    const second = node();
    await second.refresh();
    now += TIMING.nodeLeaseMs + 1;
    await second.refresh();
    expect(second.alive()).toEqual([second.id]);
    // Forgotten altogether, as after a long SIGSTOP: the one that wakes still counts itself, and enters itself again.
    now += TIMING.nodeDeleteAfterMs;
    await second.refresh();
    expect(await db.rows('SELECT id FROM node')).toEqual([{ id: second.id }]);
    await first.refresh();
    expect(first.alive()).toEqual([first.id, second.id]);
    await second.refresh();
    expect(second.alive()).toEqual([first.id, second.id]);
  });

  it('writes nothing where no other can be', async () => {
    const lonely = node(false);
    await lonely.register();
    expect(lonely.isLeader()).toBe(true);
    expect(await db.rows('SELECT id FROM node')).toEqual([]);
  });
});
