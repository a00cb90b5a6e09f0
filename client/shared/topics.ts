/**
 * The topics one connection follows, shared by all who watch them, each with its own place in the stream.
 * Law: a watcher that starts at cursor s hears everything after s once; after a break the topic resumes at the oldest watcher's place.
 */
import type {
  ChangeFrame,
  Cursor,
  ResetReason,
  SubscribeRequest,
  SubscribeResult,
  TopicSpec,
} from '../../common/protocol/live';

export interface Watcher {
  /** The frame's changes are already in the entities of the store. */
  readonly onFrame?: (frame: ChangeFrame) => void;
  /** What was known may have holes: fetch again. */
  readonly onReset?: (why: ResetReason) => void;
  readonly onRefused?: (code: number) => void;
}
interface Watching {
  at: Cursor | undefined;
  readonly watcher: Watcher;
}
interface Topic {
  readonly id: string;
  readonly spec: TopicSpec;
  readonly watching: Set<Watching>;
  /** The server's name of it, once it answered. */
  canonical: string | undefined;
  cursor: Cursor | undefined;
  /** Not yet asked for on this connection. */
  pending: boolean;
}

export interface Topics {
  readonly watch: (spec: TopicSpec, since: Cursor | undefined, watcher: Watcher) => () => void;
  /** What to ask the server for now; ids to give up come first. Marks all as asked. */
  readonly take: () => { readonly drop: readonly string[]; readonly ask: SubscribeRequest['topics'] };
  readonly answered: (results: Readonly<Record<string, SubscribeResult>>) => void;
  readonly deliver: (frame: ChangeFrame) => void;
  readonly tick: (cursor: Cursor) => void;
  readonly reset: (canonical: readonly string[], why: ResetReason) => void;
  /** Every cursor belongs to a log that is no more. */
  readonly resetAll: (why: ResetReason) => void;
  /** The connection is gone: everything has to be asked for again. */
  readonly lost: () => void;
  readonly size: () => number;
}

const DECIMAL = /^\d+$/;
/** Whether cursor a is at or before b; undefined when they cannot be compared, as members' opaque ones. */
export function isBefore(a: Cursor, b: Cursor): boolean | undefined {
  if (a === b) return true;
  if (!DECIMAL.test(a) || !DECIMAL.test(b)) return undefined;
  return a.length === b.length ? a < b : a.length < b.length;
}

const keyOf = (spec: TopicSpec) => JSON.stringify(spec);

function place(topic: Topic, since: Cursor | undefined): void {
  const alone = topic.watching.size === 0;
  const covered = topic.cursor !== undefined && since !== undefined && isBefore(topic.cursor, since) === true;
  if (!alone && (since === undefined || covered)) return;
  topic.cursor = since;
  topic.pending = true;
}

function hear(topic: Topic, frame: ChangeFrame): void {
  for (const watching of [...topic.watching]) {
    if (watching.at !== undefined && isBefore(frame.s, watching.at) === true) continue;
    watching.at = frame.s;
    watching.watcher.onFrame?.(frame);
  }
}

function restart(topic: Topic, why: ResetReason): void {
  topic.cursor = undefined;
  for (const watching of [...topic.watching]) {
    watching.at = undefined;
    watching.watcher.onReset?.(why);
  }
}

export function createTopics(changed: () => void): Topics {
  const byKey = new Map<string, Topic>();
  const dropped = new Set<string>();
  let last = 0;

  const make = (spec: TopicSpec): Topic => ({
    id: `t${++last}`,
    spec,
    watching: new Set(),
    canonical: undefined,
    cursor: undefined,
    pending: true,
  });
  const all = () => [...byKey.values()];
  const named = (canonical: string) => all().filter((topic) => topic.canonical === canonical);

  const release = (key: string, topic: Topic, watching: Watching) => {
    topic.watching.delete(watching);
    if (topic.watching.size > 0 || byKey.get(key) !== topic) return;
    byKey.delete(key);
    if (!topic.pending || topic.canonical !== undefined) dropped.add(topic.canonical ?? topic.id);
    changed();
  };

  const accept = (topic: Topic, result: SubscribeResult) => {
    if (!result.ok) {
      if (result.code === 410) {
        restart(topic, 'floor');
        return;
      }
      for (const { watcher } of [...topic.watching]) watcher.onRefused?.(result.code);
      return;
    }
    topic.canonical = result.topic;
    topic.cursor ??= result.s;
  };

  return {
    watch: (spec, since, watcher) => {
      const key = keyOf(spec);
      const topic = byKey.get(key) ?? make(spec);
      byKey.set(key, topic);
      place(topic, since);
      const watching: Watching = { at: since, watcher };
      topic.watching.add(watching);
      if (topic.pending) changed();
      return () => release(key, topic, watching);
    },
    take: () => {
      const asking = all().filter((topic) => topic.pending);
      // A topic asked for again is given up first, so that what is replayed cannot mix with what still arrives.
      const again = asking.flatMap((topic) => (topic.canonical === undefined ? [] : [topic.canonical]));
      const kept = new Set(all().flatMap((topic) => (topic.pending ? [] : [topic.canonical])));
      const drop = [...new Set([...dropped, ...again])].filter((id) => !kept.has(id));
      dropped.clear();
      for (const topic of asking) topic.pending = false;
      return {
        drop,
        ask: asking.map(({ id, spec, cursor }) => ({
          t: id,
          spec,
          ...(cursor === undefined ? {} : { since: cursor }),
        })),
      };
    },
    answered: (results) => {
      for (const topic of all()) {
        const result = results[topic.id];
        if (result) accept(topic, result);
      }
    },
    deliver: (frame) => {
      for (const topic of named(frame.t)) {
        topic.cursor = frame.s;
        hear(topic, frame);
      }
    },
    tick: (cursor) => {
      for (const topic of all()) if (topic.canonical !== undefined && !topic.pending) topic.cursor = cursor;
    },
    reset: (canonical, why) => {
      for (const topic of canonical.flatMap(named)) restart(topic, why);
    },
    resetAll: (why) => {
      for (const topic of all()) restart(topic, why);
    },
    lost: () => {
      dropped.clear();
      for (const topic of all()) {
        topic.pending = true;
        topic.canonical = undefined;
      }
    },
    size: () => byKey.size,
  };
}
