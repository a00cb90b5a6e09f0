/** Passwords as argon2id hashes, a few at a time: hashing must not starve everything else the machine does. */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimiter } from '../limits/concurrencyLimiter';

const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 47_104, timeCost: 1, parallelism: 1 };
const MAX_CONCURRENT_HASHES = Math.max(1, availableParallelism() - 1);
const MAX_PASSWORD_BYTES = 128;
/** The hash of no password: unknown accounts cost the same time as known ones. */
const DUMMY_HASH = '$argon2id$v=19$m=47104,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$N2wTw3KW0gzyd3KZoe1WgqLBqVDiqXmQG7r3FpPzRf0';

// The machine has one processor budget, however many systems a test starts in it.
const withHashSlot = createConcurrencyLimiter(MAX_CONCURRENT_HASHES);

/** The text to store for a password. */
export const hashPassword = (plain: string): Promise<string> => withHashSlot(() => hash(plain, COST));

/**
 * False for a wrong password, for an account without one and for no account at all, in the same time. `hasPriority`: whoever was
 * here before waits for none of the strangers who guess, however many there are.
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
