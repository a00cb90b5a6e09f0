/**
 * Runs the hourly tasks (cron) on one node: they delete (clean up) expired stored responses and sessions, and the oldest entries of the change
 * log and of record histories (retention); modules add theirs in `listHourlyTasks` of `createServer.ts`, such as the check for updates.
 */
import { deleteExpiredAccessRows } from '../access/deleteExpiredAccessRows';
import type { Services } from '../context';
import { deleteExpiredHistory, deleteExpiredChanges } from '../live/log/retention';
import { deleteExpiredKeys } from './write/commit/idempotency';
import { deleteExpiredRows } from './write/deleteExpiredRows';

const INTERVAL_MS = 3_600_000;

/** A scheduled task of a module; returns how many rows it changed or deleted. */
type HourlyTask = () => Promise<number>;

/**
 * Starts the cleanup one minute after the start and repeats it every hour, on one node of all. The timer does not keep the process alive.
 */
export function startHourlyTasks(
  services: Services,
  isLeader: () => boolean,
  tasks: readonly HourlyTask[],
): { readonly stop: () => void } {
  const run = () => {
    if (!isLeader()) return;
    runHourlyTasks(services, tasks).catch((error: unknown) =>
      services.log.warn({ err: error }, 'the hourly cleanup failed; it runs again in an hour'),
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

type CleanupServices = Pick<Services, 'db' | 'clock' | 'log' | 'settings' | 'registry' | 'live'>;
/** Runs all tasks once; safe on several nodes at the same time. */
export async function runHourlyTasks(services: CleanupServices, tasks: readonly HourlyTask[] = []): Promise<void> {
  const { db, clock, log, settings } = services;
  const now = clock.now();
  const [responses, changes] = [await deleteExpiredKeys(db, now), await deleteExpiredChanges(db, now)];
  const versions = await deleteExpiredHistory(db, now, settings.historyDays);
  const expired = await deleteExpiredAccessRows(db, now);
  let deletedByTasks = await deleteExpiredRows(services);
  for (const task of tasks) deletedByTasks += await task();
  if (responses + changes + versions + expired + deletedByTasks > 0)
    log.info(
      { responses, changes, versions, expired, others: deletedByTasks },
      'the hourly cleanup deleted expired rows',
    );
}
