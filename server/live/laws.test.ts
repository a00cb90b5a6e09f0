/**
 * LAW 1: every frame equals the policy applied to the states before and after it. LAW 2: a list folded from frames alone
 * equals a fresh list. Both hold for made-up entities, all kinds of readers, late subscriptions and cut connections.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { samples } from '../../config/jest/tools';
import { seesDeleted, type Actor } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import type { ChangeFrame, TopicSpec } from '../../common/protocol/live';
import { foldList, startFold, type ListFold, type ListWindow } from '../../common/live/fold';
import type { Client } from '../testing/liveClient';
import { compareFrame, expected, freshList, type State } from '../testing/liveOracle';
import { dialects, openRig, sleep, TEST_KEY, type Rig } from '../testing/liveRig';
import { madeAct, madeActors, madeEntity, madeSpec } from '../testing/liveWorld';
import { createRandom, seedOf, type Random } from '../testing/random';
import { createCursors } from './cursor';

const cursors = createCursors({ env: { appKeys: [TEST_KEY] } });
const TRANSACTIONS = process.env['PROVE'] ? 2_000 : 250;
const WATCHES = process.env['PROVE'] ? 60 : 24;

interface History {
  readonly at: (ent: string, seq: number) => State;
  /** All states from one number of the log to another, both included. */
  readonly between: (ent: string, from: number, to: number) => readonly [State, ...State[]];
  readonly keep: (seq: number) => void;
  readonly seqs: number[];
}
function createHistory(rig: Rig, entities: readonly AnyEntity[]): History {
  const states = new Map<string, State>();
  const seqs = [0];
  const keep = (seq: number) => {
    seqs.push(seq);
    for (const { name } of entities) states.set(`${name}:${seq}`, new Map(rig.rows(name)));
  };
  const at = (ent: string, seq: number): State => states.get(`${ent}:${seq}`) ?? new Map();
  const between: History['between'] = (ent, from, to) => [
    at(ent, from),
    ...seqs.filter((seq) => seq > from && seq <= to).map((seq) => at(ent, seq)),
  ];
  return { keep, seqs, at, between };
}

/** One subscription and everything it was told, over as many connections as it took. */
interface Watch {
  readonly principal: string;
  readonly actor: Actor;
  readonly entity: AnyEntity;
  readonly spec: TopicSpec;
  readonly since: number;
  client: Client;
  t: string;
  topic: string;
  from: number;
  cursor: string;
  readonly frames: ChangeFrame[];
}
const realmOf = (watch: Pick<Watch, 'principal'>) => (watch.principal.startsWith('admin') ? 'admin' : 'member');
/** Moves what arrived since the last look to the watch's own list. */
function collect(watch: Watch): void {
  const mine = watch.client.frames
    .slice(watch.from)
    .filter((frame) => frame.t === watch.topic && (frame.to === undefined || frame.to === watch.t));
  watch.from = watch.client.frames.length;
  watch.frames.push(...mine);
  watch.cursor = mine.at(-1)?.s ?? watch.cursor;
}

async function subscribe(rig: Rig, watch: Watch, client?: Client): Promise<void> {
  watch.client = client ?? (await rig.connect(watch.principal));
  const { topic, from } = await watch.client.sub(watch.t, watch.spec, watch.cursor);
  watch.topic = topic;
  watch.from = from;
}

function checkFrames(watch: Watch, history: History): void {
  let last = watch.since;
  for (const frame of watch.frames) {
    const seq = cursors[realmOf(watch)].parse(frame.s) ?? -1;
    expect(seq).toBeGreaterThan(last);
    const should = expected(watch.actor, watch.entity, watch.spec, history.between(watch.entity.name, last, seq));
    const compared = compareFrame(frame, should);
    expect(compared.is).toEqual(compared.should);
    last = seq;
  }
  const untold = history.between(watch.entity.name, last, history.seqs.at(-1) ?? 0);
  const rest = expected(watch.actor, watch.entity, watch.spec, untold);
  expect(rest).toEqual([]);
}

