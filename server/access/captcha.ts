/** Captchas as kept: bound to a purpose and an address, answered as a keyed hash, spent by any attempt. */
import { LIMITS } from '../../common/limits';
import { fault } from '../../common/protocol/faults';
import type { Services } from '../context';
import { isSame, macs } from './keys';
import { household } from './limits';

export const CAPTCHA_PURPOSES = ['login', 'register', 'retrieve', 'bind', 'send', 'form'] as const;
export type CaptchaPurpose = (typeof CAPTCHA_PURPOSES)[number];
/** The client's own random name of a captcha. */
export const CAPTCHA_ID = /^[\w-]{16,64}$/;

export interface CaptchaPlace {
  readonly id: string;
  readonly purpose: CaptchaPurpose;
  readonly ip: string;
}

const mac = ({ env }: Services, purpose: string, text: string): string => macs(env.appKeys, purpose, text)[0] ?? '';
/** Two addresses that choose the same id have two captchas. */
const keyOf = (services: Services, { id, purpose, ip }: CaptchaPlace): string =>
  mac(services, 'captcha', `${purpose}:${household(ip)}:${id}`);
const answerOf = (services: Services, key: string, text: string): string =>
  mac(services, 'captcha-answer', `${key}:${text.trim().toUpperCase()}`);

/** Remembers a captcha under the client's id; a second one with the same id takes the place of the first. */
export async function keepCaptcha(services: Services, place: CaptchaPlace, answer: string): Promise<void> {
  const key = keyOf(services, place);
  const now = services.clock.now();
  const address = household(place.ip);
  await services.db.transact(async (tx) => {
    const [live] = await tx.rows<{ readonly n: number }>(
      'SELECT COUNT(*) AS n FROM `captcha` WHERE address = ? AND expires_at > ? AND id <> ?',
      [address, now, key],
    );
    if (Number(live?.n) >= LIMITS.captchasPerAddress) throw fault('too_many', undefined, { data: { seconds: 60 } });
    await tx.run('REPLACE INTO `captcha` (id, purpose, address, answer, expires_at) VALUES (?, ?, ?, ?, ?)', [
      key,
      place.purpose,
      address,
      answerOf(services, key, answer),
      now + LIMITS.captchaSeconds * 1000,
    ]);
  });
}

/** Whether the answer is right. Right or wrong, the captcha is gone. */
export async function spendCaptcha(services: Services, place: CaptchaPlace, answer: string): Promise<boolean> {
  if (!CAPTCHA_ID.test(place.id)) return false;
  const key = keyOf(services, place);
  const kept = await services.db.transact(async (tx) => {
    const sql = 'SELECT answer FROM `captcha` WHERE id = ? AND expires_at > ?';
    const [row] = await tx.rows<{ readonly answer: string }>(sql, [key, services.clock.now()]);
    const { changes } = await tx.run('DELETE FROM `captcha` WHERE id = ?', [key]);
    return changes === 1 ? row?.answer : undefined;
  });
  const { length } = answer.trim();
  if (kept === undefined || length < LIMITS.captchaMin || length > LIMITS.captchaMax) return false;
  const given = answerOf(services, key, answer);
  return isSame(given, kept);
}
