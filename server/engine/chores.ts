/** What a running system does by itself now and then: forgets kept answers, ended sessions, the far end of the change log and of histories. */
import { forgetExpired } from '../access/retention';
import type { Kit } from '../kit';
import { trimHistory, trimLog } from '../live/retention';
import { forgetMutations } from './mutation';

const EVERY_MS = 3_600_000;

/** What a noun's module does now and then besides; answers how many rows it forgot. */
type Chore = () => Promise<number>;

/** Begins a minute after the start and repeats every hour, on one node of all; never keeps a process alive. */
export function startChores(kit: Kit, isOurs: () => boolean, more: readonly Chore[]): { readonly stop: () => void } {
  const run = () => {
    if (!isOurs()) return;
    doChores(kit, more).catch((error: unknown) =>
      kit.log.warn({ err: error }, 'the chores will be tried again in an hour'),
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
export async function doChores(
  { db, clock, log, settings }: Pick<Kit, 'db' | 'clock' | 'log' | 'settings'>,
  more: readonly Chore[] = [],
): Promise<void> {
  const now = clock.now();
  const [answers, changes] = [await forgetMutations(db, now), await trimLog(db, now)];
  const versions = await trimHistory(db, now, settings.historyDays);
  const expired = await forgetExpired(db, now);
  let others = 0;
  for (const chore of more) others += await chore();
  if (answers + changes + versions + expired + others > 0)
    log.info({ answers, changes, versions, expired, others }, 'what was old was forgotten');
}
