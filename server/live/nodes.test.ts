/** Processes on one database know of each other, and of each other's death. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Db } from '../context';
import { dialects, openLogDatabase, quietLog } from '../testing/liveRig';
import { createNodes, type Nodes } from './nodes';
import { PACE } from './pace';

describe.each(dialects)('nodes on one %s', (dialect) => {
  let db: Db;
  let drop: () => Promise<void>;
  let now = 1_800_000_000_000;
  let open: Nodes[] = [];
  const told: string[][] = [];
  const node = (shared = true) => {
    const made = createNodes({
      ...{ db, log: quietLog, clock: { now: () => now }, shared },
      onChange: (alive) => void told.push([...alive]),
    });
    open.push(made);
    return made;
  };

  beforeAll(async () => {
    ({ db, drop } = await openLogDatabase(dialect));
  });
  afterEach(async () => {
    for (const made of open) await made.leave();
    open = [];
    await db.transact((tx) => tx.run('DELETE FROM node'));
    told.length = 0;
  });
  afterAll(() => drop());

  it('sees who came and who left, the oldest first', async () => {
    const first = node();
    await first.enter();
    expect(first.alive()).toEqual([first.id]);
    now += 10;
    const second = node();
    await second.enter();
    await first.look();
    expect(first.alive()).toEqual([first.id, second.id]);
    expect(second.alive()).toEqual(first.alive());
    expect([first.isFirst(), second.isFirst()]).toEqual([true, false]);
    await first.leave();
    await second.look();
    expect(second.alive()).toEqual([second.id]);
    expect(second.isFirst()).toBe(true);
    expect(told.at(-1)).toEqual([second.id]);
  });

  it('takes a silent one for dead, and back when it speaks again', async () => {
    // Looking by hand is what a stopped process does not do.
    const first = node();
    await first.look();
    now += 1;
    const second = node();
    await second.look();
    now += PACE.nodeLease + 1;
    await second.look();
    expect(second.alive()).toEqual([second.id]);
    // Forgotten altogether, as after a long SIGSTOP: the one that wakes still counts itself, and enters itself again.
    now += PACE.nodeForgotten;
    await second.look();
    expect(await db.rows('SELECT id FROM node')).toEqual([{ id: second.id }]);
    await first.look();
    expect(first.alive()).toEqual([first.id, second.id]);
    await second.look();
    expect(second.alive()).toEqual([first.id, second.id]);
  });

  it('writes nothing where no other can be', async () => {
    const lonely = node(false);
    await lonely.enter();
    expect(lonely.isFirst()).toBe(true);
    expect(await db.rows('SELECT id FROM node')).toEqual([]);
  });
});
