/** Cached pages: one rendering for simultaneous requests, nothing outdated is kept, the memory is bounded. */
import { describe, expect, it } from '@jest/globals';
import { createSiteCache, type CachedPage } from './siteCache';

interface TestPage extends CachedPage {
  readonly text: string;
}
const getPage = (text: string, entity = 'news', bytes = 10): TestPage => ({
  text,
  bytes,
  dependencies: new Set([entity]),
});
const createCache = (limits = { maxPages: 3, maxBytes: 1000 }) => createSiteCache<TestPage>(() => limits);

/** A rendering that the test ends. */
function pendingRender(page: TestPage) {
  let finish = (): void => undefined;
  const render = () =>
    new Promise<TestPage>((resolve) => {
      finish = () => resolve(page);
    });
  return { render, finish: () => finish() };
}

describe('site cache', () => {
  it('renders once for simultaneous and for later requests', async () => {
    const cache = createCache();
    let renderings = 0;
    const render = () => {
      renderings += 1;
      return Promise.resolve(getPage('one'));
    };
    await Promise.all([cache.get('/', render), cache.get('/', render)]);
    expect((await cache.get('/', render)).text).toBe('one');
    expect(renderings).toBe(1);
  });

  it('drops the pages that show a changed entity, and only those', async () => {
    const cache = createCache();
    await cache.get('/news', () => Promise.resolve(getPage('old')));
    await cache.get('/products', () => Promise.resolve(getPage('old', 'product')));
    cache.invalidate(new Set(['news']));
    expect((await cache.get('/news', () => Promise.resolve(getPage('new')))).text).toBe('new');
    expect((await cache.get('/products', () => Promise.resolve(getPage('new', 'product')))).text).toBe('old');
  });

  it('does not keep a page whose rendering began before a change', async () => {
    const cache = createCache();
    const slow = pendingRender(getPage('old'));
    const first = cache.get('/news', slow.render);
    cache.invalidate(new Set(['news']));
    const second = cache.get('/news', () => Promise.resolve(getPage('new')));
    slow.finish();
    expect((await first).text).toBe('old');
    expect((await second).text).toBe('new');
    expect((await cache.get('/news', () => Promise.resolve(getPage('never')))).text).toBe('new');
  });

  it('does not keep a page when its entity changes after another one, both during its rendering', async () => {
    const cache = createCache();
    const slow = pendingRender(getPage('old'));
    const first = cache.get('/news', slow.render);
    cache.invalidate(new Set(['product']));
    cache.invalidate(new Set(['news']));
    slow.finish();
    expect((await first).text).toBe('old');
    expect((await cache.get('/news', () => Promise.resolve(getPage('new')))).text).toBe('new');
  });

  it('keeps a page whose rendering overlapped a change of another entity', async () => {
    const cache = createCache();
    const slow = pendingRender(getPage('one'));
    const first = cache.get('/news', slow.render);
    cache.invalidate(new Set(['product']));
    slow.finish();
    await first;
    expect((await cache.get('/news', () => Promise.resolve(getPage('two')))).text).toBe('one');
  });

  it('the cache is bounded in pages and bytes, and drops the least recently used pages', async () => {
    const cache = createCache({ maxPages: 3, maxBytes: 35 });
    const load = (key: string, bytes = 10) => cache.get(key, () => Promise.resolve(getPage(key, 'news', bytes)));
    for (const key of ['a', 'b', 'c', 'a', 'd']) await load(key);
    expect(cache.size()).toBe(3);
    expect((await cache.get('b', () => Promise.resolve(getPage('again')))).text).toBe('again');
    await load('large', 1000);
    expect(cache.size()).toBe(0);
  });

  it('pages that must not be cached are not cached', async () => {
    const limits = { maxPages: 3, maxBytes: 1000 };
    const cache = createSiteCache<TestPage>(({ text }) => (text === 'missing' ? undefined : limits));
    for (const text of ['missing', 'found']) await cache.get('/x', () => Promise.resolve(getPage(text)));
    expect((await cache.get('/x', () => Promise.resolve(getPage('later')))).text).toBe('found');
  });

  it('pages of one group do not take the place of those of another one', async () => {
    const [found, missing] = [
      { maxPages: 3, maxBytes: 1000 },
      { maxPages: 2, maxBytes: 1000 },
    ];
    const cache = createSiteCache<TestPage>(({ text }) => (text === 'missing' ? missing : found));
    const load = async (key: string, text: string) => (await cache.get(key, () => Promise.resolve(getPage(text)))).text;
    await load('/news/1', 'found');
    for (let id = 2; id < 9; id += 1) await load(`/news/${id}`, 'missing');
    expect(cache.size()).toBe(3);
    expect([await load('/news/1', 'again'), await load('/news/8', 'again'), await load('/news/2', 'again')]).toEqual([
      'found',
      'missing',
      'again',
    ]);
    cache.invalidate(new Set(['news']));
    expect([cache.size(), await load('/news/8', 'found')]).toEqual([0, 'found']);
  });

  it('a failed rendering is not remembered', async () => {
    const cache = createCache();
    await expect(cache.get('/', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect((await cache.get('/', () => Promise.resolve(getPage('up')))).text).toBe('up');
  });
});
