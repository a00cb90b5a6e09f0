/** Stored captchas: bound to a purpose and an IP address, their answers compared as HMACs, used up by any attempt. */
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import type { Services } from '../../context';
import { isTimingSafeEqual, computeHmacs } from '../crypto/crypto';
import { getIpPrefix } from '../limits/rateLimits';

/**
 * Values of `purpose` that clients send when they request a captcha. Sign-in redeems `login`, requests of one-time codes `send`, and forms of the
 * site `form`; the others are accepted because older clients request them, and no form redeems them.
 */
export const CAPTCHA_PURPOSES = ['login', 'register', 'retrieve', 'bind', 'send', 'form'] as const;
export type CaptchaPurpose = (typeof CAPTCHA_PURPOSES)[number];
/** `click` is the puzzle of older clients; a solved one is exchanged for a captcha of the form. */
type StoredPurpose = CaptchaPurpose | 'click';
/** The random id that the client chose. */
export const CAPTCHA_ID = /^[\w-]{16,64}$/;

export interface CaptchaKey {
  readonly id: string;
  readonly purpose: StoredPurpose;
  readonly ip: string;
}

const hmacWith = ({ env }: Services, purpose: string, text: string): string =>
  computeHmacs(env.appKeys, purpose, text)[0] ?? '';
/** Two IP addresses that choose the same id have two captchas. */
const getStoredId = (services: Services, { id, purpose, ip }: CaptchaKey): string =>
  hmacWith(services, 'captcha', `${purpose}:${getIpPrefix(ip)}:${id}`);
const hashAnswer = (services: Services, key: string, text: string): string =>
  hmacWith(services, 'captcha-answer', `${key}:${text.trim().toUpperCase()}`);

/** Stores a captcha under the client's id; a second one with the same id replaces the first. */
export async function storeCaptcha(services: Services, captchaKey: CaptchaKey, answer: string): Promise<void> {
  const key = getStoredId(services, captchaKey);
  const now = services.clock.now();
  const ipPrefix = getIpPrefix(captchaKey.ip);
  await services.db.transact(async (tx) => {
    const [unexpired] = await tx.rows<{ readonly n: number }>(
      'SELECT COUNT(*) AS n FROM `captcha` WHERE address = ? AND expires_at > ? AND id <> ?',
      [ipPrefix, now, key],
    );
    if (Number(unexpired?.n) >= LIMITS.captchasPerIpPrefix)
      throw fault('too_many', undefined, { data: { seconds: 60 } });
    await tx.run('REPLACE INTO `captcha` (id, purpose, address, answer, expires_at) VALUES (?, ?, ?, ?, ?)', [
      key,
      captchaKey.purpose,
      ipPrefix,
      hashAnswer(services, key, answer),
      now + LIMITS.captchaSeconds * 1000,
    ]);
  });
}

/** Whether the answer is correct. A wrong answer uses up the captcha, a correct one does not: a form redeems it afterwards. */
export async function checkCaptcha(services: Services, captchaKey: CaptchaKey, answer: string): Promise<boolean> {
  if (!CAPTCHA_ID.test(captchaKey.id)) return false;
  const key = getStoredId(services, captchaKey);
  const sql = 'SELECT answer AS answerHash FROM `captcha` WHERE id = ? AND expires_at > ?';
  const [row] = await services.db.rows<{ readonly answerHash: string }>(sql, [key, services.clock.now()]);
  if (row !== undefined && isTimingSafeEqual(hashAnswer(services, key, answer), row.answerHash)) return true;
  await services.db.transact((tx) => tx.run('DELETE FROM `captcha` WHERE id = ?', [key]));
  return false;
}

/** Whether the answer is correct; deletes the captcha in any case. */
export async function redeemCaptcha(services: Services, captchaKey: CaptchaKey, answer: string): Promise<boolean> {
  if (!CAPTCHA_ID.test(captchaKey.id)) return false;
  const key = getStoredId(services, captchaKey);
  const storedHash = await services.db.transact(async (tx) => {
    const sql = 'SELECT answer AS answerHash FROM `captcha` WHERE id = ? AND expires_at > ?';
    const [row] = await tx.rows<{ readonly answerHash: string }>(sql, [key, services.clock.now()]);
    const { changes } = await tx.run('DELETE FROM `captcha` WHERE id = ?', [key]);
    return changes === 1 ? row?.answerHash : undefined;
  });
  const { length } = answer.trim();
  if (storedHash === undefined || length < LIMITS.captchaMin || length > LIMITS.captchaMax) return false;
  const answerHash = hashAnswer(services, key, answer);
  return isTimingSafeEqual(answerHash, storedHash);
}
