/**
 * Rate limits of sign-in (login), codes, forms and the API: counters of attempts in the database, shared by all processes and kept
 * across restarts. A bucket is one counter; its name holds what the limit applies to, such as the IP address (IPv6: its /64 prefix), the
 * account or the session of the caller.
 */
import { createHash } from 'node:crypto';
import { truncate } from '../../../common/text/normalize';
import { isIPv6 } from 'node:net';
import { LIMITS } from '../../../common/limits';
import { SERVER_LIMITS } from '../../../common/serverLimits';
import { Fault, fault } from '../../../common/protocol/faults';
import type { Services } from '../../context';

export interface RateLimit {
  readonly maxAttempts: number;
  readonly windowMs: number;
}
export interface AttemptCount {
  readonly hits: number;
  /** Unix milliseconds at which the window ends; the count starts again then. */
  readonly until: number;
}
/** Limits refreshes of one session, and forged refresh tokens of one IP address. */
export const REFRESH_LIMIT: RateLimit = { maxAttempts: SERVER_LIMITS.sessionRefreshesPerMinute * 10, windowMs: 60_000 };
/** Limits the requests to the OpenID provider, and their responses, of one IP address. */
export const OIDC_LIMIT: RateLimit = { maxAttempts: LIMITS.oidcPerMinute, windowMs: 60_000 };
/** Milliseconds for which a wrong password counts. */
export const LOGIN_WINDOW_MS = LIMITS.loginWindowSeconds * 1000;

const NO_ATTEMPTS: AttemptCount = { hits: 0, until: 0 };
const MAX_BUCKET_LENGTH = 190;
const DIGEST_LENGTH = 43;
/**
 * Hashes the part of a bucket name that comes from the caller, so that no text from a caller equals the name of another bucket.
 * Every bucket name with caller text must use it.
 */
export const hashBucketPart = (text: string): string => createHash('sha256').update(text).digest('base64url');
/** The bucket of a lockout. Its stored prefix is `wait:`, which separates it from the attempt counters. */
const getLockoutBucket = (bucket: string): string => `wait:${bucket}`;
/** Shortens a long bucket name; the hash keeps names with an equal beginning apart. */
const shortenBucketName = (bucket: string): string =>
  bucket.length <= MAX_BUCKET_LENGTH
    ? bucket
    : truncate(bucket, MAX_BUCKET_LENGTH - DIGEST_LENGTH) + hashBucketPart(bucket);

/**
 * The IP prefix of an address: the address for IPv4, its /64 for IPv6, because an IPv6 host can change the lower half. All notations of one
 * address give the same text.
 */
