/** Codes of an authenticator app (RFC 6238): sealed secrets, one step to either side, and no step twice. */
import { generateSecret, generateURI, verifySync } from 'otplib/functional';
import type { Services } from '../context';
import { open, seal } from './keys';

const PERIOD = 30;
const PURPOSE = 'totp';
const CODE = /^\d{6}$/;
/** How long a begun enrolment may be finished, milliseconds. */
const BEGUN_LIFE = 3_600_000;

export const totpId = (adminId: number): string => `otp:${adminId}`;
const begunId = (adminId: number): string => `otp_new:${adminId}`;
/** Sealed texts are bound to their person, so that nobody's row can be put in the place of another's. */
const placeOf = (adminId: number): string => `admin:${adminId}`;

interface Stored {
  readonly secret: string;
  readonly counter: number;
  readonly created_at: number;
}

/** What an authenticator app is given. */
export interface Begun {
  readonly secret: string;
  readonly uri: string;
}
/** Begins an enrolment anew: the secret counts once a code proved that it arrived. */
export async function beginTotp(services: Services, adminId: number, issuer: string, label: string): Promise<Begun> {
  const secret = generateSecret();
  const sealed = seal(services.env.appKeys, PURPOSE, placeOf(adminId), secret);
  await services.db.transact(async (tx) => {
    await tx.run('DELETE FROM `admin_factor` WHERE id = ?', [begunId(adminId)]);
    await tx.run(
      "INSERT INTO `admin_factor` (id, admin_id, kind, name, secret, mark, counter, created_at, used_at) VALUES (?, ?, 'otp_new', '', ?, NULL, 0, ?, NULL)",
      [begunId(adminId), adminId, sealed, services.clock.now()],
    );
  });
  return { secret, uri: generateURI({ issuer, label, secret, period: PERIOD }) };
}

/** The time step a code belongs to, later than the last one that was used; undefined when it is wrong. */
function stepOfCode(services: Services, adminId: number, stored: Stored, code: string): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  const secret = open(services.env.appKeys, PURPOSE, placeOf(adminId), stored.secret);
  if (secret === undefined || !CODE.test(token)) return undefined;
  const last = Number(stored.counter);
  const judged = verifySync({
    ...{ secret, token, period: PERIOD, epochTolerance: PERIOD },
    epoch: Math.floor(services.clock.now() / 1000),
    ...(last > 0 ? { afterTimeStep: last } : {}),
  });
  return judged.valid && 'timeStep' in judged ? judged.timeStep : undefined;
}

async function storedOf(services: Services, id: string): Promise<Stored | undefined> {
  const sql = 'SELECT secret, counter, created_at FROM `admin_factor` WHERE id = ?';
  const [row] = await services.db.rows<Stored>(sql, [id]);
  return row;
}

/** Finishes an enrolment; it takes the place of an earlier one. */
export async function confirmTotp(services: Services, adminId: number, code: string): Promise<boolean> {
  const stored = await storedOf(services, begunId(adminId));
  const now = services.clock.now();
  if (!stored || Number(stored.created_at) + BEGUN_LIFE <= now) return false;
  const step = stepOfCode(services, adminId, stored, code);
  if (step === undefined) return false;
  return services.db.transact(async (tx) => {
    const still = 'SELECT id FROM `admin_factor` WHERE id = ? AND secret = ?';
    if ((await tx.rows(still, [begunId(adminId), stored.secret])).length === 0) return false;
    await tx.run('DELETE FROM `admin_factor` WHERE id = ?', [totpId(adminId)]);
    const { changes } = await tx.run(
      "UPDATE `admin_factor` SET id = ?, kind = 'otp', counter = ?, created_at = ?, used_at = ? WHERE id = ? AND secret = ?",
      [totpId(adminId), step, now, now, begunId(adminId), stored.secret],
    );
    await services.live.endedWithin?.(tx, `admin:${adminId}`);
    return changes > 0;
  });
}

/** Whether a code is right; a right one is spent, and so is every earlier one. */
export async function spendTotp(services: Services, adminId: number, code: string): Promise<boolean> {
  const stored = await storedOf(services, totpId(adminId));
  const step = stored && stepOfCode(services, adminId, stored, code);
  if (step === undefined) return false;
  const { changes } = await services.db.transact((tx) =>
    tx.run('UPDATE `admin_factor` SET counter = ?, used_at = ? WHERE id = ? AND counter < ?', [
      ...[step, services.clock.now(), totpId(adminId), step],
    ]),
  );
  return changes > 0;
}
