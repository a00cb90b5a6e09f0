/** Who hears which frame of a topic, through joins, restarts, breaks and resets. */
import { describe, expect, it } from '@jest/globals';
import type { ChangeFrame, TopicSpec } from '../../common/protocol/live';
import {
  advanceTopics,
  answerTopics,
  createTopics,
  deliverFrame,
  isBefore,
  loseTopics,
  resetTopics,
  takeWishes,
  watchTopic,
  type Topics,
} from './topics';

const LIST: TopicSpec = { k: 'list', e: 'news', where: { all: [] }, sort: [] };
const frame = (s: string): ChangeFrame => ({ t: 'q:1', e: 'news', s, c: [] });

function rig() {
  let told = 0;
  const topics: Topics = createTopics(() => (told += 1));
  const heard = (name: string, since?: string) => {
    const list: string[] = [];
    const stop = watchTopic(topics, LIST, since, {
      onFrame: ({ s }) => void list.push(s),
      onReset: (why) => void list.push(why),
    });
    return { name, list, stop };
  };
  const connect = (s = '10') => {
    const wishes = takeWishes(topics);
    answerTopics(topics, Object.fromEntries(wishes.ask.map(({ t }) => [t, { ok: true, topic: 'q:1', s }])));
    return wishes;
  };
  return { topics, heard, connect, told: () => told };
}

describe('a topic', () => {
  it('is asked for once however many watch it, and given up with the last', () => {
    const { heard, connect, topics } = rig();
    const a = heard('a', '10');
    const b = heard('b', '10');
    expect(connect().ask).toEqual([{ t: 't1', spec: LIST, since: '10' }]);
    deliverFrame(topics, frame('11'));
    a.stop();
    expect(takeWishes(topics)).toEqual({ drop: [], ask: [] });
    deliverFrame(topics, frame('12'));
    b.stop();
    expect(takeWishes(topics).drop).toEqual(['t1']);
    expect([a.list, b.list]).toEqual([['11'], ['11', '12']]);
  });

  it('resumes after a break from the last frame or mark it had', () => {
    const { heard, connect, topics } = rig();
    const a = heard('a', '10');
    connect();
    deliverFrame(topics, frame('12'));
    loseTopics(topics);
    expect(takeWishes(topics).ask[0]?.since).toBe('12');
    answerTopics(topics, { t1: { ok: true, topic: 'q:1', s: '12' } });
    advanceTopics(topics, '40');
    loseTopics(topics);
    expect(connect().ask[0]?.since).toBe('40');
    expect(a.list).toEqual(['12']);
  });

  it('is followed a second time for a newcomer that stands elsewhere, and neither hears anything twice', () => {
    const { heard, connect, topics } = rig();
    const a = heard('a', '10');
    connect();
    deliverFrame(topics, frame('15'));
    const b = heard('b', '12');
    const { ask } = takeWishes(topics);
    expect(ask).toEqual([{ t: 't2', spec: LIST, since: '12' }]);
    deliverFrame(topics, frame('16'));
    answerTopics(topics, { t2: { ok: true, topic: 'q:1', s: '16' } });
    deliverFrame(topics, { ...frame('16'), to: 't2' });
    deliverFrame(topics, frame('17'));
    expect(a.list).toEqual(['15', '16', '17']);
    expect(b.list).toEqual(['16', '17']);
  });

  it('keeps to itself what one subscription missed, and its place in the log', () => {
    const { heard, connect, topics } = rig();
    const a = heard('a', '10');
    connect();
    const b = heard('b', '5');
    connect('17');
    deliverFrame(topics, { ...frame('17'), to: 't2' });
    expect([a.list, b.list]).toEqual([[], ['17']]);
    loseTopics(topics);
    expect(takeWishes(topics).ask.map(({ since }) => since)).toEqual(['10', '17']);
  });

  it('ignores what still arrives of an earlier subscription until its answer is there', () => {
    const { heard, connect, topics } = rig();
    const a = heard('a', '10');
    connect();
    a.stop();
    const b = heard('b', '11');
    const { ask } = takeWishes(topics);
    deliverFrame(topics, frame('12'));
    answerTopics(topics, { [ask[0]?.t ?? '']: { ok: true, topic: 'q:1', s: '12' } });
    deliverFrame(topics, frame('12'));
    expect([a.list, b.list]).toEqual([[], ['12']]);
  });

  it('waits after a reset for the fresh answer, then follows from there', () => {
    const { heard, connect, topics } = rig();
    const a = heard('a', '10');
    connect();
    resetTopics(topics, ['q:1'], 'storm');
    expect(a.list).toEqual(['storm']);
    expect(takeWishes(topics).ask).toEqual([]);
    heard('a', '10');
    expect(connect().ask[0]?.since).toBe('10');
  });

  it('goes on from now after a reset when it started from now', () => {
    const { heard, connect, topics, told } = rig();
    heard('a');
    connect();
    const before = told();
    resetTopics(topics, ['q:1'], 'slow');
    expect(told()).toBeGreaterThan(before);
    expect(takeWishes(topics).ask).toEqual([{ t: 't1', spec: LIST }]);
  });

  it('tells all who watch when the log no longer reaches back far enough', () => {
    const { heard, topics } = rig();
    const a = heard('a', '1');
    takeWishes(topics);
    answerTopics(topics, { t1: { ok: false, code: 410, msg: '' } });
    expect(a.list).toEqual(['floor']);
  });

  it('compares cursors as numbers, and opaque ones not at all', () => {
    expect(isBefore('9', '10')).toBe(true);
    expect(isBefore('10', '9')).toBe(false);
    expect(isBefore('9007199254740993', '9007199254740992')).toBe(false);
    expect(isBefore('Zm9v', 'YmFy')).toBeUndefined();
  });
});
