/** Frames that each subscriber of a topic gets, through subscriptions, restarts, lost connections and resets. */
import { describe, expect, it } from '@jest/globals';
import type { ChangeFrame, TopicSpec } from '../../../common/protocol/liveEvents';
import {
  advanceTopics,
  applySubscribeResponse,
  createTopicRegistry,
  deliverFrame,
  isAtOrBefore,
  markTopicsForResubscribe,
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
  const subscribe = (name: string, since?: string) => {
    const list: string[] = [];
    const stop = subscribeTopic(topics, LIST, since, {
      onFrame: ({ s }) => void list.push(s),
      onReset: (why) => void list.push(why),
    });
    return { name, list, stop };
  };
  const connect = (s = '10') => {
    const pending = takePendingSubscriptions(topics);
    applySubscribeResponse(
      topics,
      Object.fromEntries(pending.subscribe.map(({ t }) => [t, { ok: true, topic: 'q:1', s }])),
    );
    return pending;
  };
  return { topics, subscribe, connect, changeCount: () => received };
}

describe('a topic', () => {
  it('a topic is subscribed once for all its subscribers, and unsubscribed with the last', () => {
    const { subscribe, connect, topics } = createHarness();
    const a = subscribe('a', '10');
    const b = subscribe('b', '10');
    expect(connect().subscribe).toEqual([{ t: 't1', spec: LIST, since: '10' }]);
    deliverFrame(topics, frame('11'));
    a.stop();
    expect(takePendingSubscriptions(topics)).toEqual({ unsubscribe: [], subscribe: [] });
    deliverFrame(topics, frame('12'));
    b.stop();
    expect(takePendingSubscriptions(topics).unsubscribe).toEqual(['t1']);
    expect([a.list, b.list]).toEqual([['11'], ['11', '12']]);
  });

  it('resumes after a break from its last frame or position', () => {
    const { subscribe, connect, topics } = createHarness();
    const a = subscribe('a', '10');
    connect();
    deliverFrame(topics, frame('12'));
    markTopicsForResubscribe(topics);
    expect(takePendingSubscriptions(topics).subscribe[0]?.since).toBe('12');
    applySubscribeResponse(topics, { t1: { ok: true, topic: 'q:1', s: '12' } });
    advanceTopics(topics, '40');
    markTopicsForResubscribe(topics);
    expect(connect().subscribe[0]?.since).toBe('40');
    expect(a.list).toEqual(['12']);
  });

  it('a topic is subscribed a second time for a subscriber with another cursor, and no frame is delivered twice', () => {
    const { subscribe, connect, topics } = createHarness();
    const a = subscribe('a', '10');
    connect();
    deliverFrame(topics, frame('15'));
    const b = subscribe('b', '12');
    const { subscribe: requests } = takePendingSubscriptions(topics);
    expect(requests).toEqual([{ t: 't2', spec: LIST, since: '12' }]);
    deliverFrame(topics, frame('16'));
    applySubscribeResponse(topics, { t2: { ok: true, topic: 'q:1', s: '16' } });
    deliverFrame(topics, { ...frame('16'), to: 't2' });
    deliverFrame(topics, frame('17'));
    expect(a.list).toEqual(['15', '16', '17']);
    expect(b.list).toEqual(['16', '17']);
  });

  it('delivers the missed frames to the subscription that missed them, and keeps the cursors apart', () => {
    const { subscribe, connect, topics } = createHarness();
    const a = subscribe('a', '10');
    connect();
    const b = subscribe('b', '5');
    connect('17');
    deliverFrame(topics, { ...frame('17'), to: 't2' });
    expect([a.list, b.list]).toEqual([[], ['17']]);
    markTopicsForResubscribe(topics);
    expect(takePendingSubscriptions(topics).subscribe.map(({ since }) => since)).toEqual(['10', '17']);
  });

  it('ignores frames of an earlier subscription until its own response arrives', () => {
    const { subscribe, connect, topics } = createHarness();
    const a = subscribe('a', '10');
    connect();
    a.stop();
    const b = subscribe('b', '11');
    const { subscribe: requests } = takePendingSubscriptions(topics);
    deliverFrame(topics, frame('12'));
    applySubscribeResponse(topics, { [requests[0]?.t ?? '']: { ok: true, topic: 'q:1', s: '12' } });
    deliverFrame(topics, frame('12'));
    expect([a.list, b.list]).toEqual([[], ['12']]);
  });

  it('waits after a reset for the fresh response, then resumes from it', () => {
    const { subscribe, connect, topics } = createHarness();
    const a = subscribe('a', '10');
    connect();
    resetTopics(topics, ['q:1'], 'storm');
    expect(a.list).toEqual(['storm']);
    expect(takePendingSubscriptions(topics).subscribe).toEqual([]);
    subscribe('a', '10');
    expect(connect().subscribe[0]?.since).toBe('10');
  });

  it('resumes from now after a reset when it started from now', () => {
    const { subscribe, connect, topics, changeCount } = createHarness();
    subscribe('a');
    connect();
    const before = changeCount();
    resetTopics(topics, ['q:1'], 'slow');
    expect(changeCount()).toBeGreaterThan(before);
    expect(takePendingSubscriptions(topics).subscribe).toEqual([{ t: 't1', spec: LIST }]);
  });

  it('resets its subscribers when the log no longer reaches back to their cursor', () => {
    const { subscribe, topics } = createHarness();
    const a = subscribe('a', '1');
    takePendingSubscriptions(topics);
    applySubscribeResponse(topics, { t1: { ok: false, code: 410, msg: '' } });
    expect(a.list).toEqual(['floor']);
  });

  it('compares numeric cursors as numbers, and opaque cursors not at all', () => {
    expect(isAtOrBefore('9', '10')).toBe(true);
    expect(isAtOrBefore('10', '9')).toBe(false);
    expect(isAtOrBefore('9007199254740993', '9007199254740992')).toBe(false);
    expect(isAtOrBefore('Zm9v', 'YmFy')).toBeUndefined();
  });
});
