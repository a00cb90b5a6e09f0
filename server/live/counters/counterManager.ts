/**
 * Manages the incremental aggregates of a node, which each change updates without another query: permanent dashboard counters, which
 * continue from their checkpoint, and metrics that exist while subscribed.
 */
import { SYSTEM, grantedRows, notDeletedFilter } from '../../../common/entity/access';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { Registry } from '../../../common/entity/registry';
import { measureColumns, compileMeasure, type CompiledMeasure } from '../../../common/live/measure';
import { LIMITS } from '../../../common/limits';
import type { Measure } from '../../../common/protocol/liveEvents';
import type { ExactSum } from '../../../common/text/exactSum';
import type { Clock, Db, Log } from '../../context';
import type { LogHead } from '../log/changeLog';
import { TIMING } from '../timing';
import type { Fanout } from '../topics/fanout';
import type { RingBuffer } from '../log/ringBuffer';
import { loadChangeRange, type LogEntry } from '../log/tailer';
import { applyChange, createAggregate, findDifference, replaceCells, aggregateKey, type Aggregate } from './aggregate';
import { deleteCounter, isTooLarge, loadCounter, writeCheckpoint } from './counterStore';

/** Counts a measure in one snapshot of the database. */
export interface MeasureCount {
  readonly seq: number;
  readonly cells: ReadonlyMap<string, ExactSum>;
}
export type CountRows = (compiledMeasure: CompiledMeasure) => Promise<MeasureCount>;

export interface CounterManagerOptions {
  readonly db: Db;
  readonly log: Log;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly ring: RingBuffer;
  readonly fanout: Pick<Fanout, 'runExclusive' | 'waitFor'>;
  readonly countRows: CountRows;
  readonly permanentMeasures: readonly Measure[];
  /** Whether this node stores the counters. */
  readonly isLeader: () => boolean;
  readonly epoch: () => string;
  /** Called with the key of an aggregate that was evicted, so that its subscribers get a new frame. */
  readonly onDrop: (key: string) => void;
}
export interface CounterManagerStats {
  /** The number of counts that the database executed. */
  readonly counts: number;
  readonly drift: number;
  readonly aggregates: number;
  readonly checks: number;
}
export interface CounterManager {
  /** Loads the permanent counters; later changes update them. */
  readonly load: (head: LogHead) => Promise<void>;
  /** Applies changes to all aggregates. */
  readonly applyBatch: (batch: readonly LogEntry[]) => void;
  readonly get: (key: string) => Aggregate | undefined;
  /**
   * The aggregate of a measure, counted once for simultaneous requests; undefined when there are too many.
   * @param principal The principal of the request. Each has a share of the aggregates that are not stored. When all places are taken, a
   * principal below the equal share gets the place of the oldest aggregate of the principal with the most.
   */
  readonly acquire: (compiledMeasure: CompiledMeasure, principal?: string) => Promise<Aggregate | undefined>;
  readonly all: () => Iterable<Aggregate>;
  /** Drops aggregates that were unused for a while. */
  readonly dropUnused: (used: ReadonlySet<string>) => void;
  /** Stores the changed cells of the permanent counters. */
  readonly store: () => Promise<void>;
  /** Recounts the next permanent counter and compares it with memory. */
  readonly checkNext: () => Promise<void>;
  /** Recounts everything, after the log started over. */
  readonly recount: () => Promise<void>;
  readonly stats: () => CounterManagerStats;
}

/** Above this number of missed changes a counter is recounted instead. */
const MAX_REPLAY = 50_000;
const MAX_ATTEMPTS = 4;

