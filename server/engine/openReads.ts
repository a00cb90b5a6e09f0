/** Reads that guests and members ask for: each caller has a rate and a share of the reads, and each read a deadline. */
import type { Actor } from '../../common/entity/access';
import { LIMITS } from '../../common/limits';
import { fault } from '../../common/protocol/faults';
import { household, networkOf } from '../access/limits';
import type { Clock, Ctx, Db, Kit, ReadLane, Tx } from '../kit';
import { failureOf, ReadTimeout, ReadUnavailable } from '../platform/failure';
import { createFairQueue, type FairQueue } from '../platform/fairQueue';

/** Whether an actor is one of an unknown number of people: its lists have smaller bounds than those of staff. */
export const isOpenActor = ({ realm }: Actor): boolean => realm === 'guest' || realm === 'member';

/** Who has a rate and a share: a member by its id, a guest by its address (IPv6: /64). */
const callerOf = ({ actor, ip }: Ctx): string =>
  actor.realm === 'member' ? `member:${actor.id}` : `guest:${household(ip)}`;
/** Who takes turns in the queue: a member by its id; guests by their network, because one caller may hold many of its addresses. */
const groupOf = ({ actor, ip }: Ctx): string =>
  actor.realm === 'member' ? `member:${actor.id}` : `network:${networkOf(ip)}`;

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

/** Reads of one lane that run at once: SQLite has one process for each lane, MariaDB six connections for both. */
const CONCURRENCY = { sqlite: 2, mariadb: 3 } as const;

/** Lets the reads of one lane run, group by group in turn. One group leaves one place to the others. */
const createReadQueue = (dialect: Db['dialect']): FairQueue =>
  createFairQueue({
    concurrency: CONCURRENCY[dialect],
    maxPerGroup: CONCURRENCY[dialect] - 1,
    maxQueued: LIMITS.openReadsQueued,
    queueTimeoutMs: LIMITS.openReadWaitMs,
    full: () => fault('too_many'),
    late: () => new ReadUnavailable(),
  });

/** Whether the same read may succeed when it is asked again. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof ReadUnavailable || ['busy', 'gone'].includes(failureOf(error).kind);

/** Each lane has shares of its own: lists that a caller waits for do not hold up its rows, nor those of others. */
export function createOpenReads({ db, clock }: Pick<Kit, 'db' | 'clock'>, lane: ReadLane): ReadSnapshot {
  const share = createShares(clock);
  const queue = createReadQueue(db.dialect);
  return async (ctx, work) => {
    if (!isOpenActor(ctx.actor)) return db.snapshot(work);
    const read = () => db.snapshotWithin(LIMITS.openListMs, work, lane);
    try {
      return await share(callerOf(ctx), () => queue(groupOf(ctx), read));
    } catch (error) {
      if (error instanceof ReadTimeout) throw fault('request.too_slow', { seconds: LIMITS.openListMs / 1000 });
      if (isUnavailable(error)) throw fault('server.busy');
      throw error;
    }
  };
}
