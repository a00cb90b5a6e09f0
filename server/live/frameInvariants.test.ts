/**
 * INVARIANT 1: every frame equals the policy applied to the states before and after it. INVARIANT 2: a list folded from frames
 * equals a new list. Both hold for random entities, all kinds of subscribers, late subscriptions and lost connections.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isDeepStrictEqual } from 'node:util';
import { sampleSize } from '../../config/jest/testEnvironment';
import { canSeeDeleted, type Actor } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import type { ChangeFrame, TopicSpec } from '../../common/protocol/liveEvents';
import { reduceList, createListState, type LiveListState, type ListWindow } from '../../common/testing/listReducer';
import type { LiveClient } from '../testing/live/liveClient';
import { compareFrame, expectedChangesFor, expectedList, type TableState } from '../testing/live/liveOracle';
import { TEST_DIALECTS, openLiveHarness, TEST_KEY, type LiveHarness } from '../testing/live/liveHarness';
import { randomChange, sampleActors, randomEntity, randomTopicSpec } from '../testing/live/randomChanges';
import { createRandom, testSeed, type Random } from '../testing/random';
import { createCursorCodecs } from './log/cursorCodec';

const cursors = createCursorCodecs({ env: { appKeys: [TEST_KEY] } });
const TRANSACTIONS = sampleSize(250, 2_000);
/** The number of different subscribers of one run, and of all; the others share a topic with one of them. */
const READERS = sampleSize(24, 60);
const WATCHES = sampleSize(READERS, 360);
/** Runs per database; the full proof checks a million frames in all. */
const RUNS = sampleSize(1, Number(process.env['PROVE_HOUSES'] ?? 4));
const runs = TEST_DIALECTS.flatMap((dialect) => Array.from({ length: RUNS }, (_, runIndex) => ({ dialect, runIndex })));
/** Below the limit of connections per principal. */
const MOST_CLIENTS = 12;
let judged = 0;

interface History {
  readonly at: (ent: string, seq: number) => TableState;
  /** All states between two sequence numbers, both included. */
  readonly between: (ent: string, from: number, to: number) => readonly [TableState, ...TableState[]];
  readonly keep: (seq: number) => void;
  readonly seqs: number[];
}
function createHistory(rig: LiveHarness, entities: readonly AnyEntity[]): History {
  const states = new Map<string, TableState>();
  const seqs = [0];
  const keep = (seq: number) => {
    seqs.push(seq);
    for (const { name } of entities) states.set(`${name}:${seq}`, new Map(rig.rows(name)));
  };
  const at = (ent: string, seq: number): TableState => states.get(`${ent}:${seq}`) ?? new Map();
  const between: History['between'] = (ent, from, to) => [
    at(ent, from),
    ...seqs.filter((seq) => seq > from && seq <= to).map((seq) => at(ent, seq)),
  ];
  return { keep, seqs, at, between };
}

/** One subscription and all its frames, over several connections. */
interface Watch {
  readonly principal: string;
  readonly actor: Actor;
  readonly entity: AnyEntity;
  readonly spec: TopicSpec;
  readonly since: number;
  client: LiveClient;
  t: string;
  topic: string;
  from: number;
  cursor: string;
  readonly frames: ChangeFrame[];
}
const getRealm = (watch: Pick<Watch, 'principal'>) => (watch.principal.startsWith('admin') ? 'admin' : 'member');
/** Moves new frames to the list of the subscription. */
function collect(watch: Watch): void {
  const ownFrames = watch.client.frames
    .slice(watch.from)
    .filter((frame) => frame.t === watch.topic && (frame.to === undefined || frame.to === watch.t));
  watch.from = watch.client.frames.length;
  watch.frames.push(...ownFrames);
  watch.cursor = ownFrames.at(-1)?.s ?? watch.cursor;
}