interface State extends CounterManagerOptions {
  readonly aggregates: Map<string, Aggregate>;
  readonly byEntity: Map<string, Set<Aggregate>>;
  readonly pending: Map<string, Promise<Aggregate | undefined>>;
  /** Whether the stored state is wrong. */
  readonly needsFullStore: Set<Aggregate>;
  /** Counters that are too large to be stored. */
  readonly unstored: Set<Aggregate>;
  readonly usedAt: Map<string, number>;
  /** By aggregate key: the principal that it was counted for. */
  readonly owners: Map<string, string>;
  counts: number;
  drift: number;
  checks: number;
  nextCheck: number;
}

/** The compiled measure over all rows. */
export function compileSystemMeasure(registry: Registry, measure: Measure): CompiledMeasure | undefined {
  const entity = registry.get(measure.e);
  if (entity === undefined || measureColumns(entity, measure) === undefined) return undefined;
  const rows = grantedRows(SYSTEM, entity, 'read') ?? MATCH_ALL;
  const when = measure.when ?? MATCH_ALL;
  return compileMeasure(entity, measure, { all: [rows, when, notDeletedFilter(SYSTEM, entity, when)] });
}

function register(state: State, aggregate: Aggregate): void {
  state.aggregates.set(aggregate.key, aggregate);
  const name = aggregate.compiledMeasure.entity.name;
  const siblings = state.byEntity.get(name) ?? new Set();
  state.byEntity.set(name, siblings.add(aggregate));
  state.usedAt.set(aggregate.key, state.clock.now());
}

/** Counts the rows, then applies the changes since; `onBuilt` runs in the exclusive section. */
async function buildAggregate<T>(
  state: State,
  compiledMeasure: CompiledMeasure,
  onBuilt: (fresh: Aggregate) => T,
): Promise<T | undefined> {
  const { ring, fanout } = state;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    state.counts += 1;
    const { seq, cells } = await state.countRows(compiledMeasure);
    await fanout.waitFor(seq);
    const used = await fanout.runExclusive(() => {
      if (seq + 1 < ring.oldestSeq()) return undefined;
      const aggregate = createAggregate(compiledMeasure);
      replaceCells(aggregate, cells, seq);
      for (const change of ring.getChanges(compiledMeasure.entity.name, seq, ring.newestSeq()))
        applyChange(aggregate, change);
      return { value: onBuilt(aggregate) };
    });
    if (used !== undefined) return used.value;
  }
  return undefined;
}

async function loadStored(state: State, aggregate: Aggregate, head: LogHead): Promise<void> {
  const stored = await loadCounter(state.db, aggregate.key);
  const usable =
    stored !== undefined && stored.epoch === head.epoch && stored.seq <= head.last && stored.seq + 1 >= head.low;
  const from = state.ring.newestSeq();
  if (!usable || from - stored.seq > MAX_REPLAY) {
    state.counts += 1;
    const { seq, cells } = await state.countRows(aggregate.compiledMeasure);
    aggregate.unsavedCells = new Set();
    replaceCells(aggregate, cells, seq);
    state.needsFullStore.add(aggregate);
    return;
  }
  replaceCells(aggregate, stored.cells, stored.seq);
  aggregate.unsavedCells = new Set();
  if (isTooLarge(stored.cells)) state.needsFullStore.add(aggregate);
  const range = { entityName: aggregate.compiledMeasure.entity.name, after: stored.seq, upTo: from };
  for (const change of await loadChangeRange(state.db, range, MAX_REPLAY)) applyChange(aggregate, change);
}

async function loadPermanent(state: State, head: LogHead): Promise<void> {
  for (const measure of state.permanentMeasures) {
    const compiledMeasure = compileSystemMeasure(state.registry, measure);
    if (compiledMeasure === undefined || state.aggregates.has(aggregateKey(compiledMeasure))) continue;
    const aggregate = createAggregate(compiledMeasure);
    await loadStored(state, aggregate, head);
    aggregate.changedCells.clear();
    register(state, aggregate);
  }
}

