/** What a running system does by itself now and then: forgets kept answers, ended sessions, the far end of the change log and of histories. */
import { deleteExpired } from '../access/sessions/deleteExpired';
import type { Services } from '../context';
import { trimRecordHistory, trimChangeLog } from '../live/log/retention';
import { deleteExpiredKeys } from './write/commit/idempotency';

const INTERVAL_MS = 3_600_000;

/** What a noun's module does now and then besides; answers how many rows it forgot. */
type ScheduledJob = () => Promise<number>;

/** Begins a minute after the start and repeats every hour, on one node of all; never keeps a process alive. */
export function startScheduledJobs(
  services: Services,
  isLeader: () => boolean,
  jobs: readonly ScheduledJob[],
): { readonly stop: () => void } {
  const run = () => {
    if (!isLeader()) return;
    runScheduledJobs(services, jobs).catch((error: unknown) =>
      services.log.warn({ err: error }, 'the chores will be tried again in an hour'),
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

/** One round of chores; safe on several nodes at once. */
export async function runScheduledJobs(
  { db, clock, log, settings }: Pick<Services, 'db' | 'clock' | 'log' | 'settings'>,
  jobs: readonly ScheduledJob[] = [],
): Promise<void> {
  const now = clock.now();
  const [answers, changes] = [await deleteExpiredKeys(db, now), await trimChangeLog(db, now)];
  const versions = await trimRecordHistory(db, now, settings.historyDays);
  const expired = await deleteExpired(db, now);
  let deletedByJobs = 0;
  for (const job of jobs) deletedByJobs += await job();
  if (answers + changes + versions + expired + deletedByJobs > 0)
    log.info({ answers, changes, versions, expired, others: deletedByJobs }, 'what was old was forgotten');
}
