/** What a running system does by itself now and then: forgets kept answers, ended sessions and the far end of the change log. */
import { forgetExpired } from '../access/retention';
import type { Kit } from '../kit';
import { trimLog } from '../live/retention';
import { forgetMutations } from './mutation';

const EVERY_MS = 3_600_000;

/** Begins a minute after the start and repeats every hour; never keeps a process alive. */
export function startChores(kit: Kit): { readonly stop: () => void } {
  const run = () => {
    doChores(kit).catch((error: unknown) => kit.log.warn({ err: error }, 'the chores will be tried again in an hour'));
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
export async function doChores({ db, clock, log }: Pick<Kit, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  const [answers, changes] = [await forgetMutations(db, now), await trimLog(db, now)];
  const expired = await forgetExpired(db, now);
  if (answers + changes + expired > 0)
    log.info({ answers, changes, expired }, 'old answers, changes and tokens were forgotten');
}
