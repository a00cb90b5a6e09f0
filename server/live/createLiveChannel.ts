/** Creates the live channel (Socket.IO, real-time updates): the live hub with all its features. */
import type { SharedDraftTarget } from '../../common/protocol/sharedDraft';
import { createCommentEvents } from './features/commentEvents';
import { createGatewayEvents } from './features/gatewayEvents';
import { createDefinitionEvents, type LiveDefinitions } from './features/definitionEvents';
import { createSavedViewEvents } from './features/savedViewEvents';
import { createSecondWindowFeature } from './features/secondWindow';
import { createSettingsEvents, type ReloadableSettings } from './features/settingsEvents';
import { createTaskOutput, type TaskOutputSource } from './features/taskOutput';
import type { LiveMetrics, MetricSources } from './counters/liveMetrics';
import { createMetricsFeature } from './counters/metricsFeature';
import { createLiveHub, type LiveHub, type LiveHubDeps, type LiveServices, type LiveStats } from './liveHub';
import type { LoadRow } from './presence/liveRowCache';
import { createPresenceFeature } from './presence/presenceFeature';
import type { ReadMark } from './receipts/readMarks';
import type { Receipts } from './receipts/receipts';
import { createReceiptsFeature } from './receipts/receiptsFeature';
import { createUpdateSigner } from './sharedDrafts/people/signUpdate';
import { createSharedDraftsFeature } from './sharedDrafts/sharedDraftsFeature';

export interface LiveChannelDeps extends Omit<LiveHubDeps, 'features'> {
  readonly settings?: ReloadableSettings;
  /** The designed entities; without them the registry never changes. */
  readonly definitions?: LiveDefinitions;
  /** Loads a stored row, to decide who may see the people at it; without it presence shows no rows. */
  readonly loadRow?: LoadRow;
  readonly taskOutput?: TaskOutputSource;
  /** Receives the admins who have a second window of the console open. */
  readonly onSecondWindow?: (adminId: number) => void;
  /** Writes the notices about suggestions that began to wait in a shared draft, or no longer wait. */
  readonly onSuggestersChanged?: (target: SharedDraftTarget) => void;
  /** Lets tests fail or kill the server at a named place. */
  readonly triggerFailpoint?: (name: string) => Promise<void>;
  /** Counts metrics; without it there are none. */
  readonly metricSources?: MetricSources;
}
export interface LiveChannelStats extends LiveStats {
  readonly metrics: ReturnType<LiveMetrics['stats']> | undefined;
  readonly receipts: ReturnType<Receipts['stats']> | undefined;
}
export interface LiveChannel extends Omit<LiveHub, 'stats'> {
  /** The metrics of this node; undefined until it serves. */
  readonly metrics: () => LiveMetrics | undefined;
  /** Shows staff that a ledger entry arrived on a device of a member, or was visible there. */
  readonly acknowledgeEntry: (readMark: ReadMark) => void;
  readonly stats: () => LiveChannelStats | undefined;
}

export function createLiveChannel(services: LiveServices, deps: LiveChannelDeps): LiveChannel {
  const loadRow = deps.loadRow ?? (() => Promise.resolve(undefined));
  const receipts = createReceiptsFeature(loadRow);
  const metrics = createMetricsFeature(deps.metricSources);
  // The order matters: new definitions apply before everything that reads rows, settings apply before presence processes a batch, and `views` is sent before `site`.
  const features = [
    ...(deps.definitions ? [createDefinitionEvents(deps.definitions)] : []),
    createSavedViewEvents(),
    createCommentEvents(loadRow),
    createGatewayEvents(),
    ...(deps.settings ? [createSettingsEvents(deps.settings)] : []),
    createPresenceFeature(loadRow),
    createSharedDraftsFeature({
      loadRow,
      onSuggestersChanged: deps.onSuggestersChanged ?? (() => undefined),
      triggerFailpoint: deps.triggerFailpoint ?? (() => Promise.resolve()),
      sign: createUpdateSigner(services.env.appKeys[0] ?? ''),
    }),
    receipts,
    metrics,
    createTaskOutput(deps.taskOutput),
    ...(deps.onSecondWindow ? [createSecondWindowFeature(deps.onSecondWindow)] : []),
  ];
  const hub = createLiveHub(services, { ...deps, features });
  return {
    ...hub,
    metrics: metrics.current,
    acknowledgeEntry: (readMark) => receipts.current()?.acknowledgeEntry(readMark),
    stats: () => {
      const stats = hub.stats();
      return stats && { ...stats, metrics: metrics.current()?.stats(), receipts: receipts.current()?.stats() };
    },
  };
}
