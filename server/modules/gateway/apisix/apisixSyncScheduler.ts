/** Keeps the routes of Apache APISIX in sync, on one node: after changes, with backoff after failures, and every few minutes. */
import type { CommittedChange, Services } from '../../../context';
import type { SyncResult } from './syncApisix';

const DEBOUNCE_MS = 200;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 300_000;
const INTERVAL_MS = 300_000;
/** Entities whose rows decide what APISIX lets through. */
const WATCHED_ENTITIES = new Set([
  'app',
  'app_plugin_version_api',
  'plugin_version_api',
  'api_definition',
  'enterprise',
]);

interface ApisixState {
  /** Time of the last successful sync, in Unix milliseconds; null before. */
  readonly syncedAt: number | null;
  /** Failures of the last attempt; empty when APISIX is in sync. */
  readonly failures: readonly string[];
}
export interface ApisixSyncScheduler {
  readonly start: () => void;
  readonly onCommittedChanges: (changes: readonly Pick<CommittedChange, 'entityName'>[] | undefined) => void;
  readonly state: () => ApisixState;
  /** Runs once now and resolves when it is done. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface SyncSchedulerOptions {
  readonly services: Pick<Services, 'clock' | 'log'>;
  readonly isLeader: () => boolean;
  readonly sync: () => Promise<SyncResult>;
}

export function createApisixSyncScheduler({ services, isLeader, sync }: SyncSchedulerOptions): ApisixSyncScheduler {
  let state: ApisixState = { syncedAt: null, failures: [] };
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;
  let isClosed = false;

  const runOnce = async (): Promise<void> => {
    const failures = await sync().then(
      (result) => result.failures,
      (error: unknown) => [error instanceof Error ? error.message : String(error)],
    );
    const isInSync = failures.length === 0;
    state = { syncedAt: isInSync ? services.clock.now() : state.syncedAt, failures };
    if (!isInSync)
      services.log.warn({ failures: failures.slice(0, 5) }, 'APISIX is out of sync; the sync will be retried');
    retryMs = isInSync ? FIRST_RETRY_MS : Math.min(retryMs * 2, MAX_RETRY_MS);
    schedule(isInSync ? INTERVAL_MS : retryMs);
  };
  const run = (): Promise<void> => {
    running = running.then(runOnce);
    return running;
  };
  const schedule = (ms: number): void => {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(() => {
      if (isLeader()) void run();
      else schedule(INTERVAL_MS);
    }, ms).unref();
  };
  return {
    start: () => schedule(0),
    onCommittedChanges: (changes) => {
      if (changes === undefined || changes.some(({ entityName }) => WATCHED_ENTITIES.has(entityName)))
        schedule(DEBOUNCE_MS);
    },
    state: () => state,
    sync: run,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
