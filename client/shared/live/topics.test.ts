/** Who hears which frame of a topic, through joins, restarts, breaks and resets. */
import { describe, expect, it } from '@jest/globals';
import type { ChangeFrame, TopicSpec } from '../../../common/protocol/liveEvents';
import {
  advanceTopics,
  applySubscribeAnswer,
  createTopicRegistry,
  deliverFrame,
  isAtOrBefore,
  handleConnectionLost,
  resetTopics,
  takePendingSubscriptions,
  subscribeTopic,
  type TopicRegistry,
} from './topics';

const LIST: TopicSpec = { k: 'list', e: 'news', where: { all: [] }, sort: [] };
const frame = (s: string): ChangeFrame => ({ t: 'q:1', e: 'news', s, c: [] });

function createHarness() {
  let received = 0;
  const topics: TopicRegistry = createTopicRegistry(() => (received += 1));
  const heard = (name: string, since?: string) => {
    const list: string[] = [];
    const stop = subscribeTopic(topics, LIST, since, {
      onFrame: ({ s }) => void list.push(s),
      onReset: (why) => void list.push(why),
    });
    return { name, list, stop };
  };
  const connect = (s = '10') => {
    const pending = takePendingSubscriptions(topics);
    applySubscribeAnswer(topics, Object.fromEntries(pending.ask.map(({ t }) => [t, { ok: true, topic: 'q:1', s }])));
    return pending;
  };
  return { topics, heard, connect, told: () => received };
}

describe('a topic', () => {
  it('is asked for once however many watch it, and given up with the last', () => {
    const { heard, connect, topics } = createHarness();
    const a = heard('a', '10');
    const b = heard('b', '10');
    expect(connect().ask).toEqual([{ t: 't1', spec: LIST, since: '10' }]);
    deliverFrame(topics, frame('11'));
    a.stop();
    expect(takePendingSubscriptions(topics)).toEqual({ drop: [], ask: [] });
    deliverFrame(topics, frame('12'));
    b.stop();
    expect(takePendingSubscriptions(topics).drop).toEqual(['t1']);
    expect([a.list, b.list]).toEqual([['11'], ['11', '12']]);
  });

  it('resumes after a break from the last frame or mark it had', () => {
    const { heard, connect, topics } = createHarness();
    const a = heard('a', '10');
    connect();
    deliverFrame(topics, frame('12'));
    handleConnectionLost(topics);
    expect(takePendingSubscriptions(topics).ask[0]?.since).toBe('12');
    applySubscribeAnswer(topics, { t1: { ok: true, topic: 'q:1', s: '12' } });
    advanceTopics(topics, '40');
    handleConnectionLost(topics);
    expect(connect().ask[0]?.since).toBe('40');
    expect(a.list).toEqual(['12']);
  });

  it('is followed a second time for a newcomer that stands elsewhere, and neither hears anything twice', () => {
    const { heard, connect, topics } = createHarness();
    const a = heard('a', '10');
    connect();
    deliverFrame(topics, frame('15'));
    const b = heard('b', '12');
    const { ask } = takePendingSubscriptions(topics);
    expect(ask).toEqual([{ t: 't2', spec: LIST, since: '12' }]);
    deliverFrame(topics, frame('16'));
    applySubscribeAnswer(topics, { t2: { ok: true, topic: 'q:1', s: '16' } });
    deliverFrame(topics, { ...frame('16'), to: 't2' });
    deliverFrame(topics, frame('17'));
    expect(a.list).toEqual(['15', '16', '17']);
    expect(b.list).toEqual(['16', '17']);
  });

  it('keeps to itself what one subscription missed, and its place in the log', () => {
    const { heard, connect, topics } = createHarness();
    const a = heard('a', '10');
    connect();
    const b = heard('b', '5');
    connect('17');
    deliverFrame(topics, { ...frame('17'), to: 't2' });
    expect([a.list, b.list]).toEqual([[], ['17']]);
    handleConnectionLost(topics);
    expect(takePendingSubscriptions(topics).ask.map(({ since }) => since)).toEqual(['10', '17']);
  });

  it('ignores what still arrives of an earlier subscription until its answer is there', () => {
    const { heard, connect, topics } = createHarness();
    const a = heard('a', '10');
    connect();
    a.stop();
    const b = heard('b', '11');
    const { ask } = takePendingSubscriptions(topics);
    deliverFrame(topics, frame('12'));
    applySubscribeAnswer(topics, { [ask[0]?.t ?? '']: { ok: true, topic: 'q:1', s: '12' } });
    deliverFrame(topics, frame('12'));
    expect([a.list, b.list]).toEqual([[], ['12']]);
  });

  it('waits after a reset for the fresh answer, then follows from there', () => {
    const { heard, connect, topics } = createHarness();
    const a = heard('a', '10');
    connect();
    resetTopics(topics, ['q:1'], 'storm');
    expect(a.list).toEqual(['storm']);
    expect(takePendingSubscriptions(topics).ask).toEqual([]);
    heard('a', '10');
    expect(connect().ask[0]?.since).toBe('10');
  });

  it('goes on from now after a reset when it started from now', () => {
    const { heard, connect, topics, told: received } = createHarness();
    heard('a');
    connect();
    const before = received();
    resetTopics(topics, ['q:1'], 'slow');
    expect(received()).toBeGreaterThan(before);
    expect(takePendingSubscriptions(topics).ask).toEqual([{ t: 't1', spec: LIST }]);
  });

  it('tells all who watch when the log no longer reaches back far enough', () => {
    const { heard, topics } = createHarness();
    const a = heard('a', '1');
    takePendingSubscriptions(topics);
    applySubscribeAnswer(topics, { t1: { ok: false, code: 410, msg: '' } });
    expect(a.list).toEqual(['floor']);
  });

  it('compares cursors as numbers, and opaque ones not at all', () => {
    expect(isAtOrBefore('9', '10')).toBe(true);
    expect(isAtOrBefore('10', '9')).toBe(false);
    expect(isAtOrBefore('9007199254740993', '9007199254740992')).toBe(false);
    expect(isAtOrBefore('Zm9v', 'YmFy')).toBeUndefined();
  });
});
