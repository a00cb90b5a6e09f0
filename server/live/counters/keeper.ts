/** Keeps the folds of a node: standing counters from their checkpoint on, figures of single readers while somebody looks. */
import { SYSTEM, grantedRows, unlessDeleted } from '../../../common/entity/access';
import { EVERYTHING } from '../../../common/entity/filter';
import type { Registry } from '../../../common/entity/registry';
import { columnsNamed, foldingOf, type Folding } from '../../../common/live/measure';
import { LIMITS } from '../../../common/limits';
import type { Measure } from '../../../common/protocol/live';
import type { Sum } from '../../../common/text/sums';
import type { Clock, Db, Log } from '../../context';
import type { Head } from '../log';
import { PACE } from '../pace';
import type { Passes } from '../passes';
import type { Ring } from '../ring';
import { readRange, type Entry } from '../tailer';
import { apply, createFold, difference, fill, foldKey, type Fold } from './fold';
import { forgetStored, isTooLarge, readStored, writeStored } from './store';

/** What a measure comes to, counted in one snapshot of the database. */
export interface Counted {
  readonly seq: number;
  readonly cells: ReadonlyMap<string, Sum>;
}
export type CountRows = (folding: Folding) => Promise<Counted>;

export interface KeeperOptions {
  readonly db: Db;
  readonly log: Log;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly ring: Ring;
  readonly passes: Pick<Passes, 'between' | 'reached'>;
  readonly count: CountRows;
  readonly standing: readonly Measure[];
  /** Whether this node stores the counters. */
  readonly isFirst: () => boolean;
  readonly epoch: () => string;
  /** Called with the key of a figure that was dropped to make room; its readers must be told. */
  readonly onDrop: (key: string) => void;
}
export interface KeeperStats {
  /** Counts of rows the database was asked for. */
  readonly counts: number;
  readonly drift: number;
  readonly folds: number;
  readonly checks: number;
}
export interface Keeper {
  /** Reads the standing counters; changes taken from now on are folded into them. */
  readonly open: (head: Head) => Promise<void>;
  /** Folds changes; answers whether somebody's figures moved. */
  readonly take: (batch: readonly Entry[]) => void;
  readonly get: (key: string) => Fold | undefined;
  /**
   * The fold of a measure, counted once however many ask; undefined when there are too many.
   * @param by The principal who asks first. Each has a share of the figures that no counter keeps; when all places are taken, a
   * principal below the fair share gets the place of the oldest figure of the principal who has the most.
   */
  readonly need: (folding: Folding, by?: string) => Promise<Fold | undefined>;
  readonly all: () => Iterable<Fold>;
  /** Forgets figures nobody looked at for a while. */
  readonly tidy: (used: ReadonlySet<string>) => void;
  /** Stores what moved. */
  readonly store: () => Promise<void>;
  /** Counts the next standing counter anew and compares. */
  readonly check: () => Promise<void>;
  /** The log is another one: counts everything anew. */
  readonly restart: () => Promise<void>;
  readonly stats: () => KeeperStats;
}

/** A gap longer than this is counted anew instead of being read. */
const LONGEST_REPLAY = 50_000;
const TRIES = 4;

interface State extends KeeperOptions {
  readonly folds: Map<string, Fold>;
  readonly byEntity: Map<string, Set<Fold>>;
  readonly making: Map<string, Promise<Fold | undefined>>;
  /** Stored state is not to be trusted. */
  readonly whole: Set<Fold>;
  /** Come to more than is stored: nothing of them is. */
  readonly unstored: Set<Fold>;
  readonly seen: Map<string, number>;
  /** By fold: the principal it was counted for. */
  readonly owners: Map<string, string>;
  counts: number;
  drift: number;
  checks: number;
  next: number;
}

/** The folding of a measure for whoever reads all rows. */
export function standingFolding(registry: Registry, measure: Measure): Folding | undefined {
  const entity = registry.get(measure.e);
  if (entity === undefined || columnsNamed(entity, measure) === undefined) return undefined;
  const rows = grantedRows(SYSTEM, entity, 'read') ?? EVERYTHING;
  const when = measure.when ?? EVERYTHING;
  return foldingOf(entity, measure, { all: [rows, when, unlessDeleted(SYSTEM, entity, when)] });
}

