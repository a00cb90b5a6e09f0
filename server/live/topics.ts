/** The distinct topics somebody listens to: the cost of a change is that of the topics it may concern. */
import type { Change, ChangeFrame } from '../../common/protocol/live';
import { changeFor, type Missed } from './delta';
import type { LoggedChange } from './log';
import { PACE } from './pace';
import { createShelf } from './pins';
import type { Blueprint } from './spec';
import { createTopicCosts, type TopicCosts } from './topicCosts';

export interface Topic extends Blueprint {
  /** Sockets in its room on this node. */
  members: number;
  /** Changes arrived that its room was not told of. */
  dirty: boolean;
  /** While dirty: everything up to here was told. */
  sent: number;
  flushedAt: number;
  /** The running second of the storm ladder. */
  window: { at: number; enters: number; changes: number };
}

export interface Topics {
  readonly get: (name: string) => Topic | undefined;
  /** The topic of a blueprint with one more member. */
  readonly join: (blueprint: Blueprint) => Topic;
  readonly leave: (topic: Topic) => void;
  readonly drop: (topic: Topic) => void;
  /** Marks the topics a change may concern; those that were clean know everything up to `position`. */
  readonly touch: (change: LoggedChange, position: number) => void;
  readonly dirty: () => Iterable<Topic>;
  readonly clean: (topic: Topic) => void;
  readonly all: () => Iterable<Topic>;
  readonly count: () => number;
  readonly costs: TopicCosts;
}

export function createTopics(): Topics {
  const byName = new Map<string, Topic>();
  const shelf = createShelf<Topic>();
  const dirty = new Set<Topic>();

  const drop = (topic: Topic): void => {
    if (byName.get(topic.name) !== topic) return;
    byName.delete(topic.name);
    dirty.delete(topic);
    shelf.remove(topic);
  };
  const add = (blueprint: Blueprint): Topic => {
    const window = { at: 0, enters: 0, changes: 0 };
    const topic: Topic = { ...blueprint, members: 0, dirty: false, sent: 0, flushedAt: 0, window };
    byName.set(topic.name, topic);
    shelf.add(topic);
    return topic;
  };
  return {
    get: (name) => byName.get(name),
    join: (blueprint) => {
      const topic = byName.get(blueprint.name) ?? add(blueprint);
      topic.members += 1;
      return topic;
    },
    leave: (topic) => {
      topic.members -= 1;
      if (topic.members <= 0) drop(topic);
    },
    drop,
    touch: (change, position) => {
      for (const topic of shelf.concerned(change)) {
        if (topic.dirty) continue;
        topic.dirty = true;
        topic.sent = position;
        dirty.add(topic);
      }
    },
    dirty: () => dirty,
    clean: (topic) => {
      topic.dirty = false;
      dirty.delete(topic);
    },
    all: () => byName.values(),
    count: () => byName.size,
    costs: createTopicCosts(),
  };
}

/** Everything a topic's readers must be told of rows folded by `compact`. */
export function changesFor(topic: Blueprint, missed: ReadonlyMap<number, Missed>): Change[] {
  const only = topic.id === undefined ? undefined : missed.get(topic.id);
  const rows = topic.id === undefined ? missed.values() : only === undefined ? [] : [only];
  const changes: Change[] = [];
  for (const row of rows) {
    const change = changeFor(topic, row);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

export type Told = Pick<ChangeFrame, 'c' | 'n'>;
/** Patch, then count, then reset: what becomes of a topic's changes when too many happen within one second. */
export function throttled(topic: Topic, changes: readonly Change[], now: number): Told | 'storm' {
  if (now - topic.window.at >= 1000) topic.window = { at: now, enters: 0, changes: 0 };
  const kept = changes.filter((change) => change.op !== 'enter');
  topic.window.enters += changes.length - kept.length;
  topic.window.changes += kept.length;
  if (topic.window.changes > PACE.stormChanges) return 'storm';
  if (topic.window.enters <= PACE.stormEnters) return { c: changes };
  return { c: kept, n: { enter: changes.length - kept.length, leave: 0 } };
}
