/** The metrics of a dashboard as of a past point in time. */
import type { Metric, MetricCell } from './liveEvents';

export interface DashboardAsOfRequest {
  /** Unix seconds. */
  readonly asOf: number;
  /** Metrics by the client's own short ids. */
  readonly metrics: Readonly<Record<string, Metric>>;
}

/**
 * Why a metric has no past value: `no_access` the reader may not read it, `invalid` it cannot be computed, `no_history` the past of its rows is
 * not kept, `too_many_changes` too much changed since that moment.
 */
export type PastRefusal = 'no_access' | 'invalid' | 'no_history' | 'too_many_changes';

export type PastMetric =
  | {
      readonly cells: readonly MetricCell[];
      /** Some rows of that moment are not counted: they were purged since, or the reader may not see them any more. */
      readonly isPartial: boolean;
    }
  | { readonly refusal: PastRefusal };

export interface DashboardAsOf {
  /** Unix seconds. */
  readonly asOf: number;
  /** The time zone of the hours and days. */
  readonly zone: string;
  /** By the client's id. */
  readonly metrics: Readonly<Record<string, PastMetric>>;
}
