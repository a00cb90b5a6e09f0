/** The prefetched chunks of a build: each is fetched once, in order, and none of an outdated build. */
import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createChunkPrefetcher } from './prefetchChunks';

const LIST = '/assets/later-admin-1.json';
const NAMES = ['/assets/a.js', '/assets/b.css', '/assets/c.js'];
const flushed = () => sleep(20);

function open(respond: (url: string) => Response | undefined = () => new Response('x')) {
  const requestedUrls: string[] = [];
  let fetchedCount = 0;
  const prefetcher = createChunkPrefetcher(LIST, {
    fetch: async (url) => {
      requestedUrls.push(url);
      const reported = url === LIST ? Response.json(NAMES) : respond(url);
      if (reported === undefined) throw new TypeError('Failed to fetch');
      return reported;
    },
    idle: async () => undefined,
    onDone: () => (fetchedCount += 1),
  });
  return { asked: requestedUrls, prefetcher, done: () => fetchedCount };
}

describe('prefetched chunks', () => {
  it('chunks are fetched once each, and not again after a reconnect', async () => {
    const { asked, prefetcher, done } = open();
    prefetcher.start();
    await flushed();
    expect(asked).toEqual([LIST, ...NAMES]);
    expect(done()).toBe(1);
    prefetcher.start();
    await flushed();
    expect(asked).toHaveLength(4);
  });

  it('continue where the connection broke', async () => {
    let isOnline = false;
    const { asked, prefetcher, done } = open((url) => (url === NAMES[1] && !isOnline ? undefined : new Response('x')));
    prefetcher.start();
    await flushed();
    expect([asked.at(-1), done()]).toEqual([NAMES[1], 0]);
    isOnline = true;
    prefetcher.start();
    await flushed();
    expect(asked).toEqual([LIST, NAMES[0], NAMES[1], NAMES[1], NAMES[2]]);
    expect(done()).toBe(1);
  });

  it('chunks of an outdated build are not fetched one by one', async () => {
    const { asked, prefetcher, done } = open(() => new Response('', { status: 404 }));
    prefetcher.start();
    await flushed();
    prefetcher.start();
    await flushed();
    expect(asked).toEqual([LIST, NAMES[0]]);
    expect(done()).toBe(0);
  });

  it('stop on request', async () => {
    const { asked, prefetcher } = open();
    prefetcher.start()();
    await flushed();
    expect(asked).toEqual([]);
  });
});
