/** Subscribing without gap or overlap: what was missed since the reader's snapshot and the room are entered in one step. */
import { z } from 'zod';
import { LIMITS } from '../../common/limits';
import type { Change, ChangeFrame, ResetReason, SubscribeAnswer, SubscribeResult } from '../../common/protocol/live';
import type { Registry } from '../../common/entity/registry';
import type { Db } from '../kit';
import type { Cursors } from './cursor';
import { compact, type Missed } from './delta';
import { readHead, type LoggedChange } from './log';
import { PACE } from './pace';
import type { Passes } from './passes';
import { end, type Peer } from './peer';
import type { Ring } from './ring';
import { judgeSpec, type Blueprint, type Realm } from './spec';
import { readRange } from './tailer';
import { changesFor, type Topics } from './topics';

export interface ResumeOptions {
  readonly db: Db;
  readonly registry: Registry;
  readonly ring: Ring;
  readonly topics: Topics;
  readonly passes: Passes;
  readonly cursors: Readonly<Record<Realm, Cursors>>;
  readonly epoch: () => string;
  /** Looks at the log now. */
  readonly kick: () => void;
}

const requestSchema = z.strictObject({
  epoch: z.string().max(64),
  topics: z
    .array(z.strictObject({ t: z.string().min(1).max(64), spec: z.unknown(), since: z.string().max(128).optional() }))
    .max(LIMITS.topics),
});
type Wish = z.infer<typeof requestSchema>['topics'][number];

/** Changes older than the ring, as far as they were read. */
interface Older {
  readonly upTo: number;
  readonly changes: readonly LoggedChange[];
}
interface Wanted {
  readonly wish: Wish;
  /** Undefined: from now on. `lost`: no cursor of this log. */
  readonly since: number | 'lost' | undefined;
  older?: Older | 'floor';
}
/** What follows the answer: the missed changes, or the advice to fetch again. */
type Sequel = { readonly frame: ChangeFrame } | { readonly reset: ResetReason; readonly topic: string };

/** The most log rows read to catch one reader up; more than that and a fresh list is cheaper. */
const OLDER_ROWS = 20_000;
const TRIES = 3;

