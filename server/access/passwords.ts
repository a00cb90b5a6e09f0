/** Passwords as argon2id hashes, a few at a time: hashing must not starve everything else the machine does. */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { gate } from './gate';

const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 47_104, timeCost: 1, parallelism: 1 };
const AT_ONCE = Math.max(1, availableParallelism() - 1);
const LONGEST_PASSWORD = 128;
/** The hash of no password: unknown accounts cost the same time as known ones. */
const NOBODY = '$argon2id$v=19$m=47104,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$N2wTw3KW0gzyd3KZoe1WgqLBqVDiqXmQG7r3FpPzRf0';

// The machine has one processor budget, however many systems a test starts in it.
const inTurn = gate(AT_ONCE);

/** The text to store for a password. */
export const hashPassword = (plain: string): Promise<string> => inTurn(() => hash(plain, COST));

/**
 * False for a wrong password, for an account without one and for no account at all, in the same time. `ahead`: whoever was
 * here before waits for none of the strangers who guess, however many there are.
 */
export const passwordMatches = async (plain: string, stored: string | undefined, ahead = false): Promise<boolean> => {
  if (Buffer.byteLength(plain) > LONGEST_PASSWORD) return false;
  const matches = await inTurn(() => verify(stored ?? NOBODY, plain).catch(() => false), ahead);
  return matches && stored !== undefined;
};