function enter(state: State, fold: Fold): void {
  state.folds.set(fold.key, fold);
  const name = fold.folding.entity.name;
  const siblings = state.byEntity.get(name) ?? new Set();
  state.byEntity.set(name, siblings.add(fold));
  state.seen.set(fold.key, state.clock.now());
}

/** Counts the rows, then folds what happened since; `use` runs where no time passes. */
async function build<T>(state: State, folding: Folding, use: (fresh: Fold) => T): Promise<T | undefined> {
  const { ring, passes } = state;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    state.counts += 1;
    const { seq, cells } = await state.count(folding);
    await passes.reached(seq);
    const used = await passes.between(() => {
      if (seq + 1 < ring.low()) return undefined;
      const fresh = createFold(folding);
      fill(fresh, cells, seq);
      for (const change of ring.of(folding.entity.name, seq, ring.last())) apply(fresh, change);
      return { value: use(fresh) };
    });
    if (used !== undefined) return used.value;
  }
  return undefined;
}

async function load(state: State, fold: Fold, head: Head): Promise<void> {
  const stored = await readStored(state.db, fold.key);
  const usable =
    stored !== undefined && stored.epoch === head.epoch && stored.seq <= head.last && stored.seq + 1 >= head.low;
  const from = state.ring.last();
  if (!usable || from - stored.seq > LONGEST_REPLAY) {
    state.counts += 1;
    const { seq, cells } = await state.count(fold.folding);
    fold.unsaved = new Set();
    fill(fold, cells, seq);
    state.whole.add(fold);
    return;
  }
  fill(fold, stored.cells, stored.seq);
  fold.unsaved = new Set();
  if (isTooLarge(stored.cells)) state.whole.add(fold);
  const range = { ent: fold.folding.entity.name, after: stored.seq, upTo: from };
  for (const change of await readRange(state.db, range, LONGEST_REPLAY)) apply(fold, change);
}

async function open(state: State, head: Head): Promise<void> {
  for (const measure of state.standing) {
    const folding = standingFolding(state.registry, measure);
    if (folding === undefined || state.folds.has(foldKey(folding))) continue;
    const fold = createFold(folding);
    await load(state, fold, head);
    fold.touched.clear();
    enter(state, fold);
  }
}

/** What is too large to be stored exactly is not stored at all: it is counted anew at each start. */
async function forgetOne(state: State, fold: Fold): Promise<void> {
  state.whole.add(fold);
  if (state.unstored.has(fold)) return;
  try {
    await forgetStored(state.db, fold.key);
    state.unstored.add(fold);
    state.log.warn({ measure: fold.folding.measure }, 'a counter is too large to be stored; each start counts it anew');
  } catch (error) {
    state.log.warn({ err: error }, 'a counter could not be forgotten');
  }
}

async function storeOne(state: State, fold: Fold): Promise<void> {
  const keys = fold.unsaved;
  if (keys === undefined || (keys.size === 0 && !state.whole.has(fold))) return;
  fold.unsaved = new Set();
  const whole = state.whole.delete(fold);
  const all = whole ? new Set([...keys, ...fold.cells.keys()]) : keys;
  // What is written is copied before time passes, so that number and values belong together.
  const still: Fold = { ...fold, cells: new Map([...all].map((key) => [key, fold.cells.get(key) ?? 0])) };
  if (isTooLarge(still.cells)) {
    await forgetOne(state, fold);
    return;
  }
  state.unstored.delete(fold);
  const stored = await writeStored(state.db, state.epoch(), {
    fold: still,
    seq: fold.seq,
    keys: [...all],
    whole,
  }).catch((error: unknown) => {
    state.log.warn({ err: error }, 'a counter could not be stored');
    return false;
  });
  if (stored) return;
  if (whole) state.whole.add(fold);
  for (const key of keys) fold.unsaved.add(key);
}

