import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { createMutex } from './mutex';

it('mutex: runs work in order, one piece at a time, also after an error', async () => {
  const runExclusive = createMutex();
  const events: string[] = [];
  const work = (name: string, ms: number) => async () => {
    events.push(`${name} starts`);
    await sleep(ms);
    events.push(`${name} ends`);
    return name;
  };
  const failed = runExclusive(() => Promise.reject(new Error('failed')));
  const results = [runExclusive(work('a', 10)), runExclusive(work('b', 0)), runExclusive(() => 'c')];
  await expect(failed).rejects.toThrow('failed');
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
  expect(events).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
});
