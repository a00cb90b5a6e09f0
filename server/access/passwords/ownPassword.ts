/** Verifies the password of a signed-in principal, throttled like a sign-in, since a session may be stolen. */
import { LIMITS } from '../../../common/limits';
import type { Services } from '../../context';
import {
  countAttempt,
  lockoutMsAfter,
  resetAttempts,
  LOGIN_WINDOW_MS,
  assertNotLockedOut,
  enforceLockout,
} from '../limits/rateLimits';
import { isPasswordCorrect } from './passwordHash';
import type { Realm } from '../../../common/realm';

const STORED_HASH_SQL = {
  admin: 'SELECT password FROM `admin` WHERE id = ? AND delete_time IS NULL',
  member: 'SELECT password FROM `user` WHERE id = ? AND delete_time IS NULL',
} as const;

/** Whether this is the principal's password. Throws `auth.throttled` after too many wrong ones. */
export async function verifyOwnPassword(services: Services, realm: Realm, id: number, plain: string): Promise<boolean> {
  const bucket = `own:${realm}:${id}`;
  await assertNotLockedOut(services, bucket);
  const { hits } = await countAttempt(services, bucket, LOGIN_WINDOW_MS);
  await enforceLockout(services, bucket, lockoutMsAfter(hits, LIMITS.loginFailures));
  const [row] = await services.db.rows<{ readonly password: string | null }>(STORED_HASH_SQL[realm], [id]);
  if (!(await isPasswordCorrect(plain, row?.password ?? undefined))) return false;
  await resetAttempts(services, bucket);
  return true;
}
