/** Counters of attempts, kept in the database so that every process and every restart counts together. */
import { createHash } from 'node:crypto';
import { truncate } from '../../../common/text/normalize';
import { isIPv6 } from 'node:net';
import { LIMITS } from '../../../common/limits';
import { Fault, fault } from '../../../common/protocol/faults';
import type { Services } from '../../context';

export interface RateLimit {
  readonly maxAttempts: number;
  readonly windowMs: number;
}
export interface AttemptCount {
  readonly hits: number;
  readonly until: number;
}
/** Exchanges of refresh tokens of one session, and forged ones of one address. */
export const REFRESH_LIMIT: RateLimit = { maxAttempts: LIMITS.refreshPerMinute * 10, windowMs: 60_000 };
/** How long a wrong password is remembered. */
export const LOGIN_WINDOW_MS = LIMITS.loginWindow * 1000;

const NO_ATTEMPTS: AttemptCount = { hits: 0, until: 0 };
const MAX_BUCKET_LENGTH = 190;
const DIGEST_LENGTH = 43;
/**
 * The part of a bucket's name that is made of a caller's text: a digest, so that no text can name another bucket or another part.
 * Every bucket that holds caller text uses it.
 */
export const hashBucketPart = (text: string): string => createHash('sha256').update(text).digest('base64url');
/** Waits have a prefix of their own, which no counter begins with. */
const delayBucketOf = (bucket: string): string => `wait:${bucket}`;
/** Names that only begin alike are still counted apart. */
const shortenBucketName = (bucket: string): string =>
  bucket.length <= MAX_BUCKET_LENGTH
    ? bucket
    : truncate(bucket, MAX_BUCKET_LENGTH - DIGEST_LENGTH) + hashBucketPart(bucket);

