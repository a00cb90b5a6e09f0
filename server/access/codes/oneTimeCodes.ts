/** One-time codes sent to an address: six digits, kept as a keyed hash, dead after five guesses of who asked, ten minutes or one use. */
import { randomBytes, randomInt } from 'node:crypto';
import { LIMITS } from '../../../common/limits';
import type { Services } from '../../context';
import { isTimingSafeEqual, hmacs } from '../crypto/crypto';

/** What a code is good for and where it was sent; a code of another purpose, address or member opens nothing. */
export interface CodeTarget {
  readonly purpose: string;
  readonly target: string;
}

const hmacWith = ({ env }: Services, purpose: string, text: string): string =>
  hmacs(env.appKeys, purpose, text)[0] ?? '';
const storedIdOf = (services: Services, { purpose, target }: CodeTarget): string =>
  hmacWith(services, 'code', `${purpose}:${target}`);

const hashAnswer = (services: Services, id: string, given: string): string =>
  hmacWith(services, 'code-answer', `${id}:${given.trim()}`);

interface NewCode {
  readonly secret: string;
  readonly seconds: number;
  readonly requester: string | null;
}
async function storeCode(
  services: Services,
  codeTarget: CodeTarget,
  { secret, seconds, requester }: NewCode,
): Promise<void> {
  const id = storedIdOf(services, codeTarget);
  await services.db.transact((tx) =>
    tx.run(
      'REPLACE INTO `one_time_code` (id, purpose, answer, tries, expires_at, asker, other_tries) VALUES (?, ?, ?, 0, ?, ?, 0)',
      [id, codeTarget.purpose, hashAnswer(services, id, secret), services.clock.now() + seconds * 1000, requester],
    ),
  );
}
/** Who asks for a code or guesses one: a household or a member, as a keyed hash. */
const hashRequester = (services: Services, requestedBy: string): string =>
  hmacWith(services, 'code-asker', requestedBy);

/**
 * A new code in the place of an earlier one.
 * @param by Who asks: a household or a member. Guesses of others are counted apart. Without it everybody shares one count.
 */
export async function issueCode(services: Services, codeTarget: CodeTarget, requestedBy?: string): Promise<string> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const requester = requestedBy === undefined ? null : hashRequester(services, requestedBy);
  await storeCode(services, codeTarget, { secret: code, seconds: LIMITS.codeSeconds, requester });
  return code;
}
/** The same for programs: a pass nobody could guess. */
export async function issueOneTimeToken(
  services: Services,
  codeTarget: CodeTarget,
  seconds: number = LIMITS.codeSeconds,
): Promise<string> {
  const oneTimeToken = randomBytes(24).toString('base64url');
  await storeCode(services, codeTarget, { secret: oneTimeToken, seconds, requester: null });
  return oneTimeToken;
}

/** The first assignment changes what the second one reads on MariaDB, so both read only what neither changes. */
const COUNT_GUESS_SQL =
  'UPDATE `one_time_code` SET tries = tries + CASE WHEN asker IS NULL OR asker = ? THEN 1 ELSE 0 END, ' +
  'other_tries = other_tries + CASE WHEN asker IS NULL OR asker = ? THEN 0 ELSE 1 END ' +
  'WHERE id = ? AND expires_at > ? AND CASE WHEN asker IS NULL OR asker = ? THEN tries ELSE other_tries END < ?';

/**
 * Whether the code is right; then it is used up. Every guess is counted before it is judged. Who asked for the code has five guesses,
 * and all others together have five: a stranger's wrong guesses do not end somebody's code.
 * @param by Who guesses, as given to `issueCode`.
 */
export async function redeemCode(
  services: Services,
  codeTarget: CodeTarget,
  given: string,
  requestedBy = '',
): Promise<boolean> {
  const id = storedIdOf(services, codeTarget);
  const answer = hashAnswer(services, id, given);
  const requester = hashRequester(services, requestedBy);
  return services.db.transact(async (tx) => {
    const { changes } = await tx.run(COUNT_GUESS_SQL, [
      requester,
      requester,
      id,
      services.clock.now(),
      requester,
      LIMITS.codeTries,
    ]);
    if (changes !== 1) return false;
    const [stored] = await tx.rows<{ readonly answer: string }>('SELECT answer FROM `one_time_code` WHERE id = ?', [
      id,
    ]);
    if (stored === undefined || !isTimingSafeEqual(stored.answer, answer)) return false;
    return (await tx.run('DELETE FROM `one_time_code` WHERE id = ?', [id])).changes === 1;
  });
}

/** Whether a pass would do, without using it up. Only for passes: nobody could guess one, while a code needs its guesses counted. */
export async function isOneTimeToken(services: Services, codeTarget: CodeTarget, given: string): Promise<boolean> {
  const id = storedIdOf(services, codeTarget);
  const [stored] = await services.db.rows<{ readonly answer: string }>(
    'SELECT answer FROM `one_time_code` WHERE id = ? AND expires_at > ?',
    [id, services.clock.now()],
  );
  return stored !== undefined && isTimingSafeEqual(stored.answer, hashAnswer(services, id, given));
}

/** Whether a pass is right; then it is used up. Wrong ones are not counted: they cannot be guessed, and a count would end the pass. */
export async function redeemOneTimeToken(services: Services, codeTarget: CodeTarget, given: string): Promise<boolean> {
  if (!(await isOneTimeToken(services, codeTarget, given))) return false;
  const id = storedIdOf(services, codeTarget);
  const { changes } = await services.db.transact((tx) =>
    tx.run('DELETE FROM `one_time_code` WHERE id = ? AND answer = ?', [id, hashAnswer(services, id, given)]),
  );
  return changes === 1;
}

/** Forgets codes that are over. */
export const deleteExpiredCodes = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> =>
  (await db.transact((tx) => tx.run('DELETE FROM `one_time_code` WHERE expires_at < ?', [clock.now()]))).changes;
