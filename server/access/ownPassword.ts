/** The password of somebody who is signed in, asked for again: slowed like a login, since a session may be stolen. */
import { LIMITS } from '../../common/limits';
import type { Services } from '../context';
import { count, delayAfter, forgive, LOGIN_WINDOW, mustNotWait, takeTurn } from './limits';
import { passwordMatches } from './passwords';
import type { Realm } from './tokens';

const STORED = {
  admin: 'SELECT password FROM `admin` WHERE id = ? AND delete_time IS NULL',
  member: 'SELECT password FROM `user` WHERE id = ? AND delete_time IS NULL',
} as const;

/** Whether it is the principal's present password. Throws while too many wrong ones were given. */
export async function isOwnPassword(services: Services, realm: Realm, id: number, plain: string): Promise<boolean> {
  const bucket = `own:${realm}:${id}`;
  await mustNotWait(services, bucket);
  const { hits } = await count(services, bucket, LOGIN_WINDOW);
  await takeTurn(services, bucket, delayAfter(hits, LIMITS.loginFailures));
  const [row] = await services.db.rows<{ readonly password: string | null }>(STORED[realm], [id]);
  if (!(await passwordMatches(plain, row?.password ?? undefined))) return false;
  await forgive(services, bucket);
  return true;
}
