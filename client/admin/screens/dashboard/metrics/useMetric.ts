/** Live value of one dashboard metric, followed while the component is mounted. */
import { useEffect, useState } from 'react';
import type { Metric } from '../../../../../common/protocol/liveEvents';
import { getTimeZone, type TimeZone } from '../../../../../common/text/time/timeZone';
import { useApp } from '../../../../shared/app/appContext';
import { getMetricsClient } from './metricsClient';
import { metricsApi } from './metricsApi';
import { EMPTY_METRICS, type MetricState, type MetricsState } from './metricsState';
import { usePastDashboard, usePastMetric } from './pastDashboard';

const WAITING: MetricState = { status: 'waiting' };
const REFUSED: MetricState = { status: 'refused', reason: 'no_access' };

/** The live metrics; empty while the cards show the past. */
export function useMetricsState(): MetricsState {
  const past = usePastDashboard();
  return metricsApi.useMetricsQuery(null, { skip: past !== undefined }).currentData ?? EMPTY_METRICS;
}

export function useMetric(metric: Metric | undefined): MetricState {
  const past = usePastMetric(metric);
  const live = useLiveMetric(past === undefined ? metric : undefined);
  return past ?? live;
}

function useLiveMetric(metric: Metric | undefined): MetricState {
  const client = getMetricsClient(useApp());
  const state = useMetricsState();
  const metricKey = metric === undefined ? '' : JSON.stringify(metric);
  useEffect(() => (metricKey === '' ? undefined : client.follow(JSON.parse(metricKey) as Metric)), [client, metricKey]);
  if (metric === undefined) return WAITING;
  const keyOrStatus = state.keysOrRefusals[client.getId(metric)];
  if (keyOrStatus === undefined) return WAITING;
  // A number is the HTTP status of a refusal; 429: the client asks again later.
  if (typeof keyOrStatus === 'number') return keyOrStatus === 429 ? WAITING : REFUSED;
  const cells = state.cells[keyOrStatus];
  return cells === undefined ? WAITING : { status: 'known', cells };
}

const timeZonesByName = new Map<string, TimeZone>();
/** Time zone of the site; the local one until the server has responded. */
export function useDashboardTimeZone(): TimeZone {
  const { zone: liveZone } = useMetricsState();
  const name = usePastDashboard()?.response?.zone || liveZone || new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = timeZonesByName.get(name) ?? getTimeZone(name);
  timeZonesByName.set(name, zone);
  return zone;
}

/** The server's time in unix seconds, updated every `everyMs`; the past point in time that the cards show. */
export function useServerNow(everyMs: number): number {
  const { clockOffset } = useMetricsState();
  const past = usePastDashboard();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return past?.moment ?? Math.floor((now + clockOffset) / 1000);
}
