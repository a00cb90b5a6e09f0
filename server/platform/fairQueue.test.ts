/** Fair queue: groups take turns, however many tasks one of them has. */
import { expect, it } from '@jest/globals';
import { createFairQueue, type FairQueueOptions } from './fairQueue';

const turn = () => new Promise(setImmediate);
const defaultOptions: FairQueueOptions = {
  concurrency: 2,
  maxPerGroup: 1,
  maxQueued: 3,
  queueTimeoutMs: 60_000,
  createFullError: () => new Error('full'),
  createTimeoutError: () => new Error('late'),
};
function createHarness(options: Partial<FairQueueOptions> = {}) {
  const run = createFairQueue({ ...defaultOptions, ...options });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    ask: (group: string, name = group) =>
      run(group, () => {
        begun.push(name);
        return new Promise<void>((done) => ends.push(done));
      }),
    endOne: async () => {
      ends.shift()?.();
      await turn();
    },
  };
}

it('fairQueue: leaves a slot to other groups while one group has many waiting tasks', async () => {
  const { begun, ask, endOne } = createHarness();
  const all = ['a1', 'a2', 'a3'].map((name) => ask('a', name));
  all.push(ask('b'));
  await turn();
  expect(begun).toEqual(['a1', 'b']);
  for (let index = 0; index < 4; index += 1) await endOne();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'b', 'a2', 'a3']);
});

it('fairQueue: lets waiting groups take turns', async () => {
  const { begun, ask, endOne } = createHarness({ concurrency: 1 });
  const all = ['a1', 'a2', 'a3'].map((name) => ask('a', name));
  all.push(ask('b', 'b1'), ask('b', 'b2'), ask('c'));
  await turn();
  for (let index = 0; index < 6; index += 1) await endOne();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c', 'a3', 'b2']);
});

it('fairQueue: refuses only a group at its limit of waiting tasks', async () => {
  const { begun, ask, endOne } = createHarness();
  const all = Array.from({ length: 4 }, () => ask('a'));
  await expect(ask('a')).rejects.toThrow('full');
  all.push(ask('b'));
  await turn();
  expect(begun).toEqual(['a', 'b']);
  for (let index = 0; index < 5; index += 1) await endOne();
  await Promise.all(all);
});

it('fairQueue: refuses a task that waited too long, and runs the others', async () => {
  const { begun, ask, endOne } = createHarness({ concurrency: 1, queueTimeoutMs: 50 });
  const first = ask('a');
  await expect(ask('b')).rejects.toThrow('late');
  await endOne();
  await first;
  const next = ask('b');
  await turn();
  expect(begun).toEqual(['a', 'b']);
  await endOne();
  await next;
});

it('fairQueue: passes the slot on when a task fails', async () => {
  const run = createFairQueue({ ...defaultOptions, concurrency: 1 });
  await expect(run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(run('b', () => Promise.resolve('done'))).resolves.toBe('done');
});

it('fairQueue: starts the tasks of the priority group before all others', async () => {
  const { begun, ask, endOne } = createHarness({ concurrency: 1, priorityGroup: 'p' });
  const all = ['a1', 'a2'].map((name) => ask('a', name));
  all.push(ask('b'), ask('p', 'p1'), ask('p', 'p2'));
  await turn();
  for (let index = 0; index < 5; index += 1) await endOne();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'p1', 'p2', 'a2', 'b']);
});
