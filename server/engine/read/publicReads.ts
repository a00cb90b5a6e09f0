/** Rate limit (requests per second), concurrency limit and deadline (timeout) of read requests of members and guests. */
import type { Actor } from '../../../common/entity/access';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { getIpPrefix, getIpNetwork } from '../../access/limits/rateLimits';
import type { Clock, RequestContext, Db, Services, ReadQueue, Tx } from '../../context';
import { classifyDbError, ReadTimeoutError, ReadUnavailableError } from '../../platform/database/dbErrors';
import { createFairQueue, type FairQueue } from '../../platform/fairQueue';

/** Whether the actor is a guest or a member: their lists have smaller limits than those of admins. */
export const isPublicActor = ({ kind }: Actor): boolean => kind === 'guest' || kind === 'member';

/** The caller to which rate and concurrency apply: a member by its id, a guest by its address (IPv6: /64). */
const getCallerKey = ({ actor, ip }: RequestContext): string =>
  actor.kind === 'member' ? `member:${actor.id}` : `guest:${getIpPrefix(ip)}`;
/**
 * The group that takes turns in the queue: a member by its id; guests by their IP prefix, because one caller may have many of its
 * addresses.
 */
const getQueueGroup = ({ actor, ip }: RequestContext): string =>
  actor.kind === 'member' ? `member:${actor.id}` : `network:${getIpNetwork(ip)}`;

interface CallerBucket {
  /** Requests left of the burst, as of `at`. */
  tokens: number;
  at: number;
  running: number;
  readonly waiting: (() => void)[];
}
/** Callers in memory; beyond this number the least recently seen one is dropped. */
const MAX_TRACKED_CALLERS = 10_000;

/** Runs work of one caller within its rate limit (token bucket, refilled per second) and its concurrency limit, or throws `too_many`. */
export type ReadLimiter = <T>(caller: string, work: () => Promise<T>) => Promise<T>;

export function createReadLimiter(clock: Clock): ReadLimiter {
  const buckets = new Map<string, CallerBucket>();
  const getBucket = (caller: string): CallerBucket => {
    const existing = buckets.get(caller);
    buckets.delete(caller);
    const bucket = existing ?? { tokens: LIMITS.publicReadBurstPerCaller, at: clock.now(), running: 0, waiting: [] };
    buckets.set(caller, bucket);
    const [oldest] = buckets;
    if (buckets.size > MAX_TRACKED_CALLERS && oldest?.[1].running === 0) buckets.delete(oldest[0]);
    return bucket;
  };
  const takeToken = (bucket: CallerBucket): void => {
    const now = clock.now();
    const refilled = bucket.tokens + ((now - bucket.at) / 1000) * LIMITS.publicReadsPerSecondPerCaller;
    Object.assign(bucket, { tokens: Math.min(LIMITS.publicReadBurstPerCaller, refilled), at: now });
    if (bucket.tokens < 1 || bucket.waiting.length >= LIMITS.publicReadsWaitingPerCaller) throw fault('too_many');
    bucket.tokens -= 1;
  };
  return async (caller, work) => {
    const bucket = getBucket(caller);
    takeToken(bucket);
    if (bucket.running < LIMITS.publicReadsAtOncePerCaller) bucket.running += 1;
    else await new Promise<void>((resolve) => bucket.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // the slot passes to the next waiting call
      const next = bucket.waiting.shift();
      if (next) next();
      else bucket.running -= 1;
    }
  };
}

/** Runs reads in one snapshot: limited for guests and members, not for admins. */
export type ReadSnapshot = <T>(ctx: RequestContext, work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Concurrent reads of one queue: SQLite has one process for each queue, MariaDB six connections for both. */
const CONCURRENT_READS = { sqlite: 2, mariadb: 3 } as const;

/** Runs the reads of one queue, group by group in turn. One group leaves one slot to the others. */
const createReadQueue = (dialect: Db['dialect']): FairQueue =>
  createFairQueue({
    concurrency: CONCURRENT_READS[dialect],
    maxPerGroup: CONCURRENT_READS[dialect] - 1,
    maxQueued: LIMITS.publicReadsQueued,
    queueTimeoutMs: LIMITS.publicReadWaitMs,
    createFullError: () => fault('too_many'),
    createTimeoutError: () => new ReadUnavailableError(),
  });

/** Whether the same read may succeed when it is retried. */
const canReadBeRetried = (error: unknown): boolean =>
  error instanceof ReadUnavailableError || ['busy', 'gone'].includes(classifyDbError(error).kind);

/** The fault of a failed read with a deadline; other errors stay as they are. */
export function publicReadError(error: unknown): unknown {
  if (error instanceof ReadTimeoutError) return fault('request.too_slow', { seconds: LIMITS.publicReadMs / 1000 });
  return canReadBeRetried(error) ? fault('server.busy') : error;
}

/** Each queue has its own limits: lists that a caller waits for delay neither its single rows nor the reads of others. */
export function createPublicReads({ db, clock }: Pick<Services, 'db' | 'clock'>, queueName: ReadQueue): ReadSnapshot {
  const limitCaller = createReadLimiter(clock);
  const queue = createReadQueue(db.dialect);
  return async (ctx, work) => {
    if (!isPublicActor(ctx.actor)) return db.snapshot(work);
    const read = () => db.snapshotWithin(LIMITS.publicReadMs, work, queueName);
    try {
      return await limitCaller(getCallerKey(ctx), () => queue(getQueueGroup(ctx), read));
    } catch (error) {
      throw publicReadError(error);
    }
  };
}
