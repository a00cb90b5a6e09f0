/** The live figures of a node as the channel uses them: changes come in, frames go out, counters are stored and checked. */
import { LIMITS } from '../../../common/limits';
import type { CompiledMeasure } from '../../../common/live/measure';
import type { Measure } from '../../../common/protocol/liveEvents';
import { addExact, type ExactSum } from '../../../common/text/exactSum';
import type { TimeZone } from '../../../common/text/timeZone';
import type { LogHead } from '../log/changeLog';
import { TIMING } from '../timing';
import type { LogEntry } from '../log/tailer';
import {
  createMetricSubscriptions,
  type MetricSubscriptions,
  type MetricSubscriptionsOptions,
} from './metricSubscriptions';
import { computeDelta, aggregateKey, sumSince } from './aggregate';
import {
  createCounterManager,
  systemAggregation,
  type CountRows,
  type CounterManager,
  type CounterManagerOptions,
  type CounterManagerStats,
} from './counterManager';

/** What figures need that the channel itself does not have. */
export interface MetricSources {
  readonly countRows: CountRows;
  readonly standingMeasures: readonly Measure[];
  readonly zone: () => TimeZone;
}
export type LiveMetricsOptions = MetricSources &
  Omit<CounterManagerOptions, 'countRows' | 'standingMeasures' | 'onDrop'> &
  Omit<MetricSubscriptionsOptions, 'counterManager' | 'zone'>;

export interface LiveMetrics extends Pick<MetricSubscriptions, 'onRequest' | 'onDisconnected' | 'refresh'> {
  readonly load: (head: LogHead) => Promise<void>;
  readonly applyBatch: (batch: readonly LogEntry[]) => void;
  readonly recount: () => void;
  /** Counts the next counter anew and compares. */
  readonly checkNext: () => Promise<void>;
  /** What a measure comes to over all rows, or since an instant to its quarter; undefined when it cannot be counted. */
  readonly sum: (measure: Measure, since?: number) => Promise<ExactSum | undefined>;
  /** How many rows a folding holds in the snapshot that ends with a change; undefined when it is not known for sure. */
  readonly totalAt: (aggregation: CompiledMeasure, seq: number) => Promise<number | undefined>;
  /** Stores the counters now. */
  readonly store: () => Promise<void>;
  readonly stats: () => CounterManagerStats & ReturnType<MetricSubscriptions['stats']>;
  readonly stop: () => Promise<void>;
}

/** The fold knows the newest state: what happened to the rows since the snapshot is taken back. */
async function totalAt(
  { fanout, ring }: LiveMetricsOptions,
  counterManager: CounterManager,
  aggregation: CompiledMeasure,
  seq: number,
): Promise<number | undefined> {
  if (
    counterManager.get(aggregateKey(aggregation)) === undefined &&
    counterManager.stats().aggregates >= LIMITS.figuresKept / 2
  )
    return undefined;
  const aggregate = await counterManager.acquire(aggregation);
  if (aggregate === undefined || !(await fanout.waitFor(seq))) return undefined;
  return fanout.runExclusive(() => {
    if (seq + 1 < ring.oldestSeq()) return undefined;
    const since = ring.changesOf(aggregation.entity.name, seq, ring.newestSeq());
    const laterDelta = since.reduce<ExactSum>((sum, change) => addExact(sum, computeDelta(aggregation, change)), 0);
    return Number(addExact(sumSince(aggregate), -laterDelta));
  });
}

export function createLiveMetrics(options: LiveMetricsOptions): LiveMetrics {
  const { log } = options;
  const counterManager = createCounterManager({ ...options, onDrop: (key) => subscriptions.onAggregateDropped(key) });
  const subscriptions: MetricSubscriptions = createMetricSubscriptions({ ...options, counterManager });
  const storeTimer = setInterval(() => void counterManager.store(), TIMING.counterStoreMs).unref();
  const checkTimer = setInterval(() => {
    counterManager.checkNext().catch((error: unknown) => log.warn({ err: error }, 'a counter could not be checked'));
    counterManager.dropUnused(subscriptions.listUsedKeys());
  }, TIMING.counterCheckMs).unref();
  return {
    onRequest: subscriptions.onRequest,
    onDisconnected: subscriptions.onDisconnected,
    refresh: subscriptions.refresh,
    load: counterManager.load,
    applyBatch: (batch) => {
      counterManager.applyBatch(batch);
      for (const { change } of batch) subscriptions.onLayoutChange(change);
      subscriptions.scheduleFlush();
    },
    recount: () => {
      counterManager
        .recount()
        .then(() => options.fanout.runExclusive(subscriptions.resendAll))
        .catch((error: unknown) => log.error({ err: error }, 'the counters could not be counted anew'));
    },
    checkNext: counterManager.checkNext,
    sum: async (measure, since) => {
      const aggregation = systemAggregation(options.registry, measure);
      const aggregate = aggregation && (await counterManager.acquire(aggregation));
      return aggregate && options.fanout.runExclusive(() => sumSince(aggregate, since));
    },
    totalAt: (aggregation, seq) => totalAt(options, counterManager, aggregation, seq),
    store: counterManager.store,
    stats: () => ({ ...counterManager.stats(), ...subscriptions.stats() }),
    stop: async () => {
      clearInterval(storeTimer);
      clearInterval(checkTimer);
      await subscriptions.stop();
      await counterManager.store();
    },
  };
}
