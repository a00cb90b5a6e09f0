/** Subscribing without gap or overlap: what was missed since the reader's snapshot and the room are entered in one step. */
import { z } from 'zod';
import { LIMITS } from '../../common/limits';
import type { Registry } from '../../common/entity/registry';
import type { ChangeFrame, ResetReason, SubscribeAnswer, SubscribeResult } from '../../common/protocol/live';
import type { Backpressure } from './backpressure';
import type { Cursors } from './cursor';
import type { Passes } from './passes';
import { end, type Peer } from './peer';
import { requestBudget, type Budget, type MissedReader, type OlderOrFloor } from './resumeMissed';
import type { Ring } from './ring';
import type { Services } from '../context';
import { judgeSpec, type Blueprint, type Realm } from './spec';
import type { Topics } from './topics';

export interface ResumeOptions {
  readonly registry: Registry;
  readonly sought: Services['searchBy'];
  readonly ring: Ring;
  readonly topics: Topics;
  readonly passes: Passes;
  readonly backpressure: Backpressure;
  readonly missed: MissedReader;
  readonly cursors: Readonly<Record<Realm, Cursors>>;
  readonly epoch: () => string;
  /** Looks at the log now. */
  readonly kick: () => void;
  /** The log's last number as the database has it. */
  readonly head: () => Promise<number>;
}

const requestSchema = z.strictObject({
  epoch: z.string().max(64),
  topics: z
    .array(z.strictObject({ t: z.string().min(1).max(64), spec: z.unknown(), since: z.string().max(128).optional() }))
    .max(LIMITS.topics),
});
type Wish = z.infer<typeof requestSchema>['topics'][number];

interface Wanted {
  readonly wish: Wish;
  /** Undefined: from now on. `lost`: no cursor of this log. */
  readonly since: number | 'lost' | undefined;
  older?: OlderOrFloor;
}
/** What follows the answer: the missed changes, or the advice to fetch again. */
type Sequel = { readonly frame: ChangeFrame } | { readonly reset: ResetReason; readonly topic: string };

interface Turn {
  readonly sequels: Sequel[];
  readonly budget: Budget;
}

const TRIES = 3;

const judged = ({ registry, sought }: ResumeOptions, peer: Peer, wish: Wish) =>
  judgeSpec(registry, { realm: peer.realm, actor: peer.actor, lang: peer.lang }, wish.spec, sought);

function join({ topics, passes, backpressure }: ResumeOptions, peer: Peer, wish: Wish, blueprint: Blueprint): void {
  end(peer, topics, wish.t);
  // The room must stand where the newcomer stands.
  const running = topics.get(blueprint.name);
  if (running !== undefined) {
    passes.flush(running);
    backpressure.level(peer, running);
  }
  const topic = topics.join(blueprint);
  peer.subs.set(wish.t, { topic, spec: wish.spec });
  topics.costs.add(peer.principal, topic.name, costOf(wish.spec));
  void peer.socket.join(topic.name);
  if (peer.paused?.told.has(topic.name) === false) peer.paused.told.set(topic.name, passes.position());
}

/** What is to be told of the time since the cursor, or why that cannot be. */
function catchUp(options: ResumeOptions, peer: Peer, { since, older }: Wanted, blueprint: Blueprint, budget: Budget) {
  if (since === undefined) return [];
  if (since === 'lost' || since > options.passes.position()) return 'epoch';
  // Rows that came into sight with the new rights are in no change since.
  if (since < peer.rightsAt) return 'perm';
  const missed = options.missed.since({ ent: blueprint.entity.name, since, older }, budget);
  if (typeof missed === 'string') return missed;
  return options.missed.changes(blueprint, missed) ?? 'floor';
}

const CHARACTERS_PER_COST = 128;
const costOf = (spec: unknown): number => 1 + Math.floor(JSON.stringify(spec ?? null).length / CHARACTERS_PER_COST);
/** Whether a socket has as many topics as it may, or all sockets of its person cost as much as they may: each change is held against each. */
function isFull({ topics }: ResumeOptions, peer: Peer, wish: Wish, { name }: Blueprint): boolean {
  if (!peer.subs.has(wish.t) && peer.subs.size >= LIMITS.topics) return true;
  return topics.costs.totalWith(peer.principal, name, costOf(wish.spec)) > LIMITS.topicCost;
}