function checkFold(watch: Watch, history: History, page: number, limit: number): void {
  const { spec, entity, actor } = watch;
  if (spec.k !== 'list') return;
  const window: ListWindow = { entity, sort: spec.sort, page, limit };
  const pageOf = (state: State) => {
    const all = freshList(actor, entity, spec, state);
    return { total: all.length, list: all.slice((page - 1) * limit, page * limit) };
  };
  const start = pageOf(history.at(entity.name, watch.since));
  let fold: ListFold = startFold(start.list, start.total);
  for (const frame of watch.frames) {
    fold = foldList(fold, frame, window);
    const fresh = pageOf(history.at(entity.name, cursors[realmOf(watch)].parse(frame.s) ?? -1));
    expect(fold.total).toBe(fresh.total);
    // What a client does with a stale window: it fetches again.
    if (fold.stale) fold = startFold(fresh.list, fresh.total);
    else expect(fold.ids.map((id) => fold.rows.get(id)?.row)).toEqual(fresh.list);
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

describe.each(dialects)('the laws of the live channel on %s', (dialect) => {
  const seed = seedOf();
  const random: Random = createRandom(seed);
  const entities = [madeEntity(random, 'alpha'), madeEntity(random, 'beta')];
  const watches: Watch[] = [];
  let rig: Rig;
  let history: History;

  const addWatch = async () => {
    // Half of the readers look at what somebody looks at already: they share a topic that is in the middle of something.
    const twin = watches.length > 0 && random.chance(0.5) ? random.pick(watches) : undefined;
    const [principal, actor] = twin === undefined ? random.pick([...rig.actors]) : [twin.principal, twin.actor];
    const entity = twin?.entity ?? random.pick(entities);
    const since = random.chance(0.5) ? (history.seqs.at(-1) ?? 0) : random.pick(history.seqs.slice(-20));
    const shared = watches.filter((watch) => watch.principal === principal && random.chance(0.7)).at(0)?.client;
    const known = {
      principal,
      actor,
      entity,
      since,
      spec: twin?.spec ?? madeSpec(random, entity, seesDeleted(actor, entity)),
      t: `w${watches.length}`,
    };
    const cursor = cursors[realmOf(known)].print(since);
    const client = shared ?? (await rig.connect(principal));
    const watch: Watch = { ...known, cursor, client, topic: '', from: 0, frames: [] };
    await subscribe(rig, watch, client);
    watches.push(watch);
  };
  /** The connection dies without a word; later every watch on it comes back with its own cursor. */
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
      const acts = [];
      for (let size = 1 + random.below(4); size > 0; size -= 1) {
        const act = madeAct(random, entity, rig, touched);
        if (act === undefined) continue;
        touched.add(act.id);
        acts.push(act);
      }
      history.keep(await (random.chance(0.3) ? rig.writeElsewhere(...acts) : rig.write(...acts)));
    }
  };

  beforeAll(
    async () => {
      process.stdout.write(`seed of the live laws on ${dialect}: ${seed}\n`);
      rig = await openRig(dialect, entities);
      for (const [principal, actor] of madeActors(['alpha', 'beta'])) rig.actors.set(principal, actor);
      history = createHistory(rig, entities);
      await write(20);
      for (let done = 0; done < TRANSACTIONS; done += 5) {
        if (watches.length < WATCHES) await addWatch();
        await write(5);
        if (random.chance(0.15)) await cut();
        if (random.chance(0.3)) await sleep(random.below(80));
      }
      await rig.settled();
      for (const watch of watches) collect(watch);
    },
    samples(180_000, 900_000),
  );
  afterAll(() => rig.close());

  it('sends frames that equal the policy of the states before and after them', () => {
    for (const watch of watches) checkFrames(watch, history);
    expect(watches.flatMap((watch) => watch.frames).length).toBeGreaterThan(100);
  });
  it('folds to lists that equal a fresh GET, whole and page by page', () => {
    for (const watch of watches) {
      checkFold(watch, history, 1, 1_000);
      checkFold(watch, history, 1, 5);
      checkFold(watch, history, 2, 5);
    }
  });
  it('never sends a hidden, secret or long value to anybody', () => {
    for (const watch of watches) checkCanaries(watch);
  });
  it('asks the database once per batch, however many look on', () => {
    const stats = rig.live().stats();
    expect(stats?.tailer.holes).toBe(0);
    expect(stats?.passes.resets).toBe(0);
    expect(stats?.tailer.reads ?? 0).toBeLessThanOrEqual(2 * history.seqs.length + 200);
  });
});
