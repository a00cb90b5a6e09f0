/** Argon2id hashes of passwords; a limiter keeps hashing from taking the whole machine. */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimiter } from '../limits/concurrencyLimiter';

const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 47_104, timeCost: 1, parallelism: 1 };
const MAX_CONCURRENT_HASHES = Math.max(1, availableParallelism() - 1);
const MAX_PASSWORD_BYTES = 128;
/** A hash that no password matches: a check for an unknown account takes as long as for a known one. */
const DUMMY_HASH = '$argon2id$v=19$m=47104,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$N2wTw3KW0gzyd3KZoe1WgqLBqVDiqXmQG7r3FpPzRf0';

// One limit per process, also when a test starts several servers in it.
const withHashSlot = createConcurrencyLimiter(MAX_CONCURRENT_HASHES);

/** Hashes a password for storage. */
export const hashPassword = (plain: string): Promise<string> => withHashSlot(() => hash(plain, COST));

/**
 * False for a wrong password, an account without one and an unknown account, in the same time. `hasPriority`: known
 * devices do not wait behind unknown ones.
 */
export const isPasswordCorrect = async (
  plain: string,
  stored: string | undefined,
  hasPriority = false,
): Promise<boolean> => {
  if (Buffer.byteLength(plain) > MAX_PASSWORD_BYTES) return false;
  const matches = await withHashSlot(() => verify(stored ?? DUMMY_HASH, plain).catch(() => false), hasPriority);
  return matches && stored !== undefined;
};
