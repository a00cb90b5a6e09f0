/** Keeps Apache APISIX in line on one node: after changes, again with growing delays after failures, and every few minutes. */
import type { CommittedChange, Services } from '../../../context';
import type { SyncResult } from './syncApisix';

const DEBOUNCE_MS = 200;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 300_000;
const INTERVAL_MS = 300_000;
/** Entities whose rows decide what APISIX lets through. */
const CONCERNED = new Set(['app', 'app_plugin_version_api', 'plugin_version_api', 'api_definition', 'enterprise']);

interface ApisixState {
  /** Unix milliseconds of the last time at which everything was in line; null before. */
  readonly syncedAt: number | null;
  /** What failed last; empty when everything is in line. */
  readonly failures: readonly string[];
}
export interface ApisixDriver {
  readonly start: () => void;
  readonly applyChanges: (changes: readonly Pick<CommittedChange, 'ent'>[] | undefined) => void;
  readonly state: () => ApisixState;
  /** Runs once now and resolves when it is done. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface DriverOptions {
  readonly services: Pick<Services, 'clock' | 'log'>;
  readonly isLeader: () => boolean;
  readonly sync: () => Promise<SyncResult>;
}

export function createApisixDriver({ services, isLeader, sync }: DriverOptions): ApisixDriver {
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
    const isInLine = failures.length === 0;
    state = { syncedAt: isInLine ? services.clock.now() : state.syncedAt, failures };
    if (!isInLine) services.log.warn({ failures: failures.slice(0, 5) }, 'APISIX is not in line and is tried again');
    retryMs = isInLine ? FIRST_RETRY_MS : Math.min(retryMs * 2, MAX_RETRY_MS);
    schedule(isInLine ? INTERVAL_MS : retryMs);
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
    applyChanges: (changes) => {
      if (changes === undefined || changes.some(({ ent }) => CONCERNED.has(ent))) schedule(DEBOUNCE_MS);
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
