/** The queue of one channel: urgent messages first, and a share for the oldest ones. */
import { expect, it } from '@jest/globals';
import { createChannelQueue } from './channelQueue';

interface Item {
  readonly id: number;
  readonly isUrgent: boolean;
}

it('every fourth message is the oldest one, even if many urgent ones arrive', async () => {
  const waiting: Item[] = [1, 2, 3].map((id) => ({ id, isUrgent: false }));
  const started: Item[] = [];
  let ids = 3;
  const add = () => {
    ids += 1;
    waiting.push({ id: ids, isUrgent: true });
  };
  for (let index = 0; index < 30; index += 1) add();
  const queue = createChannelQueue<Item>({
    concurrency: 2,
    now: () => 0,
    loadDue: (order) => {
      const rank = ({ isUrgent }: Item) => (order === 'priority' && !isUrgent ? 1 : 0);
      return Promise.resolve(waiting.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id).slice(0, 20));
    },
    deliver: (one) => {
      started.push(one);
      waiting.splice(waiting.indexOf(one), 1);
      if (started.length < 20) add();
      else waiting.length = 0;
      return Promise.resolve({});
    },
    postpone: () => Promise.resolve(),
    endpoint: () => undefined,
    onError: (error) => {
      throw error;
    },
    onPause: () => undefined,
  });
  queue.wake();
  await queue.settled();
  expect(started.slice(0, 12).map(({ id }) => id)).toEqual([4, 5, 6, 1, 7, 8, 9, 2, 10, 11, 12, 3]);
});
