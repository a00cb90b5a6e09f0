/** Counters of attempts, kept in the database so that every process and every restart counts together. */
import { isIPv6 } from 'node:net';
import { LIMITS } from '../../common/limits';
import { fault } from '../../common/protocol/faults';
import type { Kit } from '../kit';

export interface Allowance {
  readonly tries: number;
  readonly windowMs: number;
}
/** Wrong passwords per account and address (decisions, "Console and sessions"). */
export const LOGIN_TRIES: Allowance = { tries: LIMITS.loginFailures, windowMs: LIMITS.loginWindow * 1000 };
/** Wrong passwords per account from anywhere. */
export const ACCOUNT_TRIES: Allowance = { tries: LIMITS.loginPerAccount, windowMs: LIMITS.loginWindow * 1000 };
/** Wrong passwords from one address for any account. */
export const ADDRESS_TRIES: Allowance = { tries: LIMITS.loginPerAddress, windowMs: LIMITS.loginWindow * 1000 };
/** Exchanges of refresh tokens from one address: generous, since a whole office may share it. */
export const REFRESH_TRIES: Allowance = { tries: LIMITS.refreshPerMinute * 10, windowMs: 60_000 };

/** An address as one household: IPv6 hosts change the lower half at will. */
export const household = (ip: string): string =>
  isIPv6(ip) && !ip.startsWith('::ffff:') ? ip.split(':').slice(0, 4).join(':') : ip.replace('::ffff:', '');

interface Count {
  readonly hits: number;
  readonly until: number;
}

/** Counts one attempt, before its outcome is known, so that parallel guesses count too; throws when too many were made. */
export async function attempt(kit: Kit, bucket: string, { tries, windowMs }: Allowance): Promise<void> {
  const now = kit.clock.now();
  const name = bucket.slice(0, 190);
  const { hits, until } = await kit.db.transact(async (tx): Promise<Count> => {
    const { changes } = await tx.run('UPDATE `throttle` SET hits = hits + 1 WHERE bucket = ? AND until > ?', [
      name,
      now,
    ]);
    if (changes === 0) {
      await tx.run('DELETE FROM `throttle` WHERE bucket = ?', [name]);
      await tx.run('INSERT INTO `throttle` (bucket, hits, until) VALUES (?, 1, ?)', [name, now + windowMs]);
    }
    const [row] = await tx.rows<Count>('SELECT hits, until FROM `throttle` WHERE bucket = ?', [name]);
    return row ?? { hits: 1, until: now + windowMs };
  });
  if (hits > tries) throw fault('auth.throttled', { seconds: Math.max(1, Math.ceil((until - now) / 1000)) });
}

/** Forgets the attempts of a bucket: the right password was given. */
export const forgive = async (kit: Kit, bucket: string): Promise<void> => {
  await kit.db.transact((tx) => tx.run('DELETE FROM `throttle` WHERE bucket = ?', [bucket.slice(0, 190)]));
};
