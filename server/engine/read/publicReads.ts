/** Reads that guests and members ask for: each caller has a rate and a share of the reads, and each read a deadline. */
import type { Actor } from '../../../common/entity/access';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { ipPrefix, ipNetwork } from '../../access/limits/rateLimits';
import type { Clock, RequestContext, Db, Services, ReadQueue, Tx } from '../../context';
import { classifyDbError, ReadTimeout, ReadUnavailable } from '../../platform/database/dbErrors';
import { createFairQueue, type FairQueue } from '../../platform/fairQueue';

/** Whether an actor is one of an unknown number of people: its lists have smaller bounds than those of staff. */
export const isPublicActor = ({ realm }: Actor): boolean => realm === 'guest' || realm === 'member';

/** Who has a rate and a share: a member by its id, a guest by its address (IPv6: /64). */
const callerKeyOf = ({ actor, ip }: RequestContext): string =>
  actor.realm === 'member' ? `member:${actor.id}` : `guest:${ipPrefix(ip)}`;
/** Who takes turns in the queue: a member by its id; guests by their network, because one caller may hold many of its addresses. */
const queueGroupOf = ({ actor, ip }: RequestContext): string =>
  actor.realm === 'member' ? `member:${actor.id}` : `network:${ipNetwork(ip)}`;

interface CallerBucket {
  /** Requests left of the burst, as of `at`. */
  tokens: number;
  at: number;
  running: number;
  readonly waiting: (() => void)[];
}
/** Callers kept in memory; beyond so many the one that was away longest is dropped. */
const MAX_TRACKED_CALLERS = 10_000;

/** Runs work of one caller within its rate and its share, or throws `too_many`. */
export type ReadLimiter = <T>(caller: string, work: () => Promise<T>) => Promise<T>;

export function createReadLimiter(clock: Clock): ReadLimiter {
  const shares = new Map<string, CallerBucket>();
  const shareOf = (caller: string): CallerBucket => {
    const existing = shares.get(caller);
    shares.delete(caller);
    const share = existing ?? { tokens: LIMITS.openListsBurst, at: clock.now(), running: 0, waiting: [] };
    shares.set(caller, share);
    const [oldest] = shares;
    if (shares.size > MAX_TRACKED_CALLERS && oldest?.[1].running === 0) shares.delete(oldest[0]);
    return share;
  };
  const takeToken = (share: CallerBucket): void => {
    const now = clock.now();
    const refilled = share.tokens + ((now - share.at) / 1000) * LIMITS.openListsPerSecond;
    Object.assign(share, { tokens: Math.min(LIMITS.openListsBurst, refilled), at: now });
    if (share.tokens < 1 || share.waiting.length >= LIMITS.openListsWaiting) throw fault('too_many');
    share.tokens -= 1;
  };
  return async (caller, work) => {
    const share = shareOf(caller);
    takeToken(share);
    if (share.running < LIMITS.openListsAtOnce) share.running += 1;
    else await new Promise<void>((resolve) => share.waiting.push(resolve));
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
export type ReadSnapshot = <T>(ctx: RequestContext, work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Reads of one lane that run at once: SQLite has one process for each lane, MariaDB six connections for both. */
const CONCURRENT_READS = { sqlite: 2, mariadb: 3 } as const;

/** Lets the reads of one lane run, group by group in turn. One group leaves one place to the others. */
const createReadQueue = (dialect: Db['dialect']): FairQueue =>
  createFairQueue({
    concurrency: CONCURRENT_READS[dialect],
    maxPerGroup: CONCURRENT_READS[dialect] - 1,
    maxQueued: LIMITS.openReadsQueued,
    queueTimeoutMs: LIMITS.openReadWaitMs,
    createFullError: () => fault('too_many'),
    createTimeoutError: () => new ReadUnavailable(),
  });

/** Whether the same read may succeed when it is asked again. */
const isRetryable = (error: unknown): boolean =>
  error instanceof ReadUnavailable || ['busy', 'gone'].includes(classifyDbError(error).kind);

/** Each lane has shares of its own: lists that a caller waits for do not hold up its rows, nor those of others. */
export function createPublicReads({ db, clock }: Pick<Services, 'db' | 'clock'>, queueName: ReadQueue): ReadSnapshot {
  const share = createReadLimiter(clock);
  const queue = createReadQueue(db.dialect);
  return async (ctx, work) => {
    if (!isPublicActor(ctx.actor)) return db.snapshot(work);
    const read = () => db.snapshotWithin(LIMITS.openListMs, work, queueName);
    try {
      return await share(callerKeyOf(ctx), () => queue(queueGroupOf(ctx), read));
    } catch (error) {
      if (error instanceof ReadTimeout) throw fault('request.too_slow', { seconds: LIMITS.openListMs / 1000 });
      if (isRetryable(error)) throw fault('server.busy');
      throw error;
    }
  };
}
