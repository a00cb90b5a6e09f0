/**
 * One-time codes (OTP) sent to an email address or number: six digits, stored as an HMAC, valid for ten minutes, one use and five
 * attempts of the requester.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { CODE_LIMITS } from '../../../common/codeLimits';
import type { Services } from '../../context';
import { isTimingSafeEqual, computeHmacs } from '../crypto/crypto';

/** The purpose of a code and its recipient; a code of another purpose, recipient or member is refused. */
export interface CodeTarget {
  readonly purpose: string;
  readonly target: string;
}

const hmacWith = ({ env }: Services, purpose: string, text: string): string =>
  computeHmacs(env.appKeys, purpose, text)[0] ?? '';
const getStoredId = (services: Services, { purpose, target }: CodeTarget): string =>
  hmacWith(services, 'code', `${purpose}:${target}`);

const hashCode = (services: Services, id: string, code: string): string =>
  hmacWith(services, 'code-answer', `${id}:${code.trim()}`);

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
  const id = getStoredId(services, codeTarget);
  await services.db.transact((tx) =>
    tx.run(
      'REPLACE INTO `one_time_code` (id, purpose, answer, tries, expires_at, asker, other_tries) VALUES (?, ?, ?, 0, ?, ?, 0)',
      [id, codeTarget.purpose, hashCode(services, id, secret), services.clock.now() + seconds * 1000, requester],
    ),
  );
}
/** The requester as an HMAC of its IP prefix or member id. */
const hashRequester = (services: Services, requestedBy: string): string =>
  hmacWith(services, 'code-asker', requestedBy);

/**
 * Creates a code, which replaces an earlier one.
 * @param requestedBy The requester, an IP prefix or a member. Attempts of others are counted separately; without it all share one count.
 */
export async function issueCode(services: Services, codeTarget: CodeTarget, requestedBy?: string): Promise<string> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const requester = requestedBy === undefined ? null : hashRequester(services, requestedBy);
  await storeCode(services, codeTarget, { secret: code, seconds: CODE_LIMITS.codeSeconds, requester });
  return code;
}
/** Creates a one-time token: stored like a code, but with a random secret that cannot be guessed. */
export async function issueOneTimeToken(
  services: Services,
  codeTarget: CodeTarget,
  seconds: number = CODE_LIMITS.codeSeconds,
): Promise<string> {
  const oneTimeToken = randomBytes(24).toString('base64url');
  await storeOneTimeToken(services, codeTarget, oneTimeToken, seconds);
  return oneTimeToken;
}
/** Stores a token that nobody can guess, in place of an earlier one. */
export const storeOneTimeToken = (
  services: Services,
  codeTarget: CodeTarget,
  secret: string,
  seconds: number = CODE_LIMITS.codeSeconds,
): Promise<void> => storeCode(services, codeTarget, { secret, seconds, requester: null });

/** On MariaDB an assignment changes what the next one reads, so both read only columns that neither changes. */
const COUNT_ATTEMPT_SQL =
  'UPDATE `one_time_code` SET tries = tries + CASE WHEN asker IS NULL OR asker = ? THEN 1 ELSE 0 END, ' +
  'other_tries = other_tries + CASE WHEN asker IS NULL OR asker = ? THEN 0 ELSE 1 END ' +
  'WHERE id = ? AND expires_at > ? AND CASE WHEN asker IS NULL OR asker = ? THEN tries ELSE other_tries END < ?';

/**
 * Whether the code is right; a right one is used up. Every attempt is counted before the check. The requester has five attempts,
 * and all others together have five, so that wrong attempts of others do not use up the code.
 * @param requestedBy The caller, in the form given to `issueCode`.
 */
export async function redeemCode(
  services: Services,
  codeTarget: CodeTarget,
  given: string,
  requestedBy = '',
): Promise<boolean> {
  const id = getStoredId(services, codeTarget);
  const hash = hashCode(services, id, given);
  const requester = hashRequester(services, requestedBy);
  return services.db.transact(async (tx) => {
    const { changes } = await tx.run(COUNT_ATTEMPT_SQL, [
      requester,
      requester,
      id,
      services.clock.now(),
      requester,
      CODE_LIMITS.codeTries,
    ]);
    if (changes !== 1) return false;
    const sql = 'SELECT answer AS codeHash FROM `one_time_code` WHERE id = ?';
    const [stored] = await tx.rows<{ readonly codeHash: string }>(sql, [id]);
    if (stored === undefined || !isTimingSafeEqual(stored.codeHash, hash)) return false;
    return (await tx.run('DELETE FROM `one_time_code` WHERE id = ?', [id])).changes === 1;
  });
}

/** Whether a one-time token is valid, without using it up. Not for codes, whose attempts must be counted. */
export async function isOneTimeTokenValid(services: Services, codeTarget: CodeTarget, token: string): Promise<boolean> {
  const id = getStoredId(services, codeTarget);
  const [stored] = await services.db.rows<{ readonly codeHash: string }>(
    'SELECT answer AS codeHash FROM `one_time_code` WHERE id = ? AND expires_at > ?',
    [id, services.clock.now()],
  );
  return stored !== undefined && isTimingSafeEqual(stored.codeHash, hashCode(services, id, token));
}

/** Whether a one-time token is valid; a valid one is used up. Wrong tokens are not counted, because a token cannot be guessed. */
export async function redeemOneTimeToken(services: Services, codeTarget: CodeTarget, token: string): Promise<boolean> {
  if (!(await isOneTimeTokenValid(services, codeTarget, token))) return false;
  const id = getStoredId(services, codeTarget);
  const { changes } = await services.db.transact((tx) =>
    tx.run('DELETE FROM `one_time_code` WHERE id = ? AND answer = ?', [id, hashCode(services, id, token)]),
  );
  return changes === 1;
}

/** Deletes expired codes. */
export const deleteExpiredCodes = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> =>
  (await db.transact((tx) => tx.run('DELETE FROM `one_time_code` WHERE expires_at < ?', [clock.now()]))).changes;
