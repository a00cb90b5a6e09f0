/** The live metrics of a node: applies changes, sends frames, stores and checks the counters. */
import { LIMITS } from '../../../common/limits';
import type { CompiledMeasure } from '../../../common/live/measure';
import type { Measure } from '../../../common/protocol/liveEvents';
import { addExact, type ExactSum } from '../../../common/text/exactSum';
import type { TimeZone } from '../../../common/text/time/timeZone';
import type { LogHead } from '../log/changeLog';
import { TIMING } from '../timing';
import type { LogEntry } from '../log/tailer';
import { createMetricSubscriptions, type MetricSubscriptions } from './metricSubscriptions';
import type { MetricSubscriptionsOptions } from './metricSubscriptionState';
import { computeDelta, aggregateKey, sumSince } from './aggregate';
import {
  createCounterManager,
  compileSystemMeasure,
  type CountRows,
  type CounterManager,
  type CounterManagerOptions,
  type CounterManagerStats,
} from './counterManager';

/** The sources of metrics, which the engine provides. */
export interface MetricSources {
  readonly countRows: CountRows;
  readonly permanentMeasures: readonly Measure[];
  readonly timeZone: () => TimeZone;
}
export type LiveMetricsOptions = MetricSources &
  Omit<CounterManagerOptions, 'countRows' | 'permanentMeasures' | 'onDrop'> &
  Omit<MetricSubscriptionsOptions, 'counterManager' | 'zone'>;

export interface LiveMetrics extends Pick<MetricSubscriptions, 'onRequest' | 'onDisconnected' | 'refresh'> {
  readonly load: (head: LogHead) => Promise<void>;
  readonly applyBatch: (batch: readonly LogEntry[]) => void;
  readonly recount: () => void;
  /** Recounts the next counter and compares. */
  readonly checkNext: () => Promise<void>;
  /** The value of a measure over all rows, or since an instant (rounded to its quarter of an hour); undefined when it cannot be counted. */
  readonly sum: (measure: Measure, since?: number) => Promise<ExactSum | undefined>;
  /** The number of rows of a measure as of a sequence number; undefined when it is not known exactly. */
  readonly totalAt: (compiledMeasure: CompiledMeasure, seq: number) => Promise<number | undefined>;
  /** Stores the counters now. */
  readonly store: () => Promise<void>;
  readonly stats: () => CounterManagerStats & ReturnType<MetricSubscriptions['stats']>;
  readonly stop: () => Promise<void>;
}

/** The total as of `seq`: the newest total of the aggregate without the later changes; undefined when these are no longer known. */
async function totalAt(
  { fanout, ring }: LiveMetricsOptions,
  counterManager: CounterManager,
  compiledMeasure: CompiledMeasure,
  seq: number,
): Promise<number | undefined> {
  if (
    counterManager.get(aggregateKey(compiledMeasure)) === undefined &&
    counterManager.stats().aggregates >= LIMITS.aggregatesKept / 2
  )
    return undefined;
  const aggregate = await counterManager.acquire(compiledMeasure);
  if (aggregate === undefined || !(await fanout.waitFor(seq))) return undefined;
  return fanout.runExclusive(() => {
    if (seq + 1 < ring.oldestSeq()) return undefined;
    const since = ring.getChanges(compiledMeasure.entity.name, seq, ring.newestSeq());
    const laterDelta = since.reduce<ExactSum>((sum, change) => addExact(sum, computeDelta(compiledMeasure, change)), 0);
    return Number(addExact(sumSince(aggregate), -laterDelta));
  });
}

export function createLiveMetrics(options: LiveMetricsOptions): LiveMetrics {
  const { log } = options;
  const counterManager = createCounterManager({ ...options, onDrop: (key) => subscriptions.onAggregateDropped(key) });
  const subscriptions: MetricSubscriptions = createMetricSubscriptions({ ...options, counterManager });
  const storeTimer = setInterval(() => void counterManager.store(), TIMING.counterStoreMs).unref();
  const checkTimer = setInterval(() => {
    counterManager
      .checkNext()
      .catch((error: unknown) => log.warn({ err: error }, 'checking a counter failed; it is checked again later'));
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
        .catch((error: unknown) => log.error({ err: error }, 'recounting the counters failed'));
    },
    checkNext: counterManager.checkNext,
    sum: async (measure, since) => {
      const compiledMeasure = compileSystemMeasure(options.registry, measure);
      const aggregate = compiledMeasure && (await counterManager.acquire(compiledMeasure));
      return aggregate && options.fanout.runExclusive(() => sumSince(aggregate, since));
    },
    totalAt: (compiledMeasure, seq) => totalAt(options, counterManager, compiledMeasure, seq),
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
