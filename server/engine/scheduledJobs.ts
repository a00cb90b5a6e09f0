/** What a running system does by itself now and then: forgets kept answers, ended sessions, the far end of the change log and of histories. */
import { forgetExpired } from '../access/retention';
import type { Services } from '../context';
import { trimHistory, trimLog } from '../live/retention';
import { deleteExpiredKeys } from './write/idempotency';

const EVERY_MS = 3_600_000;

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
  const first = setTimeout(run, 60_000).unref();
  const timer = setInterval(run, EVERY_MS).unref();
  return {
    stop: () => {
      clearTimeout(first);
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
  const [answers, changes] = [await deleteExpiredKeys(db, now), await trimLog(db, now)];
  const versions = await trimHistory(db, now, settings.historyDays);
  const expired = await forgetExpired(db, now);
  let others = 0;
  for (const chore of jobs) others += await chore();
  if (answers + changes + versions + expired + others > 0)
    log.info({ answers, changes, versions, expired, others }, 'what was old was forgotten');
}