/** One wish, between passes: judge, fold, join. Nothing is awaited here. */
function settle(options: ResumeOptions, peer: Peer, wanted: Wanted, turn: Turn): SubscribeResult | 'again' {
  const { wish } = wanted;
  const blueprint = judged(options, peer, wish);
  if ('ok' in blueprint) return blueprint;
  if (isFull(options, peer, wish, blueprint)) return { ok: false, code: 429, msg: 'topics' };
  const changes = catchUp(options, peer, wanted, blueprint, turn.budget);
  if (changes === 'again') return changes;
  const now = options.cursors[peer.realm].print(options.passes.position());
  const hidden = blueprint.hidden.length > 0 ? { hidden: blueprint.hidden } : {};
  const answer = { ok: true, topic: blueprint.name, s: now, ...hidden } as const;
  if (typeof changes === 'string') {
    end(peer, options.topics, wish.t);
    turn.sequels.push({ reset: changes, topic: blueprint.name });
    return answer;
  }
  join(options, peer, wish, blueprint);
  if (changes.length === 0) return answer;
  turn.sequels.push({ frame: { t: blueprint.name, e: blueprint.called, s: now, to: wish.t, c: changes } });
  return { ...answer, s: wish.since ?? now };
}

type Ack = (answer: SubscribeAnswer) => void;
/** False: something older has to be read first, and nothing was answered. */
function settleAll(options: ResumeOptions, peer: Peer, all: readonly Wanted[], ack: Ack): boolean {
  if (!peer.socket.connected) return true;
  const turn: Turn = { sequels: [], budget: requestBudget() };
  const results: [string, SubscribeResult][] = [];
  for (const wanted of all) {
    const result = settle(options, peer, wanted, turn);
    if (result === 'again') return false;
    results.push([wanted.wish.t, result]);
  }
  ack({ ok: true, epoch: options.epoch(), r: Object.fromEntries(results) });
  for (const sequel of turn.sequels) {
    if ('frame' in sequel) peer.socket.emit('chg', sequel.frame);
    else peer.socket.emit('reset', { t: [sequel.topic], why: sequel.reset, jitter: 0 });
  }
  return true;
}

/** Reads from the database what the ring no longer holds; only entities the reader may see are looked up. */
async function fetchOlder(options: ResumeOptions, peer: Peer, wanted: Wanted): Promise<void> {
  if (typeof wanted.since !== 'number' || wanted.since + 1 >= options.ring.low()) return;
  const blueprint = judged(options, peer, wanted.wish);
  if (!('ok' in blueprint)) wanted.older = await options.missed.older(blueprint.entity.name, wanted.since);
}

function wantedOf(options: ResumeOptions, peer: Peer, wish: Wish, epoch: string): Wanted {
  if (wish.since === undefined) return { wish, since: undefined };
  const sameLog = epoch === '' || epoch === options.epoch();
  return { wish, since: sameLog ? (options.cursors[peer.realm].parse(wish.since) ?? 'lost') : 'lost' };
}

/** A reader's snapshot may be newer than what this node has seen: wait for it, so that joining cannot repeat anything. */
async function reach({ passes, kick, head }: ResumeOptions, all: readonly Wanted[]): Promise<'there' | 'behind'> {
  const ahead = Math.max(0, ...all.map(({ since }) => (typeof since === 'number' ? since : 0)));
  if (ahead <= passes.position()) return 'there';
  kick();
  // A number the log does not have yet belongs to another log; one that it has only takes this node longer.
  return (await passes.reached(ahead)) || ahead > (await head()) ? 'there' : 'behind';
}

/** Answers one `sub`. False: the request itself is malformed. */
export type Subscribe = (peer: Peer, raw: unknown, ack: Ack) => Promise<boolean>;
export const createResume =
  (options: ResumeOptions): Subscribe =>
  async (peer, raw, ack) => {
    const read = requestSchema.safeParse(raw);
    if (!read.success) {
      ack({ ok: false, code: 400, msg: 'request' });
      return false;
    }
    const all = read.data.topics.map((wish) => wantedOf(options, peer, wish, read.data.epoch));
    const tries = (await reach(options, all)) === 'there' ? TRIES : 0;
    for (let count = 0; count < tries; count += 1) {
      await Promise.all(all.map((wanted) => fetchOlder(options, peer, wanted)));
      if (await options.passes.between(() => settleAll(options, peer, all, ack))) return true;
    }
    ack({ ok: false, code: 503, msg: 'busy' });
    return true;
  };