/** A counter that is too large to be stored exactly is not stored: each start recounts it. */
async function deleteStored(state: State, aggregate: Aggregate): Promise<void> {
  state.needsFullStore.add(aggregate);
  if (state.unstored.has(aggregate)) return;
  try {
    await deleteCounter(state.db, aggregate.key);
    state.unstored.add(aggregate);
    state.log.warn(
      { measure: aggregate.compiledMeasure.measure },
      'a counter is too large to be stored; each start recounts it',
    );
  } catch (error) {
    state.log.warn({ err: error }, 'a stored counter was not deleted; the next start reads it');
  }
}

async function storeAggregate(state: State, aggregate: Aggregate): Promise<void> {
  const changedCells = aggregate.unsavedCells;
  if (changedCells === undefined || (changedCells.size === 0 && !state.needsFullStore.has(aggregate))) return;
  aggregate.unsavedCells = new Set();
  const isFullStore = state.needsFullStore.delete(aggregate);
  const all = isFullStore ? new Set([...changedCells, ...aggregate.cells.keys()]) : changedCells;
  // The values are copied before the first await, so that they belong to the sequence number.
  const snapshot: Aggregate = {
    ...aggregate,
    cells: new Map([...all].map((key) => [key, aggregate.cells.get(key) ?? 0])),
  };
  if (isTooLarge(snapshot.cells)) {
    await deleteStored(state, aggregate);
    return;
  }
  state.unstored.delete(aggregate);
  const stored = await writeCheckpoint(state.db, state.epoch(), {
    aggregate: snapshot,
    seq: aggregate.seq,
    keys: [...all],
    replacesAll: isFullStore,
  }).catch((error: unknown) => {
    state.log.warn({ err: error }, 'a counter was not stored; the next store tries again');
    return false;
  });
  if (stored) return;
  if (isFullStore) state.needsFullStore.add(aggregate);
  for (const key of changedCells) aggregate.unsavedCells.add(key);
}

async function checkNext(state: State): Promise<void> {
  const permanentAggregates = [...state.aggregates.values()].filter(
    (aggregate) => aggregate.unsavedCells !== undefined,
  );
  const aggregate = permanentAggregates[state.nextCheck % Math.max(1, permanentAggregates.length)];
  if (aggregate === undefined) return;
  state.nextCheck += 1;
  await buildAggregate(state, aggregate.compiledMeasure, (fresh) => {
    state.checks += 1;
    const driftedCell = findDifference(aggregate, fresh);
    if (driftedCell === undefined) return;
    state.drift += 1;
    const [cached, counted] = [aggregate.cells.get(driftedCell) ?? 0, fresh.cells.get(driftedCell) ?? 0];
    state.log.error(
      { measure: aggregate.compiledMeasure.measure, cell: driftedCell, kept: cached, counted },
      'a counter differed from its rows and was replaced',
    );
    replaceCells(aggregate, fresh.cells, fresh.seq);
    state.needsFullStore.add(aggregate);
  });
}

/** Whether a principal used up its share. */
const isOverQuota = ({ owners }: State, principal: string): boolean =>
  [...owners.values()].filter((owner) => owner === principal).length >= LIMITS.metricsPerPrincipal;

function drop(state: State, key: string, aggregate: Aggregate): void {
  state.aggregates.delete(key);
  state.usedAt.delete(key);
  state.owners.delete(key);
  state.byEntity.get(aggregate.compiledMeasure.entity.name)?.delete(aggregate);
}

const isFull = ({ aggregates, pending }: State): boolean => aggregates.size + pending.size >= LIMITS.aggregatesKept;

/**
 * Drops one aggregate of the principal with the most when `principal` has less than an equal share of all owned aggregates; returns whether it
 * did. The other principal keeps at least the equal share, so that the two do not displace each other in turn.
 */