async function subscribe(rig: LiveHarness, watch: Watch, client?: LiveClient): Promise<void> {
  watch.client = client ?? (await rig.connect(watch.principal));
  const { topic, from } = await watch.client.subscribe(watch.t, watch.spec, watch.cursor);
  watch.topic = topic;
  watch.from = from;
}

/** The expected changes for subscribers of one kind between two sequence numbers, computed once. */
function createPolicy(history: History) {
  const thought = new Map<TopicSpec, Map<string, ReturnType<typeof expectedChangesFor>>>();
  return (watch: Watch, from: number, to: number): ReturnType<typeof expectedChangesFor> => {
    const known = thought.get(watch.spec) ?? new Map<string, ReturnType<typeof expectedChangesFor>>();
    thought.set(watch.spec, known);
    const span = `${from}-${to}`;
    const should =
      known.get(span) ??
      expectedChangesFor(watch.actor, watch.entity, watch.spec, history.between(watch.entity.name, from, to));
    known.set(span, should);
    return should;
  };
}

function checkFrames(watch: Watch, history: History, policy: ReturnType<typeof createPolicy>): void {
  let last = watch.since;
  for (const frame of watch.frames) {
    const seq = cursors[getRealm(watch)].decode(frame.s) ?? -1;
    if (seq <= last) throw new Error(`a frame of ${watch.t} goes back from ${last} to ${seq}`);
    const compared = compareFrame(frame, policy(watch, last, seq));
    if (!isDeepStrictEqual(compared.is, compared.should)) expect(compared.is).toEqual(compared.should);
    last = seq;
  }
  expect(policy(watch, last, history.seqs.at(-1) ?? 0)).toEqual([]);
}

function checkFold(watch: Watch, history: History, page: number, limit: number): void {
  const { spec, entity, actor } = watch;
  if (spec.k !== 'list') return;
  const window: ListWindow = { entity, sort: spec.sort, page, limit };
  const getPage = (state: TableState) => {
    const all = expectedList(actor, entity, spec, state);
    return { total: all.length, list: all.slice((page - 1) * limit, page * limit) };
  };
  const start = getPage(history.at(entity.name, watch.since));
  let fold: LiveListState = createListState(start.list, start.total);
  for (const frame of watch.frames) {
    fold = reduceList(fold, frame, window);
    const expectedPage = getPage(history.at(entity.name, cursors[getRealm(watch)].decode(frame.s) ?? -1));
    expect(fold.total).toBe(expectedPage.total);
    // A client with stale data fetches again.
    if (fold.stale) fold = createListState(expectedPage.list, expectedPage.total);
    else expect(fold.ids.map((id) => fold.rows.get(id)?.row)).toEqual(expectedPage.list);
  }
}

function checkCanaries(watch: Watch): void {
  const { principal } = watch;
  const raw = watch.client.raw.join('\n');
  expect(raw).not.toMatch(/PASS-\d|BODY-\d/);
  if (principal !== 'admin:1' && principal !== 'admin:3' && !principal.startsWith('member'))
    expect(raw).not.toMatch(/SECRET_NOTE-\d/);
  if (principal.startsWith('member')) expect(raw).not.toMatch(/INTERNAL_NOTE-\d/);
}

