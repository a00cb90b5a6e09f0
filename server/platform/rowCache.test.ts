/** The row cache: how long it stores values, what invalidates them, and that no stale value is stored after an invalidation. */
import { expect, it } from '@jest/globals';
import { createRowCache, ROW_CACHE_MAX_AGE_MS } from './rowCache';

const clockAt = (start: number) => {
  const state = { now: start };
  return { state, clock: { now: () => state.now } };
};

it('rowCache: loads a value once, and again after its time to live', async () => {
  const { state, clock } = clockAt(1_000);
  const cache = createRowCache<number>(clock);
  let loads = 0;
  const get = () => cache.get('a', () => Promise.resolve((loads += 1)));
  expect([await get(), await get()]).toEqual([1, 1]);
  state.now += ROW_CACHE_MAX_AGE_MS - 1;
  expect(await get()).toBe(1);
  state.now += 1;
  expect(await get()).toBe(2);
});

it('rowCache: invalidates the values that a predicate matches and no others', async () => {
  const cache = createRowCache<string>({ now: () => 0 });
  const get = (key: string, value: string) => cache.get(key, () => Promise.resolve(value));
  await get('a', 'old a');
  await get('b', 'old b');
  cache.invalidate((value) => value === 'old a');
  expect([await get('a', 'new a'), await get('b', 'new b')]).toEqual(['new a', 'old b']);
});

it('rowCache: does not store a value whose load started before an invalidation', async () => {
  const cache = createRowCache<string>({ now: () => 0 });
  let finish: (value: string) => void = () => undefined;
  const early = cache.get('a', () => new Promise<string>((done) => (finish = done)));
  cache.invalidate();
  finish('old');
  expect(await early).toBe('old');
  expect(await cache.get('a', () => Promise.resolve('new'))).toBe('new');
});

it('rowCache: loads an uncacheable value each time', async () => {
  const cache = createRowCache<number>({ now: () => 0 });
  let loads = 0;
  const get = () =>
    cache.get(
      'a',
      () => Promise.resolve((loads += 1)),
      () => false,
    );
  expect([await get(), await get()]).toEqual([1, 2]);
});
