/** The later parts of a build: each is fetched once, in their order, and never of another build. */
import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createChunkPrefetcher } from './prefetchChunks';

const LIST = '/assets/later-admin-1.json';
const NAMES = ['/assets/a.js', '/assets/b.css', '/assets/c.js'];
const flushed = () => sleep(20);

function open(answer: (url: string) => Response | undefined = () => new Response('x')) {
  const asked: string[] = [];
  let done = 0;
  const parts = createChunkPrefetcher(LIST, {
    fetch: async (url) => {
      asked.push(url);
      const reported = url === LIST ? Response.json(NAMES) : answer(url);
      if (reported === undefined) throw new TypeError('Failed to fetch');
      return reported;
    },
    idle: async () => undefined,
    onDone: () => (done += 1),
  });
  return { asked, parts, done: () => done };
}

describe('later parts', () => {
  it('are fetched once each, and not again when the line comes back later', async () => {
    const { asked, parts, done } = open();
    parts.start();
    await flushed();
    expect(asked).toEqual([LIST, ...NAMES]);
    expect(done()).toBe(1);
    parts.start();
    await flushed();
    expect(asked).toHaveLength(4);
  });

  it('go on where the line broke', async () => {
    let up = false;
    const { asked, parts, done } = open((url) => (url === NAMES[1] && !up ? undefined : new Response('x')));
    parts.start();
    await flushed();
    expect([asked.at(-1), done()]).toEqual([NAMES[1], 0]);
    up = true;
    parts.start();
    await flushed();
    expect(asked).toEqual([LIST, NAMES[0], NAMES[1], NAMES[1], NAMES[2]]);
    expect(done()).toBe(1);
  });

  it('of a build that is over are not asked for one by one', async () => {
    const { asked, parts, done } = open(() => new Response('', { status: 404 }));
    parts.start();
    await flushed();
    parts.start();
    await flushed();
    expect(asked).toEqual([LIST, NAMES[0]]);
    expect(done()).toBe(0);
  });

  it('stop when they are told to', async () => {
    const { asked, parts } = open();
    parts.start()();
    await flushed();
    expect(asked).toEqual([]);
  });
});