describe.each(runs)('frames of the live channel on $dialect, run $runIndex', ({ dialect, runIndex }) => {
  const seed = testSeed() + runIndex;
  const random: Random = createRandom(seed);
  const entities = [randomEntity(random, 'alpha'), randomEntity(random, 'beta')];
  const watches: Watch[] = [];
  let rig: LiveHarness;
  let history: History;

  const addWatch = async () => {
    // Half of the subscribers share a topic that is already in use.
    const isTwin = watches.length >= READERS || (watches.length > 0 && random.chance(0.5));
    const twin = isTwin ? random.pick(watches) : undefined;
    const [principal, actor] = twin === undefined ? random.pick([...rig.actors]) : [twin.principal, twin.actor];
    const entity = twin?.entity ?? random.pick(entities);
    const since = random.chance(0.5) ? (history.seqs.at(-1) ?? 0) : random.pick(history.seqs.slice(-20));
    const ownWatches = watches.filter((watch) => watch.principal === principal);
    const clients = new Set(ownWatches.map(({ client }) => client));
    const isAlone = clients.size < MOST_CLIENTS && random.chance(0.3);
    const shared = isAlone || clients.size === 0 ? undefined : random.pick([...clients]);
    const known = {
      principal,
      actor,
      entity,
      since,
      spec: twin?.spec ?? randomTopicSpec(random, entity, canSeeDeleted(actor, entity)),
      t: `w${watches.length}`,
    };
    const cursor = cursors[getRealm(known)].encode(since);
    const client = shared ?? (await rig.connect(principal));
    const watch: Watch = { ...known, cursor, client, topic: '', from: 0, frames: [] };
    await subscribe(rig, watch, client);
    watches.push(watch);
  };
  /** The connection is lost; later every subscription returns with its own cursor. */
  const cut = async () => {
    const victim = random.pick(watches).client;
    const hurt = watches.filter((watch) => watch.client === victim);
    for (const watch of hurt) collect(watch);
    victim.socket.io.engine.close();
    await write(random.below(6));
    const first = hurt[0];
    if (first === undefined) return;
    const client = await rig.connect(first.principal);
    for (const watch of hurt) await subscribe(rig, watch, client);
  };
  const write = async (transactions: number) => {
    for (let count = 0; count < transactions; count += 1) {
      const touched = new Set<number>();
      const entity = random.pick(entities);
      const units = [];
      for (let size = 1 + random.below(4); size > 0; size -= 1) {
        const unit = randomChange(random, entity, rig, touched);
        if (unit === undefined) continue;
        touched.add(unit.id);
        units.push(unit);
      }
      history.keep(await (random.chance(0.3) ? rig.writeOnOtherNode(...units) : rig.write(...units)));
    }
  };

  beforeAll(
    async () => {
      process.stdout.write(`seed of the frame invariants on ${dialect}, run ${runIndex}: ${seed}\n`);
      rig = await openLiveHarness(dialect, entities);
      for (const [principal, actor] of sampleActors(['alpha', 'beta'])) rig.actors.set(principal, actor);
      history = createHistory(rig, entities);
      await write(20);
      for (let done = 0; done < TRANSACTIONS; done += 5) {
        for (const most = watches.length + sampleSize(1, 6); watches.length < Math.min(most, WATCHES);)
          await addWatch();
        await write(5);
        if (random.chance(0.15)) await cut();
        if (random.chance(0.3)) await sleep(random.below(80));
      }
      await rig.whenDelivered();
      for (const watch of watches) collect(watch);
    },
    sampleSize(180_000, 900_000),
  );
  afterAll(() => rig.close());

  it('equal the policy applied to the states before and after them', () => {
    const policy = createPolicy(history);
    for (const watch of watches) checkFrames(watch, history, policy);
    const frames = watches.reduce((sum, watch) => sum + watch.frames.length, 0);
    judged += frames;
    process.stdout.write(`frames that equal the policy on ${dialect}: ${frames}, in all ${judged}\n`);
    expect(frames).toBeGreaterThan(100);
  });
  it('fold to lists that equal a new GET, as a whole and by page', () => {
    for (const watch of watches.slice(0, READERS)) {
      checkFold(watch, history, 1, 1_000);
      checkFold(watch, history, 1, 5);
      checkFold(watch, history, 2, 5);
    }
  });
  it('never contain a hidden, secret or long value', () => {
    for (const watch of watches) checkCanaries(watch);
  });
  it('cost one query per batch, independent of the number of subscribers', () => {
    const stats = rig.live().stats();
    expect(stats?.tailer.gaps).toBe(0);
    expect(stats?.fanout.resets).toBe(0);
    expect(stats?.tailer.reads ?? 0).toBeLessThanOrEqual(2 * history.seqs.length + 200);
  });
});
