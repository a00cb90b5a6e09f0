/** Scheduled jobs: delete expired stored answers and sessions, and the oldest entries of the change log and of record histories. */
import { deleteExpired } from '../access/sessions/deleteExpired';
import type { Services } from '../context';
import { trimRecordHistory, trimChangeLog } from '../live/log/retention';
import { deleteExpiredKeys } from './write/commit/idempotency';
import { purgeExpiredRows } from './write/purgeExpiredRows';

const INTERVAL_MS = 3_600_000;

/** A scheduled job of a module; returns how many rows it deleted. */
type ScheduledJob = () => Promise<number>;

/**
 * Starts the jobs one minute after the start and repeats them every hour, on one node of all. The timer does not keep the process alive.
 */
export function startScheduledJobs(
  services: Services,
  isLeader: () => boolean,
  jobs: readonly ScheduledJob[],
): { readonly stop: () => void } {
  const run = () => {
    if (!isLeader()) return;
    runScheduledJobs(services, jobs).catch((error: unknown) =>
      services.log.warn({ err: error }, 'the scheduled jobs failed and run again in an hour'),
    );
  };
  const firstRun = setTimeout(run, 60_000).unref();
  const timer = setInterval(run, INTERVAL_MS).unref();
  return {
    stop: () => {
      clearTimeout(firstRun);
      clearInterval(timer);
    },
  };
}

type ScheduledServices = Pick<Services, 'db' | 'clock' | 'log' | 'settings' | 'registry' | 'live'>;
/** Runs all jobs once; safe on several nodes at the same time. */
export async function runScheduledJobs(services: ScheduledServices, jobs: readonly ScheduledJob[] = []): Promise<void> {
  const { db, clock, log, settings } = services;
  const now = clock.now();
  const [answers, changes] = [await deleteExpiredKeys(db, now), await trimChangeLog(db, now)];
  const versions = await trimRecordHistory(db, now, settings.historyDays);
  const expired = await deleteExpired(db, now);
  let deletedByJobs = await purgeExpiredRows(services);
  for (const job of jobs) deletedByJobs += await job();
  if (answers + changes + versions + expired + deletedByJobs > 0)
    log.info({ answers, changes, versions, expired, others: deletedByJobs }, 'scheduled jobs deleted expired rows');
}