function evictOne(state: State, principal: string): boolean {
  const countByOwner = new Map([[principal, 0]]);
  for (const owner of state.owners.values()) countByOwner.set(owner, (countByOwner.get(owner) ?? 0) + 1);
  if ((countByOwner.get(principal) ?? 0) >= Math.floor(state.owners.size / countByOwner.size)) return false;
  const maxCount = Math.max(...countByOwner.values());
  for (const [key, owner] of state.owners) {
    const aggregate = state.aggregates.get(key);
    if (aggregate === undefined || countByOwner.get(owner) !== maxCount) continue;
    drop(state, key, aggregate);
    state.onDrop(key);
    return true;
  }
  return false;
}

/** The aggregate of the key. One of a former definition of the entity is dropped: its table may have been created again. */
function findCurrent(state: State, key: string, { entity }: CompiledMeasure): Aggregate | undefined {
  const existing = state.aggregates.get(key);
  if (existing === undefined || existing.compiledMeasure.entity === entity) return existing;
  drop(state, key, existing);
  state.onDrop(key);
  return undefined;
}

function acquire(state: State, compiledMeasure: CompiledMeasure, principal?: string): Promise<Aggregate | undefined> {
  const key = aggregateKey(compiledMeasure);
  const existing = findCurrent(state, key, compiledMeasure);
  state.usedAt.set(key, state.clock.now());
  if (existing !== undefined) return Promise.resolve(existing);
  const pendingBuild = state.pending.get(key);
  if (pendingBuild !== undefined) return pendingBuild;
  if (principal !== undefined && isOverQuota(state, principal)) return Promise.resolve(undefined);
  if (isFull(state) && (principal === undefined || !evictOne(state, principal))) return Promise.resolve(undefined);
  if (principal !== undefined) state.owners.set(key, principal);
  const pending = buildAggregate(state, compiledMeasure, (fresh) => {
    fresh.changedCells.clear();
    register(state, fresh);
    return fresh;
  }).finally(() => {
    state.pending.delete(key);
    if (!state.aggregates.has(key)) state.owners.delete(key);
  });
  state.pending.set(key, pending);
  return pending;
}

function dropUnused(state: State, used: ReadonlySet<string>): void {
  const now = state.clock.now();
  for (const [key, aggregate] of state.aggregates) {
    if (used.has(key)) state.usedAt.set(key, now);
    if (aggregate.unsavedCells !== undefined || now - (state.usedAt.get(key) ?? 0) < TIMING.unusedMetricMs) continue;
    drop(state, key, aggregate);
  }
}

export function createCounterManager(options: CounterManagerOptions): CounterManager {
  const maps = {
    aggregates: new Map(),
    byEntity: new Map(),
    pending: new Map(),
    needsFullStore: new Set<Aggregate>(),
    unstored: new Set<Aggregate>(),
    usedAt: new Map(),
    owners: new Map(),
  };
  const state: State = { ...options, ...maps, counts: 0, drift: 0, checks: 0, nextCheck: 0 };
  return {
    load: (head) => loadPermanent(state, head),
    applyBatch: (batch) => {
      for (const { change } of batch)
        for (const aggregate of state.byEntity.get(change.entityName) ?? []) applyChange(aggregate, change);
    },
    get: (key) => state.aggregates.get(key),
    acquire: (compiledMeasure, principal) => acquire(state, compiledMeasure, principal),
    all: () => state.aggregates.values(),
    dropUnused: (used) => dropUnused(state, used),
    store: async () => {
      if (!options.isLeader()) return;
      for (const aggregate of [...state.aggregates.values()]) await storeAggregate(state, aggregate);
    },
    checkNext: () => checkNext(state),
    recount: async () => {
      for (const aggregate of [...state.aggregates.values()]) {
        await buildAggregate(state, aggregate.compiledMeasure, (fresh) =>
          replaceCells(aggregate, fresh.cells, fresh.seq),
        );
        if (aggregate.unsavedCells !== undefined) state.needsFullStore.add(aggregate);
      }
    },
    stats: () => ({
      counts: state.counts,
      drift: state.drift,
      checks: state.checks,
      aggregates: state.aggregates.size,
    }),
  };
}
