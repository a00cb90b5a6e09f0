/** One-time codes sent to an address: six digits, kept as a keyed hash, dead after five guesses of who asked, ten minutes or one use. */
import { randomBytes, randomInt } from 'node:crypto';
import { LIMITS } from '../../common/limits';
import type { Services } from '../context';
import { isSame, macs } from './keys';

/** What a code is good for and where it was sent; a code of another purpose, address or member opens nothing. */
export interface CodePlace {
  readonly purpose: string;
  readonly target: string;
}

const mac = ({ env }: Services, purpose: string, text: string): string => macs(env.appKeys, purpose, text)[0] ?? '';
const idOf = (services: Services, { purpose, target }: CodePlace): string =>
  mac(services, 'code', `${purpose}:${target}`);

const answerOf = (services: Services, id: string, given: string): string =>
  mac(services, 'code-answer', `${id}:${given.trim()}`);

interface Kept {
  readonly secret: string;
  readonly seconds: number;
  readonly asker: string | null;
}
async function keep(services: Services, place: CodePlace, { secret, seconds, asker }: Kept): Promise<void> {
  const id = idOf(services, place);
  await services.db.transact((tx) =>
    tx.run(
      'REPLACE INTO `one_time_code` (id, purpose, answer, tries, expires_at, asker, other_tries) VALUES (?, ?, ?, 0, ?, ?, 0)',
      [id, place.purpose, answerOf(services, id, secret), services.clock.now() + seconds * 1000, asker],
    ),
  );
}
/** Who asks for a code or guesses one: a household or a member, as a keyed hash. */
const askerOf = (services: Services, by: string): string => mac(services, 'code-asker', by);

/**
 * A new code in the place of an earlier one.
 * @param by Who asks: a household or a member. Guesses of others are counted apart. Without it everybody shares one count.
 */
export async function issueCode(services: Services, place: CodePlace, by?: string): Promise<string> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const asker = by === undefined ? null : askerOf(services, by);
  await keep(services, place, { secret: code, seconds: LIMITS.codeSeconds, asker });
  return code;
}
/** The same for programs: a pass nobody could guess. */
export async function issuePass(
  services: Services,
  place: CodePlace,
  seconds: number = LIMITS.codeSeconds,
): Promise<string> {
  const pass = randomBytes(24).toString('base64url');
  await keep(services, place, { secret: pass, seconds, asker: null });
  return pass;
}

/** The first assignment changes what the second one reads on MariaDB, so both read only what neither changes. */
const COUNTED =
  'UPDATE `one_time_code` SET tries = tries + CASE WHEN asker IS NULL OR asker = ? THEN 1 ELSE 0 END, ' +
  'other_tries = other_tries + CASE WHEN asker IS NULL OR asker = ? THEN 0 ELSE 1 END ' +
  'WHERE id = ? AND expires_at > ? AND CASE WHEN asker IS NULL OR asker = ? THEN tries ELSE other_tries END < ?';

/**
 * Whether the code is right; then it is used up. Every guess is counted before it is judged. Who asked for the code has five guesses,
 * and all others together have five: a stranger's wrong guesses do not end somebody's code.
 * @param by Who guesses, as given to `issueCode`.
 */
export async function spendCode(services: Services, place: CodePlace, given: string, by = ''): Promise<boolean> {
  const id = idOf(services, place);
  const answer = answerOf(services, id, given);
  const asker = askerOf(services, by);
  return services.db.transact(async (tx) => {
    const { changes } = await tx.run(COUNTED, [asker, asker, id, services.clock.now(), asker, LIMITS.codeTries]);
    if (changes !== 1) return false;
    const [kept] = await tx.rows<{ readonly answer: string }>('SELECT answer FROM `one_time_code` WHERE id = ?', [id]);
    if (kept === undefined || !isSame(kept.answer, answer)) return false;
    return (await tx.run('DELETE FROM `one_time_code` WHERE id = ?', [id])).changes === 1;
  });
}

/** Whether a pass would do, without using it up. Only for passes: nobody could guess one, while a code needs its guesses counted. */
export async function isPass(services: Services, place: CodePlace, given: string): Promise<boolean> {
  const id = idOf(services, place);
  const [kept] = await services.db.rows<{ readonly answer: string }>(
    'SELECT answer FROM `one_time_code` WHERE id = ? AND expires_at > ?',
    [id, services.clock.now()],
  );
  return kept !== undefined && isSame(kept.answer, answerOf(services, id, given));
}

/** Whether a pass is right; then it is used up. Wrong ones are not counted: they cannot be guessed, and a count would end the pass. */
export async function spendPass(services: Services, place: CodePlace, given: string): Promise<boolean> {
  if (!(await isPass(services, place, given))) return false;
  const id = idOf(services, place);
  const { changes } = await services.db.transact((tx) =>
    tx.run('DELETE FROM `one_time_code` WHERE id = ? AND answer = ?', [id, answerOf(services, id, given)]),
  );
  return changes === 1;
}

/** Forgets codes that are over. */
export const forgetCodes = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> =>
  (await db.transact((tx) => tx.run('DELETE FROM `one_time_code` WHERE expires_at < ?', [clock.now()]))).changes;
