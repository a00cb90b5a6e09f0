/**
 * The registry of subscriptions (pub/sub): the distinct topics with subscribers. The cost of a change depends only on the number of
 * topics that it may affect.
 */
import type { Change, ChangeFrame } from '../../../common/protocol/liveEvents';
import { projectChange, type FoldedChange } from './projectChange';
import type { LoggedChange } from '../log/changeLog';
import { TIMING } from '../timing';
import { createTopicIndex } from './topicIndex';
import type { ResolvedTopic } from './subscriptionSpec';
import { createTopicCosts, type TopicCosts } from './topicCosts';

export interface Topic extends ResolvedTopic {
  /** The number of subscriptions on this node. */
  subscriberCount: number;
  /** Whether it has unpublished changes. */
  isDirty: boolean;
  /** While dirty: the sequence number up to which it was published. */
  publishedSeq: number;
  flushedAt: number;
  /** The counters of the current second for `limitChangeRate`. */
  changeRateWindow: { at: number; enters: number; changes: number };
}

export interface TopicRegistry {
  readonly get: (name: string) => Topic | undefined;
  /** Returns the topic with one more subscription. */
  readonly join: (resolvedTopic: ResolvedTopic) => Topic;
  readonly leave: (topic: Topic) => void;
  readonly drop: (topic: Topic) => void;
  /** Marks the topics that a change may affect as dirty. For topics that were clean, `position` becomes their `publishedSeq`. */
  readonly markDirty: (change: LoggedChange, position: number) => void;
  readonly dirtyTopics: () => Iterable<Topic>;
  readonly markClean: (topic: Topic) => void;
  readonly all: () => Iterable<Topic>;
  readonly count: () => number;
  readonly costs: TopicCosts;
}

export function createTopicRegistry(): TopicRegistry {
  const byName = new Map<string, Topic>();
  const topicIndex = createTopicIndex<Topic>();
  const dirtyTopics = new Set<Topic>();

  const drop = (topic: Topic): void => {
    if (byName.get(topic.name) !== topic) return;
    byName.delete(topic.name);
    dirtyTopics.delete(topic);
    topicIndex.remove(topic);
  };
  const addTopic = (resolvedTopic: ResolvedTopic): Topic => {
    const changeRateWindow = { at: 0, enters: 0, changes: 0 };
    const topic: Topic = {
      ...resolvedTopic,
      subscriberCount: 0,
      isDirty: false,
      publishedSeq: 0,
      flushedAt: 0,
      changeRateWindow,
    };
    byName.set(topic.name, topic);
    topicIndex.add(topic);
    return topic;
  };
  return {
    get: (name) => byName.get(name),
    join: (resolvedTopic) => {
      const topic = byName.get(resolvedTopic.name) ?? addTopic(resolvedTopic);
      topic.subscriberCount += 1;
      return topic;
    },
    leave: (topic) => {
      topic.subscriberCount -= 1;
      if (topic.subscriberCount <= 0) drop(topic);
    },
    drop,
    markDirty: (change, position) => {
      for (const topic of topicIndex.candidatesFor(change)) {
        if (topic.isDirty) continue;
        topic.isDirty = true;
        topic.publishedSeq = position;
        dirtyTopics.add(topic);
      }
    },
    dirtyTopics: () => dirtyTopics,
    markClean: (topic) => {
      topic.isDirty = false;
      dirtyTopics.delete(topic);
    },
    all: () => byName.values(),
    count: () => byName.size,
    costs: createTopicCosts(),
  };
}

/** Projects the folded changes of an entity to the changes of one topic. */
export function projectTopicChanges(topic: ResolvedTopic, foldedChanges: ReadonlyMap<number, FoldedChange>): Change[] {
  const only = topic.id === undefined ? undefined : foldedChanges.get(topic.id);
  const rows = topic.id === undefined ? foldedChanges.values() : only === undefined ? [] : [only];
  const changes: Change[] = [];
  for (const row of rows) {
    const change = projectChange(topic, row);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

export type FramePayload = Pick<ChangeFrame, 'c' | 'n'>;
/**
 * Rate limit of a topic within one second: returns all changes; above the limit of new rows, their count in place of them; above the limit of
 * changes undefined, and the topic must be reset.
 */
export function limitChangeRate(topic: Topic, changes: readonly Change[], now: number): FramePayload | undefined {
  if (now - topic.changeRateWindow.at >= 1000) topic.changeRateWindow = { at: now, enters: 0, changes: 0 };
  const withoutEnters = changes.filter((change) => change.op !== 'enter');
  topic.changeRateWindow.enters += changes.length - withoutEnters.length;
  topic.changeRateWindow.changes += withoutEnters.length;
  if (topic.changeRateWindow.changes > TIMING.maxChangesPerSecond) return undefined;
  if (topic.changeRateWindow.enters <= TIMING.maxEntersPerSecond) return { c: changes };
  return { c: withoutEnters, n: { enter: changes.length - withoutEnters.length, leave: 0 } };
}