export function getIpPrefix(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const groups = parseIpv6Groups(ip);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The wider IP prefix: a /48 of IPv6, which one subscriber usually gets and which contains 65 536 prefixes of /64. IPv4 has no wider unit. */
export function getIpNetwork(ip: string): string {
  const prefix = getIpPrefix(ip);
  return prefix.endsWith('::/64') ? `${prefix.split(':').slice(0, 3).join(':')}::/48` : prefix;
}

function parseIpv6Groups(ip: string): readonly number[] {
  const [address = ''] = ip.split('%');
  const [left = [], right] = address
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').flatMap(parseIpv6Part)));
  const filled = right === undefined ? [] : Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0);
  return left.concat(filled, right ?? []);
}
/** The last 32 bits may be in IPv4 notation. */
function parseIpv6Part(part: string): readonly number[] {
  if (!part.includes('.')) return [Number.parseInt(part, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

/** Counts one attempt before its outcome is known, so that parallel attempts count. */
export async function countAttempt(services: Services, bucket: string, windowMs: number): Promise<AttemptCount> {
  try {
    return await countInDatabase(services, shortenBucketName(bucket), windowMs);
  } catch (error) {
    if (error instanceof Fault) throw error;
    services.log.warn({ err: error }, 'counting an attempt in the database failed; rate limits are counted in memory');
    return countInMemory(services, shortenBucketName(bucket), windowMs);
  }
}

/** One statement, so that two simultaneous attempts count as two. */
const COUNT_UPSERT = {
  sqlite:
    'ON CONFLICT(bucket) DO UPDATE SET hits = CASE WHEN until > ? THEN hits + 1 ELSE 1 END, until = CASE WHEN until > ? THEN until ELSE excluded.until END',
  mariadb: 'ON DUPLICATE KEY UPDATE hits = IF(until > ?, hits + 1, 1), until = IF(until > ?, until, VALUES(until))',
} as const;
const countInDatabase = (services: Services, bucket: string, windowMs: number): Promise<AttemptCount> =>
  services.db.transact(async (tx) => {
    const now = services.clock.now();
    const end = now + windowMs;
    await tx.run('INSERT INTO `throttle` (bucket, hits, until) VALUES (?, 1, ?) ' + COUNT_UPSERT[services.db.dialect], [
      bucket,
      end,
      now,
      now,
    ]);
    const [row] = await tx.rows<AttemptCount>('SELECT hits, until FROM `throttle` WHERE bucket = ?', [bucket]);
    return row ? { hits: Number(row.hits), until: Number(row.until) } : { hits: 1, until: end };
  });

const memoryCounters = new WeakMap<Services['db'], Map<string, AttemptCount>>();
const MAX_MEMORY_BUCKETS = 10_000;
function countInMemory({ db, clock }: Services, bucket: string, windowMs: number): AttemptCount {
  const counts = memoryCounters.get(db) ?? new Map<string, AttemptCount>();
  memoryCounters.set(db, counts);
  const now = clock.now();
  const stored = counts.get(bucket);
  const next = stored && stored.until > now ? { ...stored, hits: stored.hits + 1 } : { hits: 1, until: now + windowMs };
  counts.delete(bucket);
  counts.set(bucket, next);
  // Removes the least recently used bucket: new names do not reset the counts of others.
  const [oldest] = counts.keys();
  if (counts.size > MAX_MEMORY_BUCKETS && oldest !== undefined) counts.delete(oldest);
  return next;
}

/** The attempts in a bucket. */
export async function loadAttempts({ db, clock }: Services, bucket: string): Promise<AttemptCount> {
  const sql = 'SELECT hits, until FROM `throttle` WHERE bucket = ? AND until > ?';
  const [row] = await db.rows<AttemptCount>(sql, [shortenBucketName(bucket), clock.now()]);
  return row ? { hits: Number(row.hits), until: Number(row.until) } : NO_ATTEMPTS;
}

/** Counts one attempt; throws `auth.throttled` above the limit. */
export async function consumeAttempt(
  services: Services,
  bucket: string,
  { maxAttempts, windowMs }: RateLimit,
): Promise<void> {
  const { hits, until } = await countAttempt(services, bucket, windowMs);
  if (hits > maxAttempts) throw throttledFault(services, until);
}
export interface ConsumedAttempts {
  /** The attempts of each limit, in their order, this one included. */
  readonly hits: readonly number[];
  /** Releases the attempt from all limits. */
  readonly release: () => Promise<void>;
}
/**
 * Counts one attempt against several limits; an attempt that one of them refuses counts in none. Each is counted before the check, so
 * that simultaneous attempts cannot exceed the limit; a refused attempt is taken back from the window in which it was counted.
 */
export async function consumeAttempts(
  services: Services,
  limits: readonly (RateLimit & { readonly bucket: string })[],
): Promise<ConsumedAttempts> {
  const consumed: { readonly bucket: string; readonly until: number }[] = [];
  const counts: number[] = [];
  for (const { bucket, maxAttempts, windowMs } of limits) {
    const { hits, until } = await countAttempt(services, bucket, windowMs);
    consumed.push({ bucket, until });
    counts.push(hits);
    if (hits <= maxAttempts) continue;
    await releaseAttempts(services, consumed);
    throw throttledFault(services, until);
  }
  return { hits: counts, release: () => releaseAttempts(services, consumed) };
}
/**
 * Takes one attempt from a leaky bucket; throws while it is full, with the wait until the next attempt. `until` is the instant at
 * which the bucket is empty: each attempt adds `windowMs / maxAttempts`. Returns a function that gives the attempt back.
 */
export async function consumeLeakyBucket(
  services: Services,
  bucket: string,
  { maxAttempts, windowMs }: RateLimit,
): Promise<() => Promise<void>> {
  const refillMs = Math.ceil(windowMs / maxAttempts);
  const key = shortenBucketName(bucket);
  const release = async (): Promise<void> => {
    await services.db.transact((tx) =>
      tx.run('UPDATE `throttle` SET hits = hits - 1, until = until - ? WHERE bucket = ?', [refillMs, key]),
    );
  };
  const until = await services.db.transact(async (tx) => {
    const now = services.clock.now();
    const values = [key, now + refillMs, now, refillMs];
    await tx.run(
      'INSERT INTO `throttle` (bucket, hits, until) VALUES (?, 1, ?) ' + LEAKY_UPSERT[services.db.dialect],
      values,
    );
    const [row] = await tx.rows<AttemptCount>('SELECT hits, until FROM `throttle` WHERE bucket = ?', [key]);
    return Number(row?.until ?? now + refillMs);
  });
  const retryAt = until - refillMs * maxAttempts;
  if (retryAt <= services.clock.now()) return release;
  await release();
  throw throttledFault(services, retryAt);
}
const LEAKY_UPSERT = {
  sqlite:
    'ON CONFLICT(bucket) DO UPDATE SET hits = hits + 1, until = CASE WHEN until > ? THEN until + ? ELSE excluded.until END',
  mariadb: 'ON DUPLICATE KEY UPDATE hits = hits + 1, until = IF(until > ?, until + ?, VALUES(until))',
} as const;

const releaseAttempts = (
  services: Services,
  consumed: readonly { readonly bucket: string; readonly until: number }[],
): Promise<void> =>
  services.db.transact(async (tx) => {
    for (const { bucket, until } of consumed)
      await tx.run('UPDATE `throttle` SET hits = hits - 1 WHERE bucket = ? AND until = ? AND hits > 0', [
        shortenBucketName(bucket),
        until,
      ]);
  });

/** The fault for an attempt above a limit. */
export const throttledFault = (services: Services, until: number, data?: Readonly<Record<string, unknown>>): Fault => {
  const seconds = Math.max(1, Math.ceil((until - services.clock.now()) / 1000));
  return fault('auth.throttled', { seconds }, { data: { ...data, seconds } });
};

/** Clears a bucket, after the right password. */
export const resetAttempts = async (services: Services, bucket: string): Promise<void> => {
  await services.db.transact((tx) => tx.run('DELETE FROM `throttle` WHERE bucket = ?', [shortenBucketName(bucket)]));
};
/** Takes back one attempt that was not a failure. */
export const releaseAttempt = async (services: Services, bucket: string): Promise<void> => {
  await services.db.transact((tx) =>
    tx.run('UPDATE `throttle` SET hits = hits - 1 WHERE bucket = ?', [shortenBucketName(bucket)]),
  );
};

/** Login lockout: milliseconds until the next attempt, `0` for the free ones, then 1, 2, 4 … 30 seconds. */
export const lockoutMsAfter = (hits: number, freeAttempts: number): number =>
  hits <= freeAttempts ? 0 : 1000 * Math.min(LIMITS.maxLoginLockoutSeconds, 2 ** Math.min(hits - freeAttempts - 1, 10));

/** Throws `auth.throttled` while the lockout of a bucket lasts; does not start one. */
export async function assertNotLockedOut(services: Services, bucket: string): Promise<void> {
  const { hits, until } = await loadAttempts(services, getLockoutBucket(bucket));
  if (hits > 0) throw throttledFault(services, until, { captcha: services.settings.captcha !== 'never' });
}
/** Starts a lockout. Of parallel attempts only the first continues: the others get `auth.throttled`. */
export async function enforceLockout(services: Services, bucket: string, lockoutMs: number): Promise<void> {
  if (lockoutMs === 0) return;
  const { hits, until } = await countAttempt(services, getLockoutBucket(bucket), lockoutMs);
  if (hits > 1) throw throttledFault(services, until, { captcha: services.settings.captcha !== 'never' });
}
