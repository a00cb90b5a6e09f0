/** Reads that guests and members ask for: each caller has a rate and a share of the reads, and each read a deadline. */
import type { Actor } from '../../common/entity/access';
import { LIMITS } from '../../common/limits';
import { fault } from '../../common/protocol/faults';
import { household } from '../access/limits';
import type { Clock, Ctx, Kit, ReadLane, Tx } from '../kit';
import { ReadTimeout, ReadUnavailable } from '../platform/failure';

/** Whether an actor is one of an unknown number of people: its lists have smaller bounds than those of staff. */
export const isOpenActor = ({ realm }: Actor): boolean => realm === 'guest' || realm === 'member';

/** A member is itself; guests of one network count as one caller. */
const callerOf = ({ actor, ip }: Ctx): string =>
  actor.realm === 'member' ? `member:${actor.id}` : `guest:${household(ip)}`;

interface Share {
  /** Requests left of the burst, as of `at`. */
  tokens: number;
  at: number;
  running: number;
  readonly waiting: (() => void)[];
}
/** Callers kept in memory; beyond so many the one that was away longest is dropped. */
const CALLERS = 10_000;

/** Runs work of one caller within its rate and its share, or throws `too_many`. */
export type Shares = <T>(caller: string, work: () => Promise<T>) => Promise<T>;

export function createShares(clock: Clock): Shares {
  const shares = new Map<string, Share>();
  const shareOf = (caller: string): Share => {
    const known = shares.get(caller);
    shares.delete(caller);
    const share = known ?? { tokens: LIMITS.openListsBurst, at: clock.now(), running: 0, waiting: [] };
    shares.set(caller, share);
    const [oldest] = shares;
    if (shares.size > CALLERS && oldest?.[1].running === 0) shares.delete(oldest[0]);
    return share;
  };
  const take = (share: Share): void => {
    const now = clock.now();
    const grown = share.tokens + ((now - share.at) / 1000) * LIMITS.openListsPerSecond;
    Object.assign(share, { tokens: Math.min(LIMITS.openListsBurst, grown), at: now });
    if (share.tokens < 1 || share.waiting.length >= LIMITS.openListsWaiting) throw fault('too_many');
    share.tokens -= 1;
  };
  return async (caller, work) => {
    const share = shareOf(caller);
    take(share);
    if (share.running < LIMITS.openListsAtOnce) share.running += 1;
    else await new Promise<void>((done) => share.waiting.push(done));
    try {
      return await work();
    } finally {
      // The place goes to the next in line.
      const next = share.waiting.shift();
      if (next) next();
      else share.running -= 1;
    }
  };
}

/** Runs reads in one snapshot: bounded for guests and members, plain for staff. */
export type ReadSnapshot = <T>(ctx: Ctx, work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Each lane has shares of its own: lists that a caller waits for do not hold up its rows, nor those of others. */
export function createOpenReads({ db, clock }: Kit, lane: ReadLane): ReadSnapshot {
  const share = createShares(clock);
  return async (ctx, work) => {
    if (!isOpenActor(ctx.actor)) return db.snapshot(work);
    try {
      return await share(callerOf(ctx), () => db.snapshotWithin(LIMITS.openListMs, work, lane));
    } catch (error) {
      if (error instanceof ReadTimeout) throw fault('request.too_slow', { seconds: LIMITS.openListMs / 1000 });
      if (error instanceof ReadUnavailable) throw fault('server.busy');
      throw error;
    }
  };
}