async function check(state: State): Promise<void> {
  const standing = [...state.folds.values()].filter((fold) => fold.unsaved !== undefined);
  const fold = standing[state.next % Math.max(1, standing.length)];
  if (fold === undefined) return;
  state.next += 1;
  await build(state, fold.folding, (fresh) => {
    state.checks += 1;
    const wrong = difference(fold, fresh);
    if (wrong === undefined) return;
    state.drift += 1;
    const [kept, counted] = [fold.cells.get(wrong) ?? 0, fresh.cells.get(wrong) ?? 0];
    state.log.error({ measure: fold.folding.measure, cell: wrong, kept, counted }, 'counter_drift');
    fill(fold, fresh.cells, fresh.seq);
    state.whole.add(fold);
  });
}

/** Whether a principal has used up its share. */
const isOverShare = ({ owners }: State, by: string): boolean =>
  [...owners.values()].filter((owner) => owner === by).length >= LIMITS.figuresPerPrincipal;

function drop(state: State, key: string, fold: Fold): void {
  state.folds.delete(key);
  state.seen.delete(key);
  state.owners.delete(key);
  state.byEntity.get(fold.folding.entity.name)?.delete(fold);
}

const isFull = ({ folds, making }: State): boolean => folds.size + making.size >= LIMITS.figuresKept;

/**
 * Drops one figure of the principal who has the most when `by` has less than an equal share of all owned figures; returns whether it
 * did. The principal who loses one still has at least the equal share, so the two do not take places from each other in turn.
 */
function makeRoom(state: State, by: string): boolean {
  const held = new Map([[by, 0]]);
  for (const owner of state.owners.values()) held.set(owner, (held.get(owner) ?? 0) + 1);
  if ((held.get(by) ?? 0) >= Math.floor(state.owners.size / held.size)) return false;
  const most = Math.max(...held.values());
  for (const [key, owner] of state.owners) {
    const fold = state.folds.get(key);
    if (fold === undefined || held.get(owner) !== most) continue;
    drop(state, key, fold);
    state.onDrop(key);
    return true;
  }
  return false;
}

function need(state: State, folding: Folding, by?: string): Promise<Fold | undefined> {
  const key = foldKey(folding);
  const known = state.folds.get(key);
  state.seen.set(key, state.clock.now());
  if (known !== undefined) return Promise.resolve(known);
  const running = state.making.get(key);
  if (running !== undefined) return running;
  if (by !== undefined && isOverShare(state, by)) return Promise.resolve(undefined);
  if (isFull(state) && (by === undefined || !makeRoom(state, by))) return Promise.resolve(undefined);
  if (by !== undefined) state.owners.set(key, by);
  const making = build(state, folding, (fresh) => {
    fresh.touched.clear();
    enter(state, fresh);
    return fresh;
  }).finally(() => {
    state.making.delete(key);
    if (!state.folds.has(key)) state.owners.delete(key);
  });
  state.making.set(key, making);
  return making;
}

function tidy(state: State, used: ReadonlySet<string>): void {
  const now = state.clock.now();
  for (const [key, fold] of state.folds) {
    if (used.has(key)) state.seen.set(key, now);
    if (fold.unsaved !== undefined || now - (state.seen.get(key) ?? 0) < PACE.figureKept) continue;
    drop(state, key, fold);
  }
}

export function createKeeper(options: KeeperOptions): Keeper {
  const maps = {
    folds: new Map(),
    byEntity: new Map(),
    making: new Map(),
    whole: new Set<Fold>(),
    unstored: new Set<Fold>(),
    seen: new Map(),
    owners: new Map(),
  };
  const state: State = { ...options, ...maps, counts: 0, drift: 0, checks: 0, next: 0 };
  return {
    open: (head) => open(state, head),
    take: (batch) => {
      for (const { change } of batch) for (const fold of state.byEntity.get(change.ent) ?? []) apply(fold, change);
    },
    get: (key) => state.folds.get(key),
    need: (folding, by) => need(state, folding, by),
    all: () => state.folds.values(),
    tidy: (used) => tidy(state, used),
    store: async () => {
      if (!options.isFirst()) return;
      for (const fold of [...state.folds.values()]) await storeOne(state, fold);
    },
    check: () => check(state),
    restart: async () => {
      for (const fold of [...state.folds.values()]) {
        await build(state, fold.folding, (fresh) => fill(fold, fresh.cells, fresh.seq));
        if (fold.unsaved !== undefined) state.whole.add(fold);
      }
    },
    stats: () => ({ counts: state.counts, drift: state.drift, checks: state.checks, folds: state.folds.size }),
  };
}