export function createResume(options: ResumeOptions) {
  const { db, registry, ring, topics, passes } = options;
  const reading = new Map<string, Promise<Older | 'floor'>>();
  /** Catch-ups already made for a folded range, by topic: a thousand returning readers cost one. */
  const made = new WeakMap<ReadonlyMap<number, Missed>, Map<string, readonly Change[] | undefined>>();

  const readOlder = async (ent: string, after: number, upTo: number): Promise<Older | 'floor'> => {
    const changes = await readRange(db, { ent, after, upTo }, OLDER_ROWS);
    const head = await readHead(db);
    return after + 1 < head.low || changes.length === OLDER_ROWS ? 'floor' : { upTo, changes };
  };
  const older = (ent: string, after: number): Promise<Older | 'floor'> => {
    const upTo = ring.low() - 1;
    const key = `${ent}:${after}:${upTo}`;
    const known = reading.get(key);
    if (known !== undefined) return known;
    const started = readOlder(ent, after, upTo).finally(() => reading.delete(key));
    reading.set(key, started);
    return started;
  };
  /** The missed changes; undefined when they are too many to tell. */
  const catchUp = (blueprint: Blueprint, missed: ReadonlyMap<number, Missed>): readonly Change[] | undefined => {
    const known = made.get(missed) ?? new Map<string, readonly Change[] | undefined>();
    made.set(missed, known);
    if (known.has(blueprint.name)) return known.get(blueprint.name);
    const changes = changesFor(blueprint, missed);
    const fits = changes.length <= PACE.catchUpRows && JSON.stringify(changes).length <= PACE.catchUpChars;
    known.set(blueprint.name, fits ? changes : undefined);
    return fits ? changes : undefined;
  };
  const missedSince = (
    wanted: Wanted,
    since: number,
    ent: string,
  ): ReadonlyMap<number, Missed> | ResetReason | 'again' => {
    const now = passes.position();
    const held = passes.missed(ent, since, now);
    if (held !== undefined) return held;
    if (wanted.older === 'floor') return 'floor';
    if (wanted.older === undefined || wanted.older.upTo + 1 < ring.low()) return 'again';
    return compact([...wanted.older.changes, ...ring.of(ent, wanted.older.upTo, now)]);
  };

  /** One wish, between passes: judge, fold, join. Nothing is awaited here. */
  const settle = (peer: Peer, wanted: Wanted, sequels: Sequel[]): SubscribeResult | 'again' => {
    const { wish, since } = wanted;
    const blueprint = judgeSpec(registry, { realm: peer.realm, actor: peer.actor }, wish.spec);
    if ('ok' in blueprint) return blueprint;
    if (!peer.subs.has(wish.t) && peer.subs.size >= LIMITS.topics) return { ok: false, code: 429, msg: 'topics' };
    const now = passes.position();
    const print = options.cursors[peer.realm].print;
    const lost = (why: ResetReason): SubscribeResult => {
      end(peer, topics, wish.t);
      sequels.push({ reset: why, topic: blueprint.name });
      return { ok: true, topic: blueprint.name, s: print(now) };
    };
    if (since === 'lost' || (since !== undefined && since > now)) return lost('epoch');
    const missed = since === undefined ? undefined : missedSince(wanted, since, blueprint.entity.name);
    if (missed === 'again') return missed;
    if (typeof missed === 'string') return lost(missed);
    const changes = missed === undefined ? [] : catchUp(blueprint, missed);
    if (changes === undefined) return lost('floor');
    join(peer, wish, blueprint);
    if (changes.length === 0) return { ok: true, topic: blueprint.name, s: print(now) };
    const head = { t: blueprint.name, e: blueprint.entity.name, s: print(now), to: wish.t };
    sequels.push({ frame: { ...head, c: changes } });
    return { ok: true, topic: blueprint.name, s: wish.since ?? print(now) };
  };
  const join = (peer: Peer, wish: Wish, blueprint: Blueprint): void => {
    end(peer, topics, wish.t);
    const running = topics.get(blueprint.name);
    if (running !== undefined) passes.flush(running);
    const topic = topics.join(blueprint);
    peer.subs.set(wish.t, { topic, spec: wish.spec });
    void peer.socket.join(topic.name);
    if (peer.paused !== undefined && !peer.paused.told.has(topic.name)) {
      peer.paused.told.set(topic.name, passes.position());
    }
  };
  const settleAll = (peer: Peer, all: readonly Wanted[], ack: (answer: SubscribeAnswer) => void): readonly Wanted[] => {
    if (!peer.socket.connected) return [];
    const sequels: Sequel[] = [];
    const results: [string, SubscribeResult][] = [];
    const again: Wanted[] = [];
    for (const wanted of all) {
      const result = settle(peer, wanted, sequels);
      if (result === 'again') again.push(wanted);
      else results.push([wanted.wish.t, result]);
    }
    if (again.length > 0) return all;
    ack({ ok: true, epoch: options.epoch(), r: Object.fromEntries(results) });
    for (const sequel of sequels) {
      if ('frame' in sequel) peer.socket.emit('chg', sequel.frame);
      else peer.socket.emit('reset', { t: [sequel.topic], why: sequel.reset, jitter: 0 });
    }
    return [];
  };
  /** Reads from the database what the ring no longer holds; only entities the reader may see are looked up. */
  const fetchOlder = async (peer: Peer, wanted: Wanted): Promise<void> => {
    if (typeof wanted.since !== 'number' || wanted.since + 1 >= ring.low()) return;
    const blueprint = judgeSpec(registry, { realm: peer.realm, actor: peer.actor }, wanted.wish.spec);
    if (!('ok' in blueprint)) wanted.older = await older(blueprint.entity.name, wanted.since);
  };
  const wantedOf = (peer: Peer, wish: Wish, sameLog: boolean): Wanted => {
    if (wish.since === undefined) return { wish, since: undefined };
    return { wish, since: sameLog ? (options.cursors[peer.realm].parse(wish.since) ?? 'lost') : 'lost' };
  };

  /** Answers one `sub`. False: the request itself is malformed. */
  return async function subscribe(peer: Peer, raw: unknown, ack: (answer: SubscribeAnswer) => void): Promise<boolean> {
    const read = requestSchema.safeParse(raw);
    if (!read.success) {
      ack({ ok: false, code: 400, msg: 'request' });
      return false;
    }
    const { epoch, topics: wishes } = read.data;
    const all = wishes.map((wish) => wantedOf(peer, wish, epoch === '' || epoch === options.epoch()));
    const ahead = Math.max(0, ...all.map(({ since }) => (typeof since === 'number' ? since : 0)));
    if (ahead > passes.position()) {
      // The reader's snapshot is newer than what this node has seen: wait for it, so that joining cannot repeat anything.
      options.kick();
      await passes.reached(ahead);
    }
    for (let tries = 0; tries < TRIES; tries += 1) {
      await Promise.all(all.map((wanted) => fetchOlder(peer, wanted)));
      const again = await passes.between(() => settleAll(peer, all, ack));
      if (again.length === 0) return true;
    }
    ack({ ok: false, code: 503, msg: 'busy' });
    return true;
  };
}
