/** Codes of an authenticator app (RFC 6238): encrypted secrets, one time step of tolerance, and each time step is accepted once. */
import { generateSecret, generateURI, verifySync } from 'otplib/functional';
import type { Services } from '../../context';
import { decrypt, encrypt } from '../crypto/crypto';

const PERIOD = 30;
const PURPOSE = 'totp';
const CODE = /^\d{6}$/;
/** Milliseconds within which an enrolment must be finished. */
const ENROLMENT_LIFE_MS = 3_600_000;

export const totpId = (adminId: number): string => `otp:${adminId}`;
const pendingTotpId = (adminId: number): string => `otp_new:${adminId}`;
/** The AAD contains the person, so that a row cannot replace that of another person. */
const aadOf = (adminId: number): string => `admin:${adminId}`;

interface TotpRow {
  readonly secret: string;
  readonly counter: number;
  readonly created_at: number;
}

/** The secret and URI for the authenticator app. */
export interface TotpEnrolment {
  readonly secret: string;
  readonly uri: string;
}
/** Begins an enrolment; the secret applies after a code confirmed it. */
export async function beginTotpEnrolment(
  services: Services,
  adminId: number,
  issuer: string,
  label: string,
): Promise<TotpEnrolment> {
  const secret = generateSecret();
  const encrypted = encrypt(services.env.appKeys, PURPOSE, aadOf(adminId), secret);
  await services.db.transact(async (tx) => {
    await tx.run('DELETE FROM `admin_factor` WHERE id = ?', [pendingTotpId(adminId)]);
    await tx.run(
      "INSERT INTO `admin_factor` (id, admin_id, kind, name, secret, mark, counter, created_at, used_at) VALUES (?, ?, 'otp_new', '', ?, NULL, 0, ?, NULL)",
      [pendingTotpId(adminId), adminId, encrypted, services.clock.now()],
    );
  });
  return { secret, uri: generateURI({ issuer, label, secret, period: PERIOD }) };
}

/** The time step of a code, later than the last used one; undefined for a wrong code. */
function verifyCode(services: Services, adminId: number, stored: TotpRow, code: string): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  const secret = decrypt(services.env.appKeys, PURPOSE, aadOf(adminId), stored.secret);
  if (secret === undefined || !CODE.test(token)) return undefined;
  const last = Number(stored.counter);
  const verification = verifySync({
    ...{ secret, token, period: PERIOD, epochTolerance: PERIOD },
    epoch: Math.floor(services.clock.now() / 1000),
    ...(last > 0 ? { afterTimeStep: last } : {}),
  });
  return verification.valid && 'timeStep' in verification ? verification.timeStep : undefined;
}

async function loadTotp(services: Services, id: string): Promise<TotpRow | undefined> {
  const sql = 'SELECT secret, counter, created_at FROM `admin_factor` WHERE id = ?';
  const [row] = await services.db.rows<TotpRow>(sql, [id]);
  return row;
}

/** Finishes an enrolment, which replaces an earlier one. */
export async function confirmTotpEnrolment(services: Services, adminId: number, code: string): Promise<boolean> {
  const stored = await loadTotp(services, pendingTotpId(adminId));
  const now = services.clock.now();
  if (!stored || Number(stored.created_at) + ENROLMENT_LIFE_MS <= now) return false;
  const timeStep = verifyCode(services, adminId, stored, code);
  if (timeStep === undefined) return false;
  return services.db.transact(async (tx) => {
    const unchangedSql = 'SELECT id FROM `admin_factor` WHERE id = ? AND secret = ?';
    if ((await tx.rows(unchangedSql, [pendingTotpId(adminId), stored.secret])).length === 0) return false;
    await tx.run('DELETE FROM `admin_factor` WHERE id = ?', [totpId(adminId)]);
    const { changes } = await tx.run(
      "UPDATE `admin_factor` SET id = ?, kind = 'otp', counter = ?, created_at = ?, used_at = ? WHERE id = ? AND secret = ?",
      [totpId(adminId), timeStep, now, now, pendingTotpId(adminId), stored.secret],
    );
    await services.live.sessionsEnded?.(tx, `admin:${adminId}`);
    return changes > 0;
  });
}

/** Whether a code is right; a right one and all earlier ones are used up. */
export async function verifyTotp(services: Services, adminId: number, code: string): Promise<boolean> {
  const stored = await loadTotp(services, totpId(adminId));
  const timeStep = stored && verifyCode(services, adminId, stored, code);
  if (timeStep === undefined) return false;
  const { changes } = await services.db.transact((tx) =>
    tx.run('UPDATE `admin_factor` SET counter = ?, used_at = ? WHERE id = ? AND counter < ?', [
      ...[timeStep, services.clock.now(), totpId(adminId), timeStep],
    ]),
  );
  return changes > 0;
}
