/** Convoys: who travels together, what happens when one of them is refused or breaks, and that nobody can tell the difference afterwards. */
import { describe, expect, it } from '@jest/globals';
import { fault } from '../../../common/protocol/faults';
import type { Tx } from '../../context';
import { inSets, writeInSets } from '../../platform/together';
import { createGroupCommit, type Participant } from './groupCommit';

/** A database that only remembers what was committed. */
function createFakeDb() {
  const committed: string[][] = [];
  const asked: number[] = [];
  const transact = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const written: string[] = [];
    const tx: Tx = {
      rows: () => Promise.resolve([]),
      run: (sql) => {
        written.push(sql);
        return Promise.resolve({ changes: 1, insertId: 0 });
      },
      runMany: (sql, lists) => {
        asked.push(lists.length);
        written.push(...lists.map(() => sql));
        return Promise.resolve(lists.length);
      },
    };
    const answer = await work(tx);
    committed.push(written);
    return answer;
  };
  return { committed, asked, transact };
}

const pause = () => new Promise((done) => setTimeout(done, 1));

interface Given {
  readonly locks: readonly string[];
  /** Before it has written, after it, or never. */
  readonly refused?: 'early' | 'late';
  readonly fails?: boolean;
  readonly lost?: boolean;
}
function rider(db: ReturnType<typeof createFakeDb>, name: string, given: Given): Participant<string, string> {
  const work = async (tx: Tx) => {
    await inSets(tx, 'look', name, (names) => Promise.resolve(names));
    if (given.refused === 'early') throw fault('row.missing');
    await writeInSets(tx, 'write', [name], async (lists, shared) => {
      await shared.runMany('write', lists);
      return lists;
    });
    if (given.refused === 'late') throw fault('row.missing');
    if (given.fails && tx.batch) throw new Error('broken');
  };
  return {
    lockKeys: given.locks,
    runAlone: () => db.transact(async (tx) => (await work(tx), `${name} alone`)),
    prepare: async (tx) => {
      await work(tx);
      return { ready: name };
    },
    withdraw: async (tx) => {
      await tx.run(`forget ${name}`);
    },
    commit: (_tx, all) =>
      given.lost
        ? Promise.reject(Object.assign(new Error('lost'), { errno: 45009, fatal: true }))
        : Promise.resolve(all.map((_, at) => at + 1)),
    done: (ready, last) => `${ready} ${last}`,
  };
}

/** The first takes the road at once; all the others meet behind it. */
async function crowd(given: Readonly<Record<string, Given>>) {
  const db = createFakeDb();
  const convoys = createGroupCommit(db);
  const first = convoys.submit({
    ...rider(db, 'first', { locks: ['first'] }),
    runAlone: async () => (await pause(), 'first'),
  });
  const second = convoys.submit({
    ...rider(db, 'next', { locks: ['next'] }),
    runAlone: async () => (await pause(), 'next'),
  });
  const told = Object.entries(given).map(async ([name, one]) =>
    convoys.submit(rider(db, name, one)).catch((error: unknown) => (error instanceof Error ? error.message : 'odd')),
  );
  await Promise.all([first, second]);
  return { db, told: await Promise.all(told) };
}

describe('acts that come together', () => {
  it('share a transaction and each statement of it, and each gets its own answer', async () => {
    const { db, told } = await crowd({ a: { locks: ['a'] }, b: { locks: ['b'] }, c: { locks: ['c'] } });
    expect(told).toEqual(['a 1', 'b 2', 'c 3']);
    expect([db.committed.length, db.asked]).toEqual([1, [3]]);
  });

  it('go in big convoys of few sizes, those who came first before the others', async () => {
    const names = Array.from({ length: 11 }, (_, at) => `r${at + 10}`);
    const { db, told } = await crowd(Object.fromEntries(names.map((name) => [name, { locks: [name] }])));
    expect(db.asked).toEqual([8, 3]);
    expect(told).toEqual([...names.slice(0, 8).map((name, at) => `${name} ${at + 1}`), 'r18 1', 'r19 2', 'r20 3']);
  });

  it('never share one with those who lock the same, and do not overtake them', async () => {
    const { db, told } = await crowd({
      a: { locks: ['x'] },
      b: { locks: ['y', 'x'] },
      c: { locks: ['y'] },
      d: { locks: ['z'] },
    });
    expect(told).toEqual(['a 1', 'b alone', 'c alone', 'd 2']);
    expect(db.committed.length).toBe(3);
  });

  it('leave without a trace when they are refused before they wrote', async () => {
    const { db, told } = await crowd({
      a: { locks: ['a'] },
      b: { locks: ['b'], refused: 'early' },
      c: { locks: ['c'] },
    });
    expect(told).toEqual(['a 1', 'row.missing', 'c 2']);
    expect(db.committed).toEqual([['forget b', 'write', 'write']]);
  });

  it.each([{ refused: 'late' }, { fails: true }] as const)('go alone when one of them broke it: %j', async (how) => {
    const { db, told } = await crowd({ a: { locks: ['a'] }, b: { locks: ['b'], ...how }, c: { locks: ['c'] } });
    expect(told).toEqual(['a alone', 'fails' in how ? 'b alone' : 'row.missing', 'c alone']);
    expect(db.committed.length).toBe('fails' in how ? 3 : 2);
  });

  it('are not done again when nobody knows whether they were committed', async () => {
    const { db, told } = await crowd({ a: { locks: ['a'], lost: true }, b: { locks: ['b'], lost: true } });
    expect(told).toEqual(['lost', 'lost']);
    expect(db.committed).toEqual([]);
  });
});
