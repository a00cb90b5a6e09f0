/** Codes of an authenticator app (RFC 6238): encrypted secrets, one time step of tolerance, and each time step is accepted once. */
import { generateSecret, generateURI, verifySync } from 'otplib/functional';
import type { Services } from '../../context';
import { decrypt, encrypt } from '../crypto/crypto';
import { FACTOR_TABLES, factorOwnerKey, type FactorOwner } from './factorOwner';

const PERIOD = 30;
const PURPOSE = 'totp';
const CODE = /^\d{6}$/;
/** Milliseconds within which an enrolment must be finished. */
const ENROLMENT_LIFE_MS = 3_600_000;

export const totpId = ({ id }: FactorOwner): string => `otp:${id}`;
const pendingTotpId = ({ id }: FactorOwner): string => `otp_new:${id}`;
/** The AAD contains the person, so that a row cannot replace that of another person. */
const aadOf = factorOwnerKey;

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
  owner: FactorOwner,
  issuer: string,
  label: string,
): Promise<TotpEnrolment> {
  const secret = generateSecret();
  const encrypted = encrypt(services.env.appKeys, PURPOSE, aadOf(owner), secret);
  const { factor, person } = FACTOR_TABLES[owner.realm];
  await services.db.transact(async (tx) => {
    await tx.run(`DELETE FROM ${factor} WHERE id = ?`, [pendingTotpId(owner)]);
    await tx.run(
      `INSERT INTO ${factor} (id, ${person}, kind, name, secret, mark, counter, created_at, used_at) VALUES (?, ?, 'otp_new', '', ?, NULL, 0, ?, NULL)`,
      [pendingTotpId(owner), owner.id, encrypted, services.clock.now()],
    );
  });
  return { secret, uri: generateURI({ issuer, label, secret, period: PERIOD }) };
}

/** The time step of a code, later than the last used one; undefined for a wrong code. */
function verifyCode(services: Services, owner: FactorOwner, stored: TotpRow, code: string): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  const secret = decrypt(services.env.appKeys, PURPOSE, aadOf(owner), stored.secret);
  if (secret === undefined || !CODE.test(token)) return undefined;
  const last = Number(stored.counter);
  const verification = verifySync({
    secret,
    token,
    period: PERIOD,
    epochTolerance: PERIOD,
    epoch: Math.floor(services.clock.now() / 1000),
    ...(last > 0 ? { afterTimeStep: last } : {}),
  });
  return verification.valid && 'timeStep' in verification ? verification.timeStep : undefined;
}

async function loadTotp(services: Services, { realm }: FactorOwner, id: string): Promise<TotpRow | undefined> {
  const sql = `SELECT secret, counter, created_at FROM ${FACTOR_TABLES[realm].factor} WHERE id = ?`;
  const [row] = await services.db.rows<TotpRow>(sql, [id]);
  return row;
}

/** Finishes an enrolment, which replaces an earlier one. */
export async function confirmTotpEnrolment(services: Services, owner: FactorOwner, code: string): Promise<boolean> {
  const stored = await loadTotp(services, owner, pendingTotpId(owner));
  const now = services.clock.now();
  if (!stored || Number(stored.created_at) + ENROLMENT_LIFE_MS <= now) return false;
  const timeStep = verifyCode(services, owner, stored, code);
  if (timeStep === undefined) return false;
  const { factor } = FACTOR_TABLES[owner.realm];
  return services.db.transact(async (tx) => {
    const unchangedSql = `SELECT id FROM ${factor} WHERE id = ? AND secret = ?`;
    if ((await tx.rows(unchangedSql, [pendingTotpId(owner), stored.secret])).length === 0) return false;
    await tx.run(`DELETE FROM ${factor} WHERE id = ?`, [totpId(owner)]);
    const { changes } = await tx.run(
      `UPDATE ${factor} SET id = ?, kind = 'otp', counter = ?, created_at = ?, used_at = ? WHERE id = ? AND secret = ?`,
      [totpId(owner), timeStep, now, now, pendingTotpId(owner), stored.secret],
    );
    await services.live.sessionsEnded?.(tx, factorOwnerKey(owner));
    return changes > 0;
  });
}

/** Whether a code is right; a right one and all earlier ones are used up. */
export async function verifyTotp(services: Services, owner: FactorOwner, code: string): Promise<boolean> {
  const stored = await loadTotp(services, owner, totpId(owner));
  const timeStep = stored && verifyCode(services, owner, stored, code);
  if (timeStep === undefined) return false;
  const { changes } = await services.db.transact((tx) =>
    tx.run(`UPDATE ${FACTOR_TABLES[owner.realm].factor} SET counter = ?, used_at = ? WHERE id = ? AND counter < ?`, [
      ...[timeStep, services.clock.now(), totpId(owner), timeStep],
    ]),
  );
  return changes > 0;
}
