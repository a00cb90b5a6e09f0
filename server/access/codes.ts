/** One-time codes sent to an address: six digits, kept as a keyed hash, dead after five guesses, ten minutes or one use. */
import { randomBytes, randomInt } from 'node:crypto';
import { LIMITS } from '../../common/limits';
import type { Kit } from '../kit';
import { isSame, macs } from './keys';

/** What a code is good for and where it was sent; a code of another purpose, address or member opens nothing. */
export interface CodePlace {
  readonly purpose: string;
  readonly target: string;
}

const mac = ({ env }: Kit, purpose: string, text: string): string => macs(env.appKeys, purpose, text)[0] ?? '';
const idOf = (kit: Kit, { purpose, target }: CodePlace): string => mac(kit, 'code', `${purpose}:${target}`);

const answerOf = (kit: Kit, id: string, given: string): string => mac(kit, 'code-answer', `${id}:${given.trim()}`);

async function keep(kit: Kit, place: CodePlace, secret: string, seconds: number): Promise<void> {
  const id = idOf(kit, place);
  await kit.db.transact((tx) =>
    tx.run('REPLACE INTO `one_time_code` (id, purpose, answer, tries, expires_at) VALUES (?, ?, ?, 0, ?)', [
      ...[id, place.purpose, answerOf(kit, id, secret)],
      kit.clock.now() + seconds * 1000,
    ]),
  );
}

/** A new code in the place of an earlier one. */
export async function issueCode(kit: Kit, place: CodePlace): Promise<string> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  await keep(kit, place, code, LIMITS.codeSeconds);
  return code;
}
/** The same for programs: a pass nobody could guess. */
export async function issuePass(kit: Kit, place: CodePlace, seconds: number = LIMITS.codeSeconds): Promise<string> {
  const pass = randomBytes(24).toString('base64url');
  await keep(kit, place, pass, seconds);
  return pass;
}

/** Whether the code is right; then it is used up. Every guess is counted before it is judged. */
export async function spendCode(kit: Kit, place: CodePlace, given: string): Promise<boolean> {
  const id = idOf(kit, place);
  const answer = answerOf(kit, id, given);
  return kit.db.transact(async (tx) => {
    const { changes } = await tx.run(
      'UPDATE `one_time_code` SET tries = tries + 1 WHERE id = ? AND tries < ? AND expires_at > ?',
      [id, LIMITS.codeTries, kit.clock.now()],
    );
    if (changes !== 1) return false;
    const [kept] = await tx.rows<{ readonly answer: string }>('SELECT answer FROM `one_time_code` WHERE id = ?', [id]);
    if (kept === undefined || !isSame(kept.answer, answer)) return false;
    return (await tx.run('DELETE FROM `one_time_code` WHERE id = ?', [id])).changes === 1;
  });
}

/** Whether a pass would do, without using it up. Only for passes: nobody could guess one, while a code needs its guesses counted. */
export async function isPass(kit: Kit, place: CodePlace, given: string): Promise<boolean> {
  const id = idOf(kit, place);
  const [kept] = await kit.db.rows<{ readonly answer: string }>(
    'SELECT answer FROM `one_time_code` WHERE id = ? AND tries < ? AND expires_at > ?',
    [id, LIMITS.codeTries, kit.clock.now()],
  );
  return kept !== undefined && isSame(kept.answer, answerOf(kit, id, given));
}

/** Forgets codes that are over. */
export const forgetCodes = async ({ db, clock }: Pick<Kit, 'db' | 'clock'>): Promise<number> =>
  (await db.transact((tx) => tx.run('DELETE FROM `one_time_code` WHERE expires_at < ?', [clock.now()]))).changes;
