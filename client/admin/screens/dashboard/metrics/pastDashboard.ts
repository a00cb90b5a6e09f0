/** The past point in time that the cards show, and their metrics at that moment. Without a provider the cards show now. */
import { createContext, useContext } from 'react';
import type { DashboardAsOf } from '../../../../../common/protocol/dashboardAsOf';
import type { Metric } from '../../../../../common/protocol/liveEvents';
import { toCells, type MetricState } from './metricsState';
import { pastMetricsApi } from './pastMetricsApi';

export interface PastDashboard {
  /** Unix seconds. */
  readonly moment: number;
  /** Ids of the metrics in the response, by their text. */
  readonly ids: ReadonlyMap<string, string>;
  /** Undefined until it arrives. */
  readonly response: DashboardAsOf | undefined;
}
export const PastDashboardContext = createContext<PastDashboard | undefined>(undefined);
/** Undefined: the cards show now. */
export const usePastDashboard = (): PastDashboard | undefined => useContext(PastDashboardContext);

/** The text of a metric, by which equal ones are found. */
export const metricText = (metric: Metric): string => JSON.stringify(metric);
const OWN_ID = 'own';

function getState(response: DashboardAsOf | undefined, id: string): MetricState {
  const metric = response?.metrics[id];
  if (metric === undefined) return { status: 'waiting' };
  if ('refusal' in metric) return { status: 'refused', reason: metric.refusal };
  return { status: 'known', cells: toCells(metric.cells), isPartial: metric.isPartial };
}

/** The state of a metric at the moment that the cards show; undefined while they show now. */
export function usePastMetric(metric: Metric | undefined): MetricState | undefined {
  const past = usePastDashboard();
  const sharedId = metric && past?.ids.get(metricText(metric));
  // A person chose another period on the card.
  const isOwn = past !== undefined && metric !== undefined && sharedId === undefined;
  const { currentData: own, isError } = pastMetricsApi.usePastMetricsQuery(
    { asOf: past?.moment ?? 0, metrics: metric === undefined ? {} : { [OWN_ID]: metric } },
    { skip: !isOwn },
  );
  if (past === undefined) return undefined;
  if (metric === undefined) return { status: 'waiting' };
  if (isError) return { status: 'refused', reason: 'invalid' };
  return isOwn ? getState(own, OWN_ID) : getState(past.response, sharedId ?? '');
}