/** An address as one household: IPv6 hosts change the lower half at will, and spell the same address in many ways. */
export function ipPrefix(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const groups = parseIpv6Groups(ip);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The network of an address: one line of a provider usually gets a /48 of IPv6 and so 65 536 households. IPv4 has no wider unit. */
export function ipNetwork(ip: string): string {
  const prefix = ipPrefix(ip);
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
/** The last 32 bits may be written as IPv4. */
function parseIpv6Part(part: string): readonly number[] {
  if (!part.includes('.')) return [Number.parseInt(part, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

/** Counts one attempt, before its outcome is known, so that parallel guesses count too. */
export async function countAttempt(services: Services, bucket: string, windowMs: number): Promise<AttemptCount> {
  try {
    return await countInDatabase(services, shortenBucketName(bucket), windowMs);
  } catch (error) {
    if (error instanceof Fault) throw error;
    services.log.warn({ err: error }, 'attempts are counted in memory: the database does not answer');
    return countInMemory(services, shortenBucketName(bucket), windowMs);
  }
}

/** One statement, so that two attempts at the same instant count as two. */
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
  const known = counts.get(bucket);
  const next = known && known.until > now ? { ...known, hits: known.hits + 1 } : { hits: 1, until: now + windowMs };
  counts.delete(bucket);
  counts.set(bucket, next);
  // The bucket that was used least lately goes: new names do not reset the counts of the others.
  const [oldest] = counts.keys();
  if (counts.size > MAX_MEMORY_BUCKETS && oldest !== undefined) counts.delete(oldest);
  return next;
}

/** What a bucket holds now. */
export async function readAttempts({ db, clock }: Services, bucket: string): Promise<AttemptCount> {
  const sql = 'SELECT hits, until FROM `throttle` WHERE bucket = ? AND until > ?';
  const [row] = await db.rows<AttemptCount>(sql, [shortenBucketName(bucket), clock.now()]);
  return row ? { hits: Number(row.hits), until: Number(row.until) } : NO_ATTEMPTS;
}

/** Counts one attempt and throws when too many were made. */
export async function consumeAttempt(
  services: Services,
  bucket: string,
  { maxAttempts, windowMs }: RateLimit,
): Promise<void> {
  const { hits, until } = await countAttempt(services, bucket, windowMs);
  if (hits > maxAttempts) throw throttledFault(services, until);
}
/**
 * One attempt against several allowances: whoever is refused by one of them is counted in none. Each is counted before it is judged, so
 * that of many at once no more pass than may; what was counted for a refused one is taken back from the window it was counted in.
 */
export async function consumeAttempts(
  services: Services,
  limits: readonly (RateLimit & { readonly bucket: string })[],
): Promise<() => Promise<void>> {
  const consumed: { readonly bucket: string; readonly until: number }[] = [];
  for (const { bucket, maxAttempts, windowMs } of limits) {
    const { hits, until } = await countAttempt(services, bucket, windowMs);
    consumed.push({ bucket, until });
    if (hits <= maxAttempts) continue;
    await refundAttempts(services, consumed);
    throw throttledFault(services, until);
  }
  return () => refundAttempts(services, consumed);
}
/**
 * Takes one try of a leaky bucket and throws while it is full; the wait is until the next try comes back. `until` is the instant at
 * which the bucket is empty again: each try adds `windowMs / tries` to it. Returns how to give the try back.
 */
export async function consumeLeaky(
  services: Services,
  bucket: string,
  { maxAttempts, windowMs }: RateLimit,
): Promise<() => Promise<void>> {
  const refillMs = Math.ceil(windowMs / maxAttempts);
  const key = shortenBucketName(bucket);
  const refund = async (): Promise<void> => {
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
  if (retryAt <= services.clock.now()) return refund;
  await refund();
  throw throttledFault(services, retryAt);
}
const LEAKY_UPSERT = {
  sqlite:
    'ON CONFLICT(bucket) DO UPDATE SET hits = hits + 1, until = CASE WHEN until > ? THEN until + ? ELSE excluded.until END',
  mariadb: 'ON DUPLICATE KEY UPDATE hits = hits + 1, until = IF(until > ?, until + ?, VALUES(until))',
} as const;

const refundAttempts = (
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

const throttledFault = (services: Services, until: number, data?: Readonly<Record<string, unknown>>): Fault => {
  const seconds = Math.max(1, Math.ceil((until - services.clock.now()) / 1000));
  return fault('auth.throttled', { seconds }, { data: { ...data, seconds } });
};

/** Forgets the attempts of a bucket: the right password was given. */
export const resetAttempts = async (services: Services, bucket: string): Promise<void> => {
  await services.db.transact((tx) => tx.run('DELETE FROM `throttle` WHERE bucket = ?', [shortenBucketName(bucket)]));
};
/** Takes one attempt back: it was no failure. */
export const refundAttempt = async (services: Services, bucket: string): Promise<void> => {
  await services.db.transact((tx) =>
    tx.run('UPDATE `throttle` SET hits = hits - 1 WHERE bucket = ?', [shortenBucketName(bucket)]),
  );
};

/** How long the next guess waits once a bucket holds more attempts than are free, milliseconds: 1, 2, 4 … 30 seconds. */
export const delayAfter = (hits: number, free: number): number =>
  hits <= free ? 0 : 1000 * Math.min(LIMITS.loginDelay, 2 ** Math.min(hits - free - 1, 10));

/** Throws while the wait of a bucket lasts; takes no turn. */
export async function assertNoDelay(services: Services, bucket: string): Promise<void> {
  const { hits, until } = await readAttempts(services, delayBucketOf(bucket));
  if (hits > 0) throw throttledFault(services, until, { captcha: services.settings.captcha !== 'never' });
}
/** Takes the one turn within a wait. */
export async function consumeDelay(services: Services, bucket: string, delayMs: number): Promise<void> {
  if (delayMs === 0) return;
  const { hits, until } = await countAttempt(services, delayBucketOf(bucket), delayMs);
  if (hits > 1) throw throttledFault(services, until, { captcha: services.settings.captcha !== 'never' });
}
