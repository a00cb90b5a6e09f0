/** The cached layout rows hold no rows of a rendering that began before a change. */
import { expect, it } from '@jest/globals';
import { createLayoutRowsCache } from './layoutRows';
import type { SiteReader } from './siteReader';

/** A reader whose snapshot has these pages. */
const createReader = (titles: readonly string[], overlaid: readonly string[] = []) =>
  ({
    rows: () => Promise.resolve(titles.map((title, index) => ({ id: index + 1, title }))),
    dependOn: () => undefined,
    overlaidEntities: new Set(overlaid),
  }) as unknown as SiteReader;
const readTitles = async (
  rendering: ReturnType<ReturnType<typeof createLayoutRowsCache>['begin']>,
  reader: SiteReader,
) => (await rendering.read(reader, 'page')).map(({ title }) => title);

it('renderings share the rows until their entity changes', async () => {
  const cache = createLayoutRowsCache();
  expect(await readTitles(cache.begin(), createReader(['old']))).toEqual(['old']);
  expect(await readTitles(cache.begin(), createReader(['new']))).toEqual(['old']);
  cache.invalidate(new Set(['banner']));
  expect(await readTitles(cache.begin(), createReader(['new']))).toEqual(['old']);
  cache.invalidate(new Set(['page']));
  expect(await readTitles(cache.begin(), createReader(['new']))).toEqual(['new']);
  cache.invalidate();
  expect(await readTitles(cache.begin(), createReader(['newest']))).toEqual(['newest']);
});

it('a rendering that began before a change neither fills the cache nor shares rows with later renderings', async () => {
  const cache = createLayoutRowsCache();
  const earlier = cache.begin();
  cache.invalidate(new Set(['page']));
  const later = cache.begin();
  const titles = [readTitles(earlier, createReader(['hidden'])), readTitles(later, createReader([]))] as const;
  expect(await Promise.all(titles)).toEqual([['hidden'], []]);
  expect(await readTitles(earlier, createReader(['hidden']))).toEqual(['hidden']);
  expect(await readTitles(cache.begin(), createReader(['unread']))).toEqual([]);
});

it('rows that were being loaded at the time of a change are not cached', async () => {
  const cache = createLayoutRowsCache();
  const loading = readTitles(cache.begin(), createReader(['hidden']));
  cache.invalidate(new Set(['page']));
  expect(await readTitles(cache.begin(), createReader([]))).toEqual([]);
  expect(await loading).toEqual(['hidden']);
  expect(await readTitles(cache.begin(), createReader(['unread']))).toEqual([]);
});

it('a preview reads its own rows, and a failed load is repeated', async () => {
  const cache = createLayoutRowsCache();
  expect(await readTitles(cache.begin(), createReader(['unsaved'], ['page']))).toEqual(['unsaved']);
  const failing = { ...createReader([]), rows: () => Promise.reject(new Error('too slow')) } as unknown as SiteReader;
  await expect(readTitles(cache.begin(), failing)).rejects.toThrow('too slow');
  expect(await readTitles(cache.begin(), createReader(['stored']))).toEqual(['stored']);
});
