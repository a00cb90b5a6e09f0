/** Dashboard metrics over the socket: the event `dash` subscribes to metrics and receives their cells. */
import type { LiveEventHandler, LiveFeature } from '../sockets/liveFeature';
import { createLiveMetrics, type LiveMetrics, type MetricSources } from './liveMetrics';

export interface MetricsFeature extends LiveFeature {
  /** Undefined until the hub serves, after it stopped, and without sources. */
  readonly current: () => LiveMetrics | undefined;
}

const refuse: LiveEventHandler = (_payload, ack) => {
  ack({ ok: false, code: 404 });
  return true;
};

/** Without `sources` there are no metrics: `dash` responds with 404. */
export function createMetricsFeature(sources: MetricSources | undefined): MetricsFeature {
  let current: LiveMetrics | undefined;
  return {
    name: 'metrics',
    current: () => current,
    start: (core) => {
      if (sources === undefined) return { eventsFor: () => ({ dash: refuse }) };
      const { nodes, connections, namespaces } = core;
      const metrics = createLiveMetrics({
        ...sources,
        ...core,
        connections: () => connections.values(),
        isLeader: nodes.isLeader,
        namespace: namespaces.admin,
      });
      current = metrics;
      return {
        load: metrics.load,
        applyBatch: metrics.applyBatch,
        onDisconnected: metrics.onDisconnected,
        onBackpressureChecked: metrics.refresh,
        afterLogReset: metrics.recount,
        eventsFor: (connection) => ({ dash: (payload, ack) => metrics.onRequest(connection, payload, ack) }),
        stop: async () => {
          current = undefined;
          await metrics.stop();
        },
      };
    },
  };
}
