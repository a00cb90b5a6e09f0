/** Group commit: which units share a transaction, and what happens when one of them is refused or fails. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { fault } from '../../../../common/protocol/faults';
import type { Tx } from '../../../context';
import { runBatched, runBatchedWrite } from '../../../platform/database/txBatch';
import { createGroupCommit, type Participant } from './groupCommit';

/** A database that only records what was committed. */
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
    const response = await work(tx);
    committed.push(written);
    return response;
  };
  return { committed, asked, transact };
}

const pause = () => sleep(1);

interface ParticipantOptions {
  readonly lockKeys: readonly string[];
  /** Refused before its first write, after it, or never. */
  readonly refused?: 'early' | 'late';
  readonly fails?: boolean;
  readonly losesConnection?: boolean;
}
function createParticipant(
  db: ReturnType<typeof createFakeDb>,
  name: string,
  options: ParticipantOptions,
): Participant<string, string> {
  const work = async (tx: Tx) => {
    await runBatched(tx, 'look', name, (names) => Promise.resolve(names));
    if (options.refused === 'early') throw fault('row.missing');
    await runBatchedWrite(tx, 'write', [name], async (lists, shared) => {
      await shared.runMany('write', lists);
      return lists;
    });
    if (options.refused === 'late') throw fault('row.missing');
    if (options.fails && tx.batch) throw new Error('broken');
  };
  return {
    lockKeys: options.lockKeys,
    runAlone: () => db.transact(async (tx) => (await work(tx), `${name} alone`)),
    prepare: async (tx) => {
      await work(tx);
      return { ready: name };
    },
    withdraw: async (tx) => {
      await tx.run(`forget ${name}`);
    },
    commit: (_tx, all) =>
      options.losesConnection
        ? Promise.reject(Object.assign(new Error('lost'), { errno: 45009, fatal: true }))
        : Promise.resolve(all.map((_, index) => index + 1)),
    toResult: (ready, last) => `${ready} ${last}`,
  };
}

/** Two units occupy both running groups; all others wait and form the next one. */
async function submitAll(optionsByName: Readonly<Record<string, ParticipantOptions>>) {
  const db = createFakeDb();
  const groupCommit = createGroupCommit(db);
  const first = groupCommit.submit({
    ...createParticipant(db, 'first', { lockKeys: ['first'] }),
    runAlone: async () => (await pause(), 'first'),
  });
  const second = groupCommit.submit({
    ...createParticipant(db, 'next', { lockKeys: ['next'] }),
    runAlone: async () => (await pause(), 'next'),
  });
  const results = Object.entries(optionsByName).map(async ([name, options]) =>
    groupCommit
      .submit(createParticipant(db, name, options))
      .catch((error: unknown) => (error instanceof Error ? error.message : 'odd')),
  );
  await Promise.all([first, second]);
  return { db, results: await Promise.all(results) };
}

describe('group commit', () => {
  it('runs waiting units in one transaction with shared statements, and resolves each', async () => {
    const { db, results } = await submitAll({
      a: { lockKeys: ['a'] },
      b: { lockKeys: ['b'] },
      c: { lockKeys: ['c'] },
    });
    expect(results).toEqual(['a 1', 'b 2', 'c 3']);
    expect([db.committed.length, db.asked]).toEqual([1, [3]]);
  });

  it('forms large groups of few sizes, in the order of arrival', async () => {
    const names = Array.from({ length: 11 }, (_, index) => `r${index + 10}`);
    const { db, results } = await submitAll(Object.fromEntries(names.map((name) => [name, { lockKeys: [name] }])));
    expect(db.asked).toEqual([8, 3]);
    expect(results).toEqual([
      ...names.slice(0, 8).map((name, index) => `${name} ${index + 1}`),
      'r18 1',
      'r19 2',
      'r20 3',
    ]);
  });

  it('separates units with a common lock and keeps their order', async () => {
    const { db, results } = await submitAll({
      a: { lockKeys: ['x'] },
      b: { lockKeys: ['y', 'x'] },
      c: { lockKeys: ['y'] },
      d: { lockKeys: ['z'] },
    });
    expect(results).toEqual(['a 1', 'b alone', 'c alone', 'd 2']);
    expect(db.committed.length).toBe(3);
  });

  it('commits the others when one is refused before its first write', async () => {
    const { db, results } = await submitAll({
      a: { lockKeys: ['a'] },
      b: { lockKeys: ['b'], refused: 'early' },
      c: { lockKeys: ['c'] },
    });
    expect(results).toEqual(['a 1', 'row.missing', 'c 2']);
    expect(db.committed).toEqual([['forget b', 'write', 'write']]);
  });

  it.each([{ refused: 'late' }, { fails: true }] as const)(
    'go alone when one of them broke it: %j',
    async (failure) => {
      const { db, results } = await submitAll({
        a: { lockKeys: ['a'] },
        b: { lockKeys: ['b'], ...failure },
        c: { lockKeys: ['c'] },
      });
      expect(results).toEqual(['a alone', 'fails' in failure ? 'b alone' : 'row.missing', 'c alone']);
      expect(db.committed.length).toBe('fails' in failure ? 3 : 2);
    },
  );

  it('units are not repeated after a lost connection', async () => {
    const { db, results } = await submitAll({
      a: { lockKeys: ['a'], losesConnection: true },
      b: { lockKeys: ['b'], losesConnection: true },
    });
    expect(results).toEqual(['lost', 'lost']);
    expect(db.committed).toEqual([]);
  });
});
